import BetSettlement
import ColumnStore
import Columns
import Racing

extension BetRaces {
  /// Reads the races of a month on some days.
  mutating func read(_ month: Month, _ days: Set<Day>, _ snapshot: Snapshot) {
    func rows(_ table: String) -> Table? { snapshot.segment(of: table, month: month)?.rows }
    guard let races = rows(RacingTables.races), let runners = rows(RacingTables.runners) else {
      return
    }
    let dates = races.column(Field("date", .date)).int32s
    let starts = RacingTables.runnerStarts(runners, raceCount: races.rowCount)
    let dividends = rows(RacingTables.dividends)
    let placed = dividends.map { Self.placeDividends($0, snapshot) } ?? [:]
    let pools = dividends.map { Self.poolDividends($0, snapshot) } ?? [:]
    let (ofRaces, ofRunners) = (StoredRows(races, snapshot), StoredRows(runners, snapshot))
    for row in 0..<races.rowCount where days.contains(Day(dates[row])) {
      var race = BetRace(ofRaces, row, on: Day(dates[row]))
      race.dividends = pools[race.id] ?? []
      let placeDividends = placed[race.id] ?? [:]
      for runner in starts[row]..<starts[row + 1] {
        race.add(ofRunners, runner, placeDividends, prices)
      }
      add(race)
    }
  }

  // MARK: - Implementation

  /// Returns the place dividends of a month by race key and saddlecloth number.
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

  /// Returns a month's dividends of pools on several runners by race key.
  private static func poolDividends(
    _ rows: Table, _ snapshot: Snapshot
  ) -> [String: [PoolDividend]] {
    let ids = rows.column(RacingTables.raceID).texts
    let pools = rows.column(Field("pool", .coded(dictionary: "pool")))
    let texts = rows.column(Field("combination", .coded(dictionary: "combination")))
    let dividends = rows.column(Field("dividend", .micros))
    var known: [Int32: PoolBet.Pool?] = [:]
    var found: [String: [PoolDividend]] = [:]
    for row in 0..<rows.rowCount where !pools.isNull(row) && !texts.isNull(row) {
      let code = pools.int32s[row]
      let pool = known[code] ?? PoolBet.Pool(word: snapshot.dictionary("pool")[Int(code)])
      known[code] = .some(pool)
      guard let pool else { continue }
      let text = snapshot.dictionary("combination")[Int(texts.int32s[row])]
      found[ids[row], default: []].append(
        PoolDividend(
          pool, PoolBet.numbers(in: text),
          micros: dividends.isNull(row) ? nil : dividends.int64s[row]))
    }
    return found
  }
}

extension BetRace {
  /// Reads a stored race without its runners.
  fileprivate init(_ rows: StoredRows, _ row: Int, on day: Day) {
    self.init(
      day, isHandicap: rows.flag("handicap", row) ?? false, [],
      hasWinDividend: rows.flag("tote_paid", row) ?? false)
    id = rows.text("race_id", row) ?? ""
    off = rows.int64("off_time", row)
    number = rows.int16("race_no", row)
    course = rows.text("course", row)
    country = rows.text("country", row)
    placeWinners = rows.int16("place_winners", row)
  }

  /// Reads a stored runner.
  fileprivate mutating func add(
    _ rows: StoredRows, _ row: Int, _ placeDividends: [Int: Int64], _ prices: Set<NamedPrice>
  ) {
    var runner = BetRunner(
      rows.text("horse", row), number: rows.int16("number", row),
      rows.text("outcome", row).flatMap { Outcome(name: $0) } ?? .unresolved,
      position: rows.int16("position", row))
    runner.jockey = rows.text("jockey", row)
    runner.trainer = rows.text("trainer", row)
    runner.placeWon = rows.flag("place_won", row)
    // Some sources write 0 for runners that are not coupled.
    runner.bettingInterest = rows.int16("betting_interest", row).flatMap { $0 > 0 ? $0 : nil }
    runner.spMicros = rows.int64("sp", row)
    runner.bspMicros = rows.int64("bsp", row)
    runner.placeBSPMicros = rows.int64("place_bsp", row)
    runner.winDividendMicros = rows.int64("tote", row)
    runner.placeDividendMicros = runner.number.flatMap { placeDividends[$0] }
    for price in prices { runner.prices[price] = rows.int64(price.column, row) }
    runners.append(runner)
    if runner.winDividendMicros != nil { hasWinDividend = true }
    guard runner.outcome == .nonRunner else { return }
    if let withdrawal = Withdrawal(runner.name, rows, row) {
      withdrawals.append(withdrawal)
    } else {
      unknownWithdrawals.append(runner.name)
    }
  }
}

extension Withdrawal {
  /// Reads an exchange's facts of a removed runner; nil without a removal.
  fileprivate init?(_ name: String, _ rows: StoredRows, _ row: Int) {
    guard let at = rows.int64("removed_at", row) else { return nil }
    self.init(name, at: at)
    factor = rows.int64("reduction_factor", row).map(Decimal6.init(micros:))
    placeFactor = rows.int64("place_reduction_factor", row).map(Decimal6.init(micros:))
  }
}
