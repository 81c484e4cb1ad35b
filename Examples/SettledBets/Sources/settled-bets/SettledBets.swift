import BetSettlement
import Columns
import Racing

/// Settles bets of 10.00 that a calculator gets wrong.
@main struct SettledBets {
  static let stake = 10 * Decimal6.one

  static func main() throws(OddsError) {
    let tied = DeadHeatShare(ahead: 0, tied: 2, paid: 1)
    show("to win at 7/2, dead heat of two", win(try .parse("7/2"), share: tied))

    let withdrawn = try PrintedOdds.parse("3/1")
    let scale = RuleBook(.gb, on: Day(iso: "2024-06-01")!).scale!
    let rule = RuleFour(deductions: [scale.pence(for: withdrawn)])
    let odds = try PrintedOdds.parse("5/1")
    let winnings = win(odds) - stake
    show("to win at 5/1, a 3/1 chance withdrawn", stake + rule.applied(toWinnings: winnings))

    let terms = PlaceTable.standard.eachWayTerms(
      country: "GB", starters: 16, isHandicap: true)!
    let bet = EachWay(stakeMicros: stake, odds: try .parse("14/1"), divisor: terms.divisor)
    let fourth = DeadHeatShare(ahead: 3, tied: 1, paid: terms.places)
    let settled = bet.settled(winShare: .none, placeShare: fourth)
    show("each way at 14/1, fourth of sixteen in a handicap", settled.totalMicros)

    let net = win(try .parse("8.6")) - stake
    let commission = Commission.standard.commissionMicros(onMarketNet: net)
    show("on the exchange at 8.6, less commission", stake + net - commission)
  }

  static func win(
    _ odds: PrintedOdds, share: DeadHeatShare = DeadHeatShare(ahead: 0, tied: 1, paid: 1)
  ) -> Int64 {
    Settlement.returnedMicros(stakeMicros: stake, odds: odds, share: share)
  }

  static func show(_ bet: String, _ returned: Int64) {
    print("\(Decimal6(micros: returned).text(decimals: 2)) back: \(bet)")
  }
}
