import ColumnStore
import Columns
import Racing
import TabularFiles

/// A file's fields, read from one batch of rows after another.
struct FieldBatches {
  // Safety: each reader has an encoder of its own and is used by one task at a time.
  nonisolated(unsafe) private let readers: [FieldReader]
  private let fileName: String
  /// Times of day need their days, so these are read first.
  private let dateIndex: Int?
  /// The columns so far: of each field, one for each batch.
  private var parts: [[Column]]
  private(set) var problems: [CellProblem] = []
  private(set) var rowCount = 0
  private(set) var skippedCount = 0

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - fields: What is read, and from which columns.
  ///   - defaults: Texts for fields that a row has no value for.
  ///   - isGuarded: Whether names may carry the mark that keeps spreadsheets from running them.
  ///   - fileName: The text of a column that stands for it.
  ///   - dictionary: The encoder of a dictionary.
  init(
    fields: [(Field, FieldMapping)], defaults: [String: String], isGuarded: Bool,
    fileName: String, dictionary: (String) -> DictionaryEncoder
  ) {
    readers = fields.map { field, mapping in
      var mapping = mapping
      if mapping.fallback == nil { mapping.fallback = defaults[field.name] }
      var encoder: DictionaryEncoder?
      if case .coded(let name) = field.type { encoder = dictionary(name) }
      return FieldReader(
        field: field, mapping: mapping, rows: Table([]), encoder: encoder, isGuarded: isGuarded)
    }
    self.fileName = fileName
    dateIndex = fields.firstIndex { $0.0.name == "date" }
    parts = fields.map { _ in [] }
  }

  /// Reads fields in parallel; each has its own dictionary, so they share nothing.
  ///
  /// - Parameters:
  ///   - rows: The next rows.
  ///   - threads: How many threads may work.
  mutating func read(_ rows: SourceRows, threads: Int) {
    let tables = withFileName(rows.tables)
    // Safety: as those of `self`.
    nonisolated(unsafe) let readers = readers
    let dateIndex = dateIndex
    let dates = dateIndex.map { Self.read(readers[$0], tables, days: []) }
    let days = dates?.map(\.column) ?? []
    let results = ParallelTasks.map(count: readers.count, threads: threads) { index in
      index == dateIndex ? dates! : Self.read(readers[index], tables, days: days)
    }
    for (field, values) in results.enumerated() {
      var first = rowCount
      for (batch, values) in zip(tables, values) {
        parts[field].append(values.column)
        problems += values.problems.map {
          CellProblem(row: first + $0.row, field: $0.field, found: $0.found, expected: $0.expected)
        }
        first += batch.rowCount
      }
    }
    rowCount += rows.rowCount
    skippedCount += rows.skippedCount
  }

  /// The fields' columns over all batches.
  func columns(threads: Int) -> [(name: String, column: Column)] {
    let columns = ParallelTasks.map(count: readers.count, threads: threads) { field in
      parts[field].isEmpty
        ? .nulls(readers[field].field.type, count: 0) : Column.concatenated(parts[field])
    }
    return zip(readers, columns).map { (name: $0.field.name, column: $1) }
  }

  // MARK: - Implementation

  /// The batches, with the file's name as a column where a field asks for it.
  private func withFileName(_ tables: [Table]) -> [Table] {
    let isWanted = readers.contains { reader in
      reader.mapping.sources.contains {
        $0.parts.contains { $0.column == ColumnMapping.fileName }
      }
    }
    guard isWanted else { return tables }
    let name = Column(texts: [fileName])
    return tables.map { batch in
      let column = name.gathered([Int32](repeating: 0, count: batch.rowCount))
      return Table(
        fields: batch.fields + [Field(ColumnMapping.fileName, .text)],
        columns: batch.columns + [column], rowCount: batch.rowCount)
    }
  }

  private static func read(_ reader: FieldReader, _ batches: [Table], days: [Column])
    -> [FieldValues]
  {
    batches.enumerated().map { index, batch in
      var reader = reader
      reader.rows = batch
      if reader.field.type == .instant, !days.isEmpty { reader.days = days[index] }
      return reader.values()
    }
  }
}
