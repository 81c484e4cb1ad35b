import Columns
import Mappings
import RowReading
import TabularFiles

/// The rows of a log of bets, read into the fields of `placed_bets`.
struct LogRows {
  /// The log's path.
  let path: String
  /// The fields' mappings.
  let mapping: TableMapping
  /// The number of rows.
  var count: Int { table.rowCount }
  /// The names under which columns that no field takes are kept: a name that has a meaning in
  /// files of bets begins with `log_`.
  let otherNames: [String]
  /// Messages about records with more or fewer cells than the header.
  let otherWidths: [String]
  /// The place of each name among a bet's cells.
  let places: [String: Int]
  private let table: Table
  private let otherFields: [String]
  private let lines: [Int]
  /// The first cell of each row that cannot be read, and the field.
  private let faults: [Int: (field: String, detail: String)]

  /// Takes a log's rows.
  init(_ rows: ImportRows, _ path: String, otherColumns: [String]) {
    self.path = path
    mapping = rows.mapping
    table = rows.table
    otherFields = otherColumns.map { PlacedBetFields.otherPrefix + $0 }
    otherNames = otherColumns.map { BetFile.columns.contains($0) ? "log_" + $0 : $0 }
    places = Dictionary(
      (BetFile.columns + otherNames).enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    var faults: [Int: (field: String, detail: String)] = [:]
    for problem in rows.problems.joined()
    where faults[problem.row] == nil && !problem.field.hasPrefix(PlacedBetFields.otherPrefix) {
      faults[problem.row] = (problem.field, problem.detail)
    }
    self.faults = faults
    (lines, otherWidths) = Self.lines(rows.file, path, rowCount: rows.table.rowCount)
  }

  /// Returns a row's line in a CSV file, its number from 1 in any other.
  func line(_ row: Int) -> Int { lines[row] }

  /// Returns the field of a row's cell that cannot be read, and the fault.
  func fault(_ row: Int) -> (field: String, detail: String)? { faults[row] }

  /// Returns a text; nil if it is empty, or a word for no value.
  func text(_ field: String, _ row: Int) -> String? {
    guard let column = table[field], !column.isNull(row) else { return nil }
    let text = String(decoding: column.cellText(row), as: UTF8.self)
    return text.isEmpty || ["-", "--", "–", "—", "n/a", "N/A"].contains(text) ? nil : text
  }

  /// Returns a day.
  func day(_ row: Int) -> Day? {
    guard let column = table["date"], !column.isNull(row) else { return nil }
    return Day(column.int32s[row])
  }

  /// Returns a moment as a file of bets writes it.
  func moment(_ field: String, _ row: Int) -> String? {
    guard let column = table[field], !column.isNull(row) else { return nil }
    return Moment.text(column.int64s[row]) + "Z"
  }

  /// Returns the cells of the columns that no field takes.
  func others(_ row: Int) -> [String?] { otherFields.map { text($0, row) } }

  // MARK: - Implementation

  private static func lines(
    _ file: SourceFile, _ path: String, rowCount: Int
  ) -> (lines: [Int], otherWidths: [String]) {
    let numbers = Array(1..<(rowCount + 1))
    let records = file.text.map { Array(CSVRecords($0)) } ?? []
    guard let width = file.form.columns?.count ?? records.first?.fieldCount else {
      return (numbers, [])
    }
    var lines: [Int] = []
    var others: [String] = []
    for record in file.form.columns == nil ? records.dropFirst() : records[...] {
      if record.fieldCount == width {
        lines.append(record.line)
      } else {
        others.append(
          "\(path):\(record.line): found \(record.fieldCount) cells; expected \(width)")
      }
    }
    return (lines.count == rowCount ? lines : numbers, others)
  }
}
