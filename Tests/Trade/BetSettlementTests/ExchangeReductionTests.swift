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
    let price = reduction.winPrice(ratio(example.inputs.decimal)).applied(to: 1_000_000)
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
    let price = try reduction(percent: inputs.percent).winPrice(ratio(inputs.decimal))
    let stake = micros(inputs.stake)
    example.check(units(price.applied(to: stake) - stake), example.expected)
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
    let price = try reduction(percent: inputs.percent).placePrice(ratio(inputs.decimal)).value!
    example.check(price, example.expected.price)
    example.check(inputs.stake * (price - 1), example.expected.profit)
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
    let price = ratio(inputs.decimal)
    example.check(reduction.winPrice(price).value!, example.expected.win)
    example.check(
      reduction.eachWayPlacePrice(price, divisor: inputs.divisor).value!, example.expected.place)
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
    let win = reduction.winLayLiabilityMicros(
      liability, ownFactor: Decimal6(micros: micros(inputs.own)))
    example.check(units(win), example.expected.win)
    example.check(units(reduction.placeLayLiabilityMicros(liability)), example.expected.place)
  }

  @Test func `win markets ignore small factors, place markets do not`() throws {
    let small = try reduction(percent: 2.49)
    #expect(small.winPrice(ratio(5)).text == "5")
    #expect(small.winLayLiabilityMicros(7, ownFactor: Decimal6(micros: 0)) == 7)
    #expect(small.placePrice(ratio(5)).text == "4.9")
    #expect(try reduction(percent: 2.5).winPrice(ratio(5)).text == "4.88")
    // As a part of one, to six decimals, it would be 0.025.
    #expect(try reduction(percent: 2.499999).winPrice(ratio(5)).text == "5")
  }

  @Test func `the floor holds in every market and a factor is from nothing to all`() throws {
    let all = try reduction(percent: 100)
    #expect(all.winPrice(ratio(8)).text == "1.01")
    #expect(all.placePrice(ratio(8)).text == "1.01")
    #expect(all.eachWayPlacePrice(ratio(8), divisor: 5).text == "1.01")
    #expect(all.winLayLiabilityMicros(8, ownFactor: Decimal6("50")!) == 0)
    #expect(ExchangeReduction(factor: Decimal6("100.000001")!) == nil)
    #expect(ExchangeReduction(factor: Decimal6("-0.000001")!) == nil)
  }

  // MARK: - Implementation

  private func reduction(percent: Double) throws -> ExchangeReduction {
    try #require(ExchangeReduction(factor: Decimal6(micros: micros(percent))))
  }

  private func ratio(_ decimal: Double) -> Ratio { Ratio(micros: micros(decimal)) }
}
