import Columns

/// The figures of one starter by docs/reports.md, from its whole race; money 10⁻⁶, chances 10⁻⁹.
struct ReferenceRun {
  var race: Int
  var day: Int
  var keys: [String: String]
  var isWin: Bool
  /// Nil in a race in which some starter's place is not known.
  var isPlaced: Bool?
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
    let isPlaced = placed(starters, paid: paid)
    let book = starters.compactMap(\.sp).reduce(Int128(0)) { $0 + Self.inverse($1) }
    return zip(starters, isPlaced).filter { counts($0.0) }.map { one, isPlaced in
      let isWin = one.position == 1
      func won(_ odds: Int128) -> Int128 { isWin ? referenceDivide(odds, winners) : 0 }
      return ReferenceRun(
        race: race, day: day, keys: one.keys, isWin: isWin,
        isPlaced: isPlaced,
        winShare: isWin ? referenceDivide(1_000_000_000, winners) : 0,
        chance: one.sp.map { referenceDivide(1_000_000_000 * Self.inverse($0), book) },
        prb: prb(one, among: starters), spReturned: one.sp.map(won),
        toteReturned: isTotePaid ? one.tote ?? (isWin ? nil : 0) : nil,
        bspReturned: one.bsp.map(won), sp: one.sp, bsp: one.bsp, form: one.form)
    }
  }

  /// Says who is placed, by trying out all places that a loser of unknown position may have.
  ///
  /// Behind the finishers in front, and with the market's runners before all others, a loser may
  /// be anywhere, alone or tied with those that the market treats alike.
  private func placed(_ starters: [ReferenceRunner], paid: Int) -> [Bool?] {
    var front = 0
    while starters.contains(where: { $0.position == front + 1 }) {
      let next = front + 1
      front += starters.count { $0.position == next }
    }
    func isInFront(_ one: ReferenceRunner) -> Bool { one.position.map { $0 <= front } ?? false }
    let known = starters.map { $0.placeWon ?? (isInFront($0) ? true : nil) }
    // One without any result may have started, and been paid.
    let open = runners.filter { $0.outcome == "unresolved" }.map(\.placeWon)
    let winners = (known + open).count { $0 == true }
    let places = marketPlaces.flatMap { $0 > 0 ? $0 : nil }
    let isFull = places.map { winners >= $0 } ?? false
    // The fewest and the most runners that the market may have paid.
    let most = isFull ? winners : winners + (known + open).count { $0 == nil }
    let placed = zip(starters, known).map { one, won -> Bool? in
      guard one.outcome == "lost" else { return one.position.map { $0 <= paid } ?? false }
      // The market's own places are settled by its own result.
      if paid == places, let own = one.placeWon { return own }
      var positions: ClosedRange<Int>
      switch won ?? (isFull ? false : nil) {
      case true?: positions = 2...max(2, min(places ?? .max, most))
      case false?: positions = (max(winners, places ?? 0) + 1)...Int.max
      case nil: positions = 2...Int.max
      }
      let first = max(front + 1, positions.lowerBound)
      positions = first...max(first, positions.upperBound)
      if positions.upperBound <= paid { return true }
      return positions.lowerBound > paid ? false : nil
    }
    return placed.contains(nil) ? placed.map { _ in nil } : placed
  }

  private static func inverse(_ odds: Int128) -> Int128 {
    referenceDivide(1_000_000_000_000_000_000, odds)
  }

  private func prb(_ one: ReferenceRunner, among starters: [ReferenceRunner]) -> Int128? {
    guard starters.count > 1, !starters.contains(where: { $0.outcome == "lost" }) else {
      return nil
    }
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
      "did_not_finish": "-", "lost": "?",
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
