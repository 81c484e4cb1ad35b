/// A fact of races by which their calibration is shown.
public enum CalibrationKey: String, CaseIterable, Sendable {
  /// The calendar year.
  case year
  /// The calendar month.
  case month
  /// The weekday.
  case weekday
  /// The course, under the name that its aliases give it.
  case course
  /// The course's country.
  case country
  /// The number of starters.
  case fieldSize = "field_size"
  /// The class.
  case raceClass = "class"
  /// The ground.
  case going
  /// The distance, in bands.
  case distanceBand = "distance_band"
}
