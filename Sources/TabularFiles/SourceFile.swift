import Columns
import Foundation
import SystemFiles

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
  /// The file as it was when it was opened; nil for text out of memory.
  let opened: FileStatus?
  /// The file's bytes, where it is no Parquet file.
  let mapped: MappedFile?

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
    let opened = try Self.readableStatus(path)
    self.opened = opened
    guard kind != .parquet else {
      text = nil
      json = nil
      mapped = nil
      return
    }
    let file = try MappedFile(path)
    mapped = file
    do throws(FileError) {
      (text, json) = try Self.content(path, kind, file.bytes, threads: threads)
    } catch {
      try Self.checkUnchanged(path, opened, file, nil)
      throw error
    }
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
    opened = nil
    mapped = nil
    self.json = JSONDocuments(file: name, bytes: Buffer(json), isLines: true)
  }

  /// Whether its text is read where it stands in the file.
  public var isReadInPlace: Bool { text?.mapped != nil }

  /// How many bytes there are to read: of the unpacked text, or of a Parquet file.
  public var byteCount: Int { text?.bytes.count ?? json?.byteCount ?? fileSize }

  /// The file's own size in bytes; 0 for text out of memory.
  public var fileSize: Int { opened?.size ?? 0 }

  /// Column names in file order.
  ///
  /// Of a JSON file they are the paths of all scalars that any row has, in order of first appearance:
  /// the rows' own, then those of the objects around them, from the inside out.
  ///
  /// - Parameters:
  ///   - rows: Where a JSON file's rows stand; nil for the documents of an NDJSON file, and for CSV
  ///     and Parquet.
  ///   - threads: How many threads may parse a JSON file, which is read to its end.
  /// - Returns: The names, as `read` takes them.
  /// - Throws: ``FileError`` when the content is malformed, a JSON file has no path or another kind
  ///   has one.
  public func columnNames(rows: RowPath? = nil, threads: Int = 1) throws(FileError) -> [String] {
    let rows = try checked(rows)
    if let json, let rows { return JSONColumns(try json.members(rows, threads: threads)).names }
    if let text { return try text.columnNames() }
    return try ParquetFile.columnNames(path)
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
  ///   - columns: Names as for ``read(columns:rows:threads:)``, all different.
  ///   - rows: Where a JSON file's rows stand.
  ///   - threads: How many threads may parse.
  ///   - beside: Reads something else of each part of a JSON file while it is at hand, knowing the
  ///     part's number; called for several parts at a time.
  ///   - begin: Called before the first rows, and once more where reading has to begin anew and all
  ///     that was handed out is void.
  ///   - take: Takes some rows.
  /// - Returns: What all rows of a JSON file have, less what is inside of objects that no column is
  ///   asked of; of thousands of members that no column is asked of, some may be left out. Nil for
  ///   another kind of file.
  /// - Throws: ``FileError`` when the content is malformed, a JSON file has no path or another kind
  ///   has one.
  @discardableResult
  public func readParts(
    columns: [String], rows: RowPath? = nil, threads: Int,
    beside: (@Sendable (Int, JSONPart) -> Void)? = nil, begin: () -> Void,
    take: (SourceRows) -> Void
  ) throws(FileError) -> JSONColumns? {
    guard let json, let rows = try checked(rows) else {
      begin()
      guard kind == .parquet else {
        take(try read(columns: columns, rows: rows, threads: threads))
        return nil
      }
      let batches = try ParquetBatches(path, columns: columns, threads: threads)
      while let some = try batches.next() { take(some) }
      return nil
    }
    return JSONColumns(
      try json.read(columns, rows, threads: threads, beside: beside, begin: begin) {
        take(SourceRows(tables: $0, skippedCount: 0))
      })
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
