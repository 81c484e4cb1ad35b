import TabularFiles

/// A file that the manifest has a checksum of.
protocol SummedFile {
  var file: String { get }
  var bytes: Int { get set }
  /// The file's ``FileSum``; nil until it is sealed, and in files of the first layout.
  var xxh128: String? { get set }
  /// The SHA-256 of a file of the first layout.
  var sha256: String? { get }
}

extension SummedFile {
  /// The checksum, whichever it is.
  var checksum: String { xxh128 ?? sha256 ?? "" }

  /// Notes the checksum of the file as it was written.
  mutating func seal(_ sum: FileSum) {
    xxh128 = sum.hex
    bytes = sum.bytes
  }
}

/// A checksum of the kind that the manifest has of a file.
enum ExpectedSum: Hashable, CustomStringConvertible {
  case xxh128(String)
  case sha256(String)

  /// The checksum that a file should have.
  init(_ entry: some SummedFile) {
    self = entry.xxh128.map { .xxh128($0) } ?? .sha256(entry.sha256 ?? "")
  }

  var description: String {
    switch self {
    case .xxh128(let hex): "XXH128 \(hex)"
    case .sha256(let hex): "SHA-256 \(hex)"
    }
  }

  /// The checksum of a file, and its size.
  func ofSameKind(_ path: String) throws(StoreError) -> (sum: ExpectedSum, bytes: Int) {
    switch self {
    case .sha256:
      let sum = try Checksum.ofFile(path)
      return (.sha256(sum.hex), sum.bytes)
    case .xxh128:
      do {
        let sum = try FileSum(ofFile: path)
        return (.xxh128(sum.hex), sum.bytes)
      } catch {
        guard case .cannotOpen(_, let reason) = error else {
          throw .io(file: path, reason: "\(error)")
        }
        throw .io(file: path, reason: reason)
      }
    }
  }

  /// The checksum of a file that is mapped.
  func ofSameKind(_ pages: MappedPages) -> ExpectedSum {
    // Safety: the pages are mapped for as long as they are held.
    defer { withExtendedLifetime(pages) {} }
    return switch self {
    case .sha256: .sha256(Checksum.hex(of: pages.bytes))
    case .xxh128: .xxh128(FileSum(of: pages.bytes).hex)
    }
  }
}
