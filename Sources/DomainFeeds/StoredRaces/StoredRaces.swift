import APICore
import ColumnStore
import Columns
import Foundation
import PoniRacing
import RacingReports

/// A store as the client's source of races, without network and key.
///
/// It tells what was fetched or imported, from any source; the store is opened for each question.
public struct StoredRaces: RacingDataSource {
  private let store: String
  private let aliases: NameAliases?
  private let clock: any APIClock

  /// Answers from a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - aliases: Spellings that stand for one name; nil for those of the store's `aliases.csv`.
  ///   - clock: What tells the racing day now.
  public init(
    store: String, aliases: NameAliases? = nil, clock: any APIClock = SystemClock()
  ) {
    self.store = store
    self.aliases = aliases
    self.clock = clock
  }

  /// `store`.
  public var sourceName: String { "store" }

  /// No.
  public var needsAPIKey: Bool { false }

  /// The racing day in America by the clock.
  public var today: Day { RacingDay.of(clock.now) }

  /// The stored races of a day with their runners, by off time.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Makes no difference: each answer is read anew.
  /// - Returns: The races.
  /// - Throws: `APIError`; `noData` where none is stored, `networkError` with the reason where the
  ///   store cannot be read.
  public func races(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    try card(of: day, try open()).races.map { Race($0) }
  }

  /// The races of a day that have a result.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Makes no difference: each answer is read anew.
  /// - Returns: The races with their runners.
  /// - Throws: `APIError`; `noData` where none has a result.
  public func results(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    let finished = try await races(on: day, refreshing: refreshing)
      .filter { $0.status == .finished }
    guard !finished.isEmpty else { throw .noData }
    return finished
  }

  /// The horses of a day by a part of their own or their people's names, as the live service's.
  ///
  /// - Parameters:
  ///   - query: The part of a name, in letters of either case; empty for the first ones.
  ///   - day: The racing day.
  /// - Returns: At most 50 horses, without a query 20, none twice.
  /// - Throws: `APIError`; `noData` where there are no races.
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

  /// A horse by its id or name, with what its stored races say.
  ///
  /// - Parameters:
  ///   - id: The id, or the name, in any case or begun only.
  ///   - day: The racing day that it may run on.
  /// - Returns: The horse as its newest race has it, or that day's.
  /// - Throws: `APIError`; `noData` where nobody or no single horse is called so.
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
      // It is known by a race to come.
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
