import Seasons

/// A season and year as a request names them: the service checks neither.
struct ClubSeason: Hashable, Sendable {
  /// `xc`, or anything else, which is taken for track.
  let season: String
  let year: String

  /// The graduation classes of its roster; nil where the year is no number.
  var classes: ClosedRange<Int>? {
    // A year beyond the calendar's has nobody, and must not overflow.
    guard let year = Int(year), (-9_999...99_999).contains(year) else { return nil }
    return SeasonYear(season == "xc" ? .xc : .track, year).graduationClasses
  }
}
