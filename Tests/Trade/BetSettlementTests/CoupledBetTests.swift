import BetSettlement
import Columns
import Racing
import Testing

/// Pools take a bet on one horse of an entry for a bet on all of it; other books do not.
struct CoupledBetTests {
  /// Numbers 1 and 1A are one interest, of which 1A wins; 2 is second, 3 third, 4 fourth.
  private static let race: BetRace = {
    let names = [("One", 4, 1), ("One A", 1, 1), ("Two", 2, 2), ("Three", 3, 3), ("Four", 5, 4)]
    let runners = names.map { name, position, interest in
      var runner = BetRunner(name, .finished, position: position)
      runner.bettingInterest = interest
      return runner
    }
    var race = BetRace(TestRace.day, runners, hasWinDividend: true)
    race.country = "US"
    // The source prints them beside the program number.
    race.runners[0].winDividendMicros = micros(3.2)
    race.runners[0].placeDividendMicros = micros(1.8)
    race.runners[2].placeDividendMicros = micros(1.5)
    return race
  }()

  private func settle(
    _ kind: RaceBet.Kind, on runner: Int, _ race: BetRace = race
  ) throws -> BetReturn {
    try RuleBook(.tote, on: race.day).settle(
      RaceBet(kind, stakeMicros: micros(10), at: .tote), on: runner, in: race)
  }

  @Test(arguments: [0, 1]) func `a bet on either is paid the entry's dividends`(runner: Int) throws
  {
    #expect(try settle(.win, on: runner).returnedMicros == micros(32))
    #expect(try settle(.place, on: runner).returnedMicros == micros(18))
    #expect(try settle(.eachWay, on: runner).returnedMicros == micros(50))
    let told = try settle(.win, on: runner).explanation
    #expect(
      told.prefix(2) == [
        "10 to win with the pool on \(Self.race.runners[runner].name).",
        "One betting interest of One, One A: One A finished in position 1 of 5 starters.",
      ])
  }

  @Test(arguments: [0, 1]) func `a 0 beside a mate is no dividend of the entry`(runner: Int) throws
  {
    var race = Self.race
    (race.runners[0].winDividendMicros, race.runners[1].winDividendMicros) = (0, micros(3.2))
    (race.runners[0].placeDividendMicros, race.runners[1].placeDividendMicros) = (0, micros(1.8))
    #expect(try settle(.win, on: runner, race).returnedMicros == micros(32))
    #expect(try settle(.place, on: runner, race).returnedMicros == micros(18))
    // Two of them say that the pool pays nothing for it.
    race.runners[1].winDividendMicros = 0
    #expect(try settle(.win, on: runner, race).returnedMicros == 0)
  }

  @Test func `the others are apart, and places go by interests`() throws {
    #expect(try settle(.win, on: 2).returnedMicros == 0)
    #expect(try settle(.place, on: 2).returnedMicros == micros(15))
    // Four interests pay two places: 3 lost behind them. Apart it would be five of three for show.
    #expect(try settle(.place, on: 3).returnedMicros == 0)
    var three = Self.race
    three.runners.removeLast()
    // Three interests: no place pool.
    #expect(throws: SettlementGap.self) { try settle(.place, on: 3, three) }
  }

  @Test func `a withdrawn mate leaves the bet on the other, and both make it void`() throws {
    var race = Self.race
    race.runners[0].outcome = .nonRunner
    race.runners[0].position = nil
    race.runners[0].winDividendMicros = nil
    race.runners[1].winDividendMicros = micros(3.2)
    #expect(try settle(.win, on: 0, race).returnedMicros == micros(32))
    race.runners[1] = race.runners[0]
    let void = try settle(.win, on: 1, race)
    #expect(void.isVoid && void.returnedMicros == micros(10))
  }

  @Test func `an entry of which one has no result is not settled`() throws {
    var race = Self.race
    race.runners[0].outcome = .unresolved
    race.runners[0].position = nil
    #expect(throws: SettlementGap.self) { try settle(.win, on: 1, race) }
  }

  @Test func `bookmakers and exchanges settle each horse apart`() throws {
    let bet = try TestRace.bet(.win, 10, "4.0")
    for book in RuleBook.Name.allCases where book != .tote {
      let rules = RuleBook(book, on: TestRace.day)
      #expect(try rules.settle(bet, on: 0, in: Self.race).returnedMicros == 0)
      #expect(try rules.settle(bet, on: 1, in: Self.race).returnedMicros > 0)
    }
  }
}
