import BetSettlement
import Racing
import TestSupport
import Testing

/// Bets of any stake on runners that share a position.
struct DeadHeatBetTests {
  struct Bet: Sendable {
    var stake: Double
    var odds: String
    var ahead = 0
    var tied: Int
    var paid = 1
  }

  @Test(arguments: [
    Published(
      "E051", Bet(stake: 10, odds: "10/1", tied: 2), 55,
      "https://support.betfair.com/app/answers/detail/a_id/403"),
    Published("E052", Bet(stake: 10, odds: "10/1", tied: 3), 36.66, within: 0.01, "METRICS 2.14"),
    Published(
      "E054", Bet(stake: 60, odds: "6.0", ahead: 1, tied: 4, paid: 3), 180,
      "https://betdaq.zendesk.com/hc/en-gb/articles/360017086559-What-is-a-dead-heat-"),
    Published(
      "E056", Bet(stake: 10, odds: "7.0", tied: 2), 35,
      "https://juicestorm.com/archive/dead-heats/"),
  ])
  func `published dead heats return the share of the stake at full odds`(
    example: Published<Bet, Double>
  ) throws {
    let returned = try settle(example.inputs).returned
    example.check(units(returned), example.expected)
  }

  @Test(arguments: [
    Published("E053", Bet(stake: 60, odds: "6.0", tied: 3), 60, "METRICS 2.14"),
    Published(
      "E054", Bet(stake: 60, odds: "6.0", ahead: 1, tied: 4, paid: 3), 120,
      "https://betdaq.zendesk.com/hc/en-gb/articles/360017086559-What-is-a-dead-heat-"),
    Published(
      "E055", Bet(stake: 300, odds: "4.0", tied: 3), 100,
      "https://betdynamics.uservoice.com/knowledgebase/articles/"
        + "1163470-how-does-tbe-handle-dead-heats"),
    Published("E057", Bet(stake: 10, odds: "1.8", tied: 2), -1, "METRICS 2.14"),
    Published(
      "E059", Bet(stake: 10, odds: "4.0", tied: 2), 10,
      "betcode-org/flumine tests/test_simulatedorder.py @ 5bda83a"),
    Published(
      "E061", Bet(stake: 50, odds: "11.0", tied: 4), 87.5,
      "betcode-org/flumine tests/test_simulatedorder.py @ 5bda83a"),
  ])
  func `published dead heats net the returned share less the whole stake`(
    example: Published<Bet, Double>
  ) throws {
    example.check(units(try settle(example.inputs).profit), example.expected)
  }

  @Test(arguments: [
    Published("E060", Bet(stake: 20, odds: "5.0", tied: 2), -30, "METRICS 2.14"),
    Published(
      "E063", Bet(stake: 2, odds: "1.87", ahead: 1, tied: 1, paid: 3), -1.74,
      "betcode-org/flumine tests/test_simulatedorder.py @ 5bda83a"),
  ])
  func `a layer's result is the backer's with the opposite sign`(
    example: Published<Bet, Double>
  ) throws {
    example.check(units(-(try settle(example.inputs).profit)), example.expected)
  }

  // MARK: - Implementation

  private func settle(_ bet: Bet) throws -> (returned: Int64, profit: Int64) {
    let odds = try PrintedOdds.parse(bet.odds)
    let share = DeadHeatShare(ahead: bet.ahead, tied: bet.tied, paid: bet.paid)
    let stake = micros(bet.stake)
    return (
      Settlement.returnedMicros(stakeMicros: stake, odds: odds, share: share),
      Settlement.profitMicros(stakeMicros: stake, odds: odds, share: share)
    )
  }
}
