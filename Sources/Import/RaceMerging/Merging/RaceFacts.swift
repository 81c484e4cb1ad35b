import Columns
import Racing
import RowReading

/// Makes the rows of a race agree on the race's facts.
///
/// A fact is that of the first row that has a value: stored rows have been told the facts of a new
/// file before (``MonthMerge``).
enum RaceFacts {
  /// Returns the rows with every race's facts on each of its rows.
  static func unified(_ table: Table, _ groups: RaceGroups) -> Table {
    let changes = RowChanges(groups)
    let names = Set(RacingTables.raceFields.map(\.name)).subtracting(["race_id"])
    let columns = zip(table.fields, table.columns).map { field, column in
      guard names.contains(field.name) else { return column }
      // Nearly all races' rows agree already.
      let races = changes.races(in: column)
      guard !races.isEmpty else { return column }
      var indices = (0..<Int32(table.rowCount)).map { $0 }
      for race in races {
        guard let source = groups[race].first(where: { !column.isNull(Int($0)) }) else {
          continue
        }
        for row in groups[race] { indices[Int(row)] = source }
      }
      return column.gathered(indices)
    }
    return Table(fields: table.fields, columns: columns, rowCount: table.rowCount)
  }
}

/// Gives all rows of a race in one file the facts that its last row tells.
///
/// This is for files whose later rows are newer versions: a race that was put off, or whose off
/// time was amended, stands in them twice.
enum NewestFacts {
  /// Returns the rows with every race's newest facts on each of its rows.
  ///
  /// - Parameters:
  ///   - table: Flat rows in file order.
  ///   - groups: Which rows belong to which race.
  /// - Returns: The same rows in the same order; a fact is that of the race's last row with a
  ///   value.
  static func applied(to table: Table, _ groups: RaceGroups) -> Table {
    let names = Set(RacingTables.raceFields.map(\.name)).subtracting(["race_id"])
    let facts = RowContent(table, only: Array(names))
    let mixed = (0..<groups.count).filter { race in
      let rows = groups[race]
      return rows.contains { !facts.isSame(Int(rows.first!), Int($0)) }
    }
    guard !mixed.isEmpty else { return table }
    let columns = zip(table.fields, table.columns).map { field, column in
      guard names.contains(field.name) else { return column }
      var indices = (0..<Int32(table.rowCount)).map { $0 }
      for race in mixed {
        let rows = groups[race]
        guard let newest = rows.last(where: { !column.isNull(Int($0)) }) else { continue }
        for row in rows { indices[Int(row)] = newest }
      }
      return column.gathered(indices)
    }
    return Table(fields: table.fields, columns: columns, rowCount: table.rowCount)
  }
}
