import Foundation
import Seasons
import Testing

struct SeasonYearToldTests {
  @Test(arguments: [
    (Season.xc, "2024-10-15", 2024), (.track, "2024-10-15", 2023), (.track, "2024-11-18", 2024),
    (.xc, "2024-11-18", 2024), (.xc, "2025-02-01", 2024), (.track, "2025-06-01", 2024),
    (.track, "2025-06-02", 2024), (.xc, "2025-06-01", 2024), (.xc, "2025-06-02", 2025),
  ])
  func `a season told without its year is the last that has begun`(
    season: Season, day: String, year: Int
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: SeasonYear.clubZone))
    let parts = day.split(separator: "-").map { Int($0)! }
    let date = try #require(
      calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])))
    #expect(SeasonYear(season, begunBy: date, in: calendar) == SeasonYear(season, year))
  }
}
