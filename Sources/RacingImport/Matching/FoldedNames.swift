import ColumnStore

/// Numbers the names of a dictionary so that spellings of one name have the same number.
final class FoldedNames {
  private let names: DictionaryEncoder
  private let fold: (String) -> String
  private let classes: SpellingClasses
  private let keys = DictionaryEncoder.ofKeys()
  /// By the dictionary's code: −2 not looked at yet, −1 nothing is left of it.
  private var numbers: [Int32] = []

  /// - Parameters:
  ///   - names: The dictionary.
  ///   - aliases: Spellings and the names they stand for.
  ///   - fold: Brings a spelling to its folded form.
  init(
    _ names: DictionaryEncoder, aliases: [(String, String)], fold: @escaping (String) -> String
  ) {
    self.names = names
    self.fold = fold
    classes = SpellingClasses(aliases.map { (fold($0.0), fold($0.1)) })
  }

  /// The number of a name; nil where neither letter nor digit is left of it.
  func number(ofCode code: Int32) -> Int32? {
    if Int(code) >= numbers.count {
      numbers += Array(repeating: -2, count: names.count - numbers.count)
    }
    if numbers[Int(code)] == -2 {
      let name = classes.representative(fold(spelling(ofCode: code)))
      numbers[Int(code)] = name.isEmpty ? -1 : keys.code(name)
    }
    return numbers[Int(code)] < 0 ? nil : numbers[Int(code)]
  }

  /// A name as a source prints it.
  func spelling(ofCode code: Int32) -> String {
    String(decoding: names.utf8(Int(code)), as: UTF8.self)
  }

  /// The folded name of a number.
  func folded(_ number: Int32) -> ArraySlice<UInt8> { Array(keys.utf8(Int(number)))[...] }
}
