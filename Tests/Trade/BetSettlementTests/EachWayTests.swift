import BetSettlement
import Racing
import TestSupport
import Testing

struct EachWayTests {
  struct Bet: Sendable {
    let stake: Double
    let odds: String
    let divisor: Int64
  }

  struct Results: Sendable {
    let winner: Double
    let placed: Double
    let loser: Double
  }

  private let paid = DeadHeatShare(ahead: 0, tied: 1, paid: 1)

  @Test(arguments: [
    Published(
      "E064", Bet(stake: 2, odds: "10.0", divisor: 5),
      Results(winner: 21.6, placed: 1.6, loser: -4.0),
      "betcode-org/flumine tests/test_simulatedorder.py @ 5bda83a"),
    Published(
      "E065", Bet(stake: 10, odds: "10.0", divisor: 4),
      Results(winner: 112.5, placed: 12.5, loser: -20),
      "each-way guide text in a public repository (find_string id 55524327230, mybetrecord)"),
  ])
  func `published each-way bets win both parts, one or none`(
    example: Published<Bet, Results>
  ) throws {
    let bet = try eachWay(example.inputs)
    let profits = [(paid, paid), (.none, paid), (.none, .none)].map { win, place in
      units(bet.settled(winShare: win, placeShare: place).totalMicros - bet.turnoverMicros)
    }
    example.check(profits[0], example.expected.winner)
    example.check(profits[1], example.expected.placed)
    example.check(profits[2], example.expected.loser)
  }

  @Test(arguments: [
    Published(
      "E066", (bet: Bet(stake: 20, odds: "16/1", divisor: 4), tied: 1), 100,
      "https://help.daznbet.com/hc/en-gb/articles/9775118959517-Each-Way-Dead-Heats"),
    Published("E067", (bet: Bet(stake: 20, odds: "16/1", divisor: 4), tied: 2), 50, "METRICS 2.5"),
  ])
  func `a published third returns the place part, half of it in a dead heat for last place`(
    example: Published<(bet: Bet, tied: Int), Double>
  ) throws {
    let share = DeadHeatShare(ahead: 2, tied: example.inputs.tied, paid: 3)
    let returned = try eachWay(example.inputs.bet).settled(winShare: .none, placeShare: share)
    example.check(units(returned.totalMicros), example.expected)
    #expect(returned.winMicros == 0)
  }

  @Test(arguments: [
    Published(
      "E068", Bet(stake: 10, odds: "7/4", divisor: 5), (win: 17.5, place: 3.5, net: 13.65),
      "https://support.betfair.com/app/answers/detail/a_id/6556/")
  ])
  func `published Rule 4 reduces the winnings of both parts`(
    example: Published<Bet, (win: Double, place: Double, net: Double)>
  ) throws {
    let bet = try eachWay(example.inputs)
    let full = bet.settled(winShare: paid, placeShare: paid)
    example.check(units(full.winMicros - bet.stakeMicros), example.expected.win)
    example.check(units(full.placeMicros - bet.stakeMicros), example.expected.place)
    let reduced = bet.settled(
      winShare: paid, placeShare: paid, ruleFour: RuleFour(deductions: [35]))
    example.check(units(reduced.totalMicros - bet.turnoverMicros), example.expected.net)
  }

  @Test(arguments: [
    Published(
      "E069", (bet: Bet(stake: 10, odds: "7/4", divisor: 5), pence: 35), 2.28, within: 0.006,
      "https://support.betfair.com/app/answers/detail/a_id/6556/"),
    Published(
      "E070", (bet: Bet(stake: 10, odds: "4/1", divisor: 5), pence: 40), 4.8,
      "settlement design document in a public repository (read_file id 59698789074, section 3.3.1)"),
  ])
  func `published Rule 4 on the place part alone`(
    example: Published<(bet: Bet, pence: Int64), Double>
  ) throws {
    let bet = try eachWay(example.inputs.bet)
    let returned = bet.settled(
      winShare: .none, placeShare: paid, ruleFour: RuleFour(deductions: [example.inputs.pence]))
    example.check(units(returned.placeMicros - bet.stakeMicros), example.expected)
  }

  @Test func `a part is rounded once`() throws {
    let bet = EachWay(stakeMicros: 1_000_000_000_000, odds: try .parse("1.000002"), divisor: 4)
    // The place odds are 1.0000005; rounding them before the stake would lose the half unit.
    #expect(bet.settled(winShare: .none, placeShare: paid).placeMicros == 1_000_000_500_000)
  }

  // MARK: - Implementation

  private func eachWay(_ bet: Bet) throws -> EachWay {
    EachWay(stakeMicros: micros(bet.stake), odds: try .parse(bet.odds), divisor: bet.divisor)
  }
}
