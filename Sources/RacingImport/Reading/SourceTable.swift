import ColumnStore
import Columns
import Racing
import TabularFiles

/// One input file, read: flat rows in the store's fields, and the cells that could not be read.
struct SourceTable {
  let file: SourceFile
  let tableName: String
  let mapping: TableMapping
  /// One row per record that has the header's width.
  var rows: Table
  var problems: [CellProblem]
  /// Records of another width.
  var skippedCount: Int
  /// Which of the file's rows these are; nil for all.
  var selection: RowSelection?
  /// The file's columns that no field takes.
  var unusedColumns: [String] = []

  /// Reads a file's fields.
  ///
  /// Where the rows turn out to have columns that change how others are to be read, the file is read
  /// again.
  ///
  /// - Parameters:
  ///   - input: The file, and which of the mapping's tables it is.
  ///   - mapping: What its columns and words mean.
  ///   - sides: The files whose columns it takes over.
  ///   - threads: How many threads may work.
  ///   - dictionary: The encoder of a dictionary.
  /// - Throws: ``ImportError`` when the file lacks a column or cannot be read.
  init(
    _ input: ImportInput, _ mapping: Mapping, sides: SideTables, threads: Int,
    dictionary: (String) -> DictionaryEncoder
  ) throws(ImportError) {
    var input = input
    while true {
      let fields = try sides.fields(of: input, threads: threads)
      func empty() -> FieldBatches {
        FieldBatches(
          fields: fields, input, mapping, dictionary: dictionary)
      }
      var parsed = empty()
      let all = try sides.readParts(of: input, threads: threads) {
        parsed = empty()
      } take: {
        parsed.read($0, threads: threads)
      }
      let isGuess = input.isGuess
      if isGuess, let all { input = input.settled(all) }
      let present = try isGuess ? sides.fields(of: input, threads: threads) : fields
      guard !isGuess || Self.isRead(fields, asIf: present, all) else { continue }
      self.init(
        input, mapping, parsed, present: Set(present.map(\.0.name)), dictionary: dictionary)
      unusedColumns = input.unusedColumns(mapping, all)
      return
    }
  }

  /// Takes the rows that were read of a file.
  ///
  /// - Parameters:
  ///   - input: The file, and which of the mapping's tables it is.
  ///   - mapping: What its columns and words mean.
  ///   - parsed: Its fields.
  ///   - present: The fields among them that the file has; nil for all.
  ///   - dictionary: The encoder of a dictionary.
  init(
    _ input: ImportInput, _ mapping: Mapping, _ parsed: FieldBatches, present: Set<String>? = nil,
    dictionary: (String) -> DictionaryEncoder
  ) {
    file = input.file
    tableName = input.tableName
    self.mapping = input.table
    let finished = parsed.finished()
    problems = finished.problems
    skippedCount = parsed.skippedCount
    rows = Self.addConstants(
      finished.columns.filter { present?.contains($0.name) ?? true }, input.table, mapping,
      rowCount: parsed.rowCount, dictionary: dictionary)
  }

  // MARK: - Implementation

  /// Whether fields were read as they would have been had it been known which of them the file has,
  /// and by which ways: a way by a column that no row has gives no text.
  private static func isRead(
    _ fields: [(Field, FieldMapping)], asIf present: [(Field, FieldMapping)], _ all: JSONColumns?
  ) -> Bool {
    let found = Set((all?.names ?? []) + (all?.containers ?? []))
    let ways = Dictionary(uniqueKeysWithValues: present.map { ($0.0.name, $0.1.sources) })
    return Set(fields.map(\.0.name)).isSuperset(of: ways.keys)
      && fields.allSatisfy { field, mapping in
        mapping.limited(to: found).sources == ways[field.name] ?? []
      }
  }

  private static func addConstants(
    _ rows: [(name: String, column: Column)], _ table: TableMapping, _ mapping: Mapping,
    rowCount: Int, dictionary: (String) -> DictionaryEncoder
  ) -> Table {
    var rows = rows
    var constants = table.constants
    for (name, text) in mapping.defaults where constants[name] == nil { constants[name] = text }
    if constants["source"] == nil { constants["source"] = mapping.name }
    for field in table.targetFields where !rows.contains(where: { $0.name == field.name }) {
      guard let value = constants[field.name] else { continue }
      var encoder: DictionaryEncoder?
      if case .coded(let name) = field.type { encoder = dictionary(name) }
      var constant = FieldMapping(column: "constant")
      if field.type == .instant { constant.zone = mapping.zone(of: table.feeds) }
      let one = FieldReader(
        field: field, mapping: constant, encoder: encoder
      ).values(Table([("constant", Column(texts: [value]))]))
      rows.append((field.name, one.column.repeated(rowCount)))
    }
    return Table(rows)
  }
}
