import Columns
import TabularFiles

/// A CSV file's records behind the header, each with its row among those of the header's width.
struct RowRecords: Sequence, IteratorProtocol {
  /// The number of the header's fields.
  let width: Int
  private var records: CSVRecords
  private var nextRow = 0

  /// Starts at the first record behind the header.
  init(_ bytes: Buffer<UInt8>) {
    var records = CSVRecords(bytes)
    width = records.next()?.fieldCount ?? 0
    self.records = records
  }

  /// The next record, and its row; nil for a record of another width.
  mutating func next() -> (record: CSVRecord, row: Int?)? {
    guard let record = records.next() else { return nil }
    guard record.fieldCount == width else { return (record, nil) }
    defer { nextRow += 1 }
    return (record, nextRow)
  }

  /// The raw text of a record.
  func text(_ record: CSVRecord) -> String { records.text(record) }
}
