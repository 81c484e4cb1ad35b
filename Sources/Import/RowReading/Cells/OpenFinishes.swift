import Racing

/// The results of a file that are neither a position nor a known word: empty cells, zeros, words.
///
/// In a field of outcomes their codes are above all codes of `Outcome`, until the check of a file's
/// rows counts the words and settles the others by their races.
final class OpenFinishes {
  /// The code of an empty cell.
  static let empty: Int32 = 99
  /// The code of a zero in place of a position.
  static let zero: Int32 = 100
  /// The code of the first unknown word; the others follow.
  static let firstWord: Int32 = 101

  /// The unknown words by their codes; beyond the limit the last one means all further ones.
  private(set) var texts: [String] = []
  private var codes: [String: Int32] = [:]

  /// Returns a word's code.
  func code(_ text: String) -> Int32 {
    if let known = codes[text] { return known }
    if texts.count == Limits.unknownFinishes { return Self.firstWord + Int32(texts.count) - 1 }
    let isLast = texts.count == Limits.unknownFinishes - 1
    let code = Self.firstWord + Int32(texts.count)
    texts.append(isLast ? "other words" : text)
    codes[text] = code
    return code
  }
}
