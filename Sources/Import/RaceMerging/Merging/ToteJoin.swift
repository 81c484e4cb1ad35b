import ColumnStore
import Columns
import Racing
import RowReading

/// The win dividends of a month, joined to its runners by race and saddlecloth number.
///
/// A race with a stored win dividend takes each `tote` from its dividends, which may have lost
/// their amounts since; any other race takes it from its runners' files. A race is `tote_paid` if a
/// file says so, if a runner has a `tote` or if a win dividend has an amount. Only the first cannot
/// be withdrawn, so the store notes for which races no file says it, and each writing determines
/// the others again.
struct ToteJoin {
  private static let paid = Field("tote_paid", .boolean)

  /// By race key: the declared amounts by saddlecloth number, possibly none.
  private var races: [String: [Int16: Int64]] = [:]

  /// Collects the amounts of the win pool.
  init(_ dividends: Table, pools: DictionaryEncoder, combinations: DictionaryEncoder) {
    // A column without any value is not stored.
    guard let pool = dividends["pool"], let combination = dividends["combination"] else { return }
    let amounts = dividends.column(Field("dividend", .micros))
    let win = pools.code("win")
    let ids = dividends.raceIDs
    for row in 0..<dividends.rowCount {
      guard !pool.isNull(row), pool.int32s[row] == win, !combination.isNull(row) else { continue }
      let number = combinations.utf8(Int(combination.int32s[row]))
      guard let number = Int16(String(decoding: number, as: UTF8.self)) else { continue }
      let isDeclared = !amounts.isNull(row) && amounts.int64s[row] <= Odds.maximumMicros
      races[ids[row], default: [:]][number] = isDeclared ? amounts.int64s[row] : nil
    }
  }

  /// Sets `tote` in the races that have win dividends, and `tote_paid` where it follows from them.
  ///
  /// - Parameter month: Rows with `tote_paid` as files state it.
  /// - Returns: The rows to be stored.
  func applied(to month: MonthRows) -> MonthRows {
    guard !races.isEmpty || month.runners["tote"] != nil else { return month }
    if races.isEmpty, Self.isPaidWhereDeclared(month) { return month }
    let ids = month.races.raceIDs
    let dividends = (0..<ids.count).map { races[ids[$0]] }
    let totes = month.runners.column(Field("tote", .micros))
    let numbers = month.runners.column(Field("number", .int16))
    let race = month.runners.raceIndices
    let amounts = (0..<month.runners.rowCount).map { row -> Int64? in
      guard let declared = dividends[Int(race[row])] else {
        return totes.isNull(row) ? nil : totes.int64s[row]
      }
      return numbers.isNull(row) ? nil : declared[numbers.int16s[row]]
    }
    var isPaid = dividends.map { $0?.isEmpty == false }
    for (row, amount) in amounts.enumerated() where amount != nil {
      isPaid[Int(race[row])] = true
    }
    return MonthRows(
      races: Self.marked(month.races, isPaid),
      runners: month.runners.replacing("tote", Column(.micros, int64s: amounts)),
      raceKeys: month.raceKeys)
  }

  /// Returns a month's stored `races` with `tote_paid` as files state it.
  static func stated(_ races: Table) -> Table {
    let name = RacingTables.totePaidDerived.name
    guard let derived = races[name] else { return races }
    let paid = races.column(Self.paid)
    let flags = (0..<races.rowCount).map { race -> Bool? in
      if !derived.isNull(race) { return derived.booleans[race] ? nil : false }
      return paid.isNull(race) ? nil : paid.booleans[race]
    }
    let kept = zip(races.fields, races.columns).filter { $0.0.name != name }
    return Table(kept.map { (name: $0.0.name, column: $0.1) })
      .replacing(Self.paid.name, Column(booleans: flags))
  }
}

extension ToteJoin {
  /// Sets `tote_paid`, and notes the races where no file says so.
  private static func marked(_ races: Table, _ isPaid: [Bool]) -> Table {
    let stated = races.column(paid)
    var flags: [Bool?] = []
    var derived: [Bool?] = []
    for (race, isPaid) in isPaid.enumerated() {
      let isStated: Bool? = stated.isNull(race) ? nil : stated.booleans[race]
      flags.append(isPaid ? true : isStated)
      derived.append(isPaid && isStated != true ? isStated == nil : nil)
    }
    return races.replacing(paid.name, Column(booleans: flags))
      .replacing(RacingTables.totePaidDerived.name, Column(booleans: derived))
  }

  /// Whether each race with a runner's dividend is `tote_paid` already.
  private static func isPaidWhereDeclared(_ month: MonthRows) -> Bool {
    guard let totes = month.runners["tote"], let paid = month.races["tote_paid"] else {
      return false
    }
    let race = month.runners.raceIndices
    let flags = paid.booleans
    return (0..<totes.count).allSatisfy { row in
      totes.isNull(row) || (!paid.isNull(Int(race[row])) && flags[Int(race[row])])
    }
  }
}

extension MonthRows {
  fileprivate init(races: Table, runners: Table, raceKeys: Table) {
    self.races = races
    self.runners = runners
    self.raceKeys = raceKeys
  }
}
