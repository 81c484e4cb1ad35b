import Foundation
import Seasons
import TestSupport
import Testing

struct SeasonYearTests {
  static let zones = ["UTC", "America/New_York", "Pacific/Kiritimati"]

  static func calendar(_ zone: String, _ kind: Calendar.Identifier = .gregorian) -> Calendar {
    var calendar = Calendar(identifier: kind)
    calendar.timeZone = TimeZone(identifier: zone)!
    return calendar
  }

  /// Returns a moment by the clocks of a time zone.
  static func moment(_ text: String, _ zone: String) -> Date {
    let parts = text.split { "- :".contains($0) }.map { Int($0)! }
    return calendar(zone).date(
      from: DateComponents(
        year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
        second: parts[5]))!
  }

  @Test(arguments: zones)
  func `xc begins on 2 June and track on 18 November, at midnight`(zone: String) {
    let table: [(String, SeasonYear)] = [
      ("2024-06-01 23:59:59", SeasonYear(.track, 2023)),
      ("2024-06-02 00:00:00", SeasonYear(.xc, 2024)),
      ("2024-11-17 23:59:59", SeasonYear(.xc, 2024)),
      ("2024-11-18 00:00:00", SeasonYear(.track, 2024)),
    ]
    for (text, season) in table {
      let found = SeasonYear(of: Self.moment(text, zone), in: Self.calendar(zone))
      #expect(found == season, "\(text) in \(zone)")
    }
  }

  @Test(arguments: zones)
  func `a track season goes on over New Year`(zone: String) {
    for text in ["2024-12-31 23:59:59", "2025-01-01 00:00:00", "2025-06-01 12:00:00"] {
      let found = SeasonYear(of: Self.moment(text, zone), in: Self.calendar(zone))
      #expect(found == SeasonYear(.track, 2024), "\(text) in \(zone)")
    }
  }

  @Test(arguments: zones)
  func `29 February belongs to the track season of the year before`(zone: String) {
    let day = Self.moment("2024-02-29 12:00:00", zone)
    #expect(SeasonYear(of: day, in: Self.calendar(zone)) == SeasonYear(.track, 2023))
  }

  @Test func `July to October is xc`() {
    for month in 7...10 {
      for day in [1, 15, 31] where day < 31 || [7, 8, 10].contains(month) {
        let padded = (month < 10 ? "0" : "") + "\(month)"
        let date = Self.moment("2024-\(padded)-\(day < 10 ? "0" : "")\(day) 12:00:00", "UTC")
        #expect(SeasonYear(of: date, in: Self.calendar("UTC")) == SeasonYear(.xc, 2024))
      }
    }
  }

  @Test func `the same moment may lie in two seasons, by time zone`() {
    // 18 November, two o'clock in the night in UTC; still the 17th in New York.
    let moment = Self.moment("2024-11-18 02:00:00", "UTC")
    #expect(SeasonYear(of: moment, in: Self.calendar("UTC")) == SeasonYear(.track, 2024))
    #expect(
      SeasonYear(of: moment, in: Self.calendar("America/New_York")) == SeasonYear(.xc, 2024))
    let june = Self.moment("2024-06-01 12:00:00", "UTC")
    #expect(SeasonYear(of: june, in: Self.calendar("UTC")) == SeasonYear(.track, 2023))
    #expect(SeasonYear(of: june, in: Self.calendar("Pacific/Kiritimati")) == SeasonYear(.xc, 2024))
  }

  @Test(arguments: [Calendar.Identifier.buddhist, .iso8601, .hebrew, .islamicCivil])
  func `a calendar of another kind gives its time zone alone`(kind: Calendar.Identifier) {
    let moment = Self.moment("2024-11-18 02:00:00", "UTC")
    let calendar = Self.calendar("America/New_York", kind)
    #expect(SeasonYear(of: moment, in: calendar) == SeasonYear(.xc, 2024))
  }

  @Test(arguments: zones)
  func `every day of 2023 to 2025 has the season of the rule`(zone: String) {
    let calendar = Self.calendar(zone)
    var date = Self.moment("2023-01-01 12:00:00", zone)
    var counts: [SeasonYear: Int] = [:]
    while true {
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      guard parts.year! < 2026 else { break }
      let season = SeasonYear(of: date, in: calendar)
      #expect(season == Self.rule(parts.year!, parts.month!, parts.day!), "\(parts)")
      counts[season, default: 0] += 1
      date = calendar.date(byAdding: .day, value: 1, to: date)!
    }
    #expect(counts[SeasonYear(.xc, 2024)] == 169 && counts[SeasonYear(.track, 2023)] == 197)
  }

  /// Returns the guide's rule, in its own order of cases.
  static func rule(_ year: Int, _ month: Int, _ day: Int) -> SeasonYear {
    if (month == 6 && day >= 2) || (7...10).contains(month) || (month == 11 && day < 18) {
      return SeasonYear(.xc, year)
    }
    return month >= 11 ? SeasonYear(.track, year) : SeasonYear(.track, year - 1)
  }

  @Test func `a roster is made of four classes`() {
    #expect(SeasonYear(.xc, 2024).graduationClasses == 2025...2028)
    #expect(SeasonYear(.track, 2024).graduationClasses == 2024...2027)
  }

  @Test func `seasons are called xc and track`() {
    #expect(Season.allCases.map(\.rawValue) == ["xc", "track"])
    #expect(Season(rawValue: "XC") == nil)
  }
}
