import Foundation
import SeasonalRewards
import Testing

struct SeasonHelperTests {
  private static let zones = ["UTC", "America/New_York", "Pacific/Kiritimati"]

  private static func found(_ day: String, _ zone: String) -> [String] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone)!
    let parts = day.split { "- :".contains($0) }.map { Int($0)! }
    let date = calendar.date(
      from: DateComponents(
        year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4]))!
    let (season, year) = GlobalFunctions.getCurrentSeasonAndYear(at: date, in: calendar)
    return [season, year]
  }

  @Test(arguments: zones)
  func `the helper changes the season where the guide does`(zone: String) {
    let table = [
      ("2024-06-01 23:59", ["track", "2023"]), ("2024-06-02 00:00", ["xc", "2024"]),
      ("2024-11-17 23:59", ["xc", "2024"]), ("2024-11-18 00:00", ["track", "2024"]),
      ("2024-12-31 23:59", ["track", "2024"]), ("2025-01-01 00:00", ["track", "2024"]),
      ("2024-02-29 12:00", ["track", "2023"]),
    ]
    for (day, season) in table { #expect(Self.found(day, zone) == season, "\(day) in \(zone)") }
  }

  @Test func `season and year are texts of a labelled pair`() {
    let now = GlobalFunctions.getCurrentSeasonAndYear()
    #expect(["xc", "track"].contains(now.season))
    #expect(now.year.count == 4 && Int(now.year) != nil)
    let date = Date(timeIntervalSince1970: 1_728_988_200)
    #expect(GlobalFunctions.getCurrentSeasonAndYear(at: date) == (season: "xc", year: "2024"))
  }

  @Test func `a service's season is that of its clock and calendar`() throws {
    // Two o'clock in the night of 18 November in UTC is still the 17th in New York.
    let served = try ServedRewards(now: "2024-11-18 02:00:00") { _ in .json("{}") }
    #expect(served.service().currentSeason.season == .xc)
    let later = try ServedRewards(now: "2024-11-18 06:00:00") { _ in .json("{}") }
    #expect(later.service().currentSeason.season == .track)
  }

  @Test func `the picker goes back season by season`() {
    let seasons = SeasonPicker.seasons(upTo: .init(.xc, 2024), count: 4)
    #expect(
      seasons == [.init(.xc, 2024), .init(.track, 2023), .init(.xc, 2023), .init(.track, 2022)])
  }
}
