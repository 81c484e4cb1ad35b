import APICore
import Columns
import Foundation
import PoniRacing
import TestSupport
import Testing

struct MockTests {
  private let day = Day(iso: "2020-11-08")!

  private func source(_ seed: UInt64 = 1) -> MockRacingSource {
    MockRacingSource(
      seed: seed,
      clock: ManualClock(start: APIDate("2020-11-08 18:10:00")!.micros, isImpatient: true))
  }

  @Test func `invented races follow from seed and day, and all say that they are invented`()
    async throws
  {
    let races = try await source().races(on: day, refreshing: false)
    #expect(try await source().races(on: day, refreshing: true) == races)
    #expect(try await source(2).races(on: day, refreshing: false) != races)
    #expect(try await source().races(on: day + 1, refreshing: false) != races)
    #expect(races.allSatisfy(\.isMock) && races.count == 8)
    #expect(races.allSatisfy { $0.racingDay == day })
    #expect(try await source().horses(matching: "", on: day).allSatisfy(\.isMock))
  }

  @Test func `invented races are the same on every machine`() async throws {
    let race = try await source().races(on: day, refreshing: false)[0]
    #expect(race.id == "mock-2020-11-08-1" && race.name == "Mock Race 1")
    #expect(race.track == "Mock Park" && race.distanceText == "6 furlongs")
    // Noon in New York.
    #expect(race.date == Date(timeIntervalSince1970: 1_604_854_800))
    #expect(race.runners.map(\.horse) == (21...30).map { "Mock Horse \($0)" })
    #expect(race.runners.map(\.position) == [1, 8, 5, 9, 6, 2, 7, 4, 10, 3])
    #expect(
      race.runners.map(\.odds) == [18.9, 9.9, 18.8, 12.5, 13.3, 15.8, 16.6, 20.1, 15.9, 12.3])
    let first = race.runners[0]
    #expect(first.jockey == "Mock Jockey 1" && first.trainer == "Mock Trainer 2" && first.age == 3)
  }

  @Test func `races before now are finished, with every place once`() async throws {
    let results = try await source().results(on: day, refreshing: false)
    // Noon in New York is 17:00 UTC: 17:00, 17:30 and 18:00 are over.
    #expect(results.count == 3)
    for race in results {
      let places = race.runners.compactMap(\.position).sorted()
      #expect(places == Array(1...race.runners.count))
    }
  }

  @Test func `nothing is invented unless it is asked for`() async throws {
    let manager = DataSourceManager(service: RealDataService())
    #expect(manager.state.sourceName == "live")
    await #expect(throws: APIError.invalidAPIKey) { try await manager.fetchTodaysRaces() }
    manager.use(source())
    #expect(try await manager.fetchTodaysRaces().allSatisfy(\.isMock))
    #expect(manager.state.sourceName == "mock")
  }
}
