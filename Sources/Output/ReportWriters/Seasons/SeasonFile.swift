import SeasonTotals

/// The files for a team's season, each as CSV and as JSON.
public enum SeasonFile: String, CaseIterable, Sendable {
  /// The team's total, a row per reward.
  case season
  /// A row per runner, highest first.
  case runners = "season-runners"
  /// A row per activity type.
  case activities = "season-activities"
  /// A row per week.
  case weeks = "season-weeks"
  /// A row per week and activity type.
  case weekActivities = "season-week-activities"
  /// A row per figure that the service reports differently.
  case differences = "season-differences"

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  ///
  /// - Parameter report: The season.
  /// - Returns: A header line, then a line per row.
  public func csv(_ report: SeasonReport) -> String { table(report).csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits.
  ///
  /// - Parameter report: The season.
  /// - Returns: A JSON array; members in column order, `null` where a cell is empty.
  public func json(_ report: SeasonReport) -> String { table(report).json }
}
