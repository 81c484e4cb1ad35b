/// A pattern of SQL's `like`: `%` matches any text, `_` one character, all else itself.
///
/// A character is a Unicode scalar. The two signs cannot be escaped.
package struct TextPattern: Equatable, Sendable {
  private let pattern: [UInt8]

  init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

  /// Whether the whole text matches the pattern.
  ///
  /// - Cost: the product of the lengths at worst; only the last `%` is retried.
  ///
  /// - Parameter text: UTF-8.
  /// - Returns: Whether it matches.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Safety: the text is read within its count, before this function returns.
    var (index, place) = (0, 0)
    var retry: (index: Int, place: Int)?
    while place < text.count {
      if index < pattern.count {
        let sign = pattern[index]
        if sign == UInt8(ascii: "%") {
          index += 1
          retry = (index, place)
          continue
        }
        if sign == UInt8(ascii: "_") {
          index += 1
          place = Self.next(after: place, in: text)
          continue
        }
        if sign == text[place] {
          index += 1
          place += 1
          continue
        }
      }
      guard let again = retry else { return false }
      index = again.index
      place = Self.next(after: again.place, in: text)
      retry = (index, place)
    }
    while index < pattern.count && pattern[index] == UInt8(ascii: "%") { index += 1 }
    return index == pattern.count
  }

  /// Returns the first byte of the scalar after the one at `place`.
  private static func next(after place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var place = place + 1
    while place < text.count && text[place] & 0xC0 == 0x80 { place += 1 }
    return place
  }
}
