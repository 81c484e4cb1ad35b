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

  private static func scale(_ book: RuleBook.Name) throws -> RuleFourScale {
    try #require(RuleBook(book, on: TestRace.day).scale)
  }

  private static let rows: [(Double?, Double?, Int64)] = [
    (nil, 1.12, 90), (1.13, 1.19, 85), (1.2, 1.27, 80), (1.28, 1.33, 75), (1.34, 1.44, 70),
    (1.45, 1.57, 65), (1.58, 1.66, 60), (1.67, 1.83, 55), (1.84, 1.99, 50), (2.0, 2.24, 45),
    (2.25, 2.59, 40), (2.6, 2.79, 35), (2.8, 3.39, 30), (3.4, 4.19, 25), (4.2, 5.49, 20),
    (5.5, 6.99, 15), (7.0, 10.99, 10),
  ]

  @Test(arguments: [
    Published(
      "E073", rows.map { Row(from: $0.0, to: $0.1, pence: $0.2) },
      "gap-free bookmaker scale; its last row is the one of geegeez", within: 0,
      "https://www.unibet.co.uk/help/products/sportsbook/horse-racing-win"),
    Published(
      "geegeez", [Row(from: 11, to: 15, pence: 5), Row(from: 15.01, to: nil, pence: 0)],
      "11.00 to 15.00, and over", within: 0,
      "https://www.geegeez.co.uk/geegeez-faq/rule-4-deductions-chart/"),
  ])
  func `prices in hundredths go by the published decimals, at both ends of every row`(
    example: Published<[Row], String>
  ) throws {
    for book in [RuleBook.Name.gb, .ie] {
      let scale = try Self.scale(book)
      for row in example.inputs {
        for decimal in [row.from ?? 1.01, row.to ?? 1000] {
          let odds = try PrintedOdds.parse("\(decimal)")
          #expect(scale.pence(for: odds) == row.pence, "\(decimal)")
        }
      }
    }
  }

  /// Every price of the trade's ladder beside the pence of its row.
  ///
  /// https://www.geegeez.co.uk/geegeez-faq/rule-4-deductions-chart/ and
  /// https://www.allaboutbetting.co.uk/horse-racing/rule-4 print the rows' ends. Only 19/2 lies
  /// between two rows and belongs to the shorter.
  private static let ladder: [(pence: Int64, prices: String)] = [
    (90, "1/100 1/66 1/50 1/40 1/33 1/25 1/20 1/16 1/14 1/12 1/10 1/9"),
    (85, "2/17 1/8 2/15 1/7 2/13 1/6 2/11"), (80, "1/5 2/9 1/4"), (75, "2/7 3/10 30/100"),
    (70, "1/3 4/11 2/5"), (65, "4/9 1/2 8/15"), (60, "4/7 8/13"), (55, "4/6 8/11 4/5"),
    (50, "5/6 10/11 20/21"), (45, "1/1 Evens 21/20 11/10 6/5"), (40, "5/4 11/8 7/5 6/4"),
    (35, "8/5 13/8 7/4"), (30, "9/5 15/8 2/1 85/40 11/5 9/4"), (25, "12/5 5/2 13/5 11/4 3/1"),
    (20, "16/5 10/3 100/30 7/2 4/1"), (15, "9/2 5/1 11/2"),
    (10, "6/1 13/2 7/1 15/2 8/1 17/2 9/1 19/2"), (5, "10/1 11/1 12/1 14/1"),
    (0, "16/1 18/1 20/1 22/1 25/1 28/1 33/1 40/1 50/1 66/1 80/1 100/1"),
  ]

  /// The ladder beside https://wsb.datafree.co/terms.php?item=deductions.
  ///
  /// A price between two rows belongs to the lower deduction.
  private static let southAfrica: [(pence: Int64, prices: String)] = [
    (80, "1/100 1/20 1/10 1/5 2/9 1/4 2/7 3/10 1/3"), (70, "4/11 7/20 2/5 4/10"),
    (65, "4/9 9/20 1/2 5/10"), (60, "8/15 11/20 4/7 6/10 8/13 4/6 7/10"),
    (55, "8/11 15/20 4/5 5/6 9/10"), (50, "10/11 19/20 20/21 1/1"), (45, "21/20 11/10 12/10"),
    (40, "5/4 13/10 11/8 14/10 6/4 15/10"), (35, "16/10 13/8 7/4 18/10 15/8 2/1"),
    (30, "21/10 22/10 9/4 12/5 5/2 13/5 11/4 28/10"), (25, "3/1 16/5 10/3 7/2"),
    (20, "15/4 18/5 4/1 9/2 5/1 11/2"), (15, "6/1 13/2 7/1 15/2 8/1"),
    (10, "17/2 9/1 10/1 11/1 12/1"), (5, "13/1 14/1 16/1 18/1 20/1"),
    (0, "21/1 22/1 25/1 28/1 33/1 40/1 50/1 66/1 80/1 100/1"),
  ]

  @Test(arguments: [RuleBook.Name.gb, .ie, .za])
  func `every price of the trade's ladder falls on its row`(book: RuleBook.Name) throws {
    let scale = try Self.scale(book)
    for (pence, prices) in book == .za ? Self.southAfrica : Self.ladder {
      for price in prices.split(separator: " ") {
        let odds = try PrintedOdds.parse(String(price))
        #expect(scale.pence(for: odds) == pence, "\(price)")
        // As the store and other programs print it: six decimals, and as many as a double has.
        let decimals = ["\(Decimal6(micros: odds.odds.micros))", "\(odds.ratio.value!)"]
        for text in decimals where text.count > 5 {
          #expect(scale.pence(for: try .parse(text)) == pence, "\(price) as \(text)")
        }
      }
    }
  }

  @Test(arguments: [RuleBook.Name.gb, .ie, .za])
  func `a limit parts the prices on its two sides, a millionth away`(book: RuleBook.Name) throws {
    let scale = try Self.scale(book)
    for (shorter, step) in zip(scale.steps, scale.steps.dropFirst()) {
      let isLonger = step.text.hasPrefix(">")
      let sides = step.text.drop { $0 == ">" }.split(separator: "/").map { Int64($0)! * 1_000_000 }
      let prices = [-1, 0, 1].map { PrintedOdds(winnings: sides[0] + $0, stake: sides[1])! }
      let expected = [shorter.pence, isLonger ? shorter.pence : step.pence, step.pence]
      #expect(prices.map { scale.pence(for: $0) } == expected, "\(step.text)")
    }
    #expect(scale.steps.count == (book == .za ? 16 : 19))
  }

  @Test(
    arguments: [
      ("1.67", 55), ("1.66", 60), ("1.667", 55), ("1.6667", 55), ("1.33", 75), ("1.333", 70),
      ("1.571", 60), ("1.118", 85), ("1.125", 85), ("1.1249", 85), ("1.444", 65), ("1.833", 50),
      ("1.8334", 50), ("15.00", 5), ("15.01", 0), ("15.001", 0),
    ] as [(String, Int64)])
  func `a decimal price falls where it or the fraction behind it is printed`(
    price: String, pence: Int64
  ) throws {
    #expect(try Self.scale(.gb).pence(for: .parse(price)) == pence)
  }

  struct Withdrawn: Sendable, CustomTestStringConvertible {
    let prices: [String]
    let returned: Double
    var testDescription: String { prices.joined(separator: " and ") }
  }

  /// 10 at 11.0: winnings of 100 show the pence.
  @Test(arguments: [
    Withdrawn(prices: ["4/6"], returned: 55), Withdrawn(prices: ["5/6"], returned: 60),
    Withdrawn(prices: ["1/3"], returned: 40), Withdrawn(prices: ["4/7"], returned: 50),
    Withdrawn(prices: ["4/9"], returned: 45), Withdrawn(prices: ["1/8"], returned: 25),
    Withdrawn(prices: ["2/17"], returned: 25),
    // A lone 5p is waived, beside another it counts.
    Withdrawn(prices: ["10/1"], returned: 110), Withdrawn(prices: ["14/1"], returned: 110),
    Withdrawn(prices: ["10/1", "12/1"], returned: 100),
    Withdrawn(prices: ["4/1", "12/1"], returned: 85),
    Withdrawn(prices: ["4/1", "16/1"], returned: 90),
  ])
  func `published deductions leave what their pages say`(example: Withdrawn) throws {
    var race = TestRace.facts(position: 1)
    race.withdrawals = try example.prices.map { TestRace.withdrawal(try .parse($0)) }
    for book in [RuleBook.Name.gb, .ie] {
      let settled = try TestRace.settle(TestRace.bet(.win, 10, "11"), book, race)
      #expect(settled.returnedMicros == micros(example.returned))
      let isWaived = settled.explanation.contains("A total of 5 in 100 is waived.")
      #expect(isWaived == (example.returned == 110))
    }
  }
}
