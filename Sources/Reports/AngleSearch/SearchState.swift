import ColumnStore
import Foundation

/// The error of a text that is not a search's state.
public struct SearchStateError: Error, Equatable, Sendable {
  /// The content found.
  public let found: String
  /// The content expected.
  public let expected: String
}

/// A search's work up to some permutation, from which the search can continue.
public struct SearchState: Codable, Equatable, Sendable {
  /// The checksum of everything that the maxima depend on.
  let question: String
  /// Ranges of combinations with all permutations done.
  var doneParts = 0
  /// The number of permutations done for the next combinations.
  var donePermutations = 0
  /// Per permutation the greatest excess of wins so far, and the greatest luck, as bits.
  private var bits: [UInt64]

  /// Creates the state at the start of a search.
  init(question: String, permutations: Int) {
    self.question = question
    bits = Array(repeating: (-Double.infinity).bitPattern, count: 2 * permutations)
  }

  /// The format of a state's text.
  ///
  /// If you change the stored members, raise it.
  private static let format = 1

  /// The format number of a text.
  private struct Version: Codable {
    let format: Int
  }

  /// A state as written to a text.
  private struct Sealed: Codable {
    let format: Int
    /// The SHA-256 of the state's own text.
    let sha256: String
    let state: SearchState
  }

  /// Reads a state.
  ///
  /// - Parameter json: Output of ``json``.
  /// - Throws: ``SearchStateError`` if the text is not a state, or was changed.
  public init(json: Data) throws(SearchStateError) {
    let decoder = JSONDecoder()
    if let found = try? decoder.decode(Version.self, from: json), found.format != Self.format {
      throw SearchStateError(
        found: "a search's state in form \(found.format)", expected: "form \(Self.format)")
    }
    guard let sealed = try? decoder.decode(Sealed.self, from: json),
      sealed.sha256 == Checksum.hex(of: Self.text(of: sealed.state)),
      sealed.state.bits.count % 2 == 0, sealed.state.doneParts >= 0,
      (0...sealed.state.permutationCount).contains(sealed.state.donePermutations)
    else {
      throw SearchStateError(
        found: "a damaged search's state", expected: "one as it was written, or no file")
    }
    self = sealed.state
  }

  /// The state as a text, with its checksum.
  public var json: Data {
    Self.text(
      of: Sealed(
        format: Self.format, sha256: Checksum.hex(of: Self.text(of: self)), state: self))
  }

  private static func text(of value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Numbers and texts only, so encoding cannot fail.
    return (try? encoder.encode(value)) ?? Data()
  }

  /// The number of permutations.
  var permutationCount: Int { bits.count / 2 }

  /// A permutation's greatest excess of wins, and its greatest luck in returns.
  subscript(permutation: Int) -> SIMD2<Double> {
    [
      Double(bitPattern: bits[2 * permutation]), Double(bitPattern: bits[2 * permutation + 1]),
    ]
  }

  /// Adds the greatest figures of the next permutations, for the current combinations.
  mutating func append(_ greatest: [SIMD2<Double>]) {
    for own in greatest {
      let top = pointwiseMax(self[donePermutations], own)
      bits[2 * donePermutations] = top.x.bitPattern
      bits[2 * donePermutations + 1] = top.y.bitPattern
      donePermutations += 1
    }
  }

  /// Counts the permutations with a best figure at least as high as a given one.
  ///
  /// - Parameters:
  ///   - excess: The figure; NaN for none.
  ///   - place: 0 for the excess of wins, 1 for luck.
  /// - Returns: The family-wise probability, `(1 + count) / (1 + permutations)`, as its terms.
  func chance(_ excess: Double, _ place: Int) -> (numerator: Int, denominator: Int) {
    let count = (0..<permutationCount).count { self[$0][place] >= excess }
    return (1 + count, 1 + permutationCount)
  }
}
