import BetSettlement
import Columns
import Racing
import Testing

/// Fractional prices stay exact up to the payout, which is rounded once.
struct ExactPriceTests {
  struct Paid: Sendable, CustomTestStringConvertible {
    let stake: String
    let price: String
    let returned: String
    var testDescription: String { "\(stake) at \(price)" }
  }

  private static let paid = [
    Paid(stake: "30", price: "10/3", returned: "130"),
    Paid(stake: "30", price: "100/30", returned: "130"),
    Paid(stake: "11", price: "4/11", returned: "15"),
    Paid(stake: "13", price: "8/13", returned: "21"),
    Paid(stake: "6", price: "5/6", returned: "11"),
    Paid(stake: "17", price: "2/17", returned: "19"),
    Paid(stake: "66", price: "1/66", returned: "67"),
    Paid(stake: "1000000", price: "10/3", returned: "4333333.333333"),
    Paid(stake: "1000000", price: "1/7", returned: "1142857.142857"),
    // Half of a millionth goes to the even one.
    Paid(stake: "0.000001", price: "3/2", returned: "0.000002"),
    Paid(stake: "0.000003", price: "3/2", returned: "0.000008"),
  ]

  private func bet(_ kind: RaceBet.Kind, _ stake: String, _ price: String) throws -> RaceBet {
    var bet = RaceBet(
      kind, stakeMicros: try #require(Decimal6(stake)).micros, at: .taken(try .parse(price)))
    bet.placedAt = TestRace.noon
    return bet
  }

  @Test(arguments: paid)
  func `a stake is multiplied by the fraction, not by its decimals`(example: Paid) throws {
    for book in [RuleBook.Name.gb, .ie, .au, .za, .exchange] {
      let settled = try TestRace.settle(
        bet(.win, example.stake, example.price), book, TestRace.facts(position: 1))
      #expect("\(Decimal6(micros: settled.returnedMicros))" == example.returned)
    }
  }

  /// 4.3333333333 is no 10/3, and a million of it shows the difference.
  @Test(arguments: [
    Paid(stake: "30", price: "4.333333", returned: "129.99999"),
    Paid(stake: "30", price: "4.333333333333333", returned: "130"),
    Paid(stake: "30", price: "4.333333333333333333333333333", returned: "130"),
    Paid(stake: "1000000", price: "4.3333333333", returned: "4333333.3333"),
    Paid(stake: "1000000", price: "1000000", returned: "1000000000000"),
    Paid(stake: "1000000", price: "999999.99999999999", returned: "999999999999.99999"),
  ])
  func `decimals count as far as they are printed`(example: Paid) throws {
    let settled = try TestRace.settle(
      bet(.win, example.stake, example.price), .gb, TestRace.facts(position: 1))
    #expect("\(Decimal6(micros: settled.returnedMicros))" == example.returned)
  }

  @Test func `a starting price is the fraction that its six decimals round`() throws {
    for (sp, stake, returned) in [
      (Int64(4_333_333), "30", "130"), (1_615_385, "13", "21"), (1_015_152, "66", "67"),
      (4_330_000, "30", "129.9"), (4_333_300, "30", "129.999"), (1_000_000, "10", "10"),
    ] {
      var race = TestRace.facts(position: 1)
      race.runners[0].spMicros = sp
      race.runners[0].bspMicros = sp
      let micros = try #require(Decimal6(stake)).micros
      let settled = try TestRace.settle(RaceBet(.win, stakeMicros: micros, at: .sp), .gb, race)
      #expect("\(Decimal6(micros: settled.returnedMicros))" == returned)
      // The exchange's price is a decimal.
      let exchange = try TestRace.settle(
        RaceBet(.win, stakeMicros: micros, at: .bsp), .exchange, race)
      #expect(exchange.returnedMicros == Ratio(micros: sp).applied(to: micros))
    }
  }

  @Test func `fractions of fractions, dead heats and deductions are rounded once`() throws {
    // 15 each way at 10/3, a fifth: 15 × (1 + 2/3) = 25; tied with another for third, 12.5.
    let eachWay = try bet(.eachWay, "15", "10/3")
    let third = try TestRace.settle(eachWay, .gb, TestRace.facts(position: 3))
    #expect(third.returnedMicros == 25_000_000)
    let tied = try TestRace.settle(eachWay, .gb, TestRace.facts(position: 3, tied: 2))
    #expect(tied.returnedMicros == 12_500_000)
    // A third of 90 at 13/3 in a dead heat of three.
    let three = TestRace.facts(position: 1, tied: 3)
    #expect(try TestRace.settle(bet(.win, "90", "10/3"), .gb, three).returnedMicros == 130_000_000)
    // 45 in 100 off winnings of 100, and 0.9 of 0.8 of them.
    var race = TestRace.facts(position: 1)
    race.withdrawals = [TestRace.withdrawal(try .parse("evens"))]
    let settled = try TestRace.settle(bet(.win, "30", "10/3"), .gb, race)
    #expect(settled.returnedMicros == 85_000_000 && settled.oddsMicros == 2_833_333)
    #expect(settled.explanation[3] == "Win part: 30 × (1 + 10/3 × 0.55) = 85.")
    race.withdrawals = try ["12/1", "9/2"].map { TestRace.withdrawal(try .parse($0)) }
    #expect(
      try TestRace.settle(bet(.win, "30", "10/3"), .za, race).returnedMicros == 102_000_000)
  }

  @Test func `deductions one after the other leave an exact rest`() throws {
    // 0.85⁵ is 0.4437053125: a million at evens keeps 443,705.3125 of its winnings.
    var race = TestRace.facts(position: 1)
    race.withdrawals = try (0..<5).map { _ in TestRace.withdrawal(try .parse("6/1")) }
    let settled = try TestRace.settle(bet(.win, "1000000", "evens"), .za, race)
    #expect(settled.returnedMicros == 1_443_705_312_500)
    // As many as a field has, at a price of eighteen digits, still fit.
    race.withdrawals = try (0..<39).map { _ in TestRace.withdrawal(try .parse("20/1")) }
    let many = try TestRace.settle(bet(.win, "1000000", "123456.789012345678"), .za, race)
    let kept = (0..<39).reduce(1.0) { kept, _ in kept * 0.95 }
    let winnings = 1e6 * 123_455.789012345678 * kept
    #expect(abs(Double(many.profitMicros) / 1e6 - winnings) < 1e-9 * winnings)
  }

  @Test func `a layer's amounts are exact`() throws {
    let won = TestRace.facts(position: 1)
    let lost = TestRace.facts(position: 2)
    let lay = try bet(.lay, "30", "10/3")
    #expect(try TestRace.settle(lay, .exchange, won).stakedMicros == 100_000_000)
    #expect(try TestRace.settle(lay, .exchange, lost).returnedMicros == 130_000_000)
    var byLiability = RaceBet(
      .lay, stakeMicros: 100_000_000, isLiability: true, at: .taken(try .parse("10/3")))
    byLiability.placedAt = TestRace.noon
    #expect(try TestRace.settle(byLiability, .exchange, lost).returnedMicros == 130_000_000)
    var void = won
    void.runners[0].outcome = .nonRunner
    #expect(try TestRace.settle(lay, .exchange, void).returnedMicros == 100_000_000)
  }

  @Test func `cents and factors are exact`() throws {
    var race = TestRace.facts(position: 1)
    var gone = TestRace.withdrawal()
    gone.cents = Decimal6("33.333333")
    gone.factor = Decimal6("33.333333")
    race.withdrawals = [gone]
    let bet = try bet(.win, "1000000", "3")
    // 3,000,000 × 0.66666667.
    #expect(try TestRace.settle(bet, .au, race).returnedMicros == 2_000_000_010_000)
    #expect(try TestRace.settle(bet, .exchange, race).oddsMicros == 2_000_000)
  }
}
