import ColumnStore
import Columns
import Mappings
import RowReading
import TabularFiles

/// Records with another number of fields than their header, read from the left by a later file's
/// header.
///
/// A record that was cut short lacks its last cells, so it has its key if the key comes before the
/// cut.
struct OtherWidths {
  private let input: ImportInput
  private let mapping: Mapping
  private let writer: StoreWriter
  private let bound: Int

  /// A record's place and cells.
  private typealias Record = (place: Int, cells: [String])

  /// Bytes that a record takes besides its text, roughly.
  private static let recordBytes = 256

  /// Prepares to read records.
  ///
  /// - Parameters:
  ///   - input: A later file of the source; its header gives the columns of the records.
  ///   - mapping: The meaning of its columns.
  ///   - writer: The writer; its store holds the keys of very many records.
  ///   - bound: Bytes of records, and of keys, in memory.
  init(_ input: ImportInput, _ mapping: Mapping, _ writer: StoreWriter, bound: Int) {
    (self.input, self.mapping, self.writer, self.bound) = (input, mapping, writer, bound)
  }

  /// Returns the keys of the records whose first cells contain one.
  ///
  /// - Parameters:
  ///   - imports: Imports with their refused rows.
  ///   - starts: The place of each import's first row.
  /// - Returns: The keys of records of the file's table; their lines are their places, ascending.
  /// - Throws: ``StoreError`` `.io` when the disk is full.
  func keys(
    of imports: [(file: ImportedFile, rows: RefusedColumns)], _ starts: [Int]
  ) throws(StoreError) -> RefusedColumns {
    let draft = RefusedDraft(writer, bound: bound)
    if let text = input.file.text, input.table.joins.isEmpty,
      let all = try? input.table.fields(in: input.file.path, columns: input.columns)
    {
      let names = RowKeys.fields(of: input.table)
      let fields = all.filter { names.contains($0.0.name) }
      let form = TextForm(delimiter: text.delimiter)
      var records: [Record] = []
      var bytes = 0
      for ((file, rows), start) in zip(imports, starts) where file.table == input.tableName {
        for row in rows.indices where rows.isOfOtherWidth(row) {
          // In a record with a cell too many, the extra cell may come before the key, which then
          // belongs to another row.
          guard let cells = Self.cells(of: rows[row].raw, form),
            cells.count < input.columns.count
          else { continue }
          records.append((start + row, cells))
          bytes += rows.raw(row).count + Self.recordBytes
          guard bytes > bound else { continue }
          try addKeys(of: records, fields, to: draft)
          records.removeAll(keepingCapacity: true)
          bytes = 0
        }
      }
      try addKeys(of: records, fields, to: draft)
    }
    return RefusedColumns(try draft.rows())
  }

  // MARK: - Implementation

  private func addKeys(
    of records: [Record], _ fields: [(Field, FieldMapping)], to draft: RefusedDraft
  ) throws(StoreError) {
    guard !records.isEmpty else { return }
    // The names of earlier records are not needed any more.
    let encoders = TrialNames()
    let store = ReadingStore(dictionary: encoders.encoder)
    var parsed = FieldBatches(fields: fields, input, mapping, store)
    let columns = input.columns.enumerated().filter { input.neededColumns.contains($0.element) }
    let table = Table(
      columns.map { index, name in
        (
          name: name,
          column: Column(texts: records.map { index < $0.cells.count ? $0.cells[index] : "" })
        )
      })
    parsed.read(SourceRows(tables: [table]), threads: 1)
    let rows = try ImportRows(input, mapping, parsed, store)
    guard let keys = RowKeys(rows.table, of: input.table, dictionary: encoders.encoder) else {
      return
    }
    for (row, record) in records.enumerated() {
      var keyed = keys.keyed(RefusedRow(row: row, .otherWidth, detail: ""))
      guard !keyed.key.isEmpty else { continue }
      keyed.line = record.place
      draft.append(keyed)
    }
  }

  /// Returns the cells of a record; nil for a text that is none.
  private static func cells(of record: String, _ form: TextForm) -> [String]? {
    guard let text = try? CSVText(file: "", bytes: Buffer(Array(record.utf8)), form) else {
      return nil
    }
    var records = CSVRecords(text)
    return records.next().map { records.fields($0) }
  }
}
