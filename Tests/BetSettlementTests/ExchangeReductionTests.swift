import BetSettlement
import Racing
import TestSupport
import Testing

struct ExchangeReductionTests {
  @Test(arguments: [
    Published(
      "E075", (decimal: 8.6, percent: 16.2), 7.21, within: 0.005,
      "https://community.betfair.com/horse_racing/go/thread/view/94102/30594693/deduction-factor"),
    Published(
      "E076", (decimal: 4.0, percent: 9.69), 3.61, within: 0.005,
      "https://www.betangel.com/forum/viewtopic.php?f=5&t=20752"),
    Published(
      "E077", (decimal: 8.0, percent: 25), 6.0,
      "https://support.betfair.com/app/answers/detail/a_id/406"),
    Published(
      "E080", (decimal: 10, percent: 10), 9, within: 0.005,
      "betcode-org/flumine tests/test_middleware.py"),
    Published(
      "E080", (decimal: 1000, percent: 5), 950, within: 0.005,
      "betcode-org/flumine tests/test_middleware.py"),
    Published(
      "E080", (decimal: 3.2, percent: 75.18), 1.01, within: 0.005,
      "betcode-org/flumine tests/test_middleware.py"),
    Published(
      "E080", (decimal: 10, percent: 75.18), 2.48, within: 0.005,
      "betcode-org/flumine tests/test_middleware.py"),
    Published(
      "E080", (decimal: 1.01, percent: 75.18), 1.01, within: 0.005,
      "betcode-org/flumine tests/test_middleware.py"),
  ])
  func `published win prices shrink to the kept fraction, not below the floor`(
    example: Published<(decimal: Double, percent: Double), Double>
  ) throws {
    let reduction = try reduction(percent: example.inputs.percent)
    let price = reduction.winPriceMicros(micros(example.inputs.decimal))
    example.check(units(price), example.expected)
    #expect(price == micros(example.expected))
  }

  @Test(arguments: [
    Published(
      "E075", (stake: 10.0, decimal: 8.6, percent: 16.2), 62.1, within: 0.005,
      "https://community.betfair.com/horse_racing/go/thread/view/94102/30594693/deduction-factor")
  ])
  func `a published profit is settled at the price shown, two decimals`(
    example: Published<(stake: Double, decimal: Double, percent: Double), Double>
  ) throws {
    let inputs = example.inputs
    let price = try reduction(percent: inputs.percent).winPriceMicros(micros(inputs.decimal))
    let profit = Settlement.profitMicros(
      stakeMicros: micros(inputs.stake), oddsMicros: price,
      share: DeadHeatShare(ahead: 0, tied: 1, paid: 1))
    example.check(units(profit), example.expected)
  }

  @Test(arguments: [
    Published(
      "E077", (stake: 10.0, decimal: 8.0, percent: 25.0), (price: 6.25, profit: 52.5),
      "https://support.betfair.com/app/answers/detail/a_id/406")
  ])
  func `a published place price loses winnings only`(
    example: Published<
      (stake: Double, decimal: Double, percent: Double), (price: Double, profit: Double)
    >
  ) throws {
    let inputs = example.inputs
    let price = try reduction(percent: inputs.percent).placePriceMicros(micros(inputs.decimal))
    example.check(units(price), example.expected.price)
    example.check(inputs.stake * (units(price) - 1), example.expected.profit)
  }

  @Test(arguments: [
    Published(
      "E078", (decimal: 11.0, percent: 50.0, divisor: 5), (win: 5.5, place: 1.9), "METRICS 2.16")
  ])
  func `a published each-way price follows the reduced win price`(
    example: Published<
      (decimal: Double, percent: Double, divisor: Int64), (win: Double, place: Double)
    >
  ) throws {
    let inputs = example.inputs
    let reduction = try reduction(percent: inputs.percent)
    let price = micros(inputs.decimal)
    example.check(units(reduction.winPriceMicros(price)), example.expected.win)
    example.check(
      units(reduction.eachWayPlacePriceMicros(price, divisor: inputs.divisor)),
      example.expected.place)
  }

  @Test(arguments: [
    Published(
      "E079", (liability: 200.0, removed: 50.0, own: 20.0), (win: 75.0, place: 100.0),
      "betcode-org/flumine tests/test_middleware.py and issue 454")
  ])
  func `published lay liability shrinks by the removed share of the others`(
    example: Published<
      (liability: Double, removed: Double, own: Double), (win: Double, place: Double)
    >
  ) throws {
    let inputs = example.inputs
    let reduction = try reduction(percent: inputs.removed)
    let liability = micros(inputs.liability)
    let win = reduction.winLayLiabilityMicros(liability, ownFactorMicros: micros(inputs.own / 100))
    example.check(units(win), example.expected.win)
    example.check(units(reduction.placeLayLiabilityMicros(liability)), example.expected.place)
  }

  @Test func `win markets ignore small factors, place markets do not`() throws {
    let small = try reduction(percent: 2.49)
    #expect(small.winPriceMicros(5_000_000) == 5_000_000)
    #expect(small.winLayLiabilityMicros(7, ownFactorMicros: 0) == 7)
    #expect(small.placePriceMicros(5_000_000) == 4_900_000)
    #expect(try reduction(percent: 2.5).winPriceMicros(5_000_000) == 4_880_000)
  }

  @Test func `the floor holds in every market and a factor is from nothing to all`() throws {
    let all = try reduction(percent: 100)
    #expect(all.winPriceMicros(8_000_000) == 1_010_000)
    #expect(all.placePriceMicros(8_000_000) == 1_010_000)
    #expect(all.eachWayPlacePriceMicros(8_000_000, divisor: 5) == 1_010_000)
    #expect(all.winLayLiabilityMicros(8, ownFactorMicros: 500_000) == 0)
    #expect(ExchangeReduction(factorMicros: 1_000_001) == nil)
    #expect(ExchangeReduction(factorMicros: -1) == nil)
  }

  // MARK: - Implementation

  private func reduction(percent: Double) throws -> ExchangeReduction {
    try #require(ExchangeReduction(factorMicros: micros(percent / 100)))
  }
}
