import TabularFiles

/// One file's turn in a store's history: what is known before its rows are read.
struct ImportStep {
  let file: SourceFile
  /// The import's number.
  let id: Int
  /// The file's checksum.
  let sha256: String
  /// The file's size.
  let bytes: Int
  /// The import whose refused rows alone are read; nil for the whole file.
  var retryOf: Int?
}
