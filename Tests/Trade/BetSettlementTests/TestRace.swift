import BetSettlement
import Columns
import Racing

/// Races of a test, whose first runner is bet on.
enum TestRace {
  static let noon: Int64 = 1_717_243_200_000_000
  static let day = Day(iso: "2024-06-01")!

  /// A race in which the first runner shares its position, if it has one, with others.
  static func facts(
    position: Int?, tied: Int = 1, starters: Int = 9, isHandicap: Bool = false
  ) -> BetRace {
    var runners = [
      BetRunner("Own", position == nil ? .fell : .finished, position: position)
    ]
    let others = (1...starters).filter { place in
      guard let position else { return place < starters }
      return !(position..<position + tied).contains(place)
    }
    for _ in 1..<max(tied, 1) {
      runners.append(BetRunner("Tied \(runners.count)", .finished, position: position))
    }
    for place in others.prefix(starters - runners.count) {
      runners.append(BetRunner("Other \(place)", .finished, position: place))
    }
    return BetRace(day, isHandicap: isHandicap, runners)
  }

  /// A withdrawal an hour after the bets of these tests.
  static func withdrawal(_ price: PrintedOdds? = nil) -> Withdrawal {
    var withdrawal = Withdrawal("Gone", at: noon + 3_600_000_000)
    withdrawal.price = price
    return withdrawal
  }

  /// A bet struck at noon.
  static func bet(
    _ kind: RaceBet.Kind, _ stake: Double, _ price: String, places: Int? = nil,
    divisor: Int64? = nil,
    isLiability: Bool = false
  ) throws -> RaceBet {
    var bet = RaceBet(
      kind, stakeMicros: micros(stake), isLiability: isLiability, at: .taken(try .parse(price)))
    bet.places = places
    bet.divisor = divisor
    bet.placedAt = noon
    return bet
  }

  static func settle(
    _ bet: RaceBet, _ book: RuleBook.Name, _ race: BetRace
  ) throws -> BetReturn {
    try RuleBook(book, on: race.day).settle(bet, on: 0, in: race)
  }
}

/// Millionths of a decimal literal.
func micros(_ value: Double) -> Int64 { Int64((value * 1_000_000).rounded()) }
