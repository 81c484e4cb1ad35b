import APICore
import Cards
import ColumnStore
import Columns
import Foundation
import PoniRacing

/// A store as the client's source of races, without network and key.
///
/// It contains fetched and imported races from any source; the store is opened for each request.
public struct StoredRaces: RacingDataSource {
  private let store: String
  private let aliases: NameAliases?
  private let clock: any APIClock

  /// Makes a source from a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - aliases: The aliases of names; nil for those in the store's `aliases.csv`.
  ///   - clock: The clock, which decides the current racing day.
  public init(
    store: String, aliases: NameAliases? = nil, clock: any APIClock = SystemClock()
  ) {
    self.store = store
    self.aliases = aliases
    self.clock = clock
  }

  /// `store`.
  public var sourceName: String { "store" }

  /// False: the store needs no key.
  public var needsAPIKey: Bool { false }

  /// The current racing day in America.
  public var today: Day { RacingDay.of(clock.now) }

  /// Reads the stored races of a day with their runners, by off time.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Ignored: every request reads the store.
  /// - Returns: The races.
  /// - Throws: `APIError`; `noData` if none is stored, `networkError` with the reason if the store
  ///   cannot be read.
  public func races(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    try card(of: day, try open()).races.map { Race($0) }
  }

  /// Reads the races of a day with a result.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Ignored: every request reads the store.
  /// - Returns: The races with their runners.
  /// - Throws: `APIError`; `noData` if none has a result.
  public func results(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    let finished = try await races(on: day, refreshing: refreshing)
      .filter { $0.status == .finished }
    guard !finished.isEmpty else { throw .noData }
    return finished
  }

  /// Searches the horses of a day by part of their own or their people's names, as the live service
  /// does.
  ///
  /// - Parameters:
  ///   - query: Part of a name, in either case; empty for the first ones.
  ///   - day: The racing day.
  /// - Returns: At most 50 distinct horses; 20 without a query.
  /// - Throws: `APIError`; `noData` if there are no races.
  public func horses(matching query: String, on day: Day) async throws(APIError) -> [Horse] {
    let wanted = query.trimmingCharacters(in: .whitespaces)
    let limit =
      wanted.isEmpty ? RealDataService.unfilteredHorseCount : RealDataService.largestHorseCount
    var found: [Horse] = []
    var known: Set<String> = []
    for runner in try card(of: day, try open()).races.flatMap(\.runners)
    where runner.mentions(wanted) {
      let horse = Horse(runner)
      if known.insert(horse.id).inserted { found.append(horse) }
      if found.count == limit { break }
    }
    return found
  }

  /// Finds a horse by id or name, with the figures of its stored races.
  ///
  /// - Parameters:
  ///   - id: The id, or the name in any case, also only its beginning.
  ///   - day: The racing day on which it may run.
  /// - Returns: The horse from its newest race, or from that day.
  /// - Throws: `APIError`; `noData` if no single horse matches.
  public func horse(_ id: String, on day: Day) async throws(APIError) -> Horse {
    let opened = try open()
    let found: LastRunner?
    do {
      found = try LastRunner(id, in: opened.snapshot, aliases: opened.aliases)
    } catch {
      throw .networkError("\(error)")
    }
    guard let last = found else { throw .noData }
    var horse = Horse(last)
    if let runner = try cardOrNothing(of: day, opened)
      .first(where: { $0.horse == last.name || $0.horseID == id })
    {
      horse = Horse(runner)
    }
    var request = RecordRequest(.horse, last.name)
    request.runCount = .max
    request.windows = [.all]
    request.aliases = opened.aliases
    do {
      horse.add(try RecordJob(request, from: opened.snapshot).run())
    } catch .noRaces {
      // The horse may be known only from a coming race.
    } catch {
      throw .networkError("\(error)")
    }
    return horse
  }

  // MARK: - Implementation

  private typealias Opened = (snapshot: Snapshot, aliases: NameAliases)

  private func open() throws(APIError) -> Opened {
    do {
      return (try Snapshot(store: store), try aliases ?? NameAliases(store: store))
    } catch {
      throw .networkError("\(error)")
    }
  }

  private func card(of day: Day, _ opened: Opened) throws(APIError) -> DayCard {
    do {
      var request = try CardRequest(day: day, dimensions: [])
      request.aliases = opened.aliases
      return try CardJob(request, from: opened.snapshot).run()
    } catch {
      guard case .noCard = error else { throw .networkError("\(error)") }
      throw .noData
    }
  }

  private func cardOrNothing(of day: Day, _ opened: Opened) throws(APIError) -> [CardRunner] {
    do {
      return try card(of: day, opened).races.flatMap(\.runners)
    } catch .noData {
      return []
    }
  }
}
