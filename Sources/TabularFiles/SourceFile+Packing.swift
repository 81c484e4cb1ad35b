import Columns

extension SourceFile {
  /// Looks whether a file is packed as its name says.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - kind: What its name says.
  ///   - bytes: Its bytes.
  /// - Throws: ``FileError`` `.malformed` with what it is instead.
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
  /// How names of such files end.
  fileprivate var ending: String {
    switch self {
    case .gzip: ".gz"
    case .zstd: ".zst"
    }
  }

  /// What such files hold, in words.
  fileprivate var content: String { kind.rawValue }

  private var kind: OtherContent {
    switch self {
    case .gzip: .gzip
    case .zstd: .zstd
    }
  }

  /// Whether a file's first bytes are such a file's.
  fileprivate func begins(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if OtherContent(bytes) == kind { return true }
    // A frame to be skipped may stand first, as pzstd writes it.
    return self == .zstd && bytes.count >= 4 && bytes[0] & 0xF0 == 0x50
      && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
}
