import Columns

/// Text that was read as Windows-1252 though it had another encoding, and stored as UTF-8: `Ã©`
/// for `é`.
package enum Mojibake {
  /// Returns a text in which every run of characters beyond ASCII whose bytes in Windows-1252 are
  /// UTF-8 is replaced by that UTF-8.
  ///
  /// Other runs stay as they are, such as a name that was always right.
  ///
  /// - Throws: ``DecodingFault`` for a text that is not UTF-8.
  static func undone(_ bytes: Buffer<UInt8>) throws(DecodingFault) -> Buffer<UInt8> {
    try replacingRuns(of: bytes) { run, _ in utf8(insideRun: run) }
  }

  /// Returns the bytes that were read as Windows-1252.
  ///
  /// - Throws: ``DecodingFault`` for a text that is not UTF-8, or has a character that Windows-1252
  ///   lacks.
  static func narrowed(_ bytes: Buffer<UInt8>) throws(DecodingFault) -> Buffer<UInt8> {
    let text = bytes.pointer
    return try replacingRuns(of: bytes) { (run, start) throws(DecodingFault) in
      var narrow: [UInt8] = []
      for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
        guard let byte = byte(of: scalar) else {
          let code = String(scalar.value, radix: 16, uppercase: true)
          throw DecodingFault(
            line: UTF8Text.line(of: start, in: text),
            found: "the character U+\(code), which no text has that was read as Windows-1252",
            place: start)
        }
        narrow.append(byte)
      }
      return narrow
    }
  }

  /// Returns the UTF-8 that a run of characters was before it was read as Windows-1252; nil if it
  /// was none.
  static func utf8(insideRun run: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var narrow: [UInt8] = []
    for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
      guard let byte = byte(of: scalar) else { return nil }
      narrow.append(byte)
    }
    let isUTF8 = narrow.withUnsafeBufferPointer { UTF8Text.firstInvalid($0) == nil }
    return isUTF8 && !narrow.isEmpty ? narrow : nil
  }

  /// Returns the end of a run of bytes beyond ASCII.
  static func runEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    text[start...].firstIndex { $0 < 0x80 } ?? text.count
  }

  // MARK: - Implementation

  /// Returns a text with other bytes for its runs of characters beyond ASCII.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - replace: Receives a run and its place; returns nil to leave the run as it is.
  /// - Returns: The new text.
  /// - Throws: ``DecodingFault`` for a text that is not UTF-8, and what `replace` throws.
  private static func replacingRuns(
    of bytes: Buffer<UInt8>,
    _ replace: (UnsafeBufferPointer<UInt8>, Int) throws(DecodingFault) -> [UInt8]?
  ) throws(DecodingFault) -> Buffer<UInt8> {
    let text = bytes.pointer
    if let fault = UTF8Text.firstFault(text) { throw fault }
    var out = DecodedText(expecting: text.count)
    var place = 0
    while place < text.count {
      let start = UTF8Text.firstBeyondASCII(text, from: place)
      try out.append(UnsafeBufferPointer(rebasing: text[place..<start]))
      let end = runEnd(text, from: start)
      let run = UnsafeBufferPointer(rebasing: text[start..<end])
      if let other = try replace(run, start) {
        try other.withUnsafeBufferPointerThrowing { (some) throws(DecodingFault) in
          try out.append(some)
        }
      } else {
        try out.append(run)
      }
      place = end
    }
    return try out.end()
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F; 0 for an unused code, which readers turn
  /// into the control character of the same number.
  private static let upperControls: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  private static let bytes: [UInt32: UInt8] = Dictionary(
    uniqueKeysWithValues: upperControls.enumerated().filter { $1 != 0 }
      .map { ($1, UInt8(0x80 + $0)) })

  /// Returns the byte that a reader of Windows-1252 or Latin-1 made a character of.
  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.value <= 0xFF ? UInt8(scalar.value) : bytes[scalar.value]
  }
}

extension [UInt8] {
  /// Lends the bytes to a call with a typed error.
  func withUnsafeBufferPointerThrowing(
    _ body: (UnsafeBufferPointer<UInt8>) throws(DecodingFault) -> Void
  ) throws(DecodingFault) {
    var failure: DecodingFault?
    // Safety: the memory is lent out for the call only.
    withUnsafeBufferPointer { bytes in
      do throws(DecodingFault) { try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
