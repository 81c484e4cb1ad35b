import BetSettlement
import ColumnStore
import Columns
import Racing

/// One month's stored races, read one by one.
struct MonthRaces {
  private let races: Table
  private let runners: Table
  private let snapshot: Snapshot
  private let names: BetNames
  /// The first runner of each race, and the end of the last race.
  private let firsts: [Int]
  /// Place dividends by race key and saddlecloth number.
  private let placeDividends: [String: [Int: Int64]]

  init(
    _ races: Table, _ runners: Table, _ dividends: Table?, _ snapshot: Snapshot, _ names: BetNames
  ) {
    self.races = races
    self.runners = runners
    self.snapshot = snapshot
    self.names = names
    var counts = [Int](repeating: 0, count: races.rowCount + 1)
    for race in runners.column(RacingTables.raceIndex).int32s
    where counts.indices.contains(Int(race) + 1) { counts[Int(race) + 1] += 1 }
    for race in counts.indices.dropFirst() { counts[race] += counts[race - 1] }
    firsts = counts
    placeDividends = dividends.map { Self.placeDividends($0, snapshot) } ?? [:]
  }

  /// Returns the day of a race.
  func day(_ row: Int) -> Day { Day(races.column(Field("date", .date)).int32s[row]) }

  /// Returns a race with its runners.
  func race(_ row: Int) -> BetRace {
    let id = races.column(RacingTables.raceID).texts[row]
    let rows = firsts[row]..<firsts[row + 1]
    let entrants = rows.map(entrant)
    let ofRace = placeDividends[id] ?? [:]
    let runners = zip(rows, entrants).map { runner($0, $1, ofRace) }
    var facts = RaceFacts(
      day(row), isHandicap: flag("handicap", races, row), runners,
      hasWinDividend: flag("tote_paid", races, row)
        || runners.contains { $0.winDividendMicros != nil })
    facts.country = name("country", races, row)
    facts.placeWinners = small("place_winners", races, row)
    for (row, runner) in zip(rows, runners) where runner.outcome == .nonRunner {
      if let withdrawal = withdrawal(row, runner.name) {
        facts.withdrawals.append(withdrawal)
      } else {
        facts.unknownWithdrawals.append(runner.name)
      }
    }
    return BetRace(
      id: id, day: day(row), off: micros("off_time", races, row),
      number: small("race_no", races, row), course: name("course", races, row),
      country: facts.country, runners: entrants, facts: facts)
  }

  // MARK: - Implementation

  private func entrant(_ row: Int) -> BetRunner {
    let horse = name("horse", runners, row)
    let folded = horse.map(names.horse)
    return BetRunner(
      horse: horse, number: small("number", runners, row), jockey: name("jockey", runners, row),
      trainer: name("trainer", runners, row), folded: folded == "" ? nil : folded)
  }

  private func runner(
    _ row: Int, _ entrant: BetRunner, _ placeDividends: [Int: Int64]
  ) -> RaceRunner {
    let outcome = name("outcome", runners, row).flatMap { Outcome(name: $0) } ?? .unresolved
    var runner = RaceRunner(
      entrant.horse ?? entrant.number.map { "number \($0)" } ?? "a runner without a name",
      outcome, position: small("position", runners, row))
    runner.placeWon = cells("place_won", runners, row).map { $0.booleans[row] }
    // Some sources write 0 for runners that are not coupled.
    runner.bettingInterest = small("betting_interest", runners, row).flatMap { $0 > 0 ? $0 : nil }
    runner.spMicros = micros("sp", runners, row)
    runner.bspMicros = micros("bsp", runners, row)
    runner.placeBSPMicros = micros("place_bsp", runners, row)
    runner.winDividendMicros = micros("tote", runners, row)
    runner.placeDividendMicros = entrant.number.flatMap { placeDividends[$0] }
    return runner
  }

  /// Returns an exchange's facts of a removed runner; nil without a removal.
  private func withdrawal(_ row: Int, _ name: String) -> Withdrawal? {
    guard let at = micros("removed_at", runners, row) else { return nil }
    var withdrawal = Withdrawal(name, at: at)
    withdrawal.factor = micros("reduction_factor", runners, row).map(Decimal6.init(micros:))
    withdrawal.placeFactor = micros("place_reduction_factor", runners, row)
      .map(Decimal6.init(micros:))
    return withdrawal
  }

  private static func placeDividends(
    _ rows: Table, _ snapshot: Snapshot
  ) -> [String: [Int: Int64]] {
    let ids = rows.column(RacingTables.raceID).texts
    let pools = rows.column(Field("pool", .coded(dictionary: "pool")))
    let numbers = rows.column(Field("combination", .coded(dictionary: "combination")))
    let dividends = rows.column(Field("dividend", .micros))
    var found: [String: [Int: Int64]] = [:]
    for row in 0..<rows.rowCount {
      guard !pools.isNull(row), !numbers.isNull(row), !dividends.isNull(row),
        snapshot.dictionary("pool")[Int(pools.int32s[row])] == "place",
        let number = Int(snapshot.dictionary("combination")[Int(numbers.int32s[row])])
      else { continue }
      found[ids[row], default: [:]][number] = dividends.int64s[row]
    }
    return found
  }

  /// Returns a cell's column; nil if the cell is empty, or no row of the month has a value.
  private func cells(_ column: String, _ table: Table, _ row: Int) -> Column? {
    guard let cells = table[column], !cells.isNull(row) else { return nil }
    return cells
  }

  private func name(_ column: String, _ table: Table, _ row: Int) -> String? {
    cells(column, table, row).map { snapshot.dictionary(column)[Int($0.int32s[row])] }
  }

  private func small(_ column: String, _ table: Table, _ row: Int) -> Int? {
    cells(column, table, row).map { Int($0.int16s[row]) }
  }

  private func micros(_ column: String, _ table: Table, _ row: Int) -> Int64? {
    cells(column, table, row).map { $0.int64s[row] }
  }

  private func flag(_ column: String, _ table: Table, _ row: Int) -> Bool {
    cells(column, table, row).map { $0.booleans[row] } ?? false
  }
}
