import Columns
import RowReading
import TabularFiles

extension OpenRefusals {
  /// Finds the open rows whose text a file contains and whose row it accepts.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - refused: The lines of its refused rows, ascending.
  /// - Returns: The places of the open rows.
  func brought(by text: CSVText, except refused: Buffer<Int64>) -> RowSet {
    var found = RowSet()
    guard !textLengths.isEmpty else { return found }
    var walk = LineWalk(refused)
    for (record, row) in RowRecords(text)
    where row != nil && textLengths.contains(record.bytes.count)
      && walk.place(of: record.line) == nil
    {
      // Safety: a record's bytes are within the text.
      find(UnsafeBufferPointer(rebasing: text.bytes.pointer[record.bytes]), &found)
    }
    return found
  }
}
