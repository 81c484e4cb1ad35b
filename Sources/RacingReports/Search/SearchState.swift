import ColumnStore
import Foundation

/// A search's work up to some permutation; from it the same search goes on.
public struct SearchState: Codable, Equatable, Sendable {
  /// The checksum of everything that the maxima depend on.
  let question: String
  /// Runs of combinations whose permutations are all done.
  var doneParts = 0
  /// The permutations of the next combinations that are done.
  var donePermutations = 0
  /// Per permutation the greatest excess of wins so far, and the greatest luck, as bits.
  private var bits: [UInt64]

  /// Begins a search.
  init(question: String, permutations: Int) {
    self.question = question
    bits = Array(repeating: (-Double.infinity).bitPattern, count: 2 * permutations)
  }

  /// Reads a state; nil where the text is none.
  ///
  /// - Parameter json: What ``json`` wrote.
  public init?(json: Data) {
    guard let state = try? JSONDecoder().decode(SearchState.self, from: json),
      state.bits.count % 2 == 0, state.doneParts >= 0,
      (0...state.bits.count / 2).contains(state.donePermutations)
    else { return nil }
    self = state
  }

  /// The state as a text.
  public var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Numbers and one text: nothing that JSON lacks.
    return (try? encoder.encode(self)) ?? Data()
  }

  /// The number of permutations.
  var permutationCount: Int { bits.count / 2 }

  /// A permutation's greatest excess of wins, and its greatest luck in returns.
  subscript(permutation: Int) -> SIMD2<Double> {
    [
      Double(bitPattern: bits[2 * permutation]), Double(bitPattern: bits[2 * permutation + 1]),
    ]
  }

  /// Takes the greatest figures of the next permutations of the combinations in hand.
  mutating func append(_ greatest: [SIMD2<Double>]) {
    for own in greatest {
      let top = pointwiseMax(self[donePermutations], own)
      bits[2 * donePermutations] = top.x.bitPattern
      bits[2 * donePermutations + 1] = top.y.bitPattern
      donePermutations += 1
    }
  }

  /// Counts the permutations whose best is as good as a figure.
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
