import BetSettlement
import Columns
import Racing
import Testing

/// Bets on races known from an exchange alone: who won, and who was paid a place.
struct PlaceMarketBetTests {
  /// A race whose first runner is bet on; the second won it, others lost.
  private static func race(
    won: Bool?, places: Int?, paid: Int, starters: Int = 9, winners: Int = 1
  ) -> BetRace {
    var runners = [BetRunner("Own", .lost)]
    for winner in 0..<winners {
      runners.append(BetRunner("First \(winner)", .finished, position: 1))
    }
    while runners.count < starters { runners.append(BetRunner("Other \(runners.count)", .lost)) }
    if let won {
      // The runner itself, the winners, then others, until as many are paid.
      for index in runners.indices { runners[index].placeWon = false }
      let order = [Int](1..<starters) + [0]
      for index in won ? [0] + order.prefix(paid - 1) : Array(order.prefix(paid)) {
        runners[index].placeWon = true
      }
    }
    var facts = BetRace(TestRace.day, runners)
    facts.placeWinners = places
    return facts
  }

  /// Profits of 10 that were lost before: a placed runner was settled as a loser.
  @Test(
    arguments: [
      (RaceBet.Kind.place, true, 20), (.placeLay, true, -20), (.place, false, -10),
      (.placeLay, false, 10), (.win, true, -10), (.lay, true, 10),
    ] as [(RaceBet.Kind, Bool, Double)])
  func `a placed runner is paid, by the ticket's places and by the market's`(
    kind: RaceBet.Kind, won: Bool, profit: Double
  ) throws {
    let race = Self.race(won: won, places: 3, paid: 3)
    for places in [3, nil] {
      let settled = try TestRace.settle(
        TestRace.bet(kind, 10, "3.0", places: places), .exchange, race)
      #expect(settled.profitMicros == micros(profit), "\(settled.explanation)")
    }
  }

  @Test func `the explanation says whose result it is`() throws {
    let bet = try TestRace.bet(.place, 10, "3.0")
    let race = Self.race(won: true, places: 3, paid: 3)
    #expect(
      try TestRace.settle(bet, .exchange, race).explanation == [
        "10 to be placed at 3 on Own.", "It lost; its position is not known.",
        "3 places are paid by the market.",
        "It is one of 3 that the exchange's place market paid.", "Place part: 10 × 3 = 30.",
        "In all 30 is returned.",
      ])
    let lost = try TestRace.settle(bet, .exchange, Self.race(won: false, places: 3, paid: 3))
    #expect(lost.explanation.contains("The exchange's place market did not pay it."))
  }

  @Test func `an each-way bet needs a position, or places of its own`() throws {
    let race = Self.race(won: true, places: 3, paid: 3)
    let own = try TestRace.bet(.eachWay, 10, "5.0")
    #expect(
      throws: gap(.resultUnknown, "Own lost, its position is not known, and 3 places are paid")
    ) {
      try TestRace.settle(own, .gb, race)
    }
    let stated = try TestRace.bet(.eachWay, 10, "5.0", places: 3, divisor: 5)
    #expect(try TestRace.settle(stated, .gb, race).profitMicros == micros(-2))
    let beaten = Self.race(won: false, places: 3, paid: 3)
    #expect(try TestRace.settle(stated, .gb, beaten).profitMicros == micros(-20))
    // Up to four starters the bet is two bets to win.
    let few = Self.race(won: nil, places: nil, paid: 0, starters: 4)
    #expect(try TestRace.settle(own, .gb, few).profitMicros == micros(-20))
  }

  /// The places of the bet and of the market, and what is known with them.
  @Test(
    arguments: [
      (won: true, places: 4, market: 3, profit: 20), (true, 2, 3, nil), (false, 2, 3, -10),
      (false, 4, 3, nil), (true, 3, nil, 20), (false, 3, nil, -10), (false, 4, nil, nil),
    ] as [(Bool, Int, Int?, Double?)])
  func `a market of other places says what it can`(
    won: Bool, places: Int, market: Int?, profit: Double?
  ) throws {
    let bet = try TestRace.bet(.place, 10, "3.0", places: places)
    let race = Self.race(won: won, places: market, paid: 3)
    guard let profit else {
      #expect(throws: SettlementGap.self) { try TestRace.settle(bet, .exchange, race) }
      return
    }
    #expect(try TestRace.settle(bet, .exchange, race).profitMicros == micros(profit))
  }

  @Test func `without a result of the place market nothing is guessed`() throws {
    let race = Self.race(won: nil, places: 3, paid: 0)
    for kind in [RaceBet.Kind.place, .placeLay] {
      let bet = try TestRace.bet(kind, 10, "3.0")
      #expect(throws: SettlementGap.self) { try TestRace.settle(bet, .exchange, race) }
    }
    // That it lost to win is known, even where the winner is not.
    let noWinner = BetRace(TestRace.day, [BetRunner("Own", .lost), BetRunner("Other", .lost)])
    let win = try TestRace.bet(.win, 10, "3.0")
    #expect(try TestRace.settle(win, .gb, noWinner).profitMicros == micros(-10))
  }

  @Test func `a tie for the last place is settled where its runners are known`() throws {
    let bet = try TestRace.bet(.place, 10, "2.0")
    let detail = "4 runners are paid for 3 places, and it is not known which of them tied"
    #expect(throws: gap(.resultIncomplete, detail)) {
      try TestRace.settle(bet, .exchange, Self.race(won: true, places: 3, paid: 4))
    }
    // Two winners are clear, so the two others tied for third: half of each stake.
    let race = Self.race(won: true, places: 3, paid: 4, winners: 2)
    #expect(try TestRace.settle(bet, .exchange, race).profitMicros == 0)
    // One winner, and three tied for second in a market of two places: a third of each stake.
    let second = Self.race(won: true, places: 2, paid: 4)
    let settled = try TestRace.settle(bet, .exchange, second)
    #expect(settled.returnedMicros == 6_666_667)
  }

  @Test func `a place bet among no more runners than places is void, whoever lost`() throws {
    let bet = try TestRace.bet(.place, 10, "2.0")
    let race = Self.race(won: nil, places: 3, paid: 0, starters: 3)
    let settled = try TestRace.settle(bet, .exchange, race)
    #expect(settled.isVoid && settled.profitMicros == 0)
  }

  /// 10 at 3.0 on a runner that fell: the exchange paid it, and pays 30; other books do not.
  @Test func `the exchange pays a runner without a position that it paid`() throws {
    var race = Self.race(won: true, places: 3, paid: 3)
    race.runners[0].outcome = .fell
    let bet = try TestRace.bet(.place, 10, "3.0")
    let settled = try TestRace.settle(bet, .exchange, race)
    #expect(settled.profitMicros == micros(20))
    #expect(settled.explanation[1] == "Its race ended as fell.")
    let stated = try TestRace.bet(.place, 10, "3.0", places: 3)
    #expect(try TestRace.settle(stated, .gb, race).profitMicros == micros(-10))
    // For other places than its own the result contradicts the fall.
    let other = try TestRace.bet(.place, 10, "3.0", places: 4)
    let detail =
      "the exchange's place market paid Own, which contradicts the positions for 4 places"
    #expect(throws: gap(.resultUnknown, detail)) { try TestRace.settle(other, .exchange, race) }
  }

  /// Own was paid without a position, beside runners in positions 1, 2 and 3.
  private static func beside(_ won: [Bool], places: Int?) -> BetRace {
    var runners = [BetRunner("Own", .lost)]
    for position in 1...3 {
      runners.append(BetRunner("Number \(position)", .finished, position: position))
    }
    while runners.count < 8 { runners.append(BetRunner("Other \(runners.count)", .lost)) }
    for (index, won) in zip(runners.indices, won + Array(repeating: false, count: 8)) {
      runners[index].placeWon = won
    }
    var race = BetRace(TestRace.day, runners)
    race.placeWinners = places
    return race
  }

  @Test func `a paid runner beside known positions is no loser`() throws {
    let bet = try TestRace.bet(.place, 10, "3.0", places: 3)
    // Own, the first and the second are paid three places: 20 each, and the third loses 10.
    let swapped = Self.beside([true, true, true, false], places: 3)
    let rules = RuleBook(.exchange, on: TestRace.day)
    let profits = try (0..<4).map { try rules.settle(bet, on: $0, in: swapped).profitMicros }
    #expect(profits == [20, 20, 20, -10].map { micros($0) })
    // Four are paid for three places, and none of the first three is printed as tied.
    let four = Self.beside([true, true, true, true], places: 3)
    let detail =
      "the exchange's place market paid Own, which contradicts the positions for 3 places"
    #expect(throws: gap(.resultUnknown, detail)) { try TestRace.settle(bet, .exchange, four) }
    // It is the fourth of four places, and of three it has none.
    let fourth = Self.beside([true, true, true, true], places: 4)
    #expect(try TestRace.settle(bet, .exchange, fourth).profitMicros == micros(-10))
    // A market of unknown places that paid Own before the third says nothing sure of three.
    #expect(throws: SettlementGap.self) {
      try TestRace.settle(bet, .exchange, Self.beside([true, true, true, false], places: nil))
    }
  }

  /// Three of six are paid, and no win market says who won: 20 each, and 10 lost by the others.
  @Test func `a place market alone settles bets on a place`() throws {
    var race = Self.race(won: true, places: 3, paid: 3, starters: 6)
    for runner in race.runners.indices { race.runners[runner] = Self.unresolved(race, runner) }
    let rules = RuleBook(.exchange, on: TestRace.day)
    let place = try TestRace.bet(.place, 10, "3.0")
    let lay = try TestRace.bet(.placeLay, 10, "3.0")
    for runner in race.runners.indices {
      let profit: Double = race.runners[runner].placeWon! ? 20 : -10
      #expect(try rules.settle(place, on: runner, in: race).profitMicros == micros(profit))
      #expect(try rules.settle(lay, on: runner, in: race).profitMicros == micros(-profit))
    }
    #expect(
      try rules.settle(place, on: 0, in: race).explanation[1] == "Whether it won is not known.")
    for kind in [RaceBet.Kind.win, .eachWay, .lay] {
      let bet = try TestRace.bet(kind, 10, "3.0", places: 3, divisor: 5)
      #expect(throws: gap(.resultUnknown, "the runner has no result")) {
        try rules.settle(bet, on: 0, in: race)
      }
    }
    // One place is that of the winner, who may be any of the three.
    let first = try TestRace.bet(.place, 10, "3.0", places: 1)
    #expect(throws: SettlementGap.self) { try rules.settle(first, on: 0, in: race) }
    // Without a result of its own a runner may have been withdrawn.
    race.runners[5].placeWon = nil
    #expect(throws: SettlementGap.self) { try rules.settle(place, on: 5, in: race) }
  }

  private static func unresolved(_ race: BetRace, _ runner: Int) -> BetRunner {
    var own = BetRunner(race.runners[runner].name, .unresolved)
    own.placeWon = race.runners[runner].placeWon
    return own
  }

  private func gap(_ kind: SettlementGap.Kind, _ detail: String) -> SettlementGap {
    SettlementGap(kind, detail)
  }
}
