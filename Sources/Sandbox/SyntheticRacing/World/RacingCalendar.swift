/// The meetings of each day of the season.
struct RacingCalendar: Sendable {
  /// The last day of a season without a programme: 2024-12-31, in days since 1970-01-01.
  static let lastDate = 20_088

  let dayCount: Int
  private let firstDate: Int
  /// The index of each day's first meeting, followed by the number of meetings.
  private let firstMeeting: [Int]

  init(size: WorldSize) {
    dayCount = size.dayCount
    firstDate = size.firstDate
    let weights = Self.weights(size: size)
    let total = weights.reduce(0, +)
    var before = 0
    var first = [0]
    first.reserveCapacity(size.dayCount + 1)
    for weight in weights {
      before += weight
      // Rounding down makes the last meeting fall on the last day, for all counts.
      first.append(size.meetingCount * before / total)
    }
    firstMeeting = first
  }

  func date(day: Int) -> Int { firstDate + day }

  func meetings(day: Int) -> Range<Int> { firstMeeting[day]..<firstMeeting[day + 1] }

  var mostMeetingsInADay: Int {
    (0..<dayCount).map { meetings(day: $0).count }.max() ?? 0
  }

  /// Returns the calendar year of a date, counting years from March in eras of 400 years.
  static func year(date: Int) -> Int {
    let shifted = date + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    return era * 400 + yearOfEra + (dayOfYear >= 306 ? 1 : 0)
  }

  // MARK: - Implementation

  /// Returns the days' weights: Saturdays are busiest, unless every course is needed every day.
  private static func weights(size: WorldSize) -> [Int] {
    let isSaturated = size.meetingCount * 2 > size.dayCount * size.courseCount
    let mondayToSunday = isSaturated ? [1, 1, 1, 1, 1, 1, 1] : [4, 4, 5, 4, 5, 8, 5]
    return (0..<size.dayCount).map { mondayToSunday[(size.firstDate + $0 + 3) % 7] }
  }
}
