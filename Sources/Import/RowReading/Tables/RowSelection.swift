import Columns
import TabularFiles

/// The rows of a file that a retry reads.
package struct RowSelection {
  /// The requested lines: of records in a CSV file, row numbers from 1 elsewhere.
  package let lines: Buffer<Int64>
  /// The requested lines that the file has, by their index.
  package let found: RowSet
  /// Their numbers among the rows with the header's number of fields, ascending.
  let rows: [Int32]

  /// The number of records with another number of fields.
  var skippedCount: Int { found.count - rows.count }
}

extension ImportRows {
  /// Returns the rows on some lines, as if the file held no others.
  ///
  /// - Parameter lines: The lines, ascending.
  /// - Returns: The rows.
  package func selecting(_ lines: Buffer<Int64>) -> ImportRows {
    let selection = selection(of: lines)
    var selected = self
    selected.table = table.gathered(selection.rows)
    selected.skippedCount = selection.skippedCount
    selected.selection = selection
    return selected
  }

  /// Returns the number of a row among the file's rows with the header's number of fields.
  package func fileRow(_ row: Int) -> Int { selection.map { Int($0.rows[row]) } ?? row }

  // MARK: - Implementation

  private func selection(of lines: Buffer<Int64>) -> RowSelection {
    var found = RowSet()
    var rows: [Int32] = []
    if let text = file.text {
      var walk = LineWalk(lines)
      for (record, row) in RowRecords(text) {
        guard let place = walk.place(of: record.line) else { continue }
        found.insert(place)
        if let row { rows.append(Int32(row)) }
      }
    } else {
      for (place, line) in lines.enumerated() where line > 0 && line <= table.rowCount {
        found.insert(place)
        rows.append(Int32(line - 1))
      }
    }
    return RowSelection(lines: lines, found: found, rows: rows)
  }
}

/// A CSV file's records after the header, each with its number among those with the header's number
/// of fields.
package struct RowRecords: Sequence, IteratorProtocol {
  /// The number of the header's fields.
  package let width: Int
  private var records: CSVRecords
  private var nextRow = 0

  /// Begins at the first record after the header.
  package init(_ text: CSVText) {
    var records = CSVRecords(text)
    width = records.next()?.fieldCount ?? 0
    self.records = records
  }

  /// Returns the next record and its number; nil as the number for a record with another number of
  /// fields.
  package mutating func next() -> (record: CSVRecord, row: Int?)? {
    guard let record = records.next() else { return nil }
    guard record.fieldCount == width else { return (record, nil) }
    defer { nextRow += 1 }
    return (record, nextRow)
  }

  /// Returns the raw text of a record.
  package func text(_ record: CSVRecord) -> String { records.text(record) }
}
