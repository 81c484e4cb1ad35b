import Columns
import TabularFiles

/// The rows of a file that a retry reads.
struct RowSelection {
  /// The lines of their records in a CSV file, their ordinals from 1 elsewhere.
  let lines: Set<Int>
  /// Their numbers among the file's rows of the header's width, ascending.
  let rows: [Int32]
  /// The number of records of another width.
  let skippedCount: Int
}

extension SourceTable {
  /// Returns the rows that stand on some lines, as if the file held no others.
  func selecting(_ lines: Set<Int>) -> SourceTable {
    let selection = selection(of: lines)
    var new: [Int: Int] = [:]
    for (index, row) in selection.rows.enumerated() { new[Int(row)] = index }
    var selected = self
    selected.rows = rows.gathered(selection.rows)
    selected.problems = problems.compactMap { problem in
      new[problem.row].map {
        CellProblem(row: $0, field: problem.field, found: problem.found, expected: problem.expected)
      }
    }
    selected.skippedCount = selection.skippedCount
    selected.selection = selection
    return selected
  }

  // MARK: - Implementation

  private func selection(of lines: Set<Int>) -> RowSelection {
    var found: Set<Int> = []
    var rows: [Int32] = []
    guard let text = file.text else {
      found = lines.filter { (1...max(1, self.rows.rowCount)).contains($0) }
      return RowSelection(
        lines: found, rows: found.sorted().map { Int32($0 - 1) }, skippedCount: 0)
    }
    for (record, row) in RowRecords(text) where lines.contains(record.line) {
      found.insert(record.line)
      if let row { rows.append(Int32(row)) }
    }
    return RowSelection(lines: found, rows: rows, skippedCount: found.count - rows.count)
  }
}

/// A CSV file's records behind the header, each with its row among records of the header's width.
struct RowRecords: Sequence, IteratorProtocol {
  /// The number of the header's fields.
  let width: Int
  private var records: CSVRecords
  private var nextRow = 0

  /// Starts at the first record behind the header.
  init(_ text: CSVText) {
    var records = CSVRecords(text)
    width = records.next()?.fieldCount ?? 0
    self.records = records
  }

  /// Returns the next record, and its row; nil for a record of another width.
  mutating func next() -> (record: CSVRecord, row: Int?)? {
    guard let record = records.next() else { return nil }
    guard record.fieldCount == width else { return (record, nil) }
    defer { nextRow += 1 }
    return (record, nextRow)
  }

  /// Returns the raw text of a record.
  func text(_ record: CSVRecord) -> String { records.text(record) }
}
