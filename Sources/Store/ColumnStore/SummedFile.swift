import TabularFiles

/// A file with a checksum in the manifest.
protocol SummedFile {
  var file: String { get }
  var bytes: Int { get set }
  /// The file's ``FileSum``; nil until it is sealed, and in files of the first format.
  var xxh128: String? { get set }
  /// The SHA-256 of a file of the first format.
  var sha256: String? { get }
  /// The checksums of the file's parts; nil if it has only one for the whole.
  var sums: String? { get }
}

extension Manifest.DictionaryPart {
  // A dictionary is checked as a whole when it is opened.
  var sums: String? { nil }
}

extension SummedFile {
  /// The checksum of either kind.
  var checksum: String { xxh128 ?? sha256 ?? "" }

  /// Records the checksum of the written file.
  mutating func seal(_ sum: FileSum) {
    xxh128 = sum.hex
    bytes = sum.bytes
  }
}

/// A file's expected checksum, of the kind in the manifest.
enum ExpectedSum: Hashable, CustomStringConvertible {
  case xxh128(String)
  case sha256(String)

  /// Takes a file's expected checksum.
  init(_ entry: some SummedFile) {
    self = entry.xxh128.map { .xxh128($0) } ?? .sha256(entry.sha256 ?? "")
  }

  var description: String {
    switch self {
    case .xxh128(let hex): "XXH128 \(hex)"
    case .sha256(let hex): "SHA-256 \(hex)"
    }
  }

  /// Computes the checksum of a file by the same method, and its size.
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

  /// Computes the checksum of a mapped file by the same method.
  func ofSameKind(_ pages: MappedPages) -> ExpectedSum {
    // Safety: the pages are mapped as long as they are held.
    defer { withExtendedLifetime(pages) {} }
    return switch self {
    case .sha256: .sha256(Checksum.hex(of: pages.bytes))
    case .xxh128: .xxh128(FileSum(of: pages.bytes).hex)
    }
  }
}
