import CSimdJSON
import Columns
import TextEncodings

/// The stage in front of the readers: texts of other encodings become UTF-8.
struct TextDecoding {
  /// The file's name in messages.
  let file: String
  /// The file's bytes, unpacked.
  let bytes: Buffer<UInt8>

  /// A text as UTF-8.
  struct Decoded {
    let bytes: Buffer<UInt8>
    /// Doubts about its encoding, one line each.
    var doubts: [String] = []
  }

  /// Decodes the bytes by the first stated encoding that fits them or, without any, by the
  /// likeliest one.
  ///
  /// - Parameters:
  ///   - encodings: The encodings that the mapping states.
  ///   - guesses: Whether to look for the likeliest one.
  /// - Returns: UTF-8; the same memory if the bytes already are UTF-8, or if all but a few are.
  /// - Throws: ``FileError``: `.malformed` with the line of the first byte that the encoding lacks,
  ///   `.otherForm` with the likeliest encodings if none is likely enough.
  func decoded(_ encodings: [TextEncoding], guesses: Bool) throws(FileError) -> Decoded {
    guard guesses, encodings.isEmpty else { return Decoded(bytes: try utf8(encodings)) }
    // Content that is no text, or has wide characters, is refused by its first bytes.
    guard OtherContent(bytes.pointer) == nil else { return Decoded(bytes: bytes) }
    let first = firstStretchBeyondASCII
    guard first < bytes.count else { return Decoded(bytes: bytes) }
    guard !isUTF8(from: first) else {
      let found = MojibakeFound(bytes.slice(first..<bytes.count))
      return Decoded(bytes: bytes, doubts: found.map { [Self.doubt($0)] } ?? [])
    }
    // Any other encoding would spoil UTF-8 with a damaged byte, or cut within a letter.
    guard !UTF8Text.isMostlyUTF8(bytes.pointer) else { return Decoded(bytes: bytes) }
    return try likeliest()
  }

  /// The encodings that fit the bytes, as far as they can be found: none for UTF-8, and for bytes
  /// of no known encoding.
  ///
  /// - Returns: The encodings, and the confidence of a guess, such as `98 %`.
  func found() -> (encodings: [TextEncoding], confidence: String?) {
    switch OtherContent(bytes.pointer) {
    case .utf16, .utf16LittleEndian, .utf16BigEndian: return ([.utf16], nil)
    case nil: break
    default: return ([], nil)
    }
    let first = firstStretchBeyondASCII
    guard first < bytes.count, !isUTF8(from: first), !UTF8Text.isMostlyUTF8(bytes.pointer),
      let certain = EncodingGuess(bytes).certain
    else { return ([], nil) }
    return ([certain.encoding], certain.percent)
  }

  /// Decodes the bytes by the first encoding that fits them.
  ///
  /// With several encodings, a text that is UTF-8 except for a few bytes counts as UTF-8: then only
  /// the cells that are read are checked.
  ///
  /// - Parameter encodings: The encodings; none leaves the bytes as they are.
  /// - Returns: UTF-8; the same memory if the bytes already are UTF-8.
  /// - Throws: ``FileError`` `.malformed` with the line of the first byte that the last of the
  ///   encodings lacks, or with the encoding that the text shows.
  func utf8(_ encodings: [TextEncoding]) throws(FileError) -> Buffer<UInt8> {
    // The bytes of wide characters may be valid in any encoding, but are no text in it.
    if let last = encodings.last, let content = OtherContent(bytes.pointer), content.isWide,
      !(content.isUTF16 && encodings.contains(.utf16))
    {
      throw .malformed(
        file: "\(file):1", found: content.rawValue, expected: Self.stated(last))
    }
    var failure: FileError?
    for encoding in encodings {
      do throws(DecodingFault) {
        return try TextDecoder(encoding).utf8(bytes)
      } catch {
        failure = mistake(error, expected: Self.stated(encoding))
      }
      // Any other encoding would spoil UTF-8 with a damaged byte, or cut within a letter.
      if encoding == .utf8, encodings.count > 1, OtherContent(bytes.pointer) == nil,
        UTF8Text.isMostlyUTF8(bytes.pointer)
      {
        return bytes
      }
    }
    if let failure { throw failure }
    return bytes
  }

  // MARK: - Implementation

  /// The length of the bytes' beginning that is ASCII, or somewhat less.
  private var firstStretchBeyondASCII: Int {
    // Safety: the wall reads `count` bytes, only during the call.
    Int(rb_ascii_length(bytes.pointer.baseAddress, Int64(bytes.count)))
  }

  /// Whether the bytes from a place on are UTF-8; those before it are ASCII.
  private func isUTF8(from start: Int) -> Bool {
    let rest = bytes.slice(start..<bytes.count)
    // Safety: the wall reads `count` bytes, only during the call.
    return rb_is_utf8(rest.pointer.baseAddress, Int64(rest.count)) != 0
  }

  private func likeliest() throws(FileError) -> Decoded {
    let guess = EncodingGuess(bytes)
    guard let certain = guess.certain else { throw unlikely(guess) }
    do throws(DecodingFault) {
      return Decoded(
        bytes: try TextDecoder(certain.encoding).utf8(bytes),
        doubts: [
          "the text is not UTF-8 and is read as \(certain.encoding.rawValue) (\(certain.percent) sure); "
            + "--encoding states another"
        ])
    } catch {
      throw mistake(
        error,
        expected: "\(certain.encoding.rawValue), as its letters show (\(certain.percent) sure), or "
          + "another that --encoding or encoding in the mapping states")
    }
  }

  /// Makes the error for a text whose encoding is not certain.
  private func unlikely(_ guess: EncodingGuess) -> FileError {
    let fault = UTF8Text.firstFault(bytes.pointer)
    let likely = guess.candidates.prefix(3).filter { $0.confidence >= 0.01 }.map(\.text)
    return .otherForm(
      file: fault?.line.map { "\(file):\($0)" } ?? file,
      found: "\(fault?.found ?? "bytes of another encoding"), and no encoding that is certain ("
        + (likely.isEmpty ? "none fits" : likely.joined(separator: ", ")) + ")",
      expected: "UTF-8 text", option: "--encoding NAME, which is the same as encoding: NAME")
  }

  private func mistake(_ fault: DecodingFault, expected: String) -> FileError {
    .malformed(
      file: fault.line.map { "\(file):\($0)" } ?? file, found: fault.found, expected: expected)
  }

  private static func stated(_ encoding: TextEncoding) -> String {
    "\(encoding.rawValue), as the mapping says (encoding)"
  }

  private static func doubt(_ found: MojibakeFound) -> String {
    "\(found.count) of \(found.among) texts beyond ASCII, such as \(found.example), look like "
      + "\(found.encoding.insideName) that was read as windows-1252; --encoding "
      + "\(found.encoding.rawValue) undoes it"
  }
}
