import Columns
import Foundation
import PoniRacing
import Testing

struct StatisticsTests {
  private struct Stored: StatisticsSource {
    struct Broken: Error, CustomStringConvertible { let description = "S: found nothing" }
    var people: [PersonStatistics] = []
    var isBroken = false

    func statistics(
      for role: StatisticsRole, asOf: Day?
    ) async throws(Broken) -> [PersonStatistics] {
      if isBroken { throw Broken() }
      return role == .jockey ? people : []
    }
  }

  /// Ten starts in a month, eight of them priced: winners at 3.5 and 6, so 9.5 units back for 8.
  private static let month = WindowStatistics(
    days: 30, runs: 10, wins: 3, winRate: StatisticsDecimal(3, dividedBy: 10), spBets: 8,
    roi: StatisticsDecimal(15, dividedBy: 80))

  private static let quarter = WindowStatistics(
    days: 90, runs: 20, wins: 5, winRate: StatisticsDecimal(1, dividedBy: 4), spBets: 16,
    roi: StatisticsDecimal(1, dividedBy: 8))

  private static func person(_ name: String, _ windows: [WindowStatistics]) -> PersonStatistics {
    PersonStatistics(
      name: name, asOf: Day(iso: "2020-11-08")!, windows: windows, recentForm: ["3", "PU", "1"])
  }

  private static let year = WindowStatistics(
    days: 365, runs: 30, wins: 7, winRate: StatisticsDecimal(7, dividedBy: 30), spBets: 24,
    roi: StatisticsDecimal(-1, dividedBy: 3))

  @Test func `a jockey's ROI is the engine's, to the last digit`() async throws {
    let source = Stored(people: [Self.person("Ada Moss", [Self.month, Self.year])])
    let manager = try ServedRacing.live().manager(statistics: source)
    let data = try #require(try await manager.fetchJockeyROIData().first)
    // 9.5 units returned for 8 staked: 9.5 / 8 - 1.
    #expect(data.roi30Days == 0.1875 && data.exactROI30Days?.description == "0.187500")
    #expect(data.exactROI1Year?.description == "-0.333333")
    #expect(data.roi90Days == -.infinity && data.exactROI90Days == nil)
    #expect(data.winPercentage == 23.3333 && data.sampleSize == 30)
    #expect(data.priceCoverage?.description == "0.800000")
    #expect(data.recentForm == ["3", "PU", "1"] && !data.isEstimated && data.hasROI)
  }

  @Test func `each window has its own ROI, of jockeys and of trainers`() async throws {
    struct Everyone: StatisticsSource {
      func statistics(for role: StatisticsRole, asOf: Day?) async -> [PersonStatistics] {
        let windows = [StatisticsTests.month, StatisticsTests.quarter, StatisticsTests.year]
        return [StatisticsTests.person(role == .jockey ? "Ada Moss" : "Ben Quill", windows)]
      }
    }
    let manager = try ServedRacing.live().manager(statistics: Everyone())
    let jockey = try #require(try await manager.fetchJockeyROIData().first)
    let trainer = try #require(try await manager.fetchTrainerROIData().first)
    #expect(jockey.name == "Ada Moss" && trainer.name == "Ben Quill")
    for person in [jockey, trainer] as [any ROIFigures] {
      #expect(person.roi30Days == 0.1875 && person.roi90Days == 0.125)
      #expect(person.exactROI1Year?.description == "-0.333333")
      #expect(person.winPercentage == 23.3333 && person.sampleSize == 30 && person.hasROI)
    }
  }

  @Test func `whoever has no ROI sorts behind all others`() async throws {
    let unpriced = WindowStatistics(
      days: 30, runs: 2, wins: 0, winRate: StatisticsDecimal(micros: 0), spBets: 0, roi: nil)
    let loser = WindowStatistics(
      days: 30, runs: 2, wins: 0, winRate: StatisticsDecimal(micros: 0), spBets: 2,
      roi: StatisticsDecimal(micros: -1_000_000))
    let source = Stored(people: [
      Self.person("None", [unpriced]), Self.person("Loser", [loser]),
      Self.person("Winner", [Self.month]),
    ])
    let manager = try ServedRacing.live().manager(statistics: source)
    let sorted = try await manager.fetchJockeyROIData().sorted { $0.roi30Days > $1.roi30Days }
    #expect(sorted.map(\.name) == ["Winner", "Loser", "None"])
  }

  @Test func `without stored results there is no ROI, and none is made up`() async throws {
    let served = try ServedRacing.live()
    for statistics in [nil, Stored()] as [Stored?] {
      let manager = served.manager(statistics: statistics)
      await #expect(throws: APIError.noData) { try await manager.fetchJockeyROIData() }
      await #expect(throws: APIError.noData) { try await manager.fetchTrainerROIData() }
    }
    #expect(served.targets == [])
  }

  @Test func `a trainer's question is asked as such`() async throws {
    struct Trainers: StatisticsSource {
      func statistics(for role: StatisticsRole, asOf: Day?) async -> [PersonStatistics] {
        role == .trainer && asOf == Day(iso: "2020-01-01")
          ? [StatisticsTests.person("Ben Quill", [])] : []
      }
    }
    let manager = try ServedRacing.live().manager(statistics: Trainers())
    let data = try await manager.fetchTrainerROIData(asOf: Day(iso: "2020-01-01"))
    #expect(data.map(\.name) == ["Ben Quill"] && !data[0].hasROI && data[0].sampleSize == 0)
  }

  @Test func `a store that cannot be read is an error that says why`() async throws {
    let manager = try ServedRacing.live().manager(statistics: Stored(isBroken: true))
    await #expect(throws: APIError.networkError("stored results: S: found nothing")) {
      try await manager.fetchJockeyROIData()
    }
  }

  @Test(
    arguments: [
      (1, 3, "0.333333"), (-1, 3, "-0.333333"), (1, 2_000_000, "0.000000"),
      (3, 2_000_000, "0.000002"), (5, 2, "2.500000"), (0, 7, "0.000000"),
    ] as [(Int64, Int64, String)])
  func `a figure is rounded once, half to even, and printed with six decimals`(
    numerator: Int64, denominator: Int64, text: String
  ) {
    #expect(StatisticsDecimal(numerator, dividedBy: denominator)?.description == text)
    #expect(StatisticsDecimal(numerator, dividedBy: 0) == nil)
  }
}
