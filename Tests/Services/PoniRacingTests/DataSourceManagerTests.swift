import APICore
import Columns
import FeedContract
import Foundation
import PoniRacing
import Synchronization
import TestSupport
import Testing

struct DataSourceManagerTests {
  @Test func `today's races come with course and off time`() async throws {
    let served = try ServedRacing.live()
    let races = try await served.manager().fetchTodaysRaces()
    #expect(races.map(\.track) == ["Willow Bend", "Willow Bend", "Stone Harbor"])
    #expect(races.map(\.status) == [.finished, .scheduled, .cancelled])
    let times = ["2020-11-08 16:50:00", "2020-11-08 17:22:00", "2020-11-08 18:05:00"]
    #expect(races.map { $0.date.map { APIDate($0) } } == times.map { APIDate($0) })
    #expect(served.targets == ["/racecards?date=2020-11-08"])
  }

  @Test func `upcoming races are unfinished, not called off, and still to come`() async throws {
    let served = try ServedRacing.live()
    #expect(try await served.manager().fetchUpcomingRaces().map(\.id) == ["902"])
    served.clock.advance(by: .seconds(3600))
    #expect(try await served.manager().fetchUpcomingRaces() == [])
  }

  @Test func `results come with runners and positions`() async throws {
    let served = try ServedRacing.live()
    let races = try await served.manager().fetchRaceResults()
    #expect(races.map(\.id) == ["901"] && races[0].status == .finished)
    #expect(races[0].runners.map(\.position) == [1, 2, nil])
    #expect(served.targets == ["/results?date=2020-11-08", "/race/901"])
  }

  @Test func `results in the guide's form need no further request`() async throws {
    let served = try ServedRacing(["/results?date=2020-11-08": Samples.seedCards])
    let races = try await served.manager().fetchRaceResults().filter { !$0.runners.isEmpty }
    #expect(races.map(\.name) == ["The Lantern Stakes"])
    #expect(races[0].winners.map(\.horse) == ["Copper Lantern"])
    #expect(races[0].winners.map(\.odds) == [3.5])
  }

  @Test func `a horse comes with its record, and one that no one knows is no data`() async throws {
    let manager = try ServedRacing.live().manager()
    let horse = try await manager.fetchHorseDetails(horseId: "51")
    #expect(horse.name == "COPPER LANTERN" && horse.wins == 3 && horse.starts == 6)
    #expect(horse.jockey == "Ada Moss")
    let other = try await manager.fetchHorseDetails(horseId: "61")
    #expect(other.starts == nil)
    await #expect(throws: APIError.noData) {
      try await manager.fetchHorseDetails(horseId: "no one")
    }
  }

  @Test func `a search without a query gives any horse`() async throws {
    let manager = try ServedRacing.live().manager()
    #expect(try await manager.searchHorses(query: "").count == 5)
    #expect(try await manager.searchHorses(query: "QUILL").map(\.id) == ["51", "52"])
  }

  @Test func `races are kept by racing day, and midnight asks anew`() async throws {
    let served = try ServedRacing(
      now: "2020-11-09 04:58:00",
      [
        "/racecards?date=2020-11-08": Samples.liveCards,
        "/racecards?date=2020-11-09": Samples.seedCards,
      ])
    let manager = served.manager()
    _ = try await manager.fetchTodaysRaces()
    #expect(try await manager.fetchTodaysRaces().count == 3)
    #expect(served.targets == ["/racecards?date=2020-11-08"])
    served.clock.advance(by: .seconds(180))
    #expect(try await manager.fetchTodaysRaces().count == 2)
    #expect(served.targets.last == "/racecards?date=2020-11-09")
  }

  @Test func `races are asked for again after five minutes, or when refreshed`() async throws {
    let served = try ServedRacing.live()
    let manager = served.manager()
    _ = try await manager.fetchTodaysRaces()
    await manager.refreshData()
    #expect(served.targets.count == 2)
    _ = try await manager.fetchTodaysRaces()
    #expect(served.targets.count == 2)
    served.clock.advance(by: .seconds(301))
    _ = try await manager.fetchTodaysRaces()
    #expect(served.targets.count == 3)
  }

  @Test func `a refresh that fails leaves its error in the state until it is cleared`() async throws
  {
    let served = try ServedRacing([:])
    let manager = served.manager()
    await manager.refreshData()
    #expect(manager.errorMessage == "Server error: 404 (GET /racecards: not found)")
    #expect(manager.lastUpdated == nil)
    manager.clearError()
    #expect(manager.errorMessage == nil)
  }

  @Test func `watchers see loading begin and end, each in a stream of its own`() async throws {
    let served = try ServedRacing.live()
    let manager = served.manager()
    let (first, second) = (manager.stateUpdates, manager.stateUpdates)
    _ = try await manager.fetchTodaysRaces()
    for stream in [first, second] {
      var seen: [RacingState] = []
      for await state in stream.prefix(3) { seen.append(state) }
      #expect(seen.map(\.isLoading) == [false, true, false])
      #expect(seen.map { $0.lastUpdated != nil } == [false, false, true])
      #expect(seen[0].sourceName == "live")
    }
    #expect(!manager.isLoading && manager.lastUpdated == manager.state.lastUpdated)
  }

  @Test func `an error ends a stream's loading with its text`() async throws {
    let manager = try ServedRacing([:]).manager()
    let stream = manager.stateUpdates
    await #expect(throws: APIError.serverError(404)) { try await manager.fetchTodaysRaces() }
    var last: RacingState?
    for await state in stream.prefix(3) { last = state }
    #expect(last?.errorMessage?.hasPrefix("Server error: 404") == true && last?.isLoading == false)
  }

  @Test func `error handling gives the value, or nil and the error`() async throws {
    let manager = try ServedRacing.live().manager()
    let value = await manager.withErrorHandling {
      try await manager.fetchTodaysRaces().count
    } onError: { _ in
      Issue.record("an error where there is none")
    }
    #expect(value == 3)
    var told: [String] = []
    let nothing: Int? = await manager.withErrorHandling { () throws(APIError) -> Int in
      throw .noData
    } onError: { error in
      told.append(error.localizedDescription)
    }
    #expect(nothing == nil && told == ["No data available."])
    #expect(manager.errorMessage == "No data available.")
  }

  @Test func `error handling keeps nothing of its closures`() async throws {
    final class Owner: Sendable {}
    let manager = try ServedRacing.live().manager()
    weak var watched: Owner?
    do {
      let owner = Owner()
      watched = owner
      await manager.withErrorHandling { () throws(APIError) -> Int in
        _ = owner
        throw .noData
      } onError: { _ in
        _ = owner
      }
    }
    #expect(watched == nil)
  }

  @Test func `another source takes the live one's place, and what was kept is forgotten`()
    async throws
  {
    struct OneRace: RacingDataSource {
      let sourceName = "one"
      let needsAPIKey = false
      let today = Day(iso: "2020-11-08")!
      func races(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
        [Race(id: "1", name: "Only", track: "Here")]
      }
      func results(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
        throw .noData
      }
      func horses(matching query: String, on day: Day) async throws(APIError) -> [Horse] {
        [Horse(id: "2", name: "Own")]
      }
      func horse(_ id: String, on day: Day) async throws(APIError) -> Horse { throw .noData }
    }
    let served = try ServedRacing.live()
    let manager = served.manager()
    _ = try await manager.fetchTodaysRaces()
    manager.use(OneRace())
    #expect(try await manager.fetchTodaysRaces().map(\.name) == ["Only"])
    await #expect(throws: APIError.noData) { try await manager.fetchRaceResults() }
    #expect(try await manager.searchHorses(query: "").map(\.name) == ["Own"])
    await #expect(throws: APIError.noData) { try await manager.fetchHorseDetails(horseId: "51") }
    await manager.refreshData()
    #expect(manager.state.sourceName == "one" && served.targets.count == 1)
  }
}
