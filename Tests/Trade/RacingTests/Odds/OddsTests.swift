import Racing
import TestSupport
import Testing

struct OddsTests {
  @Test(
    arguments: [
      ("3.25", 3_250_000), ("10", 10_000_000), ("1.01", 1_010_000), ("1.000001", 1_000_001),
      ("1000000", 1_000_000_000_000), ("4.333333", 4_333_333), ("192.0", 192_000_000),
    ] as [(String, Int64)])
  func `decimal odds are read exactly`(text: String, micros: Int64) throws {
    #expect(try Odds.decimal(text).micros == micros)
    #expect(Odds(micros: micros)?.micros == micros)
  }

  @Test(arguments: ["1,234.50", "", "n/a", "SP", "7/4", "3.25 ", "1e2", "--"])
  func `text that is no decimal number is malformed`(text: String) {
    #expect(throws: OddsError.malformed(found: text, notation: .decimal)) {
      try Odds.decimal(text)
    }
  }

  @Test(arguments: ["1", "0", "-3", "1.0000004", "0.99", "1000000.000001", "9999999"])
  func `odds not above 1 or too long are out of range`(text: String) {
    #expect(throws: OddsError.outOfRange(found: text, notation: .decimal)) {
      try Odds.decimal(text)
    }
  }

  @Test func `the initialiser guards the same range`() {
    #expect(Odds(micros: 1_000_000) == nil)
    #expect(Odds(micros: 1_000_001) != nil)
    #expect(Odds(micros: Odds.maximumMicros + 1) == nil)
    #expect(Odds(micros: .min) == nil)
  }

  @Test func `odds order, print and invert`() throws {
    let short = try Odds.decimal("1.80")
    let long = try Odds.decimal("34")
    #expect(short < long)
    #expect(short.description == "1.8")
    #expect(short.winningsMicros == 800_000)
    #expect(try Odds.decimal("4").impliedProbability == 0.25)
  }

  @Test(arguments: [
    Published(
      "E048", [170, 130, 340, -110, -120, -200],
      [2.7, 2.3, 4.4, 1.9090909090909092, 1.8333333333333333, 1.5],
      "martineastwood/penaltyblog test/test_odds.py, test/test_implied.py @ ead9c57")
  ])
  func `published American odds convert to the nearest millionth`(
    example: Published<[Int], [Double]>
  ) throws {
    for (moneyline, expected) in zip(example.inputs, example.expected) {
      #expect(try Odds.american(moneyline).micros == micros(expected))
      #expect(try Odds.american(String(moneyline)).micros == micros(expected))
    }
  }

  @Test(
    arguments: [
      ("+170", 2_700_000), ("+250", 3_500_000), ("-150", 1_666_667), ("-100", 2_000_000),
      ("+100", 2_000_000), ("100", 2_000_000), ("-300", 1_333_333), ("EVEN", 2_000_000),
      ("Ev", 2_000_000),
    ] as [(String, Int64)])
  func `American text is read with or without a plus sign`(text: String, micros: Int64) throws {
    #expect(try Odds.american(text).micros == micros)
  }

  @Test(arguments: ["", "+", "-", "99", "-99", "0", "+1.5", "EVENT", "+170 ", "1234567890"])
  func `other American text is malformed`(text: String) {
    #expect(throws: OddsError.malformed(found: text, notation: .american)) {
      try Odds.american(text)
    }
  }

  @Test(arguments: [99_999_901, Int.max, -1_000_000_000, Int.min])
  func `American odds outside the range are refused`(moneyline: Int) {
    #expect(throws: OddsError.outOfRange(found: String(moneyline), notation: .american)) {
      try Odds.american(moneyline)
    }
  }
}
