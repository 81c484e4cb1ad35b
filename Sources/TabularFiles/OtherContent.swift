/// What a file of text is, by its first bytes, where it is none that can be read.
enum OtherContent: String, CaseIterable {
  case utf16 = "UTF-16 text"
  case gzip = "gzip-packed data"
  case zstd = "zstd-packed data"
  case zip = "a zip archive or a spreadsheet"
  case parquet = "a Parquet file"

  private var signatures: [[UInt8]] {
    switch self {
    case .utf16: [[0xFF, 0xFE], [0xFE, 0xFF]]
    case .gzip: [[0x1F, 0x8B]]
    case .zstd: [[0x28, 0xB5, 0x2F, 0xFD]]
    case .zip: [[0x50, 0x4B, 0x03, 0x04]]
    case .parquet: [Array("PAR1\u{15}".utf8)]
    }
  }

  /// Looks at a text's first bytes; nil where they may be text.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let found = Self.allCases.first { content in
      content.signatures.contains { bytes.starts(with: $0) }
    }
    guard let found else { return nil }
    self = found
  }

  /// What to do about it.
  func remedy(_ kind: SourceKind) -> String {
    switch self {
    case .utf16: "UTF-8 text (such as iconv -f utf16 -t utf8 makes)"
    case .gzip: "text, or a name that ends in .gz"
    case .zstd: "text, or a name that ends in .zst"
    case .zip: kind.isJSON ? "JSON text" : "CSV text (as a spreadsheet saves it)"
    case .parquet: "text, or a name that ends in .parquet"
    }
  }
}
