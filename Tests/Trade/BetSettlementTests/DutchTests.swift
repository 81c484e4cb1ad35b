import BetSettlement
import Racing
import Testing

struct DutchTests {
  @Test(arguments: [
    // 1/7 + 1/4 + 1/5 = 83/140: each of the three returns 140.
    (["7", "4", "5"], 83.0, [20.0, 35, 28]),
    (["2", "3", "6"], 30.0, [15.0, 10, 5]),
    // Evens and 7/2 have the chances 1/2 and 2/9.
    (["evens", "7/2"], 13.0, [9.0, 4]),
    (["3", "3", "3"], 10.0, [3.333333, 3.333334, 3.333333]),
    (["4"], 2.5, [2.5]),
  ])
  func `a total is divided in proportion to the chances that prices imply`(
    prices: [String], total: Double, stakes: [Double]
  ) throws {
    let odds = try prices.map { try PrintedOdds.parse($0).ratio }
    #expect(Dutch.stakes(ofTotal: micros(total), at: odds) == stakes.map(micros))
  }

  @Test func `stakes add up to the total, and each is within a millionth of the exact one`() {
    var state: UInt64 = 7
    func next(_ bound: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % bound
    }
    for _ in 0..<2_000 {
      let hundredths = (0...next(5)).map { _ in 101 + next(9_900) }
      let total = 1 + next(1_000_000_000)
      let prices = hundredths.map { Ratio(Int128($0), over: 100) }
      let stakes = Dutch.stakes(ofTotal: total, at: prices)
      #expect(stakes.reduce(0, +) == total)
      // With P the product of all prices, a stake is total · (P / price) / Σ (P / price).
      let product = hundredths.reduce(Int128(1)) { $0 * Int128($1) }
      let parts = hundredths.map { product / Int128($0) }
      let whole = parts.reduce(0, +)
      for (stake, part) in zip(stakes, parts) {
        #expect((Int128(stake) * whole - Int128(total) * part).magnitude <= whole.magnitude)
      }
    }
  }

  @Test func `a bet at a price by name has that price of its market`() throws {
    var race = TestRace.facts(position: 1)
    race.runners[0].prices[try #require(NamedPrice.of(column: "price_early"))] = 5_000_000
    race.runners[0].prices[try #require(NamedPrice.of(column: "price_place_wap"))] = 2_000_000
    func settled(_ kind: RaceBet.Kind, _ book: RuleBook.Name, _ column: String) throws -> Int64 {
      let price = BetPrice.named(try #require(NamedPrice.of(column: column)))
      var bet = RaceBet(kind, stakeMicros: micros(1), at: price)
      bet.places = 3
      return try TestRace.settle(bet, book, race).profitMicros
    }
    #expect(try settled(.win, .gb, "price_early") == micros(4))
    #expect(try settled(.lay, .exchange, "price_early") == micros(-4))
    #expect(try settled(.place, .exchange, "price_place_wap") == micros(1))
    #expect(try settled(.placeLay, .exchange, "price_place_wap") == micros(-1))
    for (kind, column) in [
      (RaceBet.Kind.place, "price_early"), (.placeLay, "price_early"), (.win, "price_place_wap"),
    ] {
      let gap = #expect(throws: SettlementGap.self) { try settled(kind, .exchange, column) }
      #expect(gap?.kind == .notOffered)
    }
    let missing = #expect(throws: SettlementGap.self) { try settled(.win, .gb, "price_late") }
    #expect(missing == SettlementGap(.priceUnknown, "no price_late of Own"))
  }

  @Test func `a withdrawal reduces a price by name unless the bet is struck at the off`() throws {
    let early = try #require(NamedPrice.of(column: "price_early"))
    var race = TestRace.facts(position: 1)
    race.runners[0].prices[early] = 5_000_000
    race.withdrawals = [TestRace.withdrawal(try PrintedOdds.parse("evens"))]
    var bet = RaceBet(.win, stakeMicros: micros(1), at: .named(early))
    bet.placedAt = TestRace.noon
    // 45 in 100 of the winnings are deducted.
    #expect(try TestRace.settle(bet, .gb, race).profitMicros == micros(2.2))
    bet.isStruckAtOff = true
    #expect(try TestRace.settle(bet, .gb, race).profitMicros == micros(4))
  }
}
