import Columns

extension SourceFile {
  /// Finds the columns of a JSON file's rows; nil for other kinds of file.
  ///
  /// - Parameters:
  ///   - rows: The rows' path.
  ///   - threads: The maximum number of threads.
  /// - Returns: The columns' names, and the containers.
  /// - Throws: ``FileError`` for malformed content.
  public func jsonColumns(rows: RowPath, threads: Int = 1) throws(FileError) -> JSONColumns? {
    try json.map { json throws(FileError) in
      JSONColumns(try json.members(rows, threads: threads))
    }
  }

  /// Finds the columns of a JSON file's first rows, to identify the file; nil for other kinds of
  /// file.
  ///
  /// - Parameters:
  ///   - rows: The rows' path.
  ///   - limit: The number of rows to examine.
  /// - Returns: The columns' names and the containers so far, and whether these are all rows. If
  ///   not, members that were always null are left out.
  /// - Throws: ``FileError`` for malformed content, as far as it is read.
  public func jsonColumns(rows: RowPath, ofFirst limit: Int) throws(FileError)
    -> (columns: JSONColumns, areAll: Bool)?
  {
    try json.map { json throws(FileError) in
      let found = try json.members(rows, ofFirst: limit)
      return (JSONColumns(found.members, areAll: found.areAll), found.areAll)
    }
  }

  /// Whether a JSON file may contain a member of a name; false is certain.
  ///
  /// - Parameters:
  ///   - name: The name, ASCII without quotes.
  ///   - threads: The maximum number of threads.
  /// - Returns: False for other kinds of file; see ``JSONPart/mayHold(member:)``.
  /// - Throws: ``FileError`` if the content cannot be decompressed.
  public func mayHold(member name: String, threads: Int) throws(FileError) -> Bool {
    try mapParts(threads: threads) { part in part.mayHold(member: name) }.contains(true)
  }

  /// Whether a JSON file has an empty list on the rows' path: such a file states that there are no
  /// rows, and is not a wrong file.
  ///
  /// - Parameter rows: The rows' path.
  /// - Returns: False for other kinds of file.
  /// - Throws: ``FileError`` for malformed content.
  public func hasEmptyList(at rows: RowPath) throws(FileError) -> Bool {
    try json?.whole(threads: 1).hasEmptyList(rows) ?? false
  }

  /// Finds the paths in a JSON file that lead to lists or maps of objects.
  ///
  /// An object counts as a map if its members' names look like values (`GB`, `12:15`) or its
  /// members' values are all alike. A file of several documents also has the empty path.
  ///
  /// - Returns: The paths, most rows times columns first; none for other kinds of file.
  /// - Throws: ``FileError`` for malformed content.
  public func rowPaths() throws(FileError) -> [RowPathCandidate] {
    try json?.whole(threads: 1).rowPaths() ?? []
  }

  /// Visits the minified texts of some rows of a JSON file, to show refused rows.
  ///
  /// - Parameters:
  ///   - ordinals: The rows, counted from 0 in file order, ascending.
  ///   - path: The rows' path.
  ///   - take: Receives the text of each; it is not called beyond the last row, nor for other kinds
  ///     of file.
  /// - Throws: ``FileError`` for malformed content.
  public func forEachRowText(
    of ordinals: Buffer<Int64>, at path: RowPath, _ take: (String) -> Void
  ) throws(FileError) {
    try json?.whole(threads: 1).forEachRowText(of: ordinals, path, take)
  }
}
