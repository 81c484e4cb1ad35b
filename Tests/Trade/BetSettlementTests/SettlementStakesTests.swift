import BetSettlement
import Racing
import TestSupport
import Testing

struct SettlementStakesTests {
  @Test(arguments: [
    Published(
      "E058", (stake: 2.0, decimal: "10.0"), (win: 18.0, lose: -2.0),
      "betcode-org/flumine tests/test_simulatedorder.py @ 5bda83a")
  ])
  func `a published back bet wins the odds or loses the stake`(
    example: Published<(stake: Double, decimal: String), (win: Double, lose: Double)>
  ) throws {
    let odds = try PrintedOdds.parse(example.inputs.decimal)
    let first = DeadHeatShare(ahead: 0, tied: 1, paid: 1)
    let results = [first, .none].map { share in
      Settlement.profitMicros(
        stakeMicros: micros(example.inputs.stake), odds: odds, share: share)
    }
    example.check(units(results[0]), example.expected.win)
    example.check(units(results[1]), example.expected.lose)
  }
}
