import ColumnStore
import Columns
import Mappings
import Racing

/// Gives keys their codes by value: a key that is known in another spelling gets that one's code.
///
/// A class, as it keeps what it has looked up from batch to batch.
final class IdentifierCodes {
  /// Numbers that are known with more or fewer leading zeros, which codes may distinguish.
  private(set) var otherSpellings = RowDoubts.Kind()

  private let name: String
  private let encoder: DictionaryEncoder
  /// The codes of names whose value is another text, by that text.
  private var byValue: [[UInt8]: Int32] = [:]
  /// The number of names searched for such values.
  private var examinedCount = 0
  /// The codes of spellings that are not in the dictionary.
  private var spellings: [[UInt8]: Int32] = [:]

  /// Takes a field's dictionary; nil for a field that is no key.
  init?(_ field: Field, _ encoder: DictionaryEncoder?) {
    guard let encoder, field.isIdentifier else { return nil }
    name = field.name
    self.encoder = encoder
  }

  /// Returns the code of a key; nil if the bytes are not valid UTF-8.
  func code(_ key: UnsafeBufferPointer<UInt8>) -> Int32? {
    if let code = encoder.knownCode(key) { return code }
    let spelling = Array(key)
    if let code = spellings[spelling] { return code }
    let value = IdentifierValue.of(key)
    guard value != nil || Self.mayHaveSpellings(key) else { return encoder.code(key) }
    examineNames()
    let plain = value.flatMap { $0.withUnsafeBufferPointer { encoder.knownCode($0) } }
    guard let code = plain ?? byValue[value ?? spelling] else { return encoder.code(key) }
    spellings[spelling] = code
    note(spelling, code)
    return code
  }

  // MARK: - Implementation

  /// Whether a text that is its own value may have other spellings: those of a number, UUID, hash
  /// or moment.
  private static func mayHaveSpellings(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    key.count >= 17 || key.allSatisfy { $0 &- 48 <= 9 || $0 == UInt8(ascii: "-") }
  }

  /// Finds names whose value is another text; the first name of a value counts.
  private func examineNames() {
    while examinedCount < encoder.count {
      // Safety: a name keeps its address until another is added.
      if let value = IdentifierValue.of(encoder.utf8(examinedCount)), byValue[value] == nil {
        byValue[value] = Int32(examinedCount)
      }
      examinedCount += 1
    }
  }

  private func note(_ spelling: [UInt8], _ code: Int32) {
    let own = String(decoding: spelling, as: UTF8.self)
    let other = String(decoding: encoder.utf8(Int(code)), as: UTF8.self)
    if IdentifierValue.differInZeros(own, other) {
      otherSpellings.note("\(name) \(own) and \(other)")
    }
  }
}
