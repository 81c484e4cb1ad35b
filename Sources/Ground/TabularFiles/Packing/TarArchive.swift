import Columns
import Foundation

/// The members of a tar archive: `ustar`, `pax` and GNU's long names.
///
/// Source: POSIX.1-2001, `pax`.
enum TarArchive {
  private static let block = 512

  /// Whether bytes are a tar archive, by the checksum of the first header.
  static func begins(_ bytes: Buffer<UInt8>) -> Bool {
    bytes.count >= block && isHeader(bytes.pointer[..<block])
  }

  /// Finds the members.
  ///
  /// - Parameters:
  ///   - file: The archive's name in messages.
  ///   - bytes: Its bytes, unpacked.
  /// - Returns: The files in it, in order; the zeros after the last one may be missing.
  /// - Throws: ``FileError`` for a damaged archive, and for one cut within a member.
  static func members(of file: String, _ bytes: Buffer<UInt8>) throws(FileError)
    -> [ArchivedMember]
  {
    // Safety: every place is compared with the count before bytes are taken.
    let text = bytes.pointer
    var members: [ArchivedMember] = []
    var place = 0
    var longName: String?
    // A header with a name, or with other properties, belongs to the header after it.
    var isBegun = false
    while place < text.count {
      let header = text[place..<min(place + block, text.count)]
      if header.allSatisfy({ $0 == 0 }) { break }
      guard header.count == block else {
        throw cut(file, place, text.count, "a header of \(block) bytes")
      }
      guard isHeader(header), let length = number(text, place + 124, 12) else {
        throw damaged(file, "no header at byte \(place)")
      }
      let start = place + block
      let padding = (block - length % block) % block
      guard length <= text.count - start - padding else {
        let name = longName ?? string(text, place, 100)
        let filled = padding == 0 ? "" : " and \(padding) that fill its last block"
        throw cut(file, start, text.count, "the \(length) bytes of \(name)\(filled)")
      }
      let content = start..<(start + length)
      isBegun = "LKx".utf8.contains(text[place + 156])
      switch text[place + 156] {
      case UInt8(ascii: "L"): longName = string(text, start, length)
      case UInt8(ascii: "x"): longName = paxPath(text[content]) ?? longName
      case UInt8(ascii: "0"), UInt8(ascii: "7"), 0:
        let prefix = isUstar(header) ? string(text, place + 345, 155) : ""
        let own = string(text, place, 100)
        let path = longName ?? (prefix.isEmpty ? own : prefix + "/" + own)
        longName = nil
        // An old archive marks a folder by its name alone.
        if !path.hasSuffix("/") {
          members.append(
            ArchivedMember(
              path: path, byteCount: length, packed: bytes.slice(content), isDeflated: false,
              checksum: nil))
        }
      default: longName = nil
      }
      place = start + length + padding
    }
    guard !isBegun else { throw cut(file, place, place, "the header of \(longName ?? "a member")") }
    return members
  }

  // MARK: - Implementation

  private static func damaged(_ file: String, _ found: String) -> FileError {
    .malformed(file: file, found: found, expected: "a whole tar archive")
  }

  private static func cut(_ file: String, _ place: Int, _ end: Int, _ expected: String) -> FileError
  {
    .malformed(
      file: file, found: "\(end - place) bytes from byte \(place) on, where the archive ends",
      expected: expected)
  }

  private static func isUstar(_ header: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    header.dropFirst(257).starts(with: Array("ustar\0".utf8))
  }

  /// Whether a header's bytes, its checksum taken as blanks, add up to that checksum.
  private static func isHeader(_ header: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // Safety: a header has `block` bytes.
    let text = UnsafeBufferPointer(rebasing: header)
    guard let sum = number(text, 148, 8) else { return false }
    let own = text[148..<156].reduce(0) { $0 + Int($1) }
    return sum > 0 && sum == text.reduce(0) { $0 + Int($1) } - own + 8 * 32
  }

  /// Reads an octal number; GNU's tar writes large ones in base 256.
  private static func number(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ length: Int
  ) -> Int? {
    // Safety: the field lies in a header, which has `block` bytes.
    if text[place] & 0x80 != 0 {
      return text[(place + length - 8)..<(place + length)].reduce(0) { $0 << 8 | Int($1) }
        & (Int.max >> 1)
    }
    let digits = string(text, place, length).filter { $0 != " " }
    // A sign would make a length that ends before it begins.
    guard digits.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return digits.isEmpty ? 0 : Int(digits, radix: 8)
  }

  /// Reads a text that a NUL may end.
  private static func string(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ length: Int
  ) -> String {
    String(decoding: text[place..<(place + length)].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Returns the path among a pax header's records, each `LENGTH KEY=VALUE` on a line.
  private static func paxPath(_ records: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    // Safety: the records are split by collection methods, within the member's bytes.
    for line in records.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      if let found = text.range(of: " path=") { return String(text[found.upperBound...]) }
    }
    return nil
  }
}
