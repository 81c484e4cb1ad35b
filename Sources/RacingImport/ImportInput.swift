import TabularFiles

/// A file to import, and which of the mapping's tables it is.
public struct ImportFile: Equatable, Sendable {
  /// The file's path.
  public var path: String
  /// The table's name; nil to tell it by the file's columns.
  public var table: String?

  /// Names a file.
  public init(_ path: String, table: String? = nil) {
    self.path = path
    self.table = table
  }
}

/// An opened file with its table.
struct ImportInput: Sendable {
  let file: SourceFile
  let tableName: String
  let table: TableMapping
  /// The columns that the file itself has.
  let columns: [String]
  /// Whether some row is more than a text or number where an object should be.
  let hasObjects: Bool
  /// What other tables read of it meanwhile.
  var beside: [DerivedReading] = []
  /// Its rows' texts, where they were read ahead.
  private(set) var early: SourceRows?

  init(_ file: SourceFile, table name: String?, _ mapping: Mapping) throws(ImportError) {
    let found = try mapping.table(for: file, named: name)
    self.file = file
    tableName = found.name
    table = found.mapping
    columns = found.columns.names + table.misread(found.columns)
    hasObjects = !found.columns.hasRowsWithoutObjects
  }

  /// Opens a file whose table is known and reads its rows' texts at once, and what others read of it,
  /// before the import takes place; nil where it has to be looked at first, and its import then tells
  /// what is wrong with it.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: The table's name.
  ///   - mapping: What its columns and words mean.
  ///   - beside: What other tables read of it.
  init?(
    ahead file: SourceFile, table name: String, _ mapping: Mapping, beside: [DerivedReading]
  ) {
    guard let table = mapping.tables[name], !table.isSide, table.joins.isEmpty else { return nil }
    for reading in beside { reading.begin() }
    let read = file.readPresent(
      columns: Set(table.mappedColumns).subtracting([ColumnMapping.fileName]).sorted(),
      rows: table.rowPath ?? .document
    ) { index, part in
      for reading in beside { reading.read(index, part) }
    }
    // A file without any row, or without an object among them, has no columns, and lacks none: that
    // is told by all columns it has.
    guard let read, read.columns.names.contains(where: JSONColumns.isOwn) else { return nil }
    for reading in beside { reading.end() }
    self.file = file
    tableName = name
    self.table = table
    columns = read.columns.names + table.misread(read.columns)
    hasObjects = true
    self.beside = beside
    early = read.rows
  }

  /// Where its rows stand; nil where it is no JSON.
  var rowPath: RowPath? { file.kind.isJSON ? table.rowPath ?? .document : nil }

  /// Whether a field is read from the file's name.
  var asksForFileName: Bool {
    table.fields.values.contains { field in
      field.sources.contains {
        $0.parts.contains { $0.column == ColumnMapping.fileName }
      }
    }
  }

  /// Whether its rows need nothing but what stands in themselves, and nobody else reads them.
  var isPlain: Bool { table.joins.isEmpty && beside.isEmpty && !asksForFileName }

  /// Whether its rows serve other files' rows only.
  var isSide: Bool { table.isSide }

  /// The columns that the table's fields and joins ask for.
  var neededColumns: [String] {
    let all = Set(table.mappedColumns + table.joins.flatMap { $0.on.map(\.own) })
    return columns.filter(all.contains)
  }

  /// Hands out the texts of its rows, a part of the file at a time.
  ///
  /// - Parameters:
  ///   - threads: How many threads may parse.
  ///   - begin: Called before the first rows, and again where reading begins anew.
  ///   - take: Takes rows of the needed columns.
  /// - Throws: `FileError` when it cannot be read.
  func read(threads: Int, begin: () -> Void, take: (SourceRows) -> Void) throws(FileError) {
    if let early {
      begin()
      return take(early)
    }
    let beside = beside
    try file.readParts(columns: neededColumns, rows: rowPath, threads: threads) { index, part in
      for reading in beside { reading.read(index, part) }
    } begin: {
      for reading in beside { reading.begin() }
      begin()
    } take: {
      take($0)
    }
    for reading in beside { reading.end() }
  }
}

extension TableMapping {
  /// Whether its rows serve other tables' rows only.
  var isSide: Bool { feeds == .lookup || feeds == .races }

  /// The columns that its fields are read from.
  var mappedColumns: [String] { fields.values.flatMap { $0.sources.flatMap(\.columns) } }
}
