import StoreImport
import Testing

extension TestStore {
  /// Imports a text by a built-in mapping under a name; every row is stored, with all its cells.
  ///
  /// - Returns: Columns of the stored runners in the order of their numbers and names: one value if
  ///   all runners have the same.
  func stored(_ text: String, named name: String, format: String) throws -> [String: String] {
    let path = folder + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let imported = try add([path], format: format)[0]
    #expect(imported.stored == imported.rowsRead && imported.rowsRead > 0)
    #expect(try rejects() == [])
    let rows = try rows().sorted {
      ($0["race_id"]!, $0["draw"]!, $0["horse"]!) < ($1["race_id"]!, $1["draw"]!, $1["horse"]!)
    }
    return Dictionary(
      uniqueKeysWithValues: rows[0].keys.map { column in
        let values = rows.map { $0[column]! }
        return (column, Set(values).count == 1 ? values[0] : values.joined(separator: "|"))
      })
  }
}

/// Compares columns with their known values.
func expect(
  _ found: [String: String], _ expected: [String: String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (column, value) in expected.sorted(by: { $0.key < $1.key }) {
    #expect(found[column] == value, "\(column)", sourceLocation: sourceLocation)
  }
}
