import Seasons

/// A season and year from a request; the service checks neither.
struct ClubSeason: Hashable, Sendable {
  /// `xc`; any other text counts as track.
  let season: String
  let year: String

  /// The graduation classes of its roster; nil if the year is no number.
  var classes: ClosedRange<Int>? {
    // A year beyond the calendar has no members, and must not overflow.
    guard let year = Int(year), (-9_999...99_999).contains(year) else { return nil }
    return SeasonYear(season == "xc" ? .xc : .track, year).graduationClasses
  }
}
