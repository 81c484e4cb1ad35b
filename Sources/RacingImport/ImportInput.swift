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
struct ImportInput {
  let file: SourceFile
  let tableName: String
  let table: TableMapping
  /// The columns that the file itself has.
  let columns: [String]
  /// What other tables read of it meanwhile.
  var beside: [DerivedReading] = []

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
}

extension TableMapping {
  /// Whether its rows serve other tables' rows only.
  var isSide: Bool { feeds == .lookup || feeds == .races }
}
