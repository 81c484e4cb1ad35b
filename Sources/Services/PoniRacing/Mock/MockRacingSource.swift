import APICore
import Columns
import Foundation

/// Invented races for demonstrations; every race and horse says `isMock`.
///
/// A program must set it as a manager's source explicitly. The same seed and day give the same
/// races on every machine.
public struct MockRacingSource: RacingDataSource {
  private let seed: UInt64
  private let clock: any APIClock
  /// The number of races in a day.
  private static let raceCount = 8

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - seed: The seed of all invented data.
  ///   - clock: The clock; races before its time are finished.
  public init(seed: UInt64, clock: any APIClock = SystemClock()) {
    self.seed = seed
    self.clock = clock
  }

  /// `mock`.
  public var sourceName: String { "mock" }
  /// False: invented data needs no key.
  public var needsAPIKey: Bool { false }
  /// The racing day by the clock.
  public var today: Day { RacingDay.of(clock.now) }

  /// Returns a day's invented races, half an hour apart from noon in New York.
  public func races(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    (1...Self.raceCount).map { race($0, on: day) }
  }

  /// Returns the day's races that have already gone off.
  public func results(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    let races = try await races(on: day, refreshing: false).filter { $0.status == .finished }
    guard !races.isEmpty else { throw .noData }
    return races
  }

  /// Searches the invented horses of that day.
  public func horses(matching query: String, on day: Day) async throws(APIError) -> [Horse] {
    let limit =
      query.isEmpty
      ? RealDataService.unfilteredHorseCount : RealDataService.largestHorseCount
    let runners = try await races(on: day, refreshing: false).flatMap(\.runners)
    let found = runners.filter { runner in
      query.isEmpty
        || [runner.horse, runner.jockey, runner.trainer].contains {
          $0?.range(of: query, options: .caseInsensitive) != nil
        }
    }
    return found.prefix(limit).map(horse)
  }

  /// Returns one invented horse of that day.
  public func horse(_ id: String, on day: Day) async throws(APIError) -> Horse {
    let runners = try await races(on: day, refreshing: false).flatMap(\.runners)
    guard let runner = runners.first(where: { $0.id == id || $0.horse == id }) else {
      throw .noData
    }
    return horse(runner)
  }

  // MARK: - Implementation

  private func horse(_ runner: RaceRunner) -> Horse {
    var horse = Horse(id: runner.id, name: runner.horse)
    horse.age = runner.age
    horse.jockey = runner.jockey
    horse.trainer = runner.trainer
    horse.isMock = true
    return horse
  }

  private func race(_ number: Int, on day: Day) -> Race {
    var dice = Dice(seed: seed, salts: [UInt64(truncatingIfNeeded: day.number), UInt64(number)])
    let furlongs = 5 + dice.roll(5)
    var race = Race(
      id: "mock-\(day.iso)-\(number)", name: "Mock Race \(number)", track: "Mock Park")
    let midnight = Double(day.number) * 86_400
    let noon = Date(timeIntervalSince1970: midnight + 12 * 3600)
    let offset = Double(RacingDay.zone.secondsFromGMT(for: noon))
    race.date = noon.addingTimeInterval(Double(number - 1) * 1800 - offset)
    race.distanceText = "\(furlongs) furlongs"
    race.distance = Double(furlongs) * 201.168
    race.isMock = true
    race.runners = field(number, 6 + dice.roll(6), &dice)
    if race.date!.timeIntervalSince1970 * 1e6 < Double(clock.now) {
      race.status = .finished
      for (place, runner) in dice.shuffled(Array(race.runners.indices)).enumerated() {
        race.runners[runner].position = place + 1
      }
    }
    return race
  }

  private func field(_ race: Int, _ size: Int, _ dice: inout Dice) -> [RaceRunner] {
    (1...size).map { number in
      var runner = RaceRunner(
        horse: "Mock Horse \(race * 20 + number)", horseID: "mock-\(race * 20 + number)")
      runner.number = "\(number)"
      runner.jockey = "Mock Jockey \(1 + dice.roll(12))"
      runner.trainer = "Mock Trainer \(1 + dice.roll(12))"
      runner.age = 2 + dice.roll(6)
      runner.odds = Double(15 + dice.roll(200)) / 10
      return runner
    }
  }
}

/// SplitMix64, a seeded generator.
struct Dice {
  private var state: UInt64

  init(seed: UInt64, salts: [UInt64]) {
    state = seed
    for salt in salts { state = next() ^ (salt &* 0x9E37_79B9_7F4A_7C15) }
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 to below a bound.
  mutating func roll(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns the elements in random order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, roll(index + 1))
    }
    return elements
  }
}
