import Columns
import Foundation

/// The JSON of a file: its text in memory or mapped, or still compressed.
///
/// If documents end at line ends, it is read in parts of whole lines: several at a time, and short
/// enough that their memory is reused instead of newly allocated.
struct JSONDocuments: Sendable {
  private enum Storage {
    case plain(Buffer<UInt8>)
    case packed(PackedText)
  }

  /// The file's name in messages.
  let file: String
  private let storage: Storage
  /// The ends of the parts of a plain text.
  private let ends: [Int]

  /// The approximate text length of a part: less than a processor's cache.
  static let standardPartLength = 1 << 20

  /// Takes a text.
  ///
  /// - Parameters:
  ///   - file: The file's name in messages.
  ///   - bytes: The text.
  ///   - isLines: Whether documents end at line ends.
  ///   - partLength: The approximate text length of a part.
  init(
    file: String, bytes: Buffer<UInt8>, isLines: Bool, partLength: Int = standardPartLength
  ) {
    self.file = file
    storage = .plain(bytes)
    ends = isLines ? Self.lineEnds(bytes.pointer, partLength) : [bytes.count]
  }

  /// Takes a compressed text of lines.
  init(file: String, packed: PackedText) {
    self.file = file
    storage = .packed(packed)
    ends = []
  }

  /// The length of the text.
  var byteCount: Int {
    switch storage {
    case .plain(let bytes): bytes.count
    case .packed(let packed): packed.textLength
    }
  }

  var partCount: Int {
    switch storage {
    case .plain: ends.count
    case .packed(let packed): packed.partCount
    }
  }

  /// Returns one part; nil if it does not end with a line, and so cannot be read by itself.
  func part(_ index: Int) throws(FileError) -> DocumentText? {
    switch storage {
    case .plain(let bytes):
      let start = index == 0 ? 0 : ends[index - 1]
      return DocumentText(file: file, bytes: bytes.slice(start..<ends[index]))
    case .packed(let packed):
      let text = try packed.text(of: index)
      guard text.pointer.last == UInt8(ascii: "\n") || packed.partCount == 1 else { return nil }
      return DocumentText(file: file, bytes: text)
    }
  }

  /// Returns the whole as one text.
  func whole(threads: Int) throws(FileError) -> DocumentText {
    switch storage {
    case .plain(let bytes): DocumentText(file: file, bytes: bytes)
    case .packed(let packed): DocumentText(file: file, bytes: try unpacked(packed, threads))
    }
  }

  // MARK: - Implementation

  private func unpacked(_ packed: PackedText, _ threads: Int) throws(FileError) -> Buffer<UInt8> {
    let bytes = try packed.text(threads: threads)
    // Parts skip this check: text that is not JSON fails in parts, and is then read here.
    try SourceFile.checkIsText(bytes, file, .zstdNDJSON)
    return bytes
  }

  private static func lineEnds(_ text: UnsafeBufferPointer<UInt8>, _ partLength: Int) -> [Int] {
    var ends: [Int] = []
    var start = 0
    // Safety: the search begins and ends within the text.
    while text.count - start > partLength * 2,
      let next = memchr(
        text.baseAddress! + start + partLength, 0x0A, text.count - start - partLength)
    {
      start = UnsafePointer(next.assumingMemoryBound(to: UInt8.self)) - text.baseAddress! + 1
      ends.append(start)
    }
    if start < text.count || ends.isEmpty { ends.append(text.count) }
    return ends
  }
}
