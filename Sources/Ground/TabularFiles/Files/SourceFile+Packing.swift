import Columns

extension SourceFile {
  /// Checks that a file's compression matches its name.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - kind: The kind that its name gives.
  ///   - bytes: Its bytes.
  /// - Throws: ``FileError`` `.malformed`, with the actual content.
  static func checkPacking(_ path: String, _ kind: SourceKind, _ bytes: Buffer<UInt8>)
    throws(FileError)
  {
    guard let packing = kind.packing else { return }
    let content = withExtendedLifetime(bytes) { OtherContent(bytes.pointer) }
    let isPacked = withExtendedLifetime(bytes) { packing.begins(bytes.pointer) }
    guard !isPacked else { return }
    throw .malformed(
      file: path, found: content?.rawValue ?? "no \(packing.content)",
      expected: "\(packing.content), as the ending \(packing.ending) says")
  }
}

extension SourceKind.Packing {
  /// The kind of content, in words.
  fileprivate var content: String { kind.rawValue }

  private var kind: OtherContent {
    switch self {
    case .gzip: .gzip
    case .zstd: .zstd
    case .bzip2: .bzip2
    }
  }

  /// Whether a file's first bytes fit this compression.
  fileprivate func begins(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Safety: each read follows a check of the count.
    if OtherContent(bytes) == kind { return true }
    // A skippable frame may come first, as in pzstd's output.
    return self == .zstd && bytes.count >= 4 && bytes[0] & 0xF0 == 0x50
      && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
}
