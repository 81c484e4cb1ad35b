import ColumnStore
import Columns
import Racing
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import Questions

/// The engine against the plain reference, cell by cell.
@Suite struct ReferenceReportTests {
  private static let dimensions = [
    "jockey", "trainer", "horse", "jockey+trainer", "course", "country",
    "jockey+course+country",
  ]
  private static let season = Result { try StoreFixture.season(runners: 2_500, seed: 11) }
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 120, salt: 1).csv)
  }

  @Test(
    arguments: LongForm.cases(
      [
        ["1d", "7d", "365d", "400d", "all"], ["30d"], ["400d", "7d"], ["all", "1d", "366d"],
      ], short: 2))
  func `a season's report is the reference's in any windows`(windows: [String]) throws {
    try expectReference(try Self.season.get(), Self.dimensions, windows)
  }

  @Test(arguments: [["14d", "365d", "all"], ["200d", "1d", "36500d"]])
  func `a report on odd races is the reference's`(windows: [String]) throws {
    try expectReference(
      try Self.wild.get(), Self.dimensions + ["owner", "owner+trainer+jockey+course"], windows)
  }

  @Test(arguments: LongForm.cases([1, 2, 3, 4] as [UInt64], short: 2))
  func `reports on other odd races are the reference's too`(salt: UInt64) throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 60, salt: 100 + salt).csv)
    try expectReference(snapshot, ["jockey", "trainer+country"], ["90d", "all"])
  }

  @Test(arguments: ["", "us-place", "au"])
  func `reports on races of an exchange are the reference's`(terms: String) throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 150, salt: 12).atExchange())
    try expectReference(snapshot, ["jockey", "horse", "trainer+country"], ["90d", "all"]) {
      $0.placeTerms = PlaceTerms(rawValue: terms)
    } reference: { report in
      if terms == "us-place" { report.places = { _, starters, _ in starters >= 4 ? 2 : 0 } }
      if terms == "au" {
        report.places = { referencePlacesByCountry("AU", $1, $2) }
      }
    }
  }

  @Test(arguments: LongForm.cases(["2023-12-31", "2024-12-30", "2026-01-01"], short: 1))
  func `an as-of date in the middle counts what came before`(day: String) throws {
    try expectReference(try Self.season.get(), ["jockey", "horse"], ["30d", "365d", "all"]) {
      $0.asOf = Day(iso: day)!
    } reference: {
      $0.asOf = Day(iso: day)!
    }
  }

  @Test(arguments: [0, 20_000, 50_000, 1_000_000])
  func `the exchange's commission is the reference's`(micros: Int64) throws {
    try expectReference(try Self.wild.get(), ["jockey"], ["all", "100d"]) {
      $0.commission = Commission(rateMicros: micros)!
    } reference: {
      $0.commissionMicros = Int128(micros)
    }
  }

  @Test(arguments: ["gb", "hk", "au", "jp", "fr", "us-place", "us-show"])
  func `place terms asked for hold in every race`(name: String) throws {
    try expectReference(try Self.wild.get(), ["jockey"], ["all"]) {
      $0.placeTerms = PlaceTerms(rawValue: name)!
    } reference: { report in
      report.places = { _, starters, isHandicap in
        if name == "us-place" { return starters >= 4 ? 2 : 0 }
        if name == "us-show" { return starters >= 5 ? 3 : 0 }
        return referencePlacesByCountry(name.uppercased(), starters, isHandicap)
      }
    }
  }

  @Test(arguments: LongForm.cases([1, 2, 20, 1_000_000], short: 2))
  func `rows with fewer runs are dropped`(minRuns: Int) throws {
    try expectReference(try Self.season.get(), ["jockey", "horse"], ["90d", "all"]) {
      $0.minRuns = minRuns
    } reference: {
      $0.minRuns = minRuns
    }
  }

  @Test(arguments: LongForm.cases([1, 2, 3], short: 1))
  func `several passes over few sums at a time give the same`(threads: Int) throws {
    // 1,024 entities a pass is the least there is; a season of 2,500 runners has more.
    let windows = ["30d", "365d", "all"]
    try expectReference(try Self.season.get(), ["jockey", "horse", "jockey+trainer"], windows) {
      $0.sumBudget = 1
      $0.threads = threads
    } reference: { _ in
    }
  }
}
