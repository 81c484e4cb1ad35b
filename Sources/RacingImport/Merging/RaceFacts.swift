import Columns
import Racing

/// Makes the rows of a race agree on the race's facts.
///
/// A fact is what the newest import says of it, by its first row that has a value. So a file that
/// amends one runner of a race may also move the race's date or off time.
enum RaceFacts {
  /// Returns the rows with every race's facts on each of its rows.
  static func unified(_ table: Table, _ groups: RaceGroups) -> Table {
    let versions = table.importIDs
    let changes = RowChanges(groups)
    let names = Set(RacingTables.raceFields.map(\.name)).subtracting(["race_id"])
    let columns = zip(table.fields, table.columns).map { field, column in
      guard names.contains(field.name) else { return column }
      // Nearly all races' rows agree already.
      let races = changes.races(in: column)
      guard !races.isEmpty else { return column }
      var indices = (0..<Int32(table.rowCount)).map { $0 }
      for race in races {
        let source = newest(groups[race], column, versions)
        guard source >= 0 else { continue }
        for row in groups[race] { indices[Int(row)] = source }
      }
      return column.gathered(indices)
    }
    return Table(fields: table.fields, columns: columns, rowCount: table.rowCount)
  }

  /// Returns the row that tells a fact, or −1 where none does.
  private static func newest(
    _ rows: ArraySlice<Int32>, _ column: Column, _ versions: Buffer<Int32>
  ) -> Int32 {
    var best: Int32 = -1
    for row in rows where !column.isNull(Int(row)) {
      if best < 0 || versions[Int(row)] > versions[Int(best)] { best = row }
    }
    return best
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
