import Columns
import Foundation
import SystemFiles

/// An input file of rows: CSV or JSON (plain, gzip, zstd or bzip2) or Parquet.
public struct SourceFile: Sendable {
  /// The path as given.
  public let path: String
  /// The kind of file.
  public let kind: SourceKind
  /// The form of a CSV file's text.
  public let form: TextForm
  /// A CSV file's uncompressed text; nil for other kinds.
  public let text: CSVText?
  let json: JSONDocuments?
  /// The lines that the form's ``LineReader`` could not read: its first rows, in order.
  public let brokenLines: [BrokenLine]
  /// The line reader's doubts, or those about the text's encoding, as sentences.
  public let doubts: [String]

  /// The file's name, whose extension gives its kind.
  public let name: String
  /// The file's status when it was opened; nil for text from memory.
  let opened: FileStatus?
  /// The file's bytes, unless it is a Parquet file.
  let mapped: MappedFile?
  /// Receives the number of bytes unpacked, or parsed from a CSV text with quotes.
  private let progress: ByteProgress

  /// Opens a file and, for CSV and JSON, decompresses or maps its text.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name whose extension gives the kind; by default the last part of the path. The
  ///     raw archive names files by their checksums.
  ///   - form: The form of the text.
  ///   - guessesEncoding: Whether a text whose form states no encoding, and that is not UTF-8, is
  ///     decoded by the encoding that its bytes show, or refused if they show none; otherwise only
  ///     the cells that are read are checked.
  ///   - threads: The maximum number of threads that decompress.
  ///   - progress: Receives the number of bytes unpacked, now and at each later reading, or parsed
  ///     from a CSV text with quotes: texts without quotes are read part by part.
  /// - Throws: ``FileError`` if it is missing, empty, truncated or of another kind.
  public init(
    path: String, name: String? = nil, form: TextForm = .standard, guessesEncoding: Bool = false,
    threads: Int = 1, progress: @escaping ByteProgress = { _, _ in }
  ) throws(FileError) {
    self.path = path
    self.progress = progress
    self.name = name ?? (path as NSString).lastPathComponent
    // Checked first: a missing file or a folder has no wrong ending.
    let opened = try Self.readableStatus(path)
    guard let kind = SourceKind(fileName: self.name, mayBeNumber: form.lines != nil) else {
      throw .malformed(
        file: path, found: "an unknown file ending", expected: SourceKind.endings)
    }
    self.kind = kind
    self.form =
      kind.isCSV || form.lines != nil
      ? form : TextForm(encodings: kind == .parquet ? [] : form.encodings)
    self.opened = opened
    guard kind != .parquet else {
      text = nil
      json = nil
      (brokenLines, doubts) = ([], [])
      mapped = nil
      return
    }
    let file = try MappedFile(path)
    mapped = file
    do throws(FileError) {
      if kind.isJSON, let reader = form.lines {
        let read = try reader.read(path, Self.lines(path, kind, file.bytes, progress))
        text = nil
        json = JSONDocuments(file: path, bytes: Buffer(read.documents), isLines: true)
        (brokenLines, doubts) = (read.brokenLines, read.doubts)
      } else {
        (text, json, doubts) = try Self.content(
          path, kind, file.bytes, form: form, guesses: guessesEncoding, threads: threads, progress)
        brokenLines = []
      }
    } catch {
      try Self.checkUnchanged(path, opened, file, nil)
      throw error
    }
  }

  /// Treats JSON text in memory as a file.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - name: Its name in messages.
  public init(json: [UInt8], name: String) {
    path = name
    self.name = name
    kind = .ndjson
    form = .standard
    text = nil
    (brokenLines, doubts) = ([], [])
    opened = nil
    mapped = nil
    progress = { _, _ in }
    self.json = JSONDocuments(file: name, bytes: Buffer(json), isLines: true)
  }

  /// Whether its text is read in place in the file.
  public var isReadInPlace: Bool { text?.mapped != nil }

  /// The number of bytes to read: of the uncompressed text, or of a Parquet file.
  public var byteCount: Int { text?.bytes.count ?? json?.byteCount ?? fileSize }

  /// The file's own size in bytes; 0 for text from memory.
  public var fileSize: Int { opened?.size ?? 0 }

  /// Finds the column names, in file order.
  ///
  /// A JSON file's columns are the paths of all scalars in any row, in order of first appearance:
  /// the rows' own, then of the objects around them, from the inside out.
  ///
  /// - Parameters:
  ///   - rows: The path of a JSON file's rows; nil for the documents of an NDJSON file, and for CSV
  ///     and Parquet.
  ///   - threads: The maximum number of threads that parse a JSON file, which is read to its end.
  /// - Returns: The names, in the form that `read` takes.
  /// - Throws: ``FileError`` for malformed content, for a JSON file without a path, and for any
  ///   other kind with one.
  public func columnNames(rows: RowPath? = nil, threads: Int = 1) throws(FileError) -> [String] {
    let rows = try checked(rows)
    if let json, let rows { return JSONColumns(try json.members(rows, threads: threads)).names }
    if let text { return try text.columnNames() }
    return try ParquetFile.fields(path, size: fileSize).map(\.name)
  }

  /// Finds the columns with values that no field takes, such as lists.
  ///
  /// - Returns: The kind of each column's values, in words, by the column's name; none for CSV and
  ///   JSON.
  /// - Throws: ``FileError`` for malformed content.
  public func unreadColumns() throws(FileError) -> [String: String] {
    guard kind == .parquet else { return [:] }
    var kinds: [String: String] = [:]
    for field in try ParquetFile.fields(path, size: fileSize) {
      kinds[field.name] = field.unreadKind
    }
    return kinds
  }

  /// Reads the rows of some columns, in file order, as a list of tables.
  ///
  /// - Parameters:
  ///   - columns: Names of columns in the file; for a JSON file any paths, absent ones being null.
  ///   - rows: The path of a JSON file's rows; nil for the documents of an NDJSON file, and for CSV
  ///     and Parquet.
  ///   - threads: The maximum number of threads.
  /// - Returns: Tables of exactly these columns; a CSV or JSON file's are all text.
  /// - Throws: ``FileError`` for malformed content, for a JSON file without a path, and for any
  ///   other kind with one.
  public func read(
    columns: [String], rows: RowPath? = nil, threads: Int
  ) throws(FileError) -> SourceRows {
    let rows = try checked(rows)
    if let text { return try text.read(columns: columns, threads: threads, progress: progress) }
    if let json, let rows {
      return SourceRows(
        tables: try json.read(columns, rows, threads: threads), skippedCount: 0)
    }
    let batches = try ParquetBatches(path, size: fileSize, columns: columns, threads: threads)
    var parts: [SourceRows] = []
    while let part = try batches.next() { parts.append(part) }
    return SourceRows(
      tables: parts.flatMap { $0.tables }, localTimes: parts.first?.localTimes ?? [])
  }

  /// Reads the rows of some columns, in file order: part by part for NDJSON and Parquet, otherwise
  /// all at once.
  ///
  /// Do not keep references to a part's texts: their memory is reused.
  ///
  /// - Parameters:
  ///   - columns: Names as for ``read(columns:rows:threads:)``, all different.
  ///   - rows: The path of a JSON file's rows.
  ///   - threads: The maximum number of threads.
  ///   - beside: Reads something else from each part of a JSON file while it is in memory; receives
  ///     the part's number, and is called for several parts at a time.
  ///   - begin: Called before the first rows, and again if reading must restart and all earlier
  ///     output is void.
  ///   - reached: Receives the share of a JSON file, 0 to 1, up to the end of the rows that follow.
  ///   - take: Receives some rows.
  /// - Returns: The columns of a JSON file's rows, without the members of objects that have no
  ///   requested column; if there are thousands of unrequested members, some may be missing. Nil
  ///   for other kinds of file.
  /// - Throws: ``FileError`` for malformed content, for a JSON file without a path, and for any
  ///   other kind with one.
  @discardableResult
  public func readParts(
    columns: [String], rows: RowPath? = nil, threads: Int,
    beside: (@Sendable (Int, JSONPart) -> Void)? = nil, begin: () -> Void,
    reached: (Double) -> Void = { _ in }, take: (SourceRows) -> Void
  ) throws(FileError) -> JSONColumns? {
    guard let json, let rows = try checked(rows) else {
      begin()
      guard kind == .parquet else {
        take(try read(columns: columns, rows: rows, threads: threads))
        return nil
      }
      let batches = try ParquetBatches(path, size: fileSize, columns: columns, threads: threads)
      while let some = try batches.next() { take(some) }
      return nil
    }
    return JSONColumns(
      try json.read(columns, rows, threads: threads, beside: beside, begin: begin) {
        reached($1)
        take(SourceRows(tables: $0, skippedCount: 0))
      })
  }

  // MARK: - Implementation

  /// Checks the rows' path, which JSON requires and other kinds refuse.
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
