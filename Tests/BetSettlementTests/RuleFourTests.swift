import BetSettlement
import Columns
import Racing
import TestSupport
import Testing

struct RuleFourTests {
  struct Row: Sendable {
    let from: Double?
    let to: Double?
    let pence: Int64
  }

  private static let rows: [(Double?, Double?, Int64)] = [
    (nil, 1.12, 90), (1.13, 1.19, 85), (1.2, 1.27, 80), (1.28, 1.33, 75), (1.34, 1.44, 70),
    (1.45, 1.57, 65), (1.58, 1.66, 60), (1.67, 1.83, 55), (1.84, 1.99, 50), (2.0, 2.24, 45),
    (2.25, 2.59, 40), (2.6, 2.79, 35), (2.8, 3.39, 30), (3.4, 4.19, 25), (4.2, 5.49, 20),
    (5.5, 6.99, 15), (7.0, 10.99, 10), (11.0, nil, 0),
  ]

  @Test(arguments: [
    Published(
      "E073", rows.map { Row(from: $0.0, to: $0.1, pence: $0.2) },
      "gap-free bookmaker scale; other guides add 5p for 10/1 to 14/1", within: 0,
      "https://www.unibet.co.uk/help/products/sportsbook/horse-racing-win")
  ])
  func `the published scale holds at both ends of every row`(example: Published<[Row], String>) {
    for row in example.inputs {
      let ends = [row.from ?? 1.01, row.to ?? 1000].compactMap { Odds(micros: micros($0)) }
      for odds in ends { #expect(RuleFourScale.unibet.pence(for: odds) == row.pence) }
    }
    #expect(RuleFourScale.unibet.steps.count == example.inputs.count)
  }

  @Test(
    arguments: [
      ("Evens", 45), ("2/1", 30), ("6/4", 40), ("3/1", 25), ("4/1", 20), ("9/2", 15),
    ] as [(String, Int64)])
  func `the printed fractions fall on their rows`(price: String, pence: Int64) throws {
    #expect(RuleFourScale.unibet.pence(for: try .fractional(price)) == pence)
  }

  @Test func `odds between two printed rows belong to the shorter`() throws {
    #expect(RuleFourScale.unibet.pence(for: try .decimal("1.125")) == 90)
    #expect(RuleFourScale.unibet.pence(for: try .fractional("5/6")) == 55)
  }

  @Test(arguments: [
    Published("E071", (stake: 10.0, odds: "5/4", pence: 80), 12.5, "METRICS 2.15"),
    Published("E072", (stake: 10.0, odds: "8/1", pence: 25), 70.0, "METRICS 2.15"),
  ])
  func `a published deduction leaves the stake whole`(
    example: Published<(stake: Double, odds: String, pence: Int64), Double>
  ) throws {
    let odds = try Odds.fractional(example.inputs.odds)
    let stake = micros(example.inputs.stake)
    let winnings = Rounding.halfEven(odds.winningsMicros, times: stake, dividedBy: 1_000_000)
    let rule = RuleFour(deductions: [example.inputs.pence])
    example.check(units(stake + rule.applied(toWinnings: winnings)), example.expected)
  }

  @Test func `deductions add up to the cap`() {
    #expect(RuleFour.none.pence == 0)
    #expect(RuleFour(deductions: [25, 10]).pence == 35)
    #expect(RuleFour(deductions: [45, 30, 40]).pence == 90)
    #expect(RuleFour(deductions: [45, 30, 40]).keptPence == 10)
    #expect(RuleFour(deductions: [50]).applied(toWinnings: 3) == 2)
  }
}
