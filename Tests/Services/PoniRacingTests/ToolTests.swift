import APICore
import Columns
import FeedContract
import Foundation
import PoniRacing
import TestSupport
import Testing

struct ToolTests {
  @Test(arguments: [
    (0, 5, []), (1, 5, [1]), (5, 5, [5]), (11, 5, [5, 5, 1]), (3, 1, [1, 1, 1]),
  ])
  func `an array is cut into groups`(count: Int, size: Int, sizes: [Int]) {
    let items = Array(0..<count)
    let groups = items.chunked(into: size)
    #expect(groups.map(\.count) == sizes && groups.flatMap { $0 } == items)
  }

  @Test func `groups of five have five seconds between them`() async throws {
    let clock = ManualClock(isImpatient: true)
    let times = try await Batches(clock: clock).run(Array(0..<12)) { _ throws(APIError) in
      clock.uptime
    }
    #expect(times.map { $0 / .seconds(1) } == [0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10])
  }

  @Test func `an error ends all groups`() async {
    await #expect(throws: APIError.noData) {
      try await Batches(clock: ManualClock(isImpatient: true)).run([1, 2]) {
        (item) throws(APIError) -> Int in
        if item == 2 { throw .noData }
        return item
      }
    }
  }

  @Test func `the process's memory is some megabytes, and work is measured by it`() async throws {
    // The system's own figure, in kB, while other tests take and give back memory.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let resident = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Double($0.1) })
    #expect((0.5...2).contains(getMemoryUsage() * 1024 / resident))
    let (kept, megabytes) = await measureMemory { [UInt8](repeating: 1, count: 128 << 20) }
    // Other tests may give memory back meanwhile.
    #expect(megabytes > 32 && megabytes < 1024)
    #expect(kept.count == 128 << 20)
  }

  @Test func `a cache of races keeps them for its time`() {
    let cache = MemoryRaceCache()
    var race = Race(id: "1", name: "n", track: "t")
    race.date = Date(timeIntervalSince1970: 1_604_854_200)
    race.runners = [RaceRunner(horse: "H")]
    cache.keep([race], for: "races_2020-11-08", at: 1_000_000)
    #expect(cache.races(for: "races_2020-11-08", at: 300_999_999) == [race])
    #expect(cache.races(for: "races_2020-11-08", at: 301_000_000) == nil)
    #expect(cache.races(for: "races_2020-11-08", at: 0) == nil)
    #expect(cache.races(for: "races_2020-11-09", at: 1_000_000) == nil)
    cache.removeAll()
    #expect(cache.races(for: "races_2020-11-08", at: 1_000_000) == nil)
  }

  @Test func `polled races are given when they change, errors included`() async throws {
    let served = try ServedRacing { request in
      switch request.index {
      case 0, 1: .json(Samples.liveCards)
      case 2: .json("{}", status: 400)
      default: .json(Samples.seedCards)
      }
    }
    let manager = served.manager()
    var seen: [RaceUpdate] = []
    for await update in manager.raceUpdates(every: .seconds(60)).prefix(3) { seen.append(update) }
    #expect(seen.map { try? $0.get().count } == [3, nil, 2])
    #expect(served.targets.count == 4)
    let times = served.records.withLock { $0.map(\.time) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 59_000_000 })
  }

  @Test func `a source with a stream of its own takes the place of polling`() async throws {
    struct Pushed: RaceUpdates {
      typealias AsyncIterator = AsyncStream<RaceUpdate>.Iterator
      let updates: [RaceUpdate]
      func makeAsyncIterator() -> AsyncIterator {
        AsyncStream { stream in
          for update in updates { stream.yield(update) }
          stream.finish()
        }.makeAsyncIterator()
      }
    }
    func counts(_ races: some RaceUpdates) async throws -> [Int?] {
      var counts: [Int?] = []
      for try await update in races { counts.append(try? update.get().count) }
      return counts
    }
    let race = Race(id: "1", name: "n", track: "t")
    let pushed = Pushed(updates: [.success([race]), .failure(.noData), .success([])])
    #expect(try await counts(pushed) == [1, nil, 0])
  }

  @Test func `polling ends with its task`() async throws {
    let served = try ServedRacing.live()
    let races = served.manager().raceUpdates()
    let task = Task {
      var count = 0
      for await _ in races { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
  }
}
