import Columns
import TabularFiles

extension BetRow {
  /// A file of rows: CSV with a header, a JSON list of objects, or NDJSON.
  struct Source {
    let path: String
    /// The name whose ending shows the kind of file; nil for that of the path.
    var name: String?
    /// The file's name in messages; nil for the path.
    var label: String?
    /// The columns' names, by other names that the file may use.
    var spellings: [String: String] = [:]

    init(_ path: String) { self.path = path }
  }

  /// Reads the rows of a file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - needed: The columns that it must have.
  ///   - take: Takes each row in order; returns nil for a row with a mistake.
  /// - Returns: The file's columns, and what `take` returned.
  /// - Throws: ``SettleError`` `.file` if the file cannot be read, lacks a column, or a record has
  ///   too few or too many fields; `.mistakes` if rows have mistakes.
  static func read<Record>(
    _ source: Source, requiring needed: [String], _ take: (inout BetRow) -> Record?
  ) throws(SettleError) -> (columns: [String], records: [Record]) {
    var records: [Record] = []
    var mistakes: [String] = []
    let columns: [String]
    do throws(FileError) {
      columns = try visit(source) { row in
        let record = take(&row)
        mistakes += row.mistakes
        if let record, row.mistakes.isEmpty { records.append(record) }
      }
      let missing = needed.filter { !columns.contains($0) }
      guard missing.isEmpty else {
        throw .missingColumns(file: source.label ?? source.path, missing: missing, present: columns)
      }
    } catch {
      throw .file(error)
    }
    guard mistakes.isEmpty else { throw .mistakes(mistakes) }
    return (columns, records)
  }

  // MARK: - Implementation

  /// Passes a file's rows on in order; returns its columns.
  private static func visit(
    _ source: Source, _ take: (inout BetRow) -> Void
  ) throws(FileError) -> [String] {
    let (path, file) = (
      source.label ?? source.path, try SourceFile(path: source.path, name: source.name)
    )
    let text = file.text
    let isDocument = text == nil && file.name.contains(/\.json(\.gz|\.zst)?$/)
    let at = isDocument ? RowPath("*") : nil
    let found = try file.columnNames(rows: at)
    let columns = found.map { source.spellings[$0] ?? $0 }
    // A name's own spelling comes before the others.
    let places = Dictionary(
      columns.enumerated().map { ($1, $0) },
      uniquingKeysWith: { found[$1] == columns[$1] ? $1 : $0 })
    func pass(_ line: Int, _ cells: [String?]) {
      var row = BetRow(path, line: line, cells, places)
      take(&row)
    }
    if let text {
      try visit(text, path, columns, pass)
    } else {
      try visit(try file.read(columns: found, rows: at, threads: 1), path, pass)
    }
    return columns
  }

  private static func visit(
    _ text: CSVText, _ path: String, _ columns: [String], _ pass: (Int, [String?]) -> Void
  ) throws(FileError) {
    let records = try text.records()
    for record in records.dropFirst() {
      let fields = records.fields(record)
      let place = "\(path):\(record.line)"
      guard fields.count == columns.count else {
        throw .malformed(
          file: place, found: "\(fields.count) fields", expected: "\(columns.count)")
      }
      // Invalid UTF-8 is read as U+FFFD, with which no name could match.
      if let index = fields.firstIndex(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
        throw .malformed(
          file: "\(place), column \(columns[index])", found: "a text in another encoding",
          expected: "UTF-8 (such as iconv -f latin1 -t utf8 makes)")
      }
      pass(record.line, fields.map { cell(SpreadsheetGuard.unguarded($0)) })
    }
  }

  private static func visit(
    _ source: SourceRows, _ path: String, _ pass: (Int, [String?]) -> Void
  ) throws(FileError) {
    var count = 0
    for table in source.tables {
      for row in 0..<table.rowCount {
        count += 1
        for (field, column) in zip(table.fields, table.columns)
        where !column.isNull(row)
          && column.texts[row].unicodeScalars.contains(where: isUnwritable)
        {
          throw .malformed(
            file: "\(path):\(count), column \(field.name)",
            found: "a NUL character, or half of a pair of surrogates", expected: "a text without it"
          )
        }
        pass(count, table.columns.map { $0.isNull(row) ? nil : cell($0.texts[row]) })
      }
    }
  }

  /// Whether CSV files cannot hold a character; a lone surrogate is read as U+FFFD.
  private static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\0" || scalar == "\u{FFFD}"
  }

  private static func cell(_ text: String) -> String? {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }
}
