import ColumnStore
import Columns
import Dispatch
import Racing
import Synchronization
import TabularFiles

/// One input file, read: flat rows in the store's fields, and the cells that could not be read.
struct SourceTable {
  let file: SourceFile
  let tableName: String
  let mapping: TableMapping
  let sourceName: String
  /// One row per record that has the header's width.
  var rows: Table
  var problems: [CellProblem]
  /// Records of another width.
  var skippedCount: Int
  /// Which of the file's rows these are; nil for all.
  var selection: RowSelection?

  init(
    file: SourceFile, mapping: Mapping, threads: Int,
    dictionary: (String) -> DictionaryEncoder
  ) throws(ImportError) {
    let columns = try onFile { () throws(FileError) in try file.columnNames() }
    let (name, table) = try mapping.table(for: file.path, columns: columns)
    let fields = try table.fields(in: file.path, columns: columns)
    let wanted = columns.filter { column in
      fields.contains { $0.1.parts.contains { $0.column == column } }
    }
    let source = try onFile { () throws(FileError) in
      try file.read(columns: wanted, threads: threads)
    }
    let encoders = Dictionary(
      uniqueKeysWithValues: fields.compactMap { field, _ -> (String, DictionaryEncoder)? in
        guard case .coded(let name) = field.type else { return nil }
        return (name, dictionary(name))
      })
    let parsed = Self.parse(source, fields, encoders, threads)
    self.file = file
    tableName = name
    self.mapping = table
    sourceName = mapping.name
    problems = parsed.problems
    skippedCount = source.skippedCount
    rows = Self.addConstants(
      parsed.rows, table, sourceName: mapping.name, rowCount: source.rowCount,
      dictionary: dictionary)
  }

  // MARK: - Implementation

  /// Reads fields in parallel; each has its own dictionary, so they share nothing.
  private static func parse(
    _ source: SourceRows, _ fields: [(Field, FieldMapping)],
    _ encoders: [String: DictionaryEncoder], _ threads: Int
  ) -> (rows: [(name: String, column: Column)], problems: [CellProblem]) {
    // Safety: each encoder is used by the one task that reads its field.
    nonisolated(unsafe) let encoders = encoders
    let results = Mutex([Int: (Column, [CellProblem])]())
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, fields.count))) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < fields.count else { return }
        let (field, mapping) = fields[index]
        var encoder: DictionaryEncoder?
        if case .coded(let name) = field.type { encoder = encoders[name] }
        let result = read(field, mapping, source, encoder)
        results.withLock { $0[index] = result }
      }
    }
    let done = results.withLock { $0 }
    let columns = fields.indices.map { (name: fields[$0].0.name, column: done[$0]!.0) }
    return (columns, fields.indices.flatMap { done[$0]!.1 })
  }

  private static func read(
    _ field: Field, _ mapping: FieldMapping, _ source: SourceRows, _ encoder: DictionaryEncoder?
  ) -> (Column, [CellProblem]) {
    var columns: [Column] = []
    var problems: [CellProblem] = []
    var first = 0
    for batch in source.tables {
      let values = FieldReader(field: field, mapping: mapping, rows: batch, encoder: encoder)
        .values()
      columns.append(values.column)
      problems += values.problems.map {
        CellProblem(row: first + $0.row, field: $0.field, found: $0.found, expected: $0.expected)
      }
      first += batch.rowCount
    }
    return (columns.isEmpty ? .nulls(field.type, count: 0) : .concatenated(columns), problems)
  }

  private static func addConstants(
    _ rows: [(name: String, column: Column)], _ table: TableMapping, sourceName: String,
    rowCount: Int, dictionary: (String) -> DictionaryEncoder
  ) -> Table {
    var rows = rows
    var constants = table.constants ?? [:]
    if !rows.contains(where: { $0.name == "source" }) { constants["source"] = sourceName }
    for field in table.targetFields {
      guard let value = constants[field.name] else { continue }
      let text = Column(texts: [value])
      let one = FieldReader(
        field: field, mapping: FieldMapping(column: "constant"),
        rows: Table([("constant", text)]), encoder: encoderOf(field, dictionary)
      ).values()
      rows.append(
        (field.name, one.column.gathered([Int32](repeating: 0, count: rowCount))))
    }
    return Table(rows)
  }

  private static func encoderOf(_ field: Field, _ dictionary: (String) -> DictionaryEncoder)
    -> DictionaryEncoder?
  {
    guard case .coded(let name) = field.type else { return nil }
    return dictionary(name)
  }
}
