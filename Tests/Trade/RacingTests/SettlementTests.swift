import Racing
import TestSupport
import Testing

struct SettlementTests {
  @Test(arguments: [
    Published(
      "E002", (winners: ["8/1"], losers: 4), 4,
      "http://www.horseracebase.com/informationandexamples2.php"),
    Published(
      "E003", (winners: ["7/2", "4/5", "6/1", "10/1", "33/1"], losers: 0), 53.3,
      "http://www.horseracebase.com/informationandexamples2.php"),
  ])
  func `published level-stakes profit is the sum of returns less stakes`(
    example: Published<(winners: [String], losers: Int), Double>
  ) throws {
    var profit = -Int64(example.inputs.losers) * Settlement.unitStakeMicros
    for price in example.inputs.winners {
      let odds = try Odds.fractional(price)
      profit += Settlement.winReturnedMicros(
        oddsMicros: odds.micros, isFirst: true, tiedForFirst: 1)
      profit -= Settlement.unitStakeMicros
    }
    example.check(units(profit), example.expected)
  }

  @Test(
    arguments: [
      (10_000_000, 5, 3, 1, 2_800_000), (10_000_000, 5, 3, 2, 1_400_000),
      // A fifth of 10/3 is 2/3; the place odds 1.0000014 are not rounded before they are halved.
      (4_333_333, 5, 3, 1, 1_666_667), (1_000_007, 5, 3, 2, 500_001),
    ] as [(Int64, Int64, Int, Int, Int64)])
  func `the place part of an each-way bet is rounded once`(
    odds: Int64, divisor: Int64, paid: Int, tied: Int, returned: Int64
  ) {
    let share = DeadHeatShare(ahead: paid - 1, tied: tied, paid: paid)
    #expect(
      Settlement.placeReturnedMicros(oddsMicros: odds, divisor: divisor, share: share) == returned)
  }

  @Test(
    arguments: [
      (11_000_000, 0, 1, 1, 11_000_000), (11_000_000, 0, 2, 1, 5_500_000),
      (11_000_000, 0, 3, 1, 3_666_667), (11_000_000, 1, 1, 1, 0), (5_000_001, 0, 2, 1, 2_500_000),
      (5_000_003, 0, 2, 1, 2_500_002), (6_000_000, 1, 4, 3, 3_000_000),
      (1_000_000_000_000, 2, 3, 3, 333_333_333_333),
    ] as [(Int64, Int, Int, Int, Int64)])
  func `one unit returns its share of the odds, rounded once`(
    odds: Int64, ahead: Int, tied: Int, paid: Int, returned: Int64
  ) {
    #expect(
      Settlement.returnedMicros(oddsMicros: odds, ahead: ahead, tied: tied, paid: paid) == returned)
  }

  @Test func `a win bet loses unless the runner is first`() {
    #expect(
      Settlement.winReturnedMicros(oddsMicros: 7_000_000, isFirst: false, tiedForFirst: 1) == 0)
    #expect(
      Settlement.winReturnedMicros(oddsMicros: 7_000_000, isFirst: false, tiedForFirst: 0) == 0)
    #expect(
      Settlement.winReturnedMicros(oddsMicros: 7_000_000, isFirst: true, tiedForFirst: 2)
        == 3_500_000)
  }

  @Test func `a win share is one, divided in a dead heat`() {
    #expect(Settlement.winShareNanos(isFirst: true, tiedForFirst: 1) == 1_000_000_000)
    #expect(Settlement.winShareNanos(isFirst: true, tiedForFirst: 3) == 333_333_333)
    #expect(Settlement.winShareNanos(isFirst: false, tiedForFirst: 2) == 0)
  }

  @Test func `level stakes are one unit a bet`() {
    #expect(Settlement.turnoverMicros(bets: 3) == 3_000_000)
    #expect(Settlement.turnoverMicros(bets: 0) == 0)
  }

  @Test func `the bases are named as in the reports`() {
    #expect(PriceBasis.allCases.map(\.rawValue) == ["sp", "tote", "bsp"])
  }
}
