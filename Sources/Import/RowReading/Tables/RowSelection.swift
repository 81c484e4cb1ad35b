import Columns
import TabularFiles

/// The rows of a file that a retry reads.
package struct RowSelection {
  /// The lines that were asked for: of records in a CSV file, ordinals from 1 elsewhere.
  package let lines: Buffer<Int64>
  /// Those of the lines that the file has, by their places.
  package let found: RowSet
  /// Their numbers among the file's rows of the header's width, ascending.
  let rows: [Int32]

  /// The number of records of another width.
  var skippedCount: Int { found.count - rows.count }
}

extension SourceTable {
  /// Returns the rows that stand on some lines, as if the file held no others.
  ///
  /// - Parameter lines: The lines, ascending.
  /// - Returns: The rows.
  package func selecting(_ lines: Buffer<Int64>) -> SourceTable {
    let selection = selection(of: lines)
    var selected = self
    selected.rows = rows.gathered(selection.rows)
    selected.skippedCount = selection.skippedCount
    selected.selection = selection
    return selected
  }

  /// Returns the number of a row among the file's rows of the header's width.
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
      for (place, line) in lines.enumerated() where line > 0 && line <= self.rows.rowCount {
        found.insert(place)
        rows.append(Int32(line - 1))
      }
    }
    return RowSelection(lines: lines, found: found, rows: rows)
  }
}

/// A CSV file's records behind the header, each with its row among records of the header's width.
package struct RowRecords: Sequence, IteratorProtocol {
  /// The number of the header's fields.
  package let width: Int
  private var records: CSVRecords
  private var nextRow = 0

  /// Starts at the first record behind the header.
  package init(_ text: CSVText) {
    var records = CSVRecords(text)
    width = records.next()?.fieldCount ?? 0
    self.records = records
  }

  /// Returns the next record, and its row; nil for a record of another width.
  package mutating func next() -> (record: CSVRecord, row: Int?)? {
    guard let record = records.next() else { return nil }
    guard record.fieldCount == width else { return (record, nil) }
    defer { nextRow += 1 }
    return (record, nextRow)
  }

  /// Returns the raw text of a record.
  package func text(_ record: CSVRecord) -> String { records.text(record) }
}
