import APICore
import Columns
import DomainFeeds
import Foundation
import PoniRacing
import TestSupport
import Testing

/// The client's questions answered out of a store, without network.
struct StoredRacesTests {
  private static let csv = """
    race_id,date,off_time,course,country,race_name,going,surface,distance_m,prize,horse_id,horse,jockey,trainer,sire,age,sex,number,weight_lb,position,outcome,sp
    poni-7,2026-03-01,2026-03-01T17:30:00Z,Parx,US,,Fast,Dirt,1207,25000,h1,Red,Ann Archer,Tom Lee,Sire A,4,gelding,1,122,1,,3.5
    poni-7,2026-03-01,2026-03-01T17:30:00Z,Parx,US,,Fast,Dirt,1207,25000,h2,Blue,Bob Lee,Una Ray,Sire B,5,mare,2,118,2,,2
    poni-8,2026-03-05,2026-03-05T17:00:00Z,Parx,US,Maiden,,,,,h2,Blue,Ann Archer,Una Ray,Sire B,5,mare,1,118,,,
    poni-8,2026-03-05,2026-03-05T17:00:00Z,Parx,US,Maiden,,,,,h1,Red,,Tom Lee,Sire A,4,gelding,2,122,,non_runner,
    poni-9,2026-03-05,2026-03-05T18:00:00Z,Parx,US,Stakes,,,,,h3,Grey,Cy Ray,Tom Lee,,,,1,,,void,
    """

  private struct FixedClock: APIClock {
    let now: Int64
    let uptime = Duration.zero
    func sleep(until uptime: Duration) async throws(CancellationError) {}
  }

  private let season: StoredSeason
  private let source: StoredRaces
  private let day = Day(iso: "2026-03-05")!

  init() throws {
    season = try StoredSeason(csv: Self.csv)
    // 01:00 UTC on the 6th is the evening of the 5th in New York.
    source = StoredRaces(store: season.store, clock: FixedClock(now: 1_772_758_800_000_000))
  }

  @Test func `it needs no key and knows the racing day`() {
    #expect(!source.needsAPIKey && source.sourceName == "store")
    #expect(source.today == day)
  }

  @Test func `a day's races come with their runners, by off time`() async throws {
    let races = try await source.races(on: day, refreshing: false)
    #expect(races.map(\.id) == ["8", "9"])
    #expect(races.map(\.status) == [.scheduled, .cancelled])
    #expect(races[0].name == "Maiden" && races[0].track == "Parx")
    #expect(races[0].runners.map(\.horse) == ["Blue", "Red"])
    #expect(races[0].runners.map(\.isNonRunner) == [false, true])
    #expect(races[0].runners[0].form == "2" && races[0].runners[0].odds == nil)
    #expect(races[0].racingDay == day)
  }

  @Test func `results are the races that have one, with positions and prices`() async throws {
    let first = Day(iso: "2026-03-01")!
    let races = try await source.results(on: first, refreshing: true)
    #expect(races.map(\.id) == ["7"] && races[0].status == .finished)
    #expect(races[0].winners.map(\.horse) == ["Red"] && races[0].winners[0].odds == 3.5)
    #expect(races[0].surface == .dirt && races[0].distance == 1207 && races[0].purse == 25_000)
    await #expect(throws: APIError.noData) { try await source.results(on: day, refreshing: false) }
    await #expect(throws: APIError.noData) {
      try await source.races(on: Day(iso: "2026-03-02")!, refreshing: false)
    }
  }

  @Test(arguments: [
    ("", ["Blue", "Red", "Grey"]), ("ANN", ["Blue"]), ("ray", ["Blue", "Grey"]),
    ("sire a", ["Red"]), ("nobody", []),
  ])
  func `horses are found by their own and their people's names`(query: String, names: [String])
    async throws
  {
    #expect(try await source.horses(matching: query, on: day).map(\.name) == names)
  }

  @Test(arguments: ["h2", "Blue", "blue"])
  func `a horse is known by id or name, with what its races say`(id: String) async throws {
    let horse = try await source.horse(id, on: day)
    #expect(horse.id == "h2" && horse.name == "Blue" && horse.sex == .mare && horse.age == 5)
    // Its jockey comes from the day's card.
    #expect(horse.jockey == "Ann Archer")
    #expect([horse.starts, horse.wins, horse.places, horse.shows] == [1, 0, 1, 0])
    #expect(horse.lastRaced.map { RacingDay.of($0).iso } == "2026-03-01")
    #expect(horse.earnings == nil)
  }

  @Test func `a horse that runs another day is known by its newest row`() async throws {
    let horse = try await source.horse("h1", on: Day(iso: "2026-06-01")!)
    #expect(horse.name == "Red" && horse.trainer == "Tom Lee" && horse.jockey == nil)
    #expect(horse.starts == 1 && horse.wins == 1)
    await #expect(throws: APIError.noData) { try await source.horse("h9", on: day) }
  }

  @Test func `a store that cannot be read is reported`() async throws {
    let nowhere = StoredRaces(store: "/nowhere/store")
    let error = await #expect(throws: APIError.self) {
      try await nowhere.races(on: day, refreshing: false)
    }
    #expect(error?.description.contains("/nowhere/store: found no store") == true)
  }
}
