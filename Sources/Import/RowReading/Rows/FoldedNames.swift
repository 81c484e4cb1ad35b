import ColumnStore
import Columns

/// Numbers the names of a dictionary; spellings of one name get the same number.
@usableFromInline package final class FoldedNames {
  private let names: DictionaryEncoder
  private let fold: (String) -> String
  private let classes: SpellingClasses
  private let keys = DictionaryEncoder.ofKeys()
  /// By the dictionary's code: −2 if not computed yet, −1 if nothing is left of the name.
  @usableFromInline var numbers: [Int32] = []

  package init(
    _ names: DictionaryEncoder, aliases: [(String, String)], fold: @escaping (String) -> String
  ) {
    self.names = names
    self.fold = fold
    classes = SpellingClasses(aliases.map { (fold($0.0), fold($0.1)) })
  }

  /// Returns the number of a name; nil if folding leaves neither letter nor digit.
  @inlinable package func number(ofCode code: Int32) -> Int32? {
    if Int(code) >= numbers.count || numbers[Int(code)] == -2 { addNumber(ofCode: code) }
    return numbers[Int(code)] < 0 ? nil : numbers[Int(code)]
  }

  /// Computes the number of a name that was not asked for before.
  @usableFromInline func addNumber(ofCode code: Int32) {
    if Int(code) >= numbers.count {
      numbers += Array(repeating: -2, count: names.count - numbers.count)
    }
    guard numbers[Int(code)] == -2 else { return }
    let name = classes.representative(fold(spelling(ofCode: code)))
    numbers[Int(code)] = name.isEmpty ? -1 : keys.code(name)
  }

  /// Returns a name as a source prints it.
  package func spelling(ofCode code: Int32) -> String {
    String(decoding: names.utf8(Int(code)), as: UTF8.self)
  }

  /// Returns the folded name of a number.
  package func folded(_ number: Int32) -> ArraySlice<UInt8> { Array(keys.utf8(Int(number)))[...] }
}

/// Folded names that mean the same thing.
///
/// An alias joins two names whichever of them a source prints, so its direction does not matter
/// here, and aliases of users cannot contradict built-in ones.
package struct SpellingClasses {
  private var parents: [String: String] = [:]

  /// Joins the names of each pair.
  package init(_ pairs: [(String, String)] = []) {
    for (left, right) in pairs where !left.isEmpty && !right.isEmpty {
      let ends = [shortened(left), shortened(right)].sorted()
      if ends[0] != ends[1] { parents[ends[1]] = ends[0] }
    }
    for name in Array(parents.keys) { _ = shortened(name) }
  }

  /// Returns the name that represents all names joined with one; itself if it is joined with none.
  package func representative(_ name: String) -> String { parents[name] ?? name }

  // MARK: - Implementation

  /// Returns the end of a name's chain, and links all names on it directly to the end, so that
  /// chains stay short.
  private mutating func shortened(_ name: String) -> String {
    var end = name
    while let parent = parents[end] { end = parent }
    var passed = name
    while let parent = parents[passed], parent != end {
      parents[passed] = end
      passed = parent
    }
    return end
  }
}
