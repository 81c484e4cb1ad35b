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
