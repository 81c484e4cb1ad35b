import Columns

/// A month's stored runners as flat rows, each with its race's facts.
public enum FlatRows {
  /// Joins runners with their races by the month-local row index.
  ///
  /// - Parameters:
  ///   - runners: A month's rows of `runners`.
  ///   - races: The same month's rows of `races`.
  /// - Returns: The runners with the columns of their races.
  public static func joined(runners: Table, races: Table) -> Table {
    let index = Array(runners[RacingTables.raceIndex.name]!.int32s)
    var named: [(name: String, column: Column)] = []
    for (field, column) in zip(races.fields, races.columns) {
      named.append((field.name, column.gathered(index)))
    }
    // In stores of the first layout runners have their races' keys, too.
    for (field, column) in zip(runners.fields, runners.columns)
    where field != RacingTables.raceIndex && field != RacingTables.raceID {
      named.append((field.name, column))
    }
    return Table(named)
  }

  /// Returns a column's values for a month's runners, whether it is stored with runners or races.
  ///
  /// - Parameters:
  ///   - name: One of ``RacingTables/provenance``.
  ///   - runners: A month's rows of `runners`.
  ///   - races: The same month's rows of `races`.
  /// - Returns: A value per runner; nil if there is no such column.
  public static func perRunner(_ name: String, runners: Table, races: Table) -> Column? {
    runners[name]
      ?? races[name]?.gathered(Array(runners[RacingTables.raceIndex.name]!.int32s))
  }
}
