import SystemFiles

extension SourceFile {
  /// Sees to it that nobody has written to the file since it was opened, so that all that was read of
  /// it, and is read until now, is one and the same sequence of bytes.
  ///
  /// A file that has only got another name, or other rights, is the same if its bytes are.
  ///
  /// - Parameter sum: The ``FileSum`` of the bytes that were read, where it is known.
  /// - Throws: ``FileError`` `.malformed` when the file was written to, cut, replaced or removed, or
  ///   its disk does not give its bytes.
  public func checkUnchanged(_ sum: String? = nil) throws(FileError) {
    guard let opened else { return }
    try Self.checkUnchanged(path, opened, mapped, sum)
  }

  /// The same of a file that is not open yet.
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

  /// The error that refuses a file which was found to be changed.
  ///
  /// - Parameter path: The file.
  /// - Returns: The error, a `.malformed`.
  public static func changed(_ path: String) -> FileError {
    .malformed(
      file: path, found: "a file that was changed while it was read",
      expected: "one that nobody writes to meanwhile, such as a copy of it")
  }
}

extension FileStatus {
  /// Whether it may be the same file with the same bytes.
  fileprivate func isSameFile(as other: FileStatus) -> Bool {
    kind == other.kind && size == other.size && identity == other.identity
      && modifiedAt == other.modifiedAt
  }
}
