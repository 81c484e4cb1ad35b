import Columns

/// Decodes texts to UTF-8, piece by piece.
package struct TextDecoder {
  private let encoding: TextEncoding
  /// The bytes that are decoded at a time.
  var pieceLength = 1 << 20

  /// Decodes by an encoding.
  package init(_ encoding: TextEncoding) { self.encoding = encoding }

  /// Decodes a text.
  ///
  /// No byte is left out or replaced. Pieces of UTF-8 that cannot be undone stay in a text that is
  /// read as ``TextEncoding/mojibake``.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: UTF-8; the same memory if the bytes already are UTF-8.
  /// - Throws: ``DecodingFault`` with the line of the first byte that the encoding lacks.
  package func utf8(_ bytes: Buffer<UInt8>) throws(DecodingFault) -> Buffer<UInt8> {
    let text = bytes.pointer
    switch encoding {
    case .utf8:
      if let fault = UTF8Text.firstFault(text) { throw fault }
      return bytes
    case .utf16:
      return try decoded(bytes, by: [try Self.byteOrder(text)])
    case .mojibake:
      return try Mojibake.undone(bytes)
    default:
      if let inner = encoding.inner {
        return try TextDecoder(inner).utf8(try Mojibake.narrowed(bytes))
      }
      let first = UTF8Text.firstBeyondASCII(text, from: 0)
      guard first < text.count else { return bytes }
      // Other texts are hardly ever UTF-8 by chance, and this encoding would spoil UTF-8.
      guard UTF8Text.firstInvalid(text, from: first) != nil else {
        throw DecodingFault(
          line: UTF8Text.line(of: first, in: text),
          found: DecodingFault.byte(text[first], "in a text that is UTF-8"), place: first)
      }
      return try decoded(bytes, by: encoding.systemNames)
    }
  }

  // MARK: - Implementation

  private func decoded(
    _ bytes: Buffer<UInt8>, by names: [String]
  ) throws(DecodingFault) -> Buffer<UInt8> {
    guard let decoder = IconvDecoder(names) else {
      throw DecodingFault(
        line: nil, found: "no \(encoding.rawValue) among the encodings of this system's iconv")
    }
    let text = bytes.pointer
    var out = DecodedText(expecting: text.count + text.count / 8)
    var lines = 0
    func take(_ some: UnsafeBufferPointer<UInt8>) throws(DecodingFault) {
      lines += some.count { $0 == UInt8(ascii: "\n") }
      try out.append(some)
    }
    var place = 0
    while place < text.count {
      let rest = text.count - place
      let length = min(rest, pieceLength)
      let piece = UnsafeBufferPointer(rebasing: text[place..<(place + length)])
      let allowed = encoding.lacksUpperControls ? Self.withoutUpperControls(piece) : piece
      let (taken, end) = try decoder.decode(allowed, take)
      place += taken
      if end == .all, allowed.count == piece.count { continue }
      // A character that the piece cuts is decoded with the next one.
      if end == .cut, place + (piece.count - taken) < text.count, taken > 0 { continue }
      throw fault(text, at: place, line: lines + 1, isCut: end == .cut)
    }
    _ = try decoder.decode(nil, take)
    return try out.end()
  }

  /// Returns the bytes before the first of 0x80 to 0x9F, which iconv takes for controls.
  private static func withoutUpperControls(_ piece: UnsafeBufferPointer<UInt8>)
    -> UnsafeBufferPointer<UInt8>
  {
    let end = piece.firstIndex { (0x80...0x9F).contains($0) } ?? piece.count
    return UnsafeBufferPointer(rebasing: piece[..<end])
  }

  private func fault(
    _ text: UnsafeBufferPointer<UInt8>, at place: Int, line: Int, isCut: Bool
  ) -> DecodingFault {
    let found: String
    if encoding == .utf16 {
      found =
        isCut && text.count % 2 == 1
        ? DecodingFault.byte(text[text.count - 1], "half a character at the end")
        : "half of a pair of surrogates"
    } else {
      found = DecodingFault.byte(
        text[place], isCut ? "a part of a character at the end" : "which is no character")
    }
    return DecodingFault(line: line, found: found, place: place)
  }

  /// Returns the name of UTF-16 in the byte order of a text's first two bytes: a mark, or a letter.
  private static func byteOrder(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(DecodingFault) -> String {
    // Safety: each read follows a check of the count.
    if text.count >= 2 {
      switch (text[0], text[1]) {
      case (0xFF, 0xFE), (1..., 0): return "UTF-16LE"
      case (0xFE, 0xFF), (0, 1...): return "UTF-16BE"
      default: break
      }
    }
    throw DecodingFault(
      line: nil, found: "neither a byte-order mark nor letters of two bytes")
  }
}
