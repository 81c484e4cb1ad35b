import Columns
import Foundation

/// An input file of rows: CSV or JSON (plain, gzip or zstd) or Parquet.
public struct SourceFile: Sendable {
  /// The path as given.
  public let path: String
  /// How it is read.
  public let kind: SourceKind
  /// A CSV file's text, unpacked; nil for other kinds.
  public let text: CSVText?
  let json: JSONDocuments?

  /// The file's name, whose ending tells its kind.
  public let name: String

  /// Opens a file and, for CSV and JSON, unpacks or maps its text.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name whose ending tells the kind; by default the last part of the path. The raw
  ///     archive names files by their checksums.
  ///   - threads: How many threads may unpack it.
  /// - Throws: ``FileError`` when it is absent, empty, truncated or of another kind.
  public init(path: String, name: String? = nil, threads: Int = 1) throws(FileError) {
    self.path = path
    self.name = name ?? (path as NSString).lastPathComponent
    guard let kind = SourceKind(fileName: self.name) else {
      throw .malformed(
        file: path, found: "an unknown file ending", expected: SourceKind.endings)
    }
    self.kind = kind
    try Self.checkReadable(path)
    guard kind != .parquet else {
      text = nil
      json = nil
      return
    }
    try Self.checkPacking(path, kind)
    let packed = try Self.packedText(path, kind)
    if kind == .zstdNDJSON, let packed {
      text = nil
      json = JSONDocuments(file: path, packed: packed)
      return
    }
    let bytes = try Self.unpackedText(path, kind, packed, threads: threads)
    json = kind.isJSON ? JSONDocuments(file: path, bytes: bytes, isLines: kind.isNDJSON) : nil
    text =
      kind.isJSON
      ? nil : try CSVText(file: path, bytes: bytes, mapped: kind.packing == nil ? bytes : nil)
  }

  /// Takes JSON text from memory as if it were a file.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - name: Its name in messages.
  public init(json: [UInt8], name: String) {
    path = name
    self.name = name
    kind = .ndjson
    text = nil
    self.json = JSONDocuments(file: name, bytes: Buffer(json), isLines: true)
  }

  /// Whether its text is read where it stands in the file.
  public var isReadInPlace: Bool { text?.mapped != nil }

  /// How many bytes there are to read: of the unpacked text, or of a Parquet file.
  public var byteCount: Int {
    if let count = text?.bytes.count ?? json?.byteCount { return count }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }

  /// Column names in file order.
  ///
  /// Of a JSON file they are the paths of all scalars that the first 20,000 rows have, in order of
  /// first appearance: the rows' own, then those of the objects around them, from the inside out.
  ///
  /// - Parameter rows: Where a JSON file's rows stand; nil for the documents of an NDJSON file, and
  ///   for CSV and Parquet.
  /// - Returns: The names, as `read` takes them.
  /// - Throws: ``FileError`` when the content is malformed, a JSON file has no path or another kind
  ///   has one.
  public func columnNames(rows: RowPath? = nil) throws(FileError) -> [String] {
    let rows = try checked(rows)
    if let json, let rows { return try json.columns(rows).names }
    if let text { return try text.columnNames() }
    return try ParquetFile.columnNames(path)
  }

  /// What the rows of a JSON file have; nil for another kind of file.
  ///
  /// - Parameter rows: Where the rows stand.
  /// - Returns: The columns' names, and what is no column.
  /// - Throws: ``FileError`` when the content is malformed.
  public func jsonColumns(rows: RowPath) throws(FileError) -> JSONColumns? {
    try json?.columns(rows)
  }

  /// The rows of some columns, in file order, as a list of tables.
  ///
  /// - Parameters:
  ///   - columns: Names that the file has; of a JSON file any paths, absent ones being null.
  ///   - rows: Where a JSON file's rows stand; nil for the documents of an NDJSON file, and for CSV
  ///     and Parquet.
  ///   - threads: How many threads may parse.
  /// - Returns: Tables of exactly these columns; a CSV or JSON file's are all text.
  /// - Throws: ``FileError`` when the content is malformed, a JSON file has no path or another kind
  ///   has one.
  public func read(
    columns: [String], rows: RowPath? = nil, threads: Int
  ) throws(FileError) -> SourceRows {
    let rows = try checked(rows)
    if let text { return try text.read(columns: columns, threads: threads) }
    if let json, let rows {
      return SourceRows(
        tables: try json.read(columns, rows, threads: threads), skippedCount: 0)
    }
    let batches = try ParquetBatches(path, columns: columns, threads: threads)
    var parts: [SourceRows] = []
    while let part = try batches.next() { parts.append(part) }
    return SourceRows(
      tables: parts.flatMap { $0.tables }, localTimes: parts.first?.localTimes ?? [])
  }

  /// Hands out the rows of some columns, in file order, a part of the file at a time where it is
  /// NDJSON or Parquet, and all of them at once otherwise.
  ///
  /// What was made of one part's texts should be all that is kept of it: memory is used again.
  ///
  /// - Parameters:
  ///   - columns: Names as for ``read(columns:rows:threads:)``.
  ///   - rows: Where a JSON file's rows stand.
  ///   - threads: How many threads may parse.
  ///   - beside: Reads something else of each part of a JSON file while it is at hand, knowing the
  ///     part's number; called for several parts at a time.
  ///   - begin: Called before the first rows, and once more where reading has to begin anew and all
  ///     that was handed out is void.
  ///   - take: Takes some rows.
  /// - Throws: ``FileError`` when the content is malformed, a JSON file has no path or another kind
  ///   has one.
  public func readParts(
    columns: [String], rows: RowPath? = nil, threads: Int,
    beside: (@Sendable (Int, JSONPart) -> Void)? = nil, begin: () -> Void,
    take: (SourceRows) -> Void
  ) throws(FileError) {
    guard let json, let rows = try checked(rows) else {
      begin()
      guard kind == .parquet else {
        return take(try read(columns: columns, rows: rows, threads: threads))
      }
      let batches = try ParquetBatches(path, columns: columns, threads: threads)
      while let some = try batches.next() { take(some) }
      return
    }
    try json.read(columns, rows, threads: threads, beside: beside, begin: begin) {
      take(SourceRows(tables: $0, skippedCount: 0))
    }
  }

  /// Reads columns that a JSON file may have, and tells which of them ``jsonColumns(rows:)`` lists.
  ///
  /// - Parameters:
  ///   - columns: The columns' paths, all different.
  ///   - rows: Where the rows stand.
  ///   - beside: As for ``readParts(columns:rows:threads:beside:begin:take:)``, one part after the
  ///     other.
  /// - Returns: The rows of the columns and containers that are there, and which they are; nil for a
  ///   file that is no JSON or cannot be read part by part, be it that it is malformed.
  public func readPresent(
    columns: [String], rows: RowPath, beside: @Sendable (Int, JSONPart) -> Void
  ) -> (rows: SourceRows, columns: JSONColumns)? {
    guard let read = json?.readPresent(columns, rows, beside: beside) else { return nil }
    return (SourceRows(tables: read.tables, skippedCount: 0), read.present)
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

  // MARK: - Implementation

  /// The path of the rows, which JSON needs and nothing else has.
  private func checked(_ rows: RowPath?) throws(FileError) -> RowPath? {
    if json == nil, let rows {
      throw .malformed(
        file: path, found: "the row path \(rows) for a file without JSON", expected: "no row path")
    }
    guard kind.isJSON, rows == nil else { return rows }
    guard kind.isNDJSON else {
      throw .malformed(
        file: path, found: "no path of the rows",
        expected: "one such as * or racecards/*/runners/*")
    }
    return .document
  }
}
