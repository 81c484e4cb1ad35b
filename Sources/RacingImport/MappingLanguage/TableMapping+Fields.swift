import Columns
import Racing
import Seasons
import TabularFiles

extension TableMapping {
  /// The fields of the store's table that its rows can fill.
  var targetFields: [Field] {
    switch feeds {
    case .runners: RacingTables.raceFields + RacingTables.runnerFields
    case .races: RacingTables.raceFields
    case .dividends: RacingTables.dividendFields
    case .points: SeasonTables.pointsLedgerFields
    case .roster: SeasonTables.rosterFields
    case .rewards: SeasonTables.rewardFields
    case .progress: SeasonTables.progressFields
    case .runnerPoints: SeasonTables.runnerPointFields
    case .lookup: []
    }
  }

  /// The names a mapping may use; the import's number is not the source's to say.
  var knownFields: [String] { targetFields.map(\.name).filter { $0 != "import_id" } }

  /// Where its rows stand in a JSON document.
  var rowPath: RowPath? { rows.flatMap { RowPath($0) } }

  /// Paths that fields are read from though they lead to objects or lists of a JSON file, so that
  /// rows are refused and nothing goes missing unseen: those of fields that have no other way.
  ///
  /// - Parameter found: What the file has.
  /// - Returns: The paths, each once.
  func misread(_ found: JSONColumns) -> [String] {
    guard !found.containers.isEmpty else { return [] }
    let (names, containers) = (Set(found.names), Set(found.containers))
    let read = fields.values.flatMap { field -> [String] in
      guard field.limited(to: names).sources.isEmpty else { return [] }
      return field.limited(to: names.union(containers)).sources.flatMap(\.columns)
    }
    return Set(read).intersection(containers).sorted()
  }

  /// The mapped fields that a file can fill, in the store's order.
  ///
  /// - Parameters:
  ///   - file: The file's name in messages.
  ///   - columns: The columns it has, those of joined tables included.
  ///   - hasObjects: Whether some row is an object. Of texts and numbers where rows should be each is
  ///     refused by itself, for they have no columns, and so lack none.
  /// - Returns: Fields with their mappings, less ways that need other columns.
  /// - Throws: ``ImportError`` when a column that is not optional is missing.
  func fields(in file: String, columns: [String], hasObjects: Bool = true) throws(ImportError)
    -> [(Field, FieldMapping)]
  {
    // A JSON file without any row has no columns, and lacks none.
    let isEmpty = rows != nil && columns.isEmpty
    let has = Set(columns)
    var present: [(Field, FieldMapping)] = []
    var missing: [String] = []
    for field in targetFields {
      guard let mapping = fields[field.name] else { continue }
      let limited = mapping.limited(to: has)
      let isExcused = isEmpty || !hasObjects && mapping.readsOwnColumn
      if isExcused || !limited.sources.isEmpty || limited.fallback != nil {
        present.append((field, limited))
      } else if !mapping.optional {
        missing += mapping.sources.first?.columns.filter { !has.contains($0) } ?? []
      }
    }
    let given = present.map(\.0.name) + constants.keys
    if !isEmpty, hasObjects, !requiresOneOf.isEmpty, !requiresOneOf.contains(where: given.contains)
    {
      missing.append(requiresOneOf.joined(separator: " or "))
    }
    guard missing.isEmpty else {
      throw .file(.missingColumns(file: file, missing: missing, present: columns))
    }
    return present
  }
}

extension FieldMapping {
  /// Whether one of its ways is by a column of the row itself.
  fileprivate var readsOwnColumn: Bool {
    sources.contains { $0.columns.contains(where: JSONColumns.isOwn) }
  }
}

extension Mapping {
  /// The table that a file is: the named one, or the one whose telling columns it has.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: The table's name, where it is given.
  /// - Returns: The table's name and mapping, and what the file has.
  /// - Throws: ``ImportError`` `.unknownTable` when no table fits.
  func table(for file: SourceFile, named name: String?) throws(ImportError)
    -> (name: String, mapping: TableMapping, columns: JSONColumns)
  {
    if let name {
      guard let table = tables[name] else {
        throw .unknownTableName(found: name, mapping: self.name, expected: tables.keys.sorted())
      }
      return (name, table, try columns(of: file, table))
    }
    let isJSON = file.kind.isJSON
    let tables = tables.filter { isJSON == ($0.value.rows != nil) }
    guard !tables.isEmpty else {
      throw .otherKind(file: file.path, isJSON: isJSON, mapping: self.name)
    }
    var fitting: [(name: String, mapping: TableMapping, columns: JSONColumns)] = []
    // By the objects around rows that are texts.
    var likely = fitting
    var seen: [String] = []
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      let columns = try columns(of: file, table)
      if seen.isEmpty { seen = columns.names }
      let isTold = !table.recognisedBy.isEmpty || self.tables.count == 1
      guard isTold else { continue }
      let others = table.recognisedBy.filter { !columns.names.contains($0) }
      if others.isEmpty {
        fitting.append((name, table, columns))
      } else if columns.hasRowsWithoutObjects, others.count < table.recognisedBy.count,
        others.allSatisfy(JSONColumns.isOwn)
      {
        likely.append((name, table, columns))
      }
    }
    if fitting.isEmpty { fitting = likely }
    let most = fitting.map(\.mapping.recognisedBy.count).max() ?? 0
    guard let best = fitting.first(where: { $0.mapping.recognisedBy.count == most }) else {
      if isJSON, seen.isEmpty, let empty = try tableWithoutRows(in: file, among: tables) {
        return (empty, tables[empty]!, JSONColumns(names: []))
      }
      throw .unknownTable(file: file.path, columns: seen, mapping: self.name)
    }
    return best
  }

  /// The first table whose list of rows a file has, though it is empty: a day without races.
  private func tableWithoutRows(
    in file: SourceFile, among tables: [String: TableMapping]
  ) throws(ImportError) -> String? {
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      let path = table.rowPath ?? .document
      if try onFile({ () throws(FileError) in try file.hasEmptyList(at: path) }) { return name }
    }
    return nil
  }

  private func columns(of file: SourceFile, _ table: TableMapping) throws(ImportError)
    -> JSONColumns
  {
    try onFile { () throws(FileError) in
      if let found = try file.jsonColumns(rows: table.rowPath ?? .document) { return found }
      return JSONColumns(names: try file.columnNames())
    }
  }
}
