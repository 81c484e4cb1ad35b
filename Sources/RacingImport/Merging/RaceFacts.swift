import Columns
import Racing

/// Makes the rows of a race agree on the race's facts.
///
/// A fact is what the newest import says of it, by its first row that has a value. So a file that
/// amends one runner of a race may also move the race's date or off time.
enum RaceFacts {
  /// The rows with every race's facts on each of its rows.
  ///
  /// - Parameters:
  ///   - table: Flat rows.
  ///   - groups: Which rows belong to which race.
  /// - Returns: The same rows in the same order.
  static func unified(_ table: Table, _ groups: RaceGroups) -> Table {
    let versions = table["import_id"]!.int32s
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

  /// The row that tells a fact, or −1 where none does.
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
