import Racing
import TestSupport
import Testing

struct CommissionTests {
  @Test(
    arguments: [
      Published(
        "E082", [20 * 7.0 - 20], 6,
        "https://betting.exchange/faq/how-does-the-commission-system-work"),
      Published(
        "E083", [20 * 7.0 - 20, -(35 * 4.0 - 35)], 0.75,
        "https://betting.exchange/faq/how-does-the-commission-system-work"),
      Published(
        "E083", [-20, 35], 0.75,
        "https://betting.exchange/faq/how-does-the-commission-system-work"),
      Published(
        "E084", [500, -80], 21,
        "https://www.trinitylogic.co.uk/blog/betfair-commission-modelling-net-pnl"),
      Published("E086", [20], 1.0, "betcode-org/flumine tests/test_markets.py"),
    ] as [Published<[Double], Double>])
  func `published commission is taken from the net of the market`(
    example: Published<[Double], Double>
  ) {
    let net = example.inputs.map { micros($0) }.reduce(0, +)
    example.check(units(Commission.standard.commissionMicros(onMarketNet: net)), example.expected)
  }

  @Test(arguments: [Published("E081", (net: 400.0, discount: 0.4), 12.0, "METRICS 2.4")])
  func `a published discount reduces the rate`(
    example: Published<(net: Double, discount: Double), Double>
  ) {
    let commission = Commission.standard.discounted(byMicros: micros(example.inputs.discount))
    #expect(commission.rateMicros == 30_000)
    example.check(
      units(commission.commissionMicros(onMarketNet: micros(example.inputs.net))),
      example.expected)
  }

  @Test(
    arguments: [
      (-5_000_000, 0), (0, 0), (1, 0), (10, 0), (30, 2), (50, 2), (70, 4), (2_750_000, 137_500),
      (Int64.max, 461_168_601_842_738_790),
    ] as [(Int64, Int64)])
  func `commission is rounded half to even and never paid back`(net: Int64, commission: Int64) {
    #expect(Commission.standard.commissionMicros(onMarketNet: net) == commission)
  }

  @Test func `a rate is from nothing to all`() {
    #expect(Commission(rateMicros: -1) == nil)
    #expect(Commission(rateMicros: 1_000_001) == nil)
    #expect(Commission(rateMicros: 50_000) == .standard)
    #expect(Commission(rateMicros: 0)?.commissionMicros(onMarketNet: 9) == 0)
  }
}
