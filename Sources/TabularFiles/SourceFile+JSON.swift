import Columns

extension SourceFile {
  /// What the rows of a JSON file have; nil for another kind of file.
  ///
  /// - Parameters:
  ///   - rows: Where the rows stand.
  ///   - threads: How many threads may parse.
  /// - Returns: The columns' names, and what is no column.
  /// - Throws: ``FileError`` when the content is malformed.
  public func jsonColumns(rows: RowPath, threads: Int = 1) throws(FileError) -> JSONColumns? {
    try json.map { json throws(FileError) in
      JSONColumns(try json.members(rows, threads: threads))
    }
  }

  /// What the first rows of a JSON file have, to tell what the file is; nil for another kind of file.
  ///
  /// - Parameters:
  ///   - rows: Where the rows stand.
  ///   - limit: How many rows are looked at.
  /// - Returns: The columns' names, and what is no column so far; and whether there are no other rows,
  ///   which may have others. Where there are, what is null in all of these is left out.
  /// - Throws: ``FileError`` when the content is malformed, as far as it is read.
  public func jsonColumns(rows: RowPath, ofFirst limit: Int) throws(FileError)
    -> (columns: JSONColumns, areAll: Bool)?
  {
    try json.map { json throws(FileError) in
      let found = try json.members(rows, ofFirst: limit)
      return (JSONColumns(found.members, areAll: found.areAll), found.areAll)
    }
  }

  /// Whether members of a name may be in a JSON file: where it says no, there are none.
  ///
  /// - Parameters:
  ///   - name: The name, ASCII without quotes.
  ///   - threads: How many threads may look.
  /// - Returns: False for another kind of file; see ``JSONPart/mayHold(member:)``.
  /// - Throws: ``FileError`` when the content cannot be unpacked.
  public func mayHold(member name: String, threads: Int) throws(FileError) -> Bool {
    try mapParts(threads: threads) { part in part.mayHold(member: name) }.contains(true)
  }

  /// Whether a JSON file has the list that a path of rows goes through, and it is empty: such a file
  /// says that there is nothing, and is no other file by mistake.
  ///
  /// - Parameter rows: Where the rows would stand.
  /// - Returns: False for another kind of file.
  /// - Throws: ``FileError`` when the content is malformed.
  public func hasEmptyList(at rows: RowPath) throws(FileError) -> Bool {
    try json?.whole(threads: 1).hasEmptyList(rows) ?? false
  }

  /// The paths in a JSON file that lead to lists of objects, or to maps of them.
  ///
  /// An object counts as a map where the names of its members look like values (`GB`, `12:15`) or
  /// their values are all alike. A file of several documents has the empty path too.
  ///
  /// - Returns: The paths, most rows times columns first; none for another kind of file.
  /// - Throws: ``FileError`` when the content is malformed.
  public func rowPaths() throws(FileError) -> [RowPathCandidate] {
    try json?.whole(threads: 1).rowPaths() ?? []
  }

  /// The text of some rows of a JSON file, without white space: what a refused row looked like.
  ///
  /// - Parameters:
  ///   - ordinals: The rows, counted from 0 in file order.
  ///   - path: Where the rows stand.
  /// - Returns: The texts, in the order of `ordinals`; empty past the last row and for another kind
  ///   of file.
  /// - Throws: ``FileError`` when the content is malformed.
  public func rowText(_ ordinals: [Int], at path: RowPath) throws(FileError) -> [String] {
    guard let json else { return ordinals.map { _ in "" } }
    let ascending = Set(ordinals).sorted()
    let texts = try json.whole(threads: 1).rowTexts(ascending, path)
    let found = Dictionary(uniqueKeysWithValues: zip(ascending, texts))
    return ordinals.map { found[$0] ?? "" }
  }
}
