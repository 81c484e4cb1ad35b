import Columns
import TabularFiles

/// The cells of a CSV, JSON or NDJSON file as text, each row with its line.
struct CellFile {
  /// One row.
  struct Row {
    /// The line in a CSV file, the row from 1 in a JSON file.
    let line: Int
    let cells: [String?]
  }

  let path: String
  let columns: [String]
  let rows: [Row]

  /// Reads a whole file.
  ///
  /// - Throws: ``FileError`` when it cannot be read, or a record has too few or too many fields.
  init(_ path: String) throws(FileError) {
    self.path = path
    let source = try SourceFile(path: path)
    if let text = source.text {
      columns = try source.columnNames()
      rows = try Self.rows(of: text, path, columns)
    } else {
      let isDocument = path.contains(/\.json(\.gz|\.zst)?$/)
      let at = isDocument ? RowPath("*") : nil
      columns = try source.columnNames(rows: at)
      rows = try Self.rows(of: try source.read(columns: columns, rows: at, threads: 1), path)
    }
  }

  /// Checks that the file has some columns.
  ///
  /// - Throws: ``FileError`` `.missingColumns` if it lacks any.
  func require(_ names: [String]) throws(FileError) {
    let missing = names.filter { !columns.contains($0) }
    guard missing.isEmpty else {
      throw .missingColumns(file: path, missing: missing, present: columns)
    }
  }

  // MARK: - Implementation

  private static func rows(
    of text: CSVText, _ path: String, _ columns: [String]
  ) throws(FileError) -> [Row] {
    let records = try text.records()
    var rows: [Row] = []
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
      rows.append(
        Row(line: record.line, cells: fields.map { cell(SpreadsheetGuard.unguarded($0)) }))
    }
    return rows
  }

  private static func rows(of source: SourceRows, _ path: String) throws(FileError) -> [Row] {
    var rows: [Row] = []
    for table in source.tables {
      for row in 0..<table.rowCount {
        for (field, column) in zip(table.fields, table.columns)
        where !column.isNull(row)
          && column.texts[row].unicodeScalars.contains(where: isUnwritable)
        {
          throw .malformed(
            file: "\(path):\(rows.count + 1), column \(field.name)",
            found: "a NUL character, or half of a pair of surrogates", expected: "a text without it"
          )
        }
        let cells = table.columns.map { $0.isNull(row) ? nil : cell($0.texts[row]) }
        rows.append(Row(line: rows.count + 1, cells: cells))
      }
    }
    return rows
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
