import Columns

/// The first different lines of a text that have bytes beyond ASCII.
struct TextSample {
  /// The lines, each with its end.
  private(set) var bytes: [UInt8] = []

  /// The most bytes of one line.
  private static let lineLength = 1 << 12

  /// Takes a sample of a text.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    // Safety: collection methods alone read the text, within its bounds.
    var seen: Set<[UInt8]> = []
    var next = 0
    let searched = UnsafeBufferPointer(rebasing: text.prefix(Limits.searchedBytes))
    while bytes.count < Limits.sampleBytes {
      let place = UTF8Text.firstBeyondASCII(searched, from: next)
      guard place < searched.count else { return }
      let first = max(next, place - Self.lineLength)
      let before = searched[first..<place]
      let start =
        before.lastIndex(where: Self.isEnd).map { $0 + 1 }
        ?? (first == next ? next : before.firstIndex(where: Self.isGap) ?? place)
      let last = min(searched.count, start + 2 * Self.lineLength)
      let rest = searched[place..<last]
      let end =
        rest.firstIndex(where: Self.isEnd)
        ?? (last == searched.count ? last : rest.lastIndex(where: Self.isGap) ?? last)
      let line = Array(searched[start..<end])
      if seen.insert(line).inserted { bytes += line + [UInt8(ascii: "\n")] }
      next = max(end, place + 1)
    }
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Whether a byte is a blank or a mark that no encoding has inside a character: a long line may
  /// be cut there.
  private static func isGap(_ byte: UInt8) -> Bool { (0x20...0x2F).contains(byte) || byte == 0x09 }
}

/// A character, and the code by which a text writes it.
struct TextUnit: Hashable {
  let scalar: Unicode.Scalar
  /// The bytes, if they are one or two; else 0xFFFF.
  let code: UInt16
}

/// A sample read by one encoding.
struct ReadSample {
  let encoding: TextEncoding
  /// The sample as UTF-8.
  let text: [UInt8]
  /// The different words that have characters beyond ASCII, in their order.
  let words: [[TextUnit]]

  /// The most words that are looked at.
  private static let wordCount = 1000

  /// Reads a sample; nil if the encoding lacks some of its bytes.
  init?(_ sample: TextSample, by encoding: TextEncoding) {
    let bytes = sample.bytes
    if encoding.lacksUpperControls, bytes.contains(where: { (0x80...0x9F).contains($0) }) {
      return nil
    }
    guard let decoder = IconvDecoder(encoding.systemNames) else { return nil }
    var text: [UInt8] = []
    let (taken, end) = bytes.withUnsafeBufferPointer { bytes in
      decoder.decode(bytes) { text += $0 }
    }
    guard end == .all, taken == bytes.count else { return nil }
    _ = decoder.decode(nil) { text += $0 }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    let codes = Self.codes(bytes, encoding)
    guard codes.count == scalars.count else { return nil }
    self.encoding = encoding
    self.text = text
    words = Self.words(zip(scalars, codes).map { TextUnit(scalar: $0, code: $1) })
  }

  // MARK: - Implementation

  /// Returns the codes of a sample's characters.
  private static func codes(_ bytes: [UInt8], _ encoding: TextEncoding) -> [UInt16] {
    guard encoding.isOfEastAsia else { return bytes.map { UInt16($0) } }
    var codes: [UInt16] = []
    var place = 0
    while place < bytes.count {
      let length = min(length(bytes[place...], encoding), bytes.count - place)
      switch length {
      case 1: codes.append(UInt16(bytes[place]))
      case 2: codes.append(UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
      default: codes.append(.max)
      }
      place += length
    }
    return codes
  }

  /// Returns the number of bytes of the first character.
  private static func length(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> Int {
    guard let first = bytes.first, first > 0x80 else { return 1 }
    switch encoding {
    case .shiftJIS: return (0xA1...0xDF).contains(first) ? 1 : 2
    case .eucJP: return first == 0x8F ? 3 : 2
    case .gb18030:
      let second = bytes.dropFirst().first ?? 0
      return (0x30...0x39).contains(second) ? 4 : 2
    default: return 2
    }
  }

  private static func words(_ units: [TextUnit]) -> [[TextUnit]] {
    var seen: Set<[TextUnit]> = []
    var words: [[TextUnit]] = []
    for word in units.split(whereSeparator: { separators.contains($0.scalar) })
    where word.contains(where: { !$0.scalar.isASCII }) {
      let word = Array(word)
      if seen.insert(word).inserted { words.append(word) }
      if words.count == wordCount { break }
    }
    return words
  }

  private static let separators = Set("\n\r\t ,;|\"".unicodeScalars)
}
