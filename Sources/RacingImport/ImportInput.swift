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
  /// What other tables read of it meanwhile.
  var beside: [DerivedReading] = []
  /// Its rows' texts, where they were read ahead.
  var early: [SourceRows]?

  init(_ file: SourceFile, table name: String?, _ mapping: Mapping) throws(ImportError) {
    let found = try mapping.table(for: file, named: name)
    self.file = file
    tableName = found.name
    table = found.mapping
    columns = found.columns
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

  /// Whether its rows serve other files' rows only.
  var isSide: Bool { table.isSide }

  /// The columns that the table's fields and joins ask for.
  var neededColumns: [String] {
    let mapped = table.fields.values.flatMap { $0.sources.flatMap(\.columns) }
    let all = Set(mapped + table.joins.flatMap { $0.on.map(\.own) })
    return columns.filter(all.contains)
  }

  /// Reads its rows' texts, and what others read of it, before the import takes place.
  ///
  /// A file that cannot be read stays as it is: its import will tell.
  mutating func readAhead() {
    var rows: [SourceRows] = []
    do throws(FileError) {
      try read(threads: 1) {
        rows = []
      } take: {
        rows.append($0)
      }
      early = rows
    } catch {}
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
      return early.forEach(take)
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
}
