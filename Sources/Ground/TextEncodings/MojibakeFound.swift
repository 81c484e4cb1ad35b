import Columns

/// The mojibake in a text that is UTF-8.
package struct MojibakeFound: Equatable, Sendable {
  /// The encoding that undoes it.
  package let encoding: TextEncoding
  /// An example, as the text has it.
  package let example: String
  /// The texts that it is among, and the number of these that are mojibake.
  package let count: Int
  package let among: Int

  /// Examines a text of UTF-8; nil if less than a tenth of its runs of characters beyond ASCII are
  /// mojibake.
  package init?(_ text: Buffer<UInt8>) {
    let sample = TextSample(text.pointer)
    guard !sample.bytes.isEmpty else { return nil }
    let found = sample.bytes.withUnsafeBufferPointer { Self.inUTF8($0) }
    if let found {
      self = found
    } else if let found = Self.inEastAsia(sample) {
      self = found
    } else {
      return nil
    }
  }

  // MARK: - Implementation

  private init(encoding: TextEncoding, example: String, count: Int, among: Int) {
    self.encoding = encoding
    self.example = example
    self.count = count
    self.among = among
  }

  /// Looks for UTF-8 that was read as Windows-1252.
  private static func inUTF8(_ text: UnsafeBufferPointer<UInt8>) -> MojibakeFound? {
    // Safety: collection methods alone read the text, within its bounds.
    var (count, among, place) = (0, 0, 0)
    var example: String?
    while true {
      let start = UTF8Text.firstBeyondASCII(text, from: place)
      guard start < text.count else { break }
      let end = Mojibake.runEnd(text, from: start)
      among += 1
      let run = UnsafeBufferPointer(rebasing: text[start..<end])
      if Mojibake.utf8(insideRun: run) != nil {
        count += 1
        example = example ?? word(around: start..<end, in: text)
      }
      place = end
    }
    guard let example, count * 10 >= among else { return nil }
    return MojibakeFound(encoding: .mojibake, example: example, count: count, among: among)
  }

  /// Looks for an encoding of East Asia that was read as Windows-1252.
  private static func inEastAsia(_ sample: TextSample) -> MojibakeFound? {
    guard let narrow = try? Mojibake.narrowed(Buffer(sample.bytes)), looksNarrowed(narrow.pointer)
    else { return nil }
    let guess = EncodingGuess(narrow)
    guard let certain = guess.certain, certain.confidence >= 0.95,
      let encoding = certain.encoding.asMojibake
    else { return nil }
    let lines = sample.bytes.split(separator: UInt8(ascii: "\n"))
    let example = sample.bytes.withUnsafeBufferPointer { text in
      let start = UTF8Text.firstBeyondASCII(text, from: 0)
      return word(around: start..<Mojibake.runEnd(text, from: start), in: text)
    }
    return MojibakeFound(
      encoding: encoding, example: example, count: lines.count, among: lines.count)
  }

  /// Whether many bytes beyond ASCII come in pairs, or are characters that Windows adds to Latin-1;
  /// texts of an alphabet have few of both.
  private static func looksNarrowed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (high, odd) = (0, 0)
    for (last, byte) in zip(text, text.dropFirst()) where byte >= 0x80 {
      high += 1
      if byte < 0xA0 || last >= 0x80 { odd += 1 }
    }
    return odd * 3 >= high
  }

  /// Returns the cell around some bytes, shortened.
  private static func word(
    around range: Range<Int>, in text: UnsafeBufferPointer<UInt8>
  ) -> String {
    func isEnd(_ byte: UInt8) -> Bool { ",;|\t\n\r\"".utf8.contains(byte) }
    let start = text[..<range.lowerBound].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let end = text[range.upperBound...].firstIndex(where: isEnd) ?? text.count
    let cell = String(decoding: text[start..<end], as: UTF8.self)
    return cell.count > 60 ? cell.prefix(57) + "…" : cell
  }
}
