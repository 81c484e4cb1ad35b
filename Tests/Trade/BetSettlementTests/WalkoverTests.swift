import BetSettlement
import Columns
import Racing
import Testing

/// Bets on a race with one starter.
struct WalkoverTests {
  /// Own walks over, as three others are withdrawn.
  private static let race: BetRace = {
    var race = BetRace(
      TestRace.day,
      [BetRunner("Own", .finished, position: 1)]
        + ["B", "C", "D"].map { BetRunner($0, .nonRunner) })
    race.unknownWithdrawals = ["B", "C", "D"]
    return race
  }()

  private func bet(_ kind: RaceBet.Kind, _ book: RuleBook.Name) throws -> RaceBet {
    guard book == .tote else { return try TestRace.bet(kind, 10, "4.0", places: 3, divisor: 5) }
    return RaceBet(kind, stakeMicros: micros(10), at: .tote)
  }

  @Test(
    arguments: [
      (.gb, .win, 10), (.gb, .eachWay, 20), (.ie, .win, 10), (.ie, .eachWay, 20),
      (.exchange, .win, 10), (.exchange, .place, 10), (.exchange, .lay, 30),
      (.exchange, .placeLay, 30), (.exchange, .eachWay, 20), (.tote, .win, 10),
      (.tote, .place, 10), (.tote, .eachWay, 20),
    ] as [(RuleBook.Name, RaceBet.Kind, Double)])
  func `a bet on a walkover is void`(book: RuleBook.Name, kind: RaceBet.Kind, returned: Double)
    throws
  {
    let settled = try TestRace.settle(bet(kind, book), book, Self.race)
    #expect(settled.isVoid && settled.refundedMicros == micros(returned))
    #expect(settled.returnedMicros == micros(returned) && settled.profitMicros == 0)
    #expect(settled.explanation[1].hasPrefix("It walked over as the only starter: the bet is void"))
  }

  @Test(arguments: [RuleBook.Name.au, .za])
  func `a book without a known rule leaves the bet unsettled and says why`(
    book: RuleBook.Name
  ) throws {
    let rules = RuleBook(book, on: TestRace.day)
    #expect(
      throws: SettlementGap(
        .walkoverUnknown,
        "what the rules of \(book.rawValue) say of a walkover: one runner started")
    ) { try rules.settle(bet(.win, book), on: 0, in: Self.race) }
    // A bet on one of those that were withdrawn is void by any book.
    #expect(try rules.settle(bet(.win, book), on: 1, in: Self.race).isVoid)
  }

  @Test func `prices, and how the only starter ended, do not make a race of it`() throws {
    var race = Self.race
    race.runners[0].spMicros = micros(1.5)
    race.runners[0].winDividendMicros = micros(1)
    for book in [RuleBook.Name.gb, .exchange] {
      #expect(try TestRace.settle(bet(.win, book), book, race).isVoid)
    }
    #expect(
      try TestRace.settle(RaceBet(.win, stakeMicros: micros(10), at: .sp), .gb, race).isVoid)
    #expect(try TestRace.settle(bet(.win, .tote), .tote, race).isVoid)
    race.runners[0] = BetRunner("Own", .refused)
    #expect(try TestRace.settle(bet(.win, .gb), .gb, race).isVoid)
  }

  @Test func `a race of several starters stands, though one finished`() throws {
    var race = TestRace.facts(position: 1, starters: 3)
    for runner in 1...2 { race.runners[runner] = BetRunner("Faller \(runner)", .fell) }
    for book in RuleBook.Name.allCases where book != .tote {
      let settled = try TestRace.settle(bet(.win, book), book, race)
      #expect(!settled.isVoid && settled.returnedMicros == micros(40))
    }
  }

  @Test func `a race is no walkover where a price shows that others started`() throws {
    var race = Self.race
    race.unknownWithdrawals = []
    race.runners[1].outcome = .unresolved
    race.runners[1].spMicros = micros(3)
    #expect(try TestRace.settle(bet(.win, .gb), .gb, race).returnedMicros == micros(40))
    // Of one stored runner a starting price shows that it had rivals.
    race.runners = [race.runners[0]]
    #expect(try TestRace.settle(bet(.win, .gb), .gb, race).isVoid)
    race.runners[0].spMicros = micros(5)
    #expect(try TestRace.settle(bet(.win, .gb), .gb, race).returnedMicros == micros(40))
  }

  /// Own returns 10 at a walkover, and 40 if B ran.
  @Test func `a race that may be a walkover is left unsettled`() throws {
    var race = Self.race
    race.unknownWithdrawals = []
    race.runners[1].outcome = .unresolved
    let detail = "1 runner has no result, and the bet depends on how many runners started"
    for book in RuleBook.Name.allCases where book != .tote {
      #expect(throws: SettlementGap(.resultUnknown, detail)) {
        try TestRace.settle(bet(.win, book), book, race)
      }
    }
    // The market paid B or not, so that it ran.
    race.runners[1].placeWon = false
    #expect(try TestRace.settle(bet(.win, .gb), .gb, race).returnedMicros == micros(40))
  }

  @Test(arguments: [RuleBook.Name.gb, .ie, .exchange, .tote])
  func `runners that were declared void leave a walkover`(book: RuleBook.Name) throws {
    var race = Self.race
    race.runners[1].outcome = .void
    race.runners[2].outcome = .void
    let settled = try TestRace.settle(bet(.win, book), book, race)
    #expect(settled.isVoid && settled.returnedMicros == micros(10))
  }
}
