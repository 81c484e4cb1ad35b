import Racing
import Testing

struct OddsNotationTests {
  @Test(
    arguments: [
      ("9-5", 2_800_000), ("9/5", 2_800_000), ("4-5", 1_800_000), ("100-30", 4_333_333),
      ("EVEN", 2_000_000), ("Evs", 2_000_000), ("ev", 2_000_000),
    ] as [(String, Int64)])
  func `a morning line states winnings to stake`(text: String, micros: Int64) throws {
    #expect(try Odds.morningLine(text).micros == micros)
  }

  @Test(arguments: ["", "9", "9-", "-5", "9--5", "9-5F", "9-0", "9.5-1", "9 - 5", "1-2-3", "EVENF"])
  func `other text is no morning line`(text: String) {
    #expect(throws: OddsError.malformed(found: text, notation: .morningLine)) {
      try Odds.morningLine(text)
    }
  }

  @Test(
    arguments: [
      ("130", 2_300_000), ("15", 1_150_000), ("130.0", 2_300_000), ("19100.00", 192_000_000),
      ("1", 1_010_000),
    ] as [(String, Int64)])
  func `hundredths to one are whole`(text: String, micros: Int64) throws {
    #expect(try Odds.hundredths(text).micros == micros)
  }

  @Test(arguments: ["", "1.30", "-130", "+130", "130.", "130.5", "1e3", "1,300", "N"])
  func `other text states no hundredths`(text: String) {
    #expect(throws: OddsError.malformed(found: text, notation: .hundredths)) {
      try Odds.hundredths(text)
    }
  }

  @Test(
    arguments: [
      ("0.90", 1_900_000), ("14.20", 15_200_000), ("13.3", 14_300_000), ("9", 10_000_000),
      ("*0.90", 1_900_000), ("1.30*", 2_300_000), (".05", 1_050_000), ("1", 2_000_000),
    ] as [(String, Int64)])
  func `decimals to one leave the stake out`(text: String, micros: Int64) throws {
    #expect(try Odds.toOne(text).micros == micros)
    #expect(try Odds.parse(text, .toOne)?.micros == micros)
  }

  @Test(arguments: ["", "*", "**1", "-0.90", "+0.90", "9/10", "1,5", "N"])
  func `other text states no decimals to one`(text: String) {
    #expect(throws: OddsError.malformed(found: text, notation: .toOne)) { try Odds.toOne(text) }
  }

  @Test(
    arguments: [
      ("64.50", 10, 6_450_000), ("7.40", 2, 3_700_000), ("1,234.50", 10, 123_450_000),
      ("1,234,567", 10, 123_456_700_000), ("20", 3, 6_666_667), (".5e", 1, nil),
      // Halves after the sixth decimal go to the even neighbour, with every digit seen.
      ("4.000001", 2, 2_000_000), ("4.000003", 2, 2_000_002), ("4.00000100000001", 2, 2_000_001),
      ("12,34.50", 10, nil), ("1234,567", 10, nil), (",123", 10, nil), ("1,234.5,0", 10, nil),
      ("$7.40", 2, nil), ("-7.40", 2, nil), ("", 2, nil), (".", 2, nil), ("1..2", 2, nil),
    ] as [(String, Int64, Int64?)])
  func `a payoff is divided by its stake once`(text: String, stake: Int64, micros: Int64?) throws {
    guard let micros else {
      #expect(throws: OddsError.malformed(found: text, notation: .payoff)) {
        try Odds.payoff(text, stake: stake)
      }
      return
    }
    #expect(try Odds.payoff(text, stake: stake).micros == micros)
  }

  @Test(arguments: [("10.00", 10), ("2.10", 10), ("0", 2), ("999999999999999999", 1)])
  func `a payoff of no more than its stake is out of range`(text: String, stake: Int64) {
    #expect(throws: OddsError.outOfRange(found: text, notation: .payoff)) {
      try Odds.payoff(text, stake: stake)
    }
  }

  @Test(arguments: [
    "", "n/a", "N/A", "NA", "na", "-", "--", "---", "–", "SP", "sp", "NR", "NULL", "none", "NaN",
    "nan",
  ])
  func `a text may say that there is no price`(text: String) throws {
    for notation in OddsNotation.allCases {
      #expect(try Odds.parse(text, notation) == nil, "\(notation)")
    }
  }

  @Test(arguments: [
    "inf", "-inf", "Infinity", "1e400", "1e2", "-3", "1", "1.0", "0", "----", "1,5", "3.25 ", "0x3",
    "\u{0}",
  ])
  func `a decimal text that is no price is an error, never no price`(text: String) {
    #expect(throws: OddsError.self) { try Odds.parse(text, .decimal) }
  }

  @Test(
    arguments: [
      ("3.25", .decimal, 3_250_000), ("100/30F", .fractional, 4_333_333),
      ("-100", .american, 2_000_000), ("EVEN", .american, 2_000_000),
      ("9-5", .morningLine, 2_800_000), ("130", .hundredths, 2_300_000), ("0", .hundredths, nil),
      ("0.0", .hundredths, nil), ("0.00", .toOne, nil), ("6.45", .payoff, 6_450_000),
    ] as [(String, OddsNotation, Int64?)])
  func `one front reads every notation`(
    text: String, notation: OddsNotation, micros: Int64?
  ) throws {
    #expect(try Odds.parse(text, notation)?.micros == micros)
  }
}
