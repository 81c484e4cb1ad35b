/// The content of a file that is no readable text, by its first bytes.
enum OtherContent: String, CaseIterable {
  // UTF-32 marks begin like UTF-16 marks, so they are tried first.
  case utf32 = "UTF-32 text"
  case utf16 = "UTF-16 text"
  case utf32LittleEndian = "UTF-32LE text without a byte-order mark"
  case utf32BigEndian = "UTF-32BE text without a byte-order mark"
  case utf16LittleEndian = "UTF-16LE text without a byte-order mark"
  case utf16BigEndian = "UTF-16BE text without a byte-order mark"
  case gzip = "gzip-packed data"
  case zstd = "zstd-packed data"
  case bzip2 = "bzip2-packed data"
  case xz = "xz-packed data"
  case zip = "a zip archive or a spreadsheet"
  case parquet = "a Parquet file"

  /// Examines a text's first bytes; nil if they may be text.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Safety: signatures are compared by collection methods, within the bytes.
    guard let found = Self.allCases.first(where: { $0.fits(bytes) }) else { return nil }
    self = found
  }

  /// Whether it is text with two or four bytes per character.
  var isWide: Bool {
    isUTF16 || [.utf32, .utf32LittleEndian, .utf32BigEndian].contains(self)
  }

  /// Whether it is text with two bytes per character.
  var isUTF16: Bool { [.utf16, .utf16LittleEndian, .utf16BigEndian].contains(self) }

  /// Returns advice on the content.
  func remedy(_ kind: SourceKind) -> String {
    switch self {
    case .utf16: Self.asUTF8("utf16")
    case .utf32: Self.asUTF8("utf32")
    case .utf16LittleEndian: Self.asUTF8("utf16le")
    case .utf16BigEndian: Self.asUTF8("utf16be")
    case .utf32LittleEndian: Self.asUTF8("utf32le")
    case .utf32BigEndian: Self.asUTF8("utf32be")
    case .gzip, .zstd, .bzip2:
      kind.packing == nil
        ? "text, or a name that ends in \(self == .gzip ? ".gz" : self == .zstd ? ".zst" : ".bz2")"
        : "text that is packed once"
    case .xz: "text, plain or packed by gzip, zstd or bzip2"
    case .zip: kind.isJSON ? "JSON text" : "CSV text (as a spreadsheet saves it)"
    case .parquet: "text, or a name that ends in .parquet"
    }
  }

  // MARK: - Implementation

  private static func asUTF8(_ name: String) -> String {
    "UTF-8 text (such as iconv -f \(name) -t utf8 makes)"
  }

  private func fits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .utf32: Self.begins(bytes, [0xFF, 0xFE, 0, 0]) || Self.begins(bytes, [0, 0, 0xFE, 0xFF])
    case .utf16: Self.begins(bytes, [0xFF, 0xFE]) || Self.begins(bytes, [0xFE, 0xFF])
    case .utf32LittleEndian: Self.hasZeros(bytes, "x000")
    case .utf32BigEndian: Self.hasZeros(bytes, "000x")
    case .utf16LittleEndian: Self.hasZeros(bytes, "x0x0")
    case .utf16BigEndian: Self.hasZeros(bytes, "0x0x")
    case .gzip: Self.begins(bytes, [0x1F, 0x8B])
    case .zstd: Self.begins(bytes, [0x28, 0xB5, 0x2F, 0xFD])
    case .bzip2: Self.isBzip2(bytes)
    case .xz: Self.begins(bytes, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0])
    case .zip: Self.begins(bytes, [0x50, 0x4B, 0x03, 0x04])
    case .parquet: Self.begins(bytes, Array("PAR1\u{15}".utf8))
    }
  }

  /// Whether the mark of a block, or of the end of empty content, follows the first four bytes.
  private static func isBzip2(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    begins(bytes, Array("BZh".utf8)) && bytes.count > 9 && [0x31, 0x17].contains(bytes[4])
  }

  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ signature: [UInt8]) -> Bool {
    bytes.starts(with: signature)
  }

  /// Whether the first four bytes are zero exactly where a pattern has `0`, as in ASCII letters of
  /// two or four bytes, with which headers and documents begin.
  private static func hasZeros(_ bytes: UnsafeBufferPointer<UInt8>, _ pattern: String) -> Bool {
    bytes.count >= 4 && Swift.zip(bytes, pattern).allSatisfy { ($0 == 0) == ($1 == "0") }
  }
}
