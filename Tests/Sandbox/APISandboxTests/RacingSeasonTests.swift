import APISandbox
import Columns
import Foundation
import Racing
import SyntheticRacing
import Testing

struct RacingSeasonTests {
  private static let month = TruthRows(RacingSandbox(RacingSettings()).truth).rows

  private func truth(seed: UInt64, _ programme: AmericanProgramme = SandboxClient.small) -> String {
    RacingSandbox(RacingSettings(programme: programme, seed: seed)).truth
  }

  @Test func `the same seed gives the same season, another one another`() {
    #expect(truth(seed: 7) == truth(seed: 7))
    #expect(truth(seed: 7) != truth(seed: 8))
  }

  @Test(arguments: [1, 2, 3, 17, 365], [1, 5, 40])
  func `a season has the races asked for`(days: Int, racesPerDay: Int) {
    let programme = AmericanProgramme(
      firstDay: Day(year: 2023, month: 12, day: 30)!, dayCount: days, racesPerDay: racesPerDay)
    guard days * racesPerDay <= 2_000 else { return }
    let rows = TruthRows(truth(seed: 3, programme)).rows
    let races = Set(rows.map { $0["race_id"]! }).count
    let wanted = days * racesPerDay
    #expect(Double(abs(races - wanted)) <= 2 + 0.25 * Double(wanted), "\(races) of \(wanted)")
    let days = rows.map { $0["race_day"]! }
    #expect(days.allSatisfy { $0 >= programme.firstDay.iso && $0 <= programme.lastDay.iso })
    #expect(days.max() == programme.lastDay.iso)
  }

  @Test func `a race's day is the day in New York, summer time or not`() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let utc = DateFormatter()
    utc.locale = Locale(identifier: "en_US_POSIX")
    utc.timeZone = TimeZone(identifier: "UTC")
    utc.dateFormat = "yyyy-MM-dd HH:mm:ss"
    let local = DateFormatter()
    local.locale = utc.locale
    local.timeZone = zone
    local.dateFormat = "yyyy-MM-dd"
    let summer = AmericanProgramme(
      firstDay: Day(year: 2024, month: 7, day: 1)!, dayCount: 14, racesPerDay: 30)
    let rows = Self.month + TruthRows(truth(seed: 1, summer)).rows
    for row in rows {
      let off = try #require(utc.date(from: row["off_time_utc"]!))
      #expect(local.string(from: off) == row["race_day"])
    }
    let nextDay = rows.filter { !$0["off_time_utc"]!.hasPrefix($0["race_day"]!) }
    #expect(nextDay.count * 10 > rows.count, "evening races are off on the next day in UTC")
    #expect(nextDay.count * 2 < rows.count)
  }

  @Test(arguments: [
    ("a non-runner", "outcome", "^non_runner$"), ("a dead heat", "distance_beaten", "^dh$"),
    ("one who did not finish", "outcome", "^did_not_finish$"),
    ("one of whom nothing is said", "outcome", "^unresolved$"), ("no jockey", "jockey", "^$"),
    ("a cancelled race", "cancelled", "^1$"), ("a comma", "jockey", ", Jr\\."),
    ("quotation marks", "trainer", "\"Bill\""), ("accents", "horse", "[ÉéÈ]"),
    ("capitals alone", "horse", "^[A-Z' ]+$"), ("furlongs in letters", "distance", "^6f$"),
    ("yards in letters", "distance", "^1m 110y$"),
    ("fractions in words", "distance", "^5 1/2 furlongs$"),
    ("yards in words", "distance", "^1 mile 70 yards$"), ("the country", "course", " \\(USA\\)$"),
  ])
  func `a month has what trips readers up`(_: String, column: String, pattern: String) throws {
    let regex = try Regex(pattern)
    #expect(Self.month.contains { $0[column]!.contains(regex) })
  }

  @Test func `outcomes, positions and prices fit each other`() {
    for row in Self.month {
      let hasPosition = !row["position"]!.isEmpty
      #expect(hasPosition == (row["outcome"] == "finished"))
      #expect((row["outcome"] == "void") == (row["cancelled"] == "1"))
      switch row["outcome"]! {
      case "did_not_finish", "unresolved": #expect(!row["sp"]!.isEmpty)
      case "non_runner", "void": #expect(row["sp"]!.isEmpty)
      default: break
      }
    }
    #expect(Self.month.contains { $0["outcome"] == "finished" && $0["sp"]!.isEmpty })
  }

  @Test func `positions are ranks, and dh marks all but the first who share one`() {
    for (race, rows) in Dictionary(grouping: Self.month, by: { $0["race_id"]! }) {
      let positions = rows.compactMap { Int($0["position"]!) }.sorted()
      for (index, position) in positions.enumerated() {
        #expect(position == positions.firstIndex(of: position)! + 1, "\(race), rank \(index)")
      }
      let marked = rows.count { $0["distance_beaten"] == "dh" }
      #expect(marked == positions.count - Set(positions).count)
    }
  }

  @Test func `the truth's metres are those of the printed distance`() {
    for row in Self.month {
      let distance = Distance.parse(row["distance"]!, unit: nil)
      let units = row["distance_m"].flatMap { Decimal(string: $0) }.map { $0 * 10_000 }
      #expect(distance.map { Decimal($0.units) } == units, "\(row["distance"]!)")
    }
  }

  @Test func `a horse runs at most once a day`() {
    let keys = Self.month.map { $0["horse_id"]! + $0["race_day"]! }
    #expect(Set(keys).count == keys.count)
  }
}
