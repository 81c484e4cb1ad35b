import TabularFiles

extension OpenRefusals {
  /// Finds the rows that stand in a text and are accepted there.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - refused: The lines of its refused rows.
  /// - Returns: The places of the open rows.
  func brought(by text: CSVText, except refused: Set<Int>) -> Set<Int> {
    let lengths = Set(byText.keys.map(\.utf8.count))
    guard !lengths.isEmpty else { return [] }
    var found: Set<Int> = []
    let records = RowRecords(text)
    for (record, row) in records
    where row != nil && lengths.contains(record.bytes.count) && !refused.contains(record.line) {
      found.formUnion(byText[records.text(record)] ?? [])
    }
    return found
  }
}
