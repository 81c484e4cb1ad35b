import Columns

/// The figures of one starter by docs/reports.md, from its whole race; money 10⁻⁶, chances 10⁻⁹.
struct ReferenceRun {
  var race: Int
  var day: Int
  var keys: [String: String]
  var isWin: Bool
  var isPlaced: Bool
  var winShare: Int128
  var chance: Int128?
  var prb: Int128?
  var spReturned: Int128?
  var toteReturned: Int128?
  /// Before commission.
  var bspReturned: Int128?
  /// The odds at sp and at bsp.
  var sp: Int128?
  var bsp: Int128?
  var form: Character

  /// Returns the payout of one unit at a basis.
  func returned(_ basis: String) -> Int128? {
    basis == "sp" ? spReturned : basis == "tote" ? toteReturned : bspReturned
  }
}

/// The number of places that a race pays, by country, starters, and whether it is a handicap.
typealias ReferencePlaces = (_ country: String?, _ starters: Int, _ isHandicap: Bool) -> Int

/// Returns the number of places by the table of docs/reports.md, under "Place terms".
func referencePlacesByCountry(_ country: String?, _ starters: Int, _ isHandicap: Bool) -> Int {
  switch country {
  case "HK": starters >= 7 ? 3 : starters >= 4 ? 2 : 0
  case "US": 3
  case "AU", "JP": starters >= 8 ? 3 : starters >= 5 ? 2 : 0
  case "FR": starters >= 8 ? 3 : starters >= 4 ? 2 : 0
  default: starters <= 4 ? 1 : starters <= 7 ? 2 : starters >= 16 && isHandicap ? 4 : 3
  }
}

/// Returns the nearest integer, half to even.
func referenceDivide(_ numerator: Int128, _ denominator: Int128) -> Int128 {
  var floor = numerator / denominator
  if numerator % denominator < 0 { floor -= 1 }
  let twice = 2 * (numerator - floor * denominator)
  let roundsUp = twice > denominator || (twice == denominator && floor % 2 != 0)
  return roundsUp ? floor + 1 : floor
}

extension ReferenceRace {
  /// Returns the starters that count, in order, each with the figures that follow from the race.
  func runs(
    race: Int, places: ReferencePlaces, of counts: (ReferenceRunner) -> Bool
  ) -> [ReferenceRun] {
    let starters = starters.sorted(by: ReferenceRunner.precedes)
    let paid = places(country, starters.count, isHandicap)
    let winners = Int128(starters.count { $0.position == 1 })
    let book = starters.compactMap(\.sp).reduce(Int128(0)) { $0 + Self.inverse($1) }
    return starters.filter(counts).map { one in
      let isWin = one.position == 1
      func won(_ odds: Int128) -> Int128 { isWin ? referenceDivide(odds, winners) : 0 }
      return ReferenceRun(
        race: race, day: day, keys: one.keys, isWin: isWin,
        isPlaced: one.position.map { $0 <= paid } ?? false,
        winShare: isWin ? referenceDivide(1_000_000_000, winners) : 0,
        chance: one.sp.map { referenceDivide(1_000_000_000 * Self.inverse($0), book) },
        prb: prb(one, among: starters), spReturned: one.sp.map(won),
        toteReturned: isTotePaid ? one.tote ?? (isWin ? nil : 0) : nil,
        bspReturned: one.bsp.map(won), sp: one.sp, bsp: one.bsp, form: one.form)
    }
  }

  private static func inverse(_ odds: Int128) -> Int128 {
    referenceDivide(1_000_000_000_000_000_000, odds)
  }

  private func prb(_ one: ReferenceRunner, among starters: [ReferenceRunner]) -> Int128? {
    guard starters.count > 1 else { return nil }
    let finished = starters.compactMap(\.position)
    let doubledRank: Int
    if let position = one.position {
      let ahead = finished.count { $0 < position }
      doubledRank = 2 * ahead + finished.count { $0 == position } + 1
    } else {
      // The mean of the ranks from the first after the finishers to the last.
      doubledRank = finished.count + 1 + starters.count
    }
    return referenceDivide(
      Int128(1_000_000 * (2 * starters.count - doubledRank)), Int128(2 * (starters.count - 1)))
  }
}

extension ReferenceRunner {
  static func precedes(_ left: ReferenceRunner, _ right: ReferenceRunner) -> Bool {
    let (first, second) = (left.number ?? .max, right.number ?? .max)
    if first != second { return first < second }
    return (left.keys["horse"] ?? "").utf8.lexicographicallyPrecedes(
      (right.keys["horse"] ?? "").utf8)
  }

  var form: Character {
    if let position { return position < 10 ? Character("\(position)") : "0" }
    let letters: [String: Character] = [
      "pulled_up": "P", "fell": "F", "unseated": "U", "brought_down": "B", "refused": "R",
      "ran_out": "O", "slipped_up": "S", "carried_out": "C", "disqualified": "D",
      "did_not_finish": "-",
    ]
    return letters[outcome]!
  }
}

extension ReferenceRace {
  /// By date, off time (none first), number (none first), key (integers by value, before others).
  static func precedes(_ left: ReferenceRace, _ right: ReferenceRace) -> Bool {
    if left.day != right.day { return left.day < right.day }
    let (leftOff, rightOff) = (left.offTime ?? .min, right.offTime ?? .min)
    if leftOff != rightOff { return leftOff < rightOff }
    let (leftNumber, rightNumber) = (left.number ?? .min, right.number ?? .min)
    if leftNumber != rightNumber { return leftNumber < rightNumber }
    let (leftKey, rightKey) = (Int(left.key) ?? .max, Int(right.key) ?? .max)
    if leftKey != rightKey { return leftKey < rightKey }
    return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
  }
}
