/// Checks of bytes that may be UTF-8.
package enum UTF8Text {
  /// Finds the first byte that is not valid UTF-8.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - start: The place of a character's first byte, from which to look.
  /// - Returns: Its place; nil if there is none.
  package static func firstInvalid(_ text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int?
  {
    var next = start
    while next < text.count {
      next = firstBeyondASCII(text, from: next)
      guard next < text.count else { return nil }
      guard let length = sequenceLength(text, next) else { return next }
      next += length
    }
    return nil
  }

  /// Makes the fault of the first byte that is not valid UTF-8; nil if there is none.
  package static func firstFault(_ text: UnsafeBufferPointer<UInt8>) -> DecodingFault? {
    guard let place = firstInvalid(text) else { return nil }
    return DecodingFault(
      line: line(of: place, in: text),
      found: DecodingFault.byte(text[place], "which no UTF-8 text has there"), place: place)
  }

  /// Returns the line of a byte, from 1.
  package static func line(of place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    text[..<place].count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// Whether most characters beyond ASCII are UTF-8, though some bytes are not.
  package static func isMostlyUTF8(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (wide, stray, next) = (0, 0, 0)
    while true {
      next = firstBeyondASCII(text, from: next)
      guard next < text.count else { return wide > stray }
      let length = sequenceLength(text, next)
      if length == nil { stray += 1 } else { wide += 1 }
      next += length ?? 1
    }
  }

  /// Finds the first byte beyond ASCII from a place on; the text's end if there is none.
  static func firstBeyondASCII(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = text.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(base)
    var next = start
    while next < text.count {
      // Safety: eight bytes are read only where eight follow.
      if next + 8 <= text.count,
        raw.loadUnaligned(fromByteOffset: next, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        next += 8
      } else if text[next] < 0x80 {
        next += 1
      } else {
        return next
      }
    }
    return text.count
  }

  // MARK: - Implementation

  /// Returns the length of the character at a place; nil if no UTF-8 character begins there.
  private static func sequenceLength(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    // Safety: each read follows a check of the count.
    let first = text[start]
    if first < 0x80 { return 1 }
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard start + length <= text.count, second.contains(text[start + 1]) else { return nil }
    for place in (start + 2)..<max(start + 2, start + length) where text[place] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }
}
