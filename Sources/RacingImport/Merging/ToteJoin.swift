import ColumnStore
import Columns
import Racing

/// The win dividends of a month, joined to its runners by race and saddlecloth number.
struct ToteJoin {
  /// By race key: dividends by saddlecloth number.
  private var races: [String: [Int16: Int64]] = [:]

  /// Collects the declared amounts of the win pool.
  init(_ dividends: Table, pools: DictionaryEncoder, combinations: DictionaryEncoder) {
    // A column without any value is not stored.
    guard let amounts = dividends["dividend"], let pool = dividends["pool"],
      let combination = dividends["combination"]
    else { return }
    let win = pools.code("win")
    let ids = dividends.raceIDs
    for row in 0..<dividends.rowCount where !amounts.isNull(row) {
      guard !pool.isNull(row), pool.int32s[row] == win else { continue }
      guard !combination.isNull(row), amounts.int64s[row] <= Odds.maximumMicros else { continue }
      let number = combinations.utf8(Int(combination.int32s[row]))
      guard let number = Int16(String(decoding: number, as: UTF8.self)) else { continue }
      races[ids[row], default: [:]][number] = amounts.int64s[row]
    }
  }

  /// Sets `tote` and `tote_paid` in the races that have declared win dividends.
  ///
  /// A race also has one where the source gives it on a runner's row.
  func applied(to month: MonthRows) -> MonthRows {
    guard !races.isEmpty || month.runners["tote"] != nil else { return month }
    if races.isEmpty, Self.isPaidWhereToldOf(month) { return month }
    let ids = month.races.raceIDs
    let declared = (0..<ids.count).map { races[ids[$0]] }
    let paid = month.races.column(Field("tote_paid", .boolean))
    let totes = month.runners.column(Field("tote", .micros))
    let numbers = month.runners.column(Field("number", .int16))
    let race = month.runners.raceIndices
    let amounts = (0..<month.runners.rowCount).map { row -> Int64? in
      guard let dividends = declared[Int(race[row])] else {
        return totes.isNull(row) ? nil : totes.int64s[row]
      }
      return numbers.isNull(row) ? nil : dividends[numbers.int16s[row]]
    }
    var paidFlags = declared.indices.map { race -> Bool? in
      if declared[race] != nil { return true }
      return paid.isNull(race) ? nil : paid.booleans[race]
    }
    for (row, amount) in amounts.enumerated() where amount != nil {
      paidFlags[Int(race[row])] = true
    }
    return MonthRows(
      races: month.races.replacing("tote_paid", Column(booleans: paidFlags)),
      runners: month.runners.replacing("tote", Column(.micros, int64s: amounts)),
      raceKeys: month.raceKeys)
  }
}

extension ToteJoin {
  /// Whether each runner with a dividend runs in a race that says so already.
  private static func isPaidWhereToldOf(_ month: MonthRows) -> Bool {
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
