import Columns
import TabularFiles

extension OpenRefusals {
  /// Gives records of another width than their header's the key that their first cells tell.
  ///
  /// A record that was cut short lacks its last cells, so that its key is told if it stands before.
  ///
  /// - Parameters:
  ///   - input: A later file of the source, by whose header the records are read.
  ///   - mapping: The meaning of its columns.
  mutating func keyOtherWidths(as input: ImportInput, _ mapping: Mapping) {
    guard let text = input.file.text, input.table.joins.isEmpty,
      let all = try? input.table.fields(in: input.file.path, columns: input.columns)
    else { return }
    let form = TextForm(delimiter: text.delimiter)
    let records = otherWidths(of: input.tableName).compactMap { record in
      Self.cells(of: record.text, form).map { (place: record.place, cells: $0) }
    }
    guard !records.isEmpty else { return }
    let names = RowKeys.fields(of: input.table)
    let encoders = TrialNames()
    var parsed = FieldBatches(
      fields: all.filter { names.contains($0.0.name) }, input, mapping, dictionary: encoders.encoder
    )
    let columns = input.columns.enumerated().filter { input.neededColumns.contains($0.element) }
    let table = Table(
      columns.map { index, name in
        (
          name: name,
          column: Column(texts: records.map { index < $0.cells.count ? $0.cells[index] : "" })
        )
      })
    parsed.read(SourceRows(tables: [table]), threads: 1)
    let source = SourceTable(input, mapping, parsed, dictionary: encoders.encoder)
    guard let keys = RowKeys(source.rows, of: input.table, dictionary: encoders.encoder) else {
      return
    }
    for (row, record) in records.enumerated() {
      if let race = keys.race(row) { key(record.place, race: race, keys.parts(row)) }
    }
  }

  /// Returns the cells of a record; nil of a text that is none.
  private static func cells(of record: String, _ form: TextForm) -> [String]? {
    guard let text = try? CSVText(file: "", bytes: Buffer(Array(record.utf8)), form) else {
      return nil
    }
    var records = CSVRecords(text)
    return records.next().map { records.fields($0) }
  }

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
