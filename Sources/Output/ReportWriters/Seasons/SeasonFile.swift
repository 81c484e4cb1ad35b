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
}
