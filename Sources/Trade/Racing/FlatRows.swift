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
    // In stores of the first layout runners have their races' keys too.
    for (field, column) in zip(runners.fields, runners.columns)
    where field != RacingTables.raceIndex && field != RacingTables.raceID {
      named.append((field.name, column))
    }
    return Table(named)
  }

  /// The values of a month's stored runners in a column that may stand with the race.
  ///
  /// - Parameters:
  ///   - name: One of ``RacingTables/provenance``.
  ///   - runners: A month's rows of `runners`.
  ///   - races: The same month's rows of `races`.
  /// - Returns: A value per runner; nil where there is no such column.
  public static func perRunner(_ name: String, runners: Table, races: Table) -> Column? {
    runners[name]
      ?? races[name]?.gathered(Array(runners[RacingTables.raceIndex.name]!.int32s))
  }
}
