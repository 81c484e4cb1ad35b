import BetSettlement
import Columns
import Racing

/// Settles bets of 10.00 that a calculator gets wrong.
@main struct SettledBets {
  static let day = Day(iso: "2024-06-01")!
  static let stake = 10 * Decimal6.one

  static func main() throws {
    let tied = race(positions: [1, 1, 3, 4])
    try show("to win at 7/2, dead heat of two", .win, "7/2", tied)

    var reduced = race(positions: [1, 2, 3, 4])
    var withdrawn = Withdrawal("Gone", at: 1)
    withdrawn.price = try .parse("3/1")
    reduced.withdrawals = [withdrawn]
    try show("to win at 5/1, a 3/1 chance withdrawn", .win, "5/1", reduced)

    let fourth = race(positions: [4, 1, 2, 3] + Array(5...16), isHandicap: true)
    try show("each way at 14/1, fourth of sixteen in a handicap", .eachWay, "14/1", fourth)

    let won = race(positions: [1, 2, 3, 4])
    try show("on the exchange at 8.6, less commission", .win, "8.6", won, by: .exchange)
  }

  /// A race whose first runner is bet on.
  static func race(positions: [Int], isHandicap: Bool = false) -> BetRace {
    let runners = positions.enumerated().map { number, position in
      BetRunner("Horse \(number + 1)", .finished, position: position)
    }
    var race = BetRace(day, isHandicap: isHandicap, runners)
    race.country = "GB"
    return race
  }

  static func show(
    _ text: String, _ kind: RaceBet.Kind, _ odds: String, _ race: BetRace,
    by name: RuleBook.Name = .gb
  ) throws {
    let book = RuleBook(name, on: day)
    var bet = RaceBet(kind, stakeMicros: stake, at: .taken(try .parse(odds)))
    bet.placedAt = 0
    let settled = try book.settle(bet, on: 0, in: race)
    let commission = book.commission?.commissionMicros(onMarketNet: settled.profitMicros) ?? 0
    let returned = Decimal6(micros: settled.returnedMicros - commission)
    print("\(returned.text(decimals: 2)) back: \(text)")
  }
}
