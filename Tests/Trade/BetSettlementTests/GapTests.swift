import BetSettlement
import Columns
import Racing
import Testing

/// Bets that cannot be settled say which fact is missing.
struct GapTests {
  private func gap(
    _ bet: RaceBet, _ book: RuleBook.Name, _ race: BetRace
  ) -> SettlementGap.Kind? {
    do throws(SettlementGap) {
      _ = try RuleBook(book, on: race.day).settle(bet, on: 0, in: race)
      return nil
    } catch {
      return error.kind
    }
  }

  private let won = TestRace.facts(position: 1)

  @Test func `a rule book refuses bets that it does not have`() throws {
    let lay = try TestRace.bet(.lay, 10, "4")
    for book in [RuleBook.Name.gb, .ie, .au, .za, .tote] {
      #expect(gap(lay, book, won) == .notOffered)
    }
    #expect(gap(RaceBet(.win, stakeMicros: 1, at: .bsp), .gb, won) == .notOffered)
    #expect(gap(RaceBet(.place, stakeMicros: 1, at: .sp), .gb, won) == .notOffered)
    #expect(gap(RaceBet(.eachWay, stakeMicros: 1, at: .bsp), .exchange, won) == .notOffered)
    #expect(gap(RaceBet(.win, stakeMicros: 1, at: .sp), .tote, won) == .notOffered)
  }

  @Test func `a price that is missing is not made up`() throws {
    #expect(gap(RaceBet(.win, stakeMicros: 1, at: .sp), .gb, won) == .priceUnknown)
    #expect(gap(RaceBet(.win, stakeMicros: 1, at: .bsp), .exchange, won) == .priceUnknown)
    #expect(gap(RaceBet(.win, stakeMicros: 1, at: .tote), .tote, won) == .dividendUnknown)
    #expect(gap(RaceBet(.place, stakeMicros: 1, at: .tote), .tote, won) == .dividendUnknown)
    #expect(gap(try TestRace.bet(.eachWay, 10, "4"), .au, won) == .priceUnknown)
  }

  @Test func `places of an exchange's market and of small fields are not guessed`() throws {
    #expect(gap(try TestRace.bet(.place, 10, "4"), .exchange, won) == .placesUnknown)
    let few = TestRace.facts(position: 1, starters: 4)
    #expect(gap(try TestRace.bet(.place, 10, "4"), .au, few) == .termsUnknown)
    #expect(gap(try TestRace.bet(.place, 10, "4"), .gb, few) == .termsUnknown)
    #expect(gap(try TestRace.bet(.place, 10, "4", places: 1), .gb, few) == nil)
  }

  /// The place dividends of the first runner's rivals, who are ahead of it or behind.
  private func pool(
    _ country: String?, position: Int?, starters: Int, dividends: [Int]
  ) -> BetRace {
    var race = TestRace.facts(position: position, starters: starters)
    race.country = country
    for runner in race.runners.indices where dividends.contains(race.runners[runner].position ?? 0)
    {
      race.runners[runner].placeDividendMicros = micros(2)
    }
    return race
  }

  @Test(
    arguments: [
      // The winner's dividend alone is known: the second may have one, the fourth has none.
      ("HK", 2, 9, [1], .dividendUnknown), ("HK", 4, 9, [1], nil), ("HK", nil, 9, [1], nil),
      ("HK", 1, 9, [1], nil), ("HK", 4, 9, [], .dividendUnknown), ("HK", 3, 6, [1, 2], nil),
      // Six starters may have been eight declared, who pay three places.
      ("JP", 3, 6, [1, 2], .declaredUnknown), ("JP", 4, 6, [1, 2], nil),
      ("JP", 2, 6, [1], .dividendUnknown), ("JP", 3, 9, [1, 2], .dividendUnknown),
      ("GB", 4, 9, [1, 2, 3], .placesUnknown), (nil, 4, 9, [1, 2, 3], .placesUnknown),
      ("FR", 2, 3, [1], .placesUnknown), ("HKG", 4, 9, [1], nil), ("JPN", 4, 6, [1, 2], nil),
    ] as [(String?, Int?, Int, [Int], SettlementGap.Kind?)])
  func `a finisher without a place dividend has lost only behind the paid places`(
    country: String?, position: Int?, starters: Int, dividends: [Int], kind: SettlementGap.Kind?
  ) {
    let race = pool(country, position: position, starters: starters, dividends: dividends)
    let bet = RaceBet(.place, stakeMicros: 1_000_000, at: .tote)
    #expect(gap(bet, .tote, race) == kind)
  }

  @Test func `a ticket states the places of a pool`() throws {
    let race = pool("GB", position: 4, starters: 9, dividends: [1, 2, 3])
    var bet = RaceBet(.place, stakeMicros: 1_000_000, at: .tote)
    bet.places = 3
    #expect(try TestRace.settle(bet, .tote, race).returnedMicros == 0)
  }

  @Test func `a non-runner whose time is unknown stops winning bets, and no losing ones`() throws {
    let bet = try TestRace.bet(.win, 10, "4")
    for book in [RuleBook.Name.gb, .au, .za, .exchange] {
      var race = won
      race.unknownWithdrawals = ["Gone"]
      #expect(gap(bet, book, race) == .withdrawalUnknown)
      race = TestRace.facts(position: 2)
      race.unknownWithdrawals = ["Gone"]
      let lost = try TestRace.settle(bet, book, race)
      #expect(lost.returnedMicros == 0 && lost.oddsMicros == nil)
    }
    var race = won
    race.unknownWithdrawals = ["Gone"]
    race.runners[0].spMicros = 5_000_000
    #expect(gap(RaceBet(.win, stakeMicros: 1, at: .sp), .gb, race) == nil)
    #expect(gap(try TestRace.bet(.lay, 10, "4"), .exchange, race) == .withdrawalUnknown)
  }

  @Test func `a withdrawal without its time, price or factor is not guessed`() throws {
    var race = won
    race.withdrawals = [TestRace.withdrawal()]
    var bet = try TestRace.bet(.win, 10, "4")
    for book in [RuleBook.Name.gb, .ie, .au, .za, .exchange] {
      #expect(gap(bet, book, race) == .deductionUnknown)
    }
    bet.placedAt = nil
    #expect(gap(bet, .gb, race) == .placedUnknown)
    #expect(gap(bet, .gb, won) == nil)
  }

  @Test func `a race without a winner, and a runner behind missing ones, have no result`() throws {
    let bet = try TestRace.bet(.win, 10, "4")
    var race = TestRace.facts(position: nil)
    race.runners = race.runners.map { BetRunner($0.name, .fell) }
    #expect(gap(bet, .gb, race) == .resultUnknown)
    race = TestRace.facts(position: 5)
    race.runners.removeAll { $0.position == 3 }
    #expect(gap(bet, .gb, race) == .resultIncomplete)
    race.runners[0].outcome = .unresolved
    #expect(gap(bet, .gb, race) == .resultUnknown)
  }

  /// Seven starters of `TestRace`, and runners without a result.
  private func open(_ count: Int, position: Int, starters: Int = 7) -> BetRace {
    var race = TestRace.facts(position: position, starters: starters)
    for number in 1...count { race.runners.append(BetRunner("Open \(number)", .unresolved)) }
    return race
  }

  /// Great Britain pays two places at 1/4 to seven starters, three at 1/5 from eight.
  @Test(
    arguments: [
      // The third of seven loses 20; of eight it is placed.
      (position: 3, starters: 7, open: 1, profit: nil),
      // The second has 10 × (1 + 3/4) or 10 × (1 + 3/5).
      (2, 7, 1, nil),
      // The fourth loses either way, and so does the fifth of up to ten.
      (4, 7, 1, -20), (5, 7, 3, -20),
      // Of eight or nine the terms are the same: 10 × (1 + 3/5) less 20.
      (2, 8, 1, -4), (3, 8, 1, -4),
      // Of four the place part is one to win, of five the second is placed.
      (2, 4, 1, nil), (3, 4, 1, -20),
    ] as [(Int, Int, Int, Double?)])
  func `terms that depend on runners without a result are not guessed`(
    position: Int, starters: Int, open count: Int, profit: Double?
  ) throws {
    let race = open(count, position: position, starters: starters)
    let bet = try TestRace.bet(.eachWay, 10, "4.0")
    guard let profit else {
      #expect(gap(bet, .gb, race) == .resultUnknown)
      return
    }
    let settled = try TestRace.settle(bet, .gb, race)
    #expect(settled.profitMicros == micros(profit))
    let open = count == 1 ? "1 runner has no result" : "\(count) runners have no result"
    #expect(settled.explanation.last == "\(open), which makes no difference.")
  }

  @Test func `a runner without a result may have tied for the last place`() throws {
    let bet = try TestRace.bet(.place, 10, "4.0", places: 3)
    // A fourth is printed, so that the third was alone: 40 for 10.
    var race = open(1, position: 3, starters: 9)
    for book in [RuleBook.Name.gb, .exchange] {
      #expect(try TestRace.settle(bet, book, race).profitMicros == micros(30))
      race.runners.removeAll { $0.position ?? 0 > 3 }
      race.runners += (1...6).map { BetRunner("Faller \($0)", .fell) }
      #expect(gap(bet, book, race) == .resultUnknown)
      race = open(1, position: 3, starters: 9)
    }
    // A second of three places is paid in full, alone or with one other.
    race = TestRace.facts(position: 2, starters: 2)
    race.runners += (1...6).map { BetRunner("Faller \($0)", .fell) }
    race.runners.append(BetRunner("Open", .unresolved))
    #expect(try TestRace.settle(bet, .exchange, race).profitMicros == micros(30))
  }

  @Test func `a void place part depends on runners without a result`() throws {
    // Three starters or four, for three places: void, or paid 40.
    let bet = try TestRace.bet(.place, 10, "4.0", places: 3)
    #expect(gap(bet, .exchange, open(1, position: 1, starters: 3)) == .resultUnknown)
    #expect(try TestRace.settle(bet, .exchange, open(1, position: 1, starters: 2)).isVoid)
  }

  @Test(arguments: RuleBook.Name.allCases)
  func `a bet on a non-runner is void`(book: RuleBook.Name) throws {
    var race = won
    race.runners[0].outcome = .nonRunner
    let bet =
      book == .tote
      ? RaceBet(.eachWay, stakeMicros: micros(10), at: .tote)
      : try TestRace.bet(.eachWay, 10, "4")
    let settled = try TestRace.settle(bet, book, race)
    #expect(settled.isVoid && settled.refundedMicros == micros(20))
    #expect(settled.profitMicros == 0)
  }

  @Test func `a void lay gives the liability back`() throws {
    var race = won
    race.runners[0].outcome = .nonRunner
    let settled = try TestRace.settle(TestRace.bet(.lay, 10, "4"), .exchange, race)
    #expect(settled.isVoid && settled.returnedMicros == micros(30))
  }

  @Test func `an exchange's place part is void where no runner can lose it`() throws {
    let race = TestRace.facts(position: 3, starters: 3)
    let eachWay = try TestRace.settle(
      TestRace.bet(.eachWay, 10, "4", places: 3, divisor: 5), .exchange, race)
    #expect(!eachWay.isVoid && eachWay.refundedMicros == micros(10))
    #expect(eachWay.returnedMicros == micros(10))
    let place = try TestRace.settle(TestRace.bet(.place, 10, "4", places: 3), .exchange, race)
    #expect(place.isVoid && place.returnedMicros == micros(10))
    let lay = try TestRace.settle(TestRace.bet(.placeLay, 10, "4", places: 3), .exchange, race)
    #expect(lay.isVoid && lay.profitMicros == 0)
  }

  @Test func `an each-way bet on four starters is two bets to win`() throws {
    let race = TestRace.facts(position: 1, starters: 4)
    let won = try TestRace.settle(TestRace.bet(.eachWay, 10, "4"), .gb, race)
    #expect(won.returnedMicros == micros(80))
    let second = TestRace.facts(position: 2, starters: 4)
    let lost = try TestRace.settle(TestRace.bet(.eachWay, 10, "4"), .gb, second)
    #expect(lost.returnedMicros == 0)
  }

  @Test func `deductions of South Africa apply one after the other`() throws {
    var race = TestRace.facts(position: 1)
    // 3/1 takes 25 in 100, 9/2 20: 100 of winnings leave 60.
    race.withdrawals = [
      TestRace.withdrawal(try .parse("3/1")), TestRace.withdrawal(try .parse("9/2")),
    ]
    let settled = try TestRace.settle(TestRace.bet(.win, 10, "10/1"), .za, race)
    #expect(settled.profitMicros == micros(60))
  }

  /// https://wsb.datafree.co/terms.php?item=deductions, at both ends of each of its rows.
  @Test(
    arguments: [
      ("1/3", 80), ("4/10", 70), ("9/20", 65), ("5/10", 65), ("11/20", 60), ("7/10", 60),
      ("15/20", 55), ("9/10", 55), ("19/20", 50), ("1/1", 50), ("11/10", 45), ("12/10", 45),
      ("13/10", 40), ("15/10", 40), ("16/10", 35), ("2/1", 35), ("22/10", 30), ("28/10", 30),
      ("3/1", 25), ("7/2", 25), ("15/4", 20), ("11/2", 20), ("6/1", 15), ("8/1", 15), ("9/1", 10),
      ("12/1", 10), ("13/1", 5), ("20/1", 5), ("22/1", 0), ("21/1", 0),
    ] as [(String, Double)])
  func `the South African scale holds at both ends of every row`(
    price: String, percent: Double
  ) throws {
    var race = TestRace.facts(position: 1)
    race.withdrawals = [TestRace.withdrawal(try .parse(price))]
    let settled = try TestRace.settle(TestRace.bet(.win, 1, "101"), .za, race)
    #expect(settled.profitMicros == micros(100 - percent))
  }

  @Test func `explanations state the way to the return`() throws {
    var race = TestRace.facts(position: 3)
    race.withdrawals = [TestRace.withdrawal(try .parse("2/1"))]
    let settled = try TestRace.settle(TestRace.bet(.eachWay, 10, "16/1"), .gb, race)
    #expect(
      settled.explanation == [
        "10 each way, 20 in all, at 17 on Own.", "It finished in position 3 of 9 starters.",
        "3 places are paid at 1/5 of the odds by GB terms with 9 starters.",
        "Gone was withdrawn at 3 after the bet: 30 in 100 of the winnings are deducted.",
        "Win part: 10 is lost.", "Place part: 10 × (1 + 16 / 5 × 0.7) = 32.4.",
        "In all 32.4 is returned.",
      ])
  }
}
