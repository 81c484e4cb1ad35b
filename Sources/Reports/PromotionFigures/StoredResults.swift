import ColumnStore
import Columns
import Kernels
import Racing

/// The facts about a stored race's runner that bets need.
struct ResultRunner {
  /// The name, lowercased.
  let name: String
  let outcome: Outcome
  let isFirst: Bool
  /// The starting price, 10⁻⁶; 0 for none.
  let spMicros: Int64
}

/// A stored race that may match an event.
struct ResultRace {
  let id: String
  let runners: [ResultRunner]

  /// Whether one runner started and all others were withdrawn, or declared void: bookmakers return
  /// the stakes.
  ///
  /// - Edge cases: a single stored runner with a starting price had rivals that are not stored. Nil
  ///   where others have neither a result nor a price.
  var isWalkover: Bool? {
    let others = runners.filter { !$0.outcome.isStarter }
    guard others.count == runners.count - 1, runners.count > 1 || runners[0].spMicros == 0
    else { return false }
    let open = others.filter { $0.outcome == .unresolved }
    if open.isEmpty { return true }
    return open.contains { $0.spMicros > 0 } ? false : nil
  }

  /// The number of starters placed first.
  var firstCount: Int { runners.count { $0.outcome.isStarter && $0.isFirst } }

  /// Returns the fair probability of a starter by the starting prices, 10⁻⁹; nil without a price.
  func expectedNanos(of runner: ResultRunner) -> Int64? {
    guard runner.spMicros > 0 else { return nil }
    let total = runners.reduce(into: Int128(0)) { total, other in
      if other.outcome.isStarter && other.spMicros > 0 {
        total += RaceProbabilities.inverse(other.spMicros)
      }
    }
    return RaceProbabilities.share(of: RaceProbabilities.inverse(runner.spMicros), in: total)
  }
}

/// The stored races that may match events by id or start.
struct StoredResults {
  private static let minute: Int64 = 60_000_000
  private var byID: [String: ResultRace] = [:]
  private var byStart: [Int64: [ResultRace]] = [:]

  /// Reads the races of the events' months.
  ///
  /// - Parameters:
  ///   - events: Ids and starts, µs since 1970 UTC.
  ///   - snapshot: The store.
  /// - Throws: ``StoreError`` if races or runners are damaged.
  init(of events: [(id: String, start: Int64)], _ snapshot: Snapshot) throws(StoreError) {
    let ids = Set(events.map(\.id))
    let starts = Set(events.map { Self.floor($0.start) })
    // A race's day may be local, one off from the day in UTC.
    let days = Set(events.map { Day.split(micros: $0.start).day })
    let months = Set(days.flatMap { day in (-1...1).map { Month(of: day + $0) } })
    let segments = [RacingTables.races, RacingTables.runners].flatMap { table in
      snapshot.segments(of: table).filter { months.contains($0.month) }
    }
    try snapshot.check(segments)
    for month in months.sorted() {
      guard let races = snapshot.segment(of: RacingTables.races, month: month)?.rows,
        let runners = snapshot.segment(of: RacingTables.runners, month: month)?.rows
      else { continue }
      let firsts = RacingTables.runnerStarts(runners, raceCount: races.rowCount)
      let (raceRows, runnerRows) = (StoredRows(races, snapshot), StoredRows(runners, snapshot))
      for index in 0..<races.rowCount {
        let id = raceRows.text("race_id", index) ?? ""
        let start = raceRows.int64("off_time", index).map(Self.floor)
        guard ids.contains(id) || start.map(starts.contains) ?? false else { continue }
        let own = firsts[index]..<firsts[index + 1]
        let race = ResultRace(
          id: id, runners: own.compactMap { ResultRunner(runnerRows, $0) })
        if ids.contains(id) { byID[id] = race }
        if let start { byStart[start, default: []].append(race) }
      }
    }
  }

  /// Finds the race of an event and its runner of a name.
  ///
  /// A race with the event's id as its key matches. Otherwise the match is the race that starts in
  /// the same minute and has a runner of that name.
  /// - Parameters:
  ///   - event: The event's id.
  ///   - start: The event's start, µs since 1970 UTC.
  ///   - outcome: The runner's name.
  /// - Returns: Both, or the reason why there is no match.
  func find(
    event: String, start: Int64, outcome: String
  ) -> Result<(race: ResultRace, runner: ResultRunner), BetGap> {
    let name = outcome.lowercased()
    let races = byID[event].map { [$0] } ?? byStart[Self.floor(start)] ?? []
    let found = races.filter { race in race.runners.contains { $0.name == name } }
    guard let race = found.first else {
      return .failure(races.isEmpty ? .noRace : .noRunner)
    }
    guard found.count == 1 else { return .failure(.ambiguousRace) }
    let runners = race.runners.filter { $0.name == name }
    return runners.count == 1 ? .success((race, runners[0])) : .failure(.ambiguousRunner)
  }

  // MARK: - Implementation

  private static func floor(_ micros: Int64) -> Int64 {
    let rest = micros % minute
    return micros - (rest < 0 ? rest + minute : rest)
  }
}

extension ResultRunner {
  /// Reads a stored runner; nil without a name.
  fileprivate init?(_ rows: StoredRows, _ row: Int) {
    guard let horse = rows.text("horse", row) else { return nil }
    self.init(
      name: horse.lowercased(),
      outcome: rows.text("outcome", row).flatMap { Outcome(name: $0) } ?? .unresolved,
      isFirst: rows.int16("position", row) == 1, spMicros: rows.int64("sp", row) ?? 0)
  }
}
