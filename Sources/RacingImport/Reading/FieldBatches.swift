import ColumnStore
import Columns
import Dispatch
import Racing
import Synchronization
import TabularFiles

/// A file's fields and the batches of rows they are read from.
struct FieldBatches {
  let fields: [(field: Field, mapping: FieldMapping)]
  let source: SourceRows
  let fileName: String

  /// Reads fields in parallel; each has its own dictionary, so they share nothing.
  ///
  /// - Parameters:
  ///   - threads: How many threads may work.
  ///   - isGuarded: Whether names may carry the mark that keeps spreadsheets from running them.
  ///   - defaults: Texts for fields that a row has no value for.
  ///   - dictionary: The encoder of a dictionary.
  /// - Returns: A column per field, and the cells that could not be read.
  func read(
    threads: Int, isGuarded: Bool, defaults: [String: String],
    dictionary: (String) -> DictionaryEncoder
  ) -> (rows: [(name: String, column: Column)], problems: [CellProblem]) {
    // Safety: each reader has an encoder of its own and is used by one task.
    nonisolated(unsafe) let readers = fields.map { field, mapping in
      var mapping = mapping
      if mapping.fallback == nil { mapping.fallback = defaults[field.name] }
      var reader = FieldReader(field: field, mapping: mapping, rows: Table([]))
      if case .coded(let name) = field.type { reader.encoder = dictionary(name) }
      reader.isGuarded = isGuarded
      return reader
    }
    let tables = withFileName
    // Times of day need their days, so these are read first.
    let dateIndex = fields.firstIndex { $0.field.name == "date" }
    let dates = dateIndex.map { Self.read(readers[$0], tables, days: nil) }
    let results = Mutex([Int: (Column, [CellProblem])]())
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, fields.count))) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < fields.count else { return }
        let result =
          index == dateIndex ? dates! : Self.read(readers[index], tables, days: dates?.0)
        results.withLock { $0[index] = result }
      }
    }
    let done = results.withLock { $0 }
    let columns = fields.indices.map { (name: fields[$0].field.name, column: done[$0]!.0) }
    return (columns, fields.indices.flatMap { done[$0]!.1 })
  }

  // MARK: - Implementation

  /// The batches, with the file's name as a column where a field asks for it.
  private var withFileName: [Table] {
    let isWanted = fields.contains { field in
      field.mapping.sources.contains { $0.parts.contains { $0.column == ColumnMapping.fileName } }
    }
    guard isWanted else { return source.tables }
    let name = Column(texts: [fileName])
    return source.tables.map { batch in
      let column = name.gathered([Int32](repeating: 0, count: batch.rowCount))
      return Table(
        fields: batch.fields + [Field(ColumnMapping.fileName, .text)],
        columns: batch.columns + [column], rowCount: batch.rowCount)
    }
  }

  private static func read(_ reader: FieldReader, _ batches: [Table], days: Column?)
    -> (Column, [CellProblem])
  {
    var columns: [Column] = []
    var problems: [CellProblem] = []
    var first = 0
    for batch in batches {
      let needsDays = reader.field.type == .instant
      let own = (first..<(first + batch.rowCount)).map { Int32($0) }
      let batchReader = FieldReader(
        field: reader.field, mapping: reader.mapping, rows: batch, encoder: reader.encoder,
        days: needsDays ? days?.gathered(own) : nil, isGuarded: reader.isGuarded)
      let values = batchReader.values()
      columns.append(values.column)
      problems += values.problems.map {
        CellProblem(row: first + $0.row, field: $0.field, found: $0.found, expected: $0.expected)
      }
      first += batch.rowCount
    }
    let type = reader.field.type
    return (columns.isEmpty ? .nulls(type, count: 0) : .concatenated(columns), problems)
  }
}
