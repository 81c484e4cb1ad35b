import Columns
import Racing
import RowReading

/// Makes the rows of a race agree on the race's facts.
///
/// A fact comes from the first row that has a value: ``MonthMerge`` has given stored rows the facts
/// of a new file before.
enum RaceFacts {
  /// Returns the rows, each with all facts of its race.
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

/// Gives all rows of a race in one file the facts of its last row.
///
/// For files whose later rows are newer versions: they have a race twice if it was postponed or its
/// off time amended.
enum NewestFacts {
  /// Returns the rows, each with the newest facts of its race.
  ///
  /// - Parameters:
  ///   - table: Flat rows in file order.
  ///   - groups: The rows of each race.
  /// - Returns: The rows in the same order; a fact comes from the race's last row with a value.
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
