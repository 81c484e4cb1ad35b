import Columns

/// The stage in front of the CSV reader: texts of other encodings become UTF-8.
struct TextDecoding {
  /// The file's name in messages.
  let file: String
  /// The file's bytes, unpacked.
  let bytes: Buffer<UInt8>

  /// Decodes the bytes by the first encoding that fits them.
  ///
  /// With several encodings, a text that is UTF-8 except for a few bytes counts as UTF-8: then only
  /// the cells that are read are checked.
  ///
  /// - Parameter encodings: The encodings; none leaves the bytes as they are.
  /// - Returns: UTF-8; the same memory if the bytes already are UTF-8.
  /// - Throws: ``FileError`` `.malformed` with the line of the first byte that the last of the
  ///   encodings lacks, or with the encoding that the text shows.
  func utf8(_ encodings: [TextForm.Encoding]) throws(FileError) -> Buffer<UInt8> {
    // The bytes of wide characters may be valid in any encoding, but are no text in it.
    if let last = encodings.last, let content = OtherContent(bytes.pointer), content.isWide,
      !(content.isUTF16 && encodings.contains(.utf16))
    {
      throw .malformed(
        file: "\(file):1", found: content.rawValue, expected: Self.stated(last))
    }
    var failure: FileError?
    for encoding in encodings {
      do throws(FileError) {
        return try utf8(encoding)
      } catch {
        failure = error
      }
      // Any other encoding would spoil UTF-8 with a damaged byte, or cut within a letter.
      if encoding == .utf8, encodings.count > 1, OtherContent(bytes.pointer) == nil,
        Self.isMostlyUTF8(bytes.pointer)
      {
        return bytes
      }
    }
    if let failure { throw failure }
    return bytes
  }

  // MARK: - Implementation

  private func utf8(_ encoding: TextForm.Encoding) throws(FileError) -> Buffer<UInt8> {
    switch encoding {
    case .utf8:
      if let place = Self.firstNonUTF8(bytes.pointer) {
        throw mistake(place, "which no UTF-8 text has there", expected: encoding)
      }
      return bytes
    case .windows1252, .latin1: return try singleBytes(encoding)
    case .utf16: return try wideUnits()
    }
  }

  /// Makes the error for a byte that an encoding lacks.
  private func mistake(
    _ place: Int, _ fault: String, expected: TextForm.Encoding
  ) -> FileError {
    let text = bytes.pointer
    let line = text[..<place].count { $0 == UInt8(ascii: "\n") } + 1
    let hex = String(text[place], radix: 16, uppercase: true)
    return .malformed(
      file: "\(file):\(line)", found: "the byte 0x\(hex.count == 1 ? "0" : "")\(hex), \(fault)",
      expected: Self.stated(expected))
  }

  private static func stated(_ encoding: TextForm.Encoding) -> String {
    "\(encoding.rawValue), as the mapping says (encoding)"
  }

  /// Returns the place of the first byte that is not valid UTF-8; nil if there is none.
  static func firstNonUTF8(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    var next = 0
    while next < text.count {
      // Safety: eight bytes are read only where eight follow.
      if next + 8 <= text.count,
        raw.loadUnaligned(fromByteOffset: next, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        next += 8
        continue
      }
      guard let length = sequenceLength(text, next) else { return next }
      next += length
    }
    return nil
  }

  /// Whether most characters beyond ASCII are UTF-8, though some bytes are not.
  static func isMostlyUTF8(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (wide, stray, next) = (0, 0, 0)
    while next < text.count {
      let length = sequenceLength(text, next)
      if length == nil { stray += 1 } else if text[next] >= 0x80 { wide += 1 }
      next += length ?? 1
    }
    return wide > stray
  }

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

/// Encodings of one byte for each character.
extension TextDecoding {
  /// The characters of Windows-1252 from 0x80 to 0x9F; 0 for an unused code.
  private static let upperControls: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  private func singleBytes(_ encoding: TextForm.Encoding) throws(FileError) -> Buffer<UInt8> {
    let text = bytes.pointer
    guard let first = text.firstIndex(where: { $0 >= 0x80 }) else { return bytes }
    // Other texts are hardly ever UTF-8 by chance, and this encoding would spoil UTF-8.
    guard Self.firstNonUTF8(text) != nil else {
      throw mistake(first, "in a text that is UTF-8", expected: encoding)
    }
    var out: [UInt8] = []
    out.reserveCapacity(text.count + text.count / 16)
    for (place, byte) in text.enumerated() {
      if byte < 0x80 {
        out.append(byte)
        continue
      }
      var character = UInt16(byte)
      if byte < 0xA0 {
        character = encoding == .latin1 ? 0 : Self.upperControls[Int(byte) - 0x80]
        guard character != 0 else {
          throw mistake(place, "which is no character", expected: encoding)
        }
      }
      Self.append(UInt32(character), to: &out)
    }
    return Buffer(out)
  }

  /// Writes a character as UTF-8.
  private static func append(_ scalar: UInt32, to out: inout [UInt8]) {
    func rest(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: out.append(UInt8(scalar))
    case ..<0x800: out += [UInt8(0xC0 | scalar >> 6), rest(0)]
    case ..<0x10000: out += [UInt8(0xE0 | scalar >> 12), rest(6), rest(0)]
    default: out += [UInt8(0xF0 | scalar >> 18), rest(12), rest(6), rest(0)]
    }
  }
}

/// UTF-16.
extension TextDecoding {
  private func wideUnits() throws(FileError) -> Buffer<UInt8> {
    let text = bytes.pointer
    // Safety: each read follows a check of the count.
    guard text.count >= 2, let isLittle = Self.isLittleEndian(text[0], text[1]) else {
      throw .malformed(
        file: file, found: "neither a byte-order mark nor letters of two bytes",
        expected: Self.stated(.utf16))
    }
    guard text.count % 2 == 0 else {
      throw mistake(text.count - 1, "half a character at the end", expected: .utf16)
    }
    func unit(_ place: Int) -> UInt32 {
      let (low, high) = isLittle ? (place, place + 1) : (place + 1, place)
      return UInt32(text[low]) | UInt32(text[high]) << 8
    }
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 2 + text.count / 16)
    var place = 0
    var line = 1
    while place < text.count {
      var scalar = unit(place)
      if scalar & 0xF800 == 0xD800 {
        let isPair =
          scalar < 0xDC00 && place + 4 <= text.count && unit(place + 2) & 0xFC00 == 0xDC00
        guard isPair else {
          throw .malformed(
            file: "\(file):\(line)", found: "half of a pair of surrogates",
            expected: Self.stated(.utf16))
        }
        scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (unit(place + 2) & 0x3FF)
        place += 2
      }
      place += 2
      if scalar == 0x0A { line += 1 }
      Self.append(scalar, to: &out)
    }
    return Buffer(out)
  }

  /// The byte order by a text's first two bytes: a mark, or a letter; nil if they are neither.
  private static func isLittleEndian(_ first: UInt8, _ second: UInt8) -> Bool? {
    switch (first, second) {
    case (0xFF, 0xFE), (1..., 0): true
    case (0xFE, 0xFF), (0, 1...): false
    default: nil
    }
  }
}
