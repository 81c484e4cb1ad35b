import SystemFiles

extension SourceFile {
  /// Checks that the file was not written to since it was opened, so that everything read from it
  /// is one consistent sequence of bytes.
  ///
  /// A file with only a new name or new permissions is unchanged if its bytes are.
  ///
  /// - Parameter sum: The ``FileSum`` of the bytes that were read, if known.
  /// - Throws: ``FileError`` `.malformed` if the file was written to, truncated, replaced or
  ///   removed, or its disk fails to return its bytes.
  public func checkUnchanged(_ sum: String? = nil) throws(FileError) {
    guard let opened else { return }
    try Self.checkUnchanged(path, opened, mapped, sum)
  }

  /// Checks a file that is not open yet in the same way.
  static func checkUnchanged(
    _ path: String, _ opened: FileStatus, _ mapped: MappedFile?, _ sum: String?
  ) throws(FileError) {
    let now = try? FileSystem.status(of: path)
    if mapped?.isCut != true {
      if now == opened { return }
      if let sum, let now, now.isSameFile(as: opened), (try? FileSum(ofFile: path))?.hex == sum {
        return
      }
    }
    throw changed(path)
  }

  /// Makes the error that refuses a changed file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The error, a `.malformed`.
  public static func changed(_ path: String) -> FileError {
    .malformed(
      file: path, found: "a file that was changed while it was read",
      expected: "one that does not change while it is read, such as a copy")
  }
}

extension FileStatus {
  /// Whether it may be the same file with the same bytes.
  fileprivate func isSameFile(as other: FileStatus) -> Bool {
    kind == other.kind && size == other.size && identity == other.identity
      && modifiedAt == other.modifiedAt
  }
}
