import APICore
import APISandbox
import Columns
import Foundation
import SyntheticRacing
import Testing

/// A small season in its wire form; RECORD_GOLDEN=1 records it again.
struct GoldenTests {
  private static let day = Day(year: 2024, month: 11, day: 8)!

  @Test(arguments: WireForm.allCases)
  func `a day's answers`(wire: WireForm) throws {
    var racing = RacingSettings(
      programme: AmericanProgramme(firstDay: Self.day - 6, dayCount: 7, racesPerDay: 3), seed: 4)
    racing.wire = wire
    let service = RacingSandbox(racing)
    var paths = ["/racecards?date=\(Self.day.iso)", "/results?date=\(Self.day.iso)"]
    let ids = Set(
      TruthRows(service.truth).rows.filter { $0["race_day"] == Self.day.iso }.map { $0["race_id"]! }
    )
    paths += ids.sorted().map { "/race/\($0)" }
    paths += ["/jockeys-win-rate?last_days=2"]
    let lines = try paths.map { path in
      let url = try #require(URL(string: "http://127.0.0.1" + path))
      return path + "\n"
        + String(decoding: service.answer(HTTPRequest(.get, url)).body, as: UTF8.self)
    }
    try expectGolden(lines.joined(separator: "\n") + "\n", "day-\(wire.rawValue).txt")
  }

  @Test func `the truth`() throws {
    let programme = AmericanProgramme(firstDay: Self.day, dayCount: 2, racesPerDay: 4)
    let service = RacingSandbox(RacingSettings(programme: programme, seed: 4))
    try expectGolden(service.truth, "truth.csv")
  }

  /// Compares with a golden; a missing file fails, and so does recording: check a golden before it
  /// counts.
  private func expectGolden(_ text: String, _ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record(
        "recorded Golden/\(name); look at the difference, then run without RECORD_GOLDEN")
      return
    }
    guard let golden = try? Data(contentsOf: file) else {
      Issue.record("found no Golden/\(name); RECORD_GOLDEN=1 records it")
      return
    }
    #expect(Data(text.utf8) == golden, "Golden/\(name)")
  }
}
