import BetSettlement
import Columns
import Racing
import Testing

/// Settlements that others print, with the page of each.
struct KnownAnswerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    var book = RuleBook.Name.gb
    var kind = RaceBet.Kind.win
    let stake: Double
    let price: String
    var position: Int? = 1
    var tied = 1
    var starters = 9
    var places: Int?
    var divisor: Int64?
    /// The return, or the profit of an exchange's example.
    var returned: Double?
    var profit: Double?
    var tolerance = 0.0
    let source: String

    var testDescription: String { id }
  }

  private static let flumine = "betcode-org/flumine tests/test_simulatedorder.py"

  private static let deadHeats = [
    Case(
      id: "E051", stake: 10, price: "10/1", tied: 2, returned: 55,
      source: "https://support.betfair.com/app/answers/detail/a_id/403"),
    Case(
      id: "E052", stake: 10, price: "10/1", tied: 3, returned: 36.66, tolerance: 0.007,
      source: "METRICS 2.14"),
    Case(
      id: "E053", book: .exchange, stake: 60, price: "6.0", tied: 3, returned: 120,
      source: "METRICS 2.14"),
    Case(
      id: "E054", book: .exchange, kind: .place, stake: 60, price: "6.0", position: 2, tied: 4,
      places: 3, returned: 180,
      source: "https://betdaq.zendesk.com/hc/en-gb/articles/360017086559-What-is-a-dead-heat-"),
    Case(
      id: "E055", book: .exchange, stake: 300, price: "4.0", tied: 3, profit: 100,
      source: "https://betdynamics.uservoice.com/knowledgebase/articles/1163470"),
    Case(
      id: "E056", stake: 10, price: "7.0", tied: 2, returned: 35,
      source: "https://juicestorm.com/archive/dead-heats/"),
    Case(
      id: "E057", stake: 10, price: "1.8", tied: 2, profit: -1, source: "METRICS 2.14"),
    Case(
      id: "E059", book: .exchange, stake: 10, price: "4.0", tied: 2, profit: 10, source: flumine),
    Case(
      id: "E060", book: .exchange, kind: .lay, stake: 20, price: "5.0", tied: 2, profit: -30,
      source: "METRICS 2.14"),
    Case(
      id: "E061", book: .exchange, stake: 50, price: "11.0", tied: 4, profit: 87.5, source: flumine
    ),
    Case(
      id: "E063", book: .exchange, kind: .placeLay, stake: 2, price: "1.87", position: 1, places: 3,
      profit: -1.74, source: flumine),
  ]

  private static let plain = [
    Case(id: "E058 wins", book: .exchange, stake: 2, price: "10.0", profit: 18, source: flumine),
    Case(
      id: "E058 loses", book: .exchange, stake: 2, price: "10.0", position: 2, profit: -2,
      source: flumine),
    Case(
      id: "E064 winner", book: .exchange, kind: .eachWay, stake: 2, price: "10.0", places: 3,
      divisor: 5, profit: 21.6, source: flumine),
    Case(
      id: "E064 placed", kind: .eachWay, stake: 2, price: "10.0", position: 3, profit: 1.6,
      source: flumine),
    Case(
      id: "E064 loser", kind: .eachWay, stake: 2, price: "10.0", position: 4, profit: -4,
      source: flumine),
    Case(
      id: "E065 winner", kind: .eachWay, stake: 10, price: "10.0", starters: 7, profit: 112.5,
      source: "mybetrecord"),
    Case(
      id: "E065 placed", kind: .eachWay, stake: 10, price: "10.0", position: 2, starters: 7,
      profit: 12.5, source: "mybetrecord"),
    Case(
      id: "E066", kind: .eachWay, stake: 20, price: "16/1", position: 3, places: 3, divisor: 4,
      returned: 100, source: "https://help.daznbet.com/hc/en-gb/articles/9775118959517"),
    Case(
      id: "E067", kind: .eachWay, stake: 20, price: "16/1", position: 3, tied: 2, places: 3,
      divisor: 4, returned: 50, source: "METRICS 2.5"),
  ]

  @Test(arguments: deadHeats + plain)
  func `published bets return what their page says`(example: Case) throws {
    let bet = try TestRace.bet(
      example.kind, example.stake, example.price, places: example.places, divisor: example.divisor)
    let race = TestRace.facts(
      position: example.position, tied: example.tied, starters: example.starters)
    let settled = try TestRace.settle(bet, example.book, race)
    let slack = Int64((example.tolerance * 1e6).rounded())
    if let returned = example.returned {
      #expect((settled.returnedMicros - micros(returned)).magnitude <= slack, "\(example.source)")
    }
    if let profit = example.profit {
      #expect((settled.profitMicros - micros(profit)).magnitude <= slack, "\(example.source)")
    }
    #expect(example.returned != nil || example.profit != nil)
    #expect(settled.explanation.count >= 3)
  }

  struct Deducted: Sendable, CustomTestStringConvertible {
    let id: String
    var kind = RaceBet.Kind.win
    let stake: Double
    let price: String
    var position = 1
    /// The withdrawn runners' odds.
    let withdrawn: [String]
    let profit: Double
    var tolerance = 0.0

    var testDescription: String { id }
  }

  @Test(arguments: [
    // 10 at 10/1 with a 2/5 shot withdrawn returns 40.
    Deducted(id: "40 back", stake: 10, price: "10/1", withdrawn: ["2/5"], profit: 30),
    // https://www.unibet.co.uk/help/products/sportsbook/horse-racing-win
    Deducted(id: "E071", stake: 10, price: "2.25", withdrawn: ["1.25"], profit: 2.5),
    // https://www.allaboutbetting.co.uk/horse-racing/rule-4
    Deducted(id: "E072", stake: 10, price: "8/1", withdrawn: ["3/1"], profit: 60),
    // https://support.betfair.com/app/answers/detail/a_id/6556/
    Deducted(
      id: "E068", kind: .eachWay, stake: 10, price: "7/4", withdrawn: ["13/8"], profit: 13.65),
    Deducted(
      id: "E069", kind: .eachWay, stake: 10, price: "7/4", position: 2, withdrawn: ["13/8"],
      profit: 2.28 - 10, tolerance: 0.006),
    // 40 in 100 for a 6/4 shot, off 8 that the place part would win.
    Deducted(
      id: "E070", kind: .eachWay, stake: 10, price: "4/1", position: 2, withdrawn: ["6/4"],
      profit: 4.8 - 10),
    // At most 90 in 100: 70 and 45 are not 115.
    Deducted(
      id: "cap", stake: 10, price: "10/1", withdrawn: ["2/5", "Evens"], profit: 10),
    Deducted(id: "none", stake: 10, price: "10/1", withdrawn: ["12/1"], profit: 100),
  ])
  func `Rule 4 reduces winnings alone, of every part`(example: Deducted) throws {
    var race = TestRace.facts(position: example.position)
    race.withdrawals = try example.withdrawn.map {
      TestRace.withdrawal(try .parse($0))
    }
    let bet = try TestRace.bet(example.kind, example.stake, example.price)
    for book in [RuleBook.Name.gb, .ie] {
      let settled = try TestRace.settle(bet, book, race)
      let slack = UInt64((example.tolerance * 1e6).rounded())
      #expect((settled.profitMicros - micros(example.profit)).magnitude <= slack)
    }
    var later = bet
    later.placedAt = race.withdrawals[0].at
    let full = try TestRace.settle(later, .gb, race)
    let free = try TestRace.settle(bet, .gb, TestRace.facts(position: example.position))
    #expect(full.returnedMicros == free.returnedMicros)
  }

  /// The example of https://help.williamhill.com.au/betting/racing-deductions/ is 10 at 4.00.
  @Test func `an Australian deduction is taken from the whole ticket`() throws {
    var race = TestRace.facts(position: 1)
    var gone = TestRace.withdrawal()
    gone.cents = Decimal6("42")
    race.withdrawals = [gone]
    let settled = try TestRace.settle(TestRace.bet(.win, 10, "4.00"), .au, race)
    #expect(settled.returnedMicros == micros(23.2))
    #expect(settled.oddsMicros == micros(2.32))
  }

  struct Reduced: Sendable {
    let price: String
    /// In percent.
    let factors: [String]
    let reduced: Double
    var kind = RaceBet.Kind.win
  }

  /// E075, E076, E077, E080: Betfair's answers 406 and 408, and flumine tests/test_middleware.py.
  @Test(arguments: [
    Reduced(price: "8.6", factors: ["16.2"], reduced: 7.21),
    Reduced(price: "4.0", factors: ["9.69"], reduced: 3.61),
    Reduced(price: "8.0", factors: ["25"], reduced: 6.0),
    Reduced(price: "8.0", factors: ["25"], reduced: 6.25, kind: .place),
    Reduced(price: "10", factors: ["10"], reduced: 9),
    Reduced(price: "1000", factors: ["5"], reduced: 950),
    Reduced(price: "3.2", factors: ["75.18"], reduced: 1.01),
    Reduced(price: "10", factors: ["75.18"], reduced: 2.48),
    Reduced(price: "1.01", factors: ["75.18"], reduced: 1.01),
    // Below 2.5 % the win market stays, the place market does not.
    Reduced(price: "8.0", factors: ["2.49"], reduced: 8),
    Reduced(price: "8.0", factors: ["2.49"], reduced: 7.83, kind: .place),
    Reduced(price: "10", factors: ["10", "50"], reduced: 4.5),
  ])
  func `an exchange reduces the price of bets struck before a removal`(example: Reduced) throws {
    var race = TestRace.facts(position: 1)
    race.withdrawals = example.factors.map { factor in
      var gone = TestRace.withdrawal()
      gone.factor = Decimal6(factor)
      gone.placeFactor = gone.factor
      return gone
    }
    let bet = try TestRace.bet(example.kind, 10, example.price, places: 3)
    let settled = try TestRace.settle(bet, .exchange, race)
    #expect(settled.oddsMicros == micros(example.reduced))
    #expect(settled.returnedMicros == 10 * micros(example.reduced))
    let kind: RaceBet.Kind = example.kind == .win ? .lay : .placeLay
    let lay = try TestRace.settle(
      TestRace.bet(kind, 10, example.price, places: 3), .exchange, race)
    #expect(lay.stakedMicros == 10 * (micros(example.reduced) - 1_000_000))
    #expect(lay.returnedMicros == 0)
  }

  /// E078: an each-way bet at 11.0 with half of the market removed is one at 5.5 and 1.9.
  @Test func `an each-way price is reduced before the place price follows from it`() throws {
    var race = TestRace.facts(position: 1)
    var gone = TestRace.withdrawal()
    gone.factor = Decimal6("50")
    race.withdrawals = [gone]
    let bet = try TestRace.bet(.eachWay, 10, "11.0", places: 3, divisor: 5)
    #expect(try TestRace.settle(bet, .exchange, race).returnedMicros == micros(55 + 19))
  }

  /// E079: a liability of 200 becomes 75 in the win market and 100 in the place market.
  @Test func `the liability of a starting-price lay shrinks with a removal`() throws {
    var race = TestRace.facts(position: 1)
    race.runners[0].bspMicros = micros(5)
    race.runners[0].placeBSPMicros = micros(2)
    var gone = TestRace.withdrawal()
    gone.factor = Decimal6("50")
    gone.placeFactor = Decimal6("50")
    race.withdrawals = [gone]
    for (kind, liability) in [(RaceBet.Kind.lay, 75.0), (.placeLay, 100)] {
      var bet = RaceBet(kind, stakeMicros: micros(200), isLiability: true, at: .bsp)
      bet.places = 3
      bet.placedAt = TestRace.noon
      if kind == .lay {
        #expect(gap(bet, race)?.kind == .factorUnknown)
        bet.ownFactor = Decimal6("20")
      }
      let settled = try TestRace.settle(bet, .exchange, race)
      #expect(settled.stakedMicros == micros(liability))
      #expect(settled.returnedMicros == 0)
    }
  }

  /// The place odds are 1.0000005; rounded before the stake, they would lose half a millionth of it.
  @Test func `a part is rounded once`() throws {
    let bet = try TestRace.bet(.eachWay, 1_000_000, "1.000002", places: 3, divisor: 4)
    let settled = try TestRace.settle(bet, .gb, TestRace.facts(position: 2))
    #expect(settled.returnedMicros == 1_000_000_500_000)
  }

  private func gap(_ bet: RaceBet, _ race: BetRace) -> SettlementGap? {
    do throws(SettlementGap) {
      _ = try RuleBook(.exchange, on: race.day).settle(bet, on: 0, in: race)
      return nil
    } catch {
      return error
    }
  }
}
