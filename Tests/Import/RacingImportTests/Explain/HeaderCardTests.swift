import Columns
import Foundation
import MappingProposals
import Testing

/// Cards in files with a header line.
struct HeaderCardTests {
  /// Returns six races of four runners, from a number of days after today on.
  private static func file(daysAhead: Int) -> RunnerFile {
    let today = Int32(Date().timeIntervalSince1970 / 86_400)
    return RunnerFile().with("date") { race, _ in Day(today + Int32(daysAhead + race)).iso }
      .with("number") { _, runner in "\(runner + 1)" }
      .with("position") { race, runner in "\((runner + race) % 4 + 1)" }
      .with("odds") { _, runner in ["2", "4", "5", "8"][runner] }
  }

  @Test func `a file of days to come is a card, and its odds are no starting prices`() throws {
    let file = Self.file(daysAhead: 2)
    let store = TestStore()
    let page = try file.explained(store)
    #expect(page.contains("# - position: no result, for its days are to come, from "), "\(page)")
    #expect(page.contains("# - odds: the odds of a card are no starting prices"), "\(page)")
    #expect(page.contains("\n    prices:\n      early: {column: odds}\n"), "\(page)")
    let imported = try store.add(file.csv, yaml: page)
    #expect(imported.counts == [24, 24, 0, 0] && imported.unresolved == 24)
    #expect(try Set(store.values("position") + store.values("sp")) == [""])
    #expect(try Set(store.values("price_early")) == ["2", "4", "5", "8"])
  }

  @Test func `a file of past days has results`() throws {
    let page = try Self.file(daysAhead: -20).explained()
    #expect(page.contains("      position: {column: position, format: finish}"), "\(page)")
    #expect(page.contains("      sp: {column: odds}"), "\(page)")
  }

  @Test func `a rank that nothing follows is no finish`() throws {
    let plain = RunnerFile().without("position")
      .with("number") { _, runner in "\(runner + 1)" }
      .with("rank") { race, runner in "\((runner * 3 + race) % 4 + 1)" }
    let page = try plain.explained()
    #expect(
      page.contains("# - rank: no result, for it numbers the runners of each race"), "\(page)")
    #expect(!page.contains("      position:"))
    let times = plain.with("finish_time") { race, runner in "1:1\((runner * 3 + race) % 4 + 1).5" }
    #expect(try times.explained().contains("      position: {column: rank, format: finish}"))
  }

  @Test func `the morning line of a card is a price of its own`() throws {
    let file = RunnerFile().without("position")
      .with("ml") { _, runner in ["9-5", "2-1", "5-1", "10-1"][runner] }
    let store = TestStore()
    let page = try file.explained(store)
    #expect(
      page.contains("\n    prices:\n      morning_line: {column: ml, format: morning_line}\n"),
      "\(page)")
    try store.add(file.csv, yaml: page)
    #expect(try Set(store.values("price_morning_line")) == ["2.8", "3", "6", "11"])
    let result = try file.with("position") { _, runner in "\(runner + 1)" }.doubts()
    #expect(
      result == [
        "ml: odds from before the race are taken for starting prices; if bets are not settled at them, "
          + "give them the name morning_line under prices"
      ])
  }
}
