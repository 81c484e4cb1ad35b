import ColumnStore
import Columns
import DomainFeeds
import Foundation
import PoniRacing
import ReportWriters
import TestSupport
import Testing

/// The client's statistics from a store equal the reports.
struct StoreStatisticsTests {
  private static let season = Result { try StoredSeason(runners: 1_500, seed: 21) }

  @Test(arguments: StatisticsRole.allCases)
  func `every figure has the report's digits`(role: StatisticsRole) async throws {
    let season = try Self.season.get()
    let found = try await StoreStatistics(store: season.store, threads: 2)
      .statistics(for: role, asOf: nil)
    let last = try #require(try season.snapshot.lastResultDay)
    try expectReport(found, role, season, asOf: last + 1)
    #expect(found.count > 20)
  }

  @Test func `another day has that day's report`() async throws {
    let season = try Self.season.get()
    let day = try #require(try season.snapshot.lastResultDay) - 200
    let found = try await StoreStatistics(store: season.store).statistics(for: .jockey, asOf: day)
    try expectReport(found, .jockey, season, asOf: day)
  }

  @Test func `a card of days to come moves no window`() async throws {
    let season = try StoredSeason(
      csv: """
        race_id,date,number,horse,jockey,trainer,position,sp
        1,2026-03-01,1,Red,Ann,Tom,1,3
        1,2026-03-01,2,Blue,Bob,Tom,2,2
        2,2026-05-01,1,Red,Ann,Tom,,
        """)
    let found = try await StoreStatistics(store: season.store).statistics(for: .jockey, asOf: nil)
    #expect(found.map(\.name) == ["Ann", "Bob"])
    #expect(found.allSatisfy { $0.asOf == Day(iso: "2026-03-02") })
    #expect(found[0][days: 30]?.roi?.description == "2.000000")
    #expect(found[0].recentForm == ["1"])
  }

  @Test func `names are those that the store's aliases give`() async throws {
    let season = try StoredSeason(
      csv: """
        race_id,date,number,horse,jockey,position
        1,2026-03-01,1,Red,A. Archer,1
        2,2026-03-02,1,Red,Ann Archer,2
        """)
    _ = try season.folder.write(
      "role,spelling,name\njockey,A. Archer,Ann Archer\n", to: "store/aliases.csv")
    let jockeys = StoreStatistics(store: season.store)
    #expect(try await jockeys.statistics(for: .jockey, asOf: nil).map(\.name) == ["Ann Archer"])
    let plain = StoreStatistics(store: season.store, aliases: NameAliases())
    #expect(try await plain.statistics(for: .jockey, asOf: nil).count == 2)
  }

  @Test func `before the first race, or without a result, there is no one`() async throws {
    let season = try StoredSeason(
      csv: "race_id,date,number,horse,jockey,position\n1,2026-03-01,1,Red,Ann,\n")
    let source = StoreStatistics(store: season.store)
    #expect(try await source.statistics(for: .jockey, asOf: nil).isEmpty)
    #expect(try await source.statistics(for: .jockey, asOf: Day(iso: "2026-03-01")).isEmpty)
    #expect(try await source.statistics(for: .jockey, asOf: Day(iso: "2026-03-02")).isEmpty)
  }

  @Test func `a store that is not there is an error`() async throws {
    let source = StoreStatistics(store: "/nowhere/store")
    let error = await #expect(throws: StoredDataError.self) {
      try await source.statistics(for: .horse, asOf: nil)
    }
    #expect(error?.description.contains("/nowhere/store: found") == true)
  }

  // MARK: - Implementation

  /// Holds each figure against the cell of the CSV report, as text.
  private func expectReport(
    _ found: [PersonStatistics], _ role: StatisticsRole, _ season: StoredSeason, asOf: Day
  ) throws {
    let rows = try season.report(by: role.rawValue, asOf: asOf)
    #expect(Set(found.map(\.name)) == Set(rows.map { $0[role.rawValue]! }))
    for person in found {
      #expect(person.asOf == asOf)
      for (window, days) in zip(person.windows, [30, 90, 365]) {
        let row = rows.first { $0[role.rawValue] == person.name && $0["window"] == "\(days)d" }
        let cells = [
          "\(window.runs)", "\(window.wins)", window.winRate?.description ?? "",
          "\(window.spBets)", window.roi?.description ?? "",
        ]
        let columns = ["runs", "wins", "win_rate", "sp_bets", "sp_roi"]
        #expect(window.days == days)
        #expect(cells == (row.map { row in columns.map { row[$0]! } } ?? ["0", "0", "", "0", ""]))
        if days == 365 { #expect(person.recentForm.joined() == row?["recent_form"]) }
      }
    }
  }
}
