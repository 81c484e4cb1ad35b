import Racing
import Testing

struct PrintedOddsTests {
  @Test(
    arguments: [
      ("10/3", 10, 3, nil), ("100/30", 100, 30, nil), ("4/6", 4, 6, nil), ("evens", 1, 1, nil),
      ("11/8F", 11, 8, nil), ("1.67", 67, 100, 2), ("1.670", 67, 100, 2), ("3", 2, 1, 0),
      ("3.0", 2, 1, 0), ("004.5", 35, 10, 1),
      ("4.333333333333333", 3_333_333_333_333_333, 1_000_000_000_000_000, 15),
      // Eighteen digits count.
      ("4.3333333333333333333333", 333_333_333_333_333_333, 100_000_000_000_000_000, 17),
    ] as [(String, Int64, Int64, Int?)])
  func `odds are read as they are printed`(
    text: String, winnings: Int64, stake: Int64, decimals: Int?
  ) throws {
    let odds = try PrintedOdds.parse(text)
    #expect(odds.winnings == winnings && odds.stake == stake && odds.decimals == decimals)
    let rounded = try text.contains { "/ef".contains($0) } ? Odds.fractional(text) : .decimal(text)
    #expect(odds.odds == rounded)
  }

  @Test(arguments: ["1", "0.5", "-3", "1000000.000001", "1.0000001", "99999999999"])
  func `odds without winnings, or beyond the longest, are out of range`(text: String) {
    #expect(throws: OddsError.outOfRange(found: text, notation: .decimal)) {
      try PrintedOdds.parse(text)
    }
  }

  @Test(arguments: ["", "sp", "4,5", "4.5.1", "1e3", "7/0", "7-2"])
  func `other text is malformed`(text: String) {
    #expect(throws: OddsError.malformed(found: text, notation: .fractional)) {
      try PrintedOdds.parse(text)
    }
  }

  @Test(arguments: ["+150", "+4.5", "+7/2"])
  func `a sign in front is that of American odds`(text: String) {
    #expect(throws: OddsError.self) { try PrintedOdds.parse(text) }
    #expect(throws: OddsError.self) { try Odds.decimal(text) }
    #expect(throws: OddsError.self) { try Odds.parse(text, .decimal) }
  }

  @Test(
    arguments: [
      ("10/3", "10/3"), ("100/30", "100/30"), ("4/6", "4/6"), ("7/2", "4.5"), ("1.67", "1.67"),
      ("4.3333333333", "4.3333333333"), ("3.0", "3"), ("evens", "2"),
    ] as [(String, String)])
  func `a decimal that ends is shown as one, another as its fraction`(
    text: String, shown: String
  ) throws {
    #expect(try PrintedOdds.parse(text).description == shown)
  }

  /// The trade's prices whose decimals have no end within six digits.
  private static let endless = [
    "1/66", "1/33", "1/14", "1/12", "1/9", "2/17", "2/15", "1/7", "2/13", "1/6", "2/11", "2/9",
    "2/7", "1/3", "4/11", "4/9", "8/15", "4/7", "8/13", "4/6", "8/11", "5/6", "10/11", "20/21",
    "10/3", "100/30", "100/6", "100/7", "100/9", "100/12",
  ]

  @Test(arguments: endless)
  func `six decimals lead back to the fraction that they round`(price: String) throws {
    let odds = try PrintedOdds.parse(price)
    let stored = try #require(PrintedOdds(micros: odds.odds.micros))
    #expect(stored.unrounded.ratio.reduced == odds.ratio.reduced)
    #expect(try PrintedOdds.parse("\(odds.odds)").unrounded.ratio.reduced == odds.ratio.reduced)
    #expect(odds.unrounded == odds)
  }

  @Test func `a stored price of up to four decimals is left as it is`() throws {
    for hundredThousandths in Int64(1)...30_000 {
      let micros = 1_000_000 + hundredThousandths * 100
      let stored = try #require(PrintedOdds(micros: micros))
      #expect(stored.unrounded == stored)
    }
    // Six digits may have been six.
    #expect(try #require(PrintedOdds(micros: 4_333_334)).unrounded.ratio.text == "4.333334")
  }
}
