import Racing
import TestSupport
import Testing

struct FractionalOddsTests {
  @Test(arguments: [
    Published(
      "E049", ["7/4", "13/10", "7/2", "10/1", "1/2"], [2.75, 2.3, 4.5, 11.0, 1.5],
      "penaltyblog test/test_odds.py; Catena-Media/betcruncher test/index.js")
  ])
  func `published fractions convert exactly`(example: Published<[String], [Double]>) throws {
    for (text, expected) in zip(example.inputs, example.expected) {
      #expect(try Odds.fractional(text).micros == micros(expected))
    }
  }

  @Test(
    arguments: [
      ("EVEN", nil), ("Ev", nil), ("EvF", .favourite), ("Evs", nil), ("Evens", nil), ("evens", nil),
      ("EvensF", .favourite),
      ("EvsJ", .joint), ("Evsjf", .joint),
    ] as [(String, FavouriteMark?)])
  func `evens is written in several ways`(text: String, favourite: FavouriteMark?) throws {
    let price = try FractionalOdds.parse(text)
    #expect(price.odds.micros == 2_000_000)
    #expect(price.favourite == favourite)
  }

  @Test func `marks of joint and co-favourites are told apart`() throws {
    #expect(try FractionalOdds.parse("7/2JF").favourite == .joint)
    #expect(try FractionalOdds.parse("9/2C").favourite == .coFavourite)
    #expect(try FractionalOdds.parse("9/2CF").favourite == .coFavourite)
  }

  @Test(arguments: [
    "", "n/a", "SP", "7", "7/", "/4", "7/0", "7-4", "7/4X", "7/4FF", "7/4 ", " 7/4", "7//4",
    "7.5/1", "-7/4", "Event", "Eve", "F", "1234567890/1", "1/1234567890", "7/4\u{0}",
  ])
  func `other text is malformed`(text: String) {
    #expect(throws: OddsError.malformed(found: text, notation: .fractional)) {
      try FractionalOdds.parse(text)
    }
  }

  @Test(arguments: ["0/1", "1000000/1", "999999999/1", "1/9999999"])
  func `a fraction without winnings, or beyond the longest odds, is out of range`(text: String) {
    #expect(throws: OddsError.outOfRange(found: text, notation: .fractional)) {
      try Odds.fractional(text)
    }
  }
}
