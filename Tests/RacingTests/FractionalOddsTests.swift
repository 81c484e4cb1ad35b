import Racing
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

  /// Raw text, decimal odds, the source's own two-decimal text, and mark, from The Racing API.
  @Test(
    arguments: [
      ("100/30", 4.333333, "4.33", nil), ("100/30F", 4.333333, "4.33", .favourite),
      ("11/1", 12.0, "12.00", nil), ("11/2", 6.5, "6.50", nil), ("11/4", 3.75, "3.75", nil),
      ("11/4F", 3.75, "3.75", .favourite), ("11/5", 3.2, "3.20", nil),
      ("11/8F", 2.375, "2.38", .favourite), ("12/1", 13.0, "13.00", nil),
      ("125/1", 126.0, "126.00", nil), ("13/2", 7.5, "7.50", nil), ("134/10", 14.4, "14.40", nil),
      ("15/1", 16.0, "16.00", nil), ("15/2", 8.5, "8.50", nil), ("150/1", 151.0, "151.00", nil),
      ("151/10", 16.1, "16.10", nil), ("16/1", 17.0, "17.00", nil),
      ("16/5F", 4.2, "4.20", .favourite), ("17/1", 18.0, "18.00", nil), ("17/2", 9.5, "9.50", nil),
      ("18/1", 19.0, "19.00", nil), ("195/10", 20.5, "20.50", nil), ("2/1", 3.0, "3.00", nil),
      ("20/1", 21.0, "21.00", nil), ("22/1", 23.0, "23.00", nil), ("25/1", 26.0, "26.00", nil),
      ("28/1", 29.0, "29.00", nil), ("29/10", 3.9, "3.90", nil), ("3/1", 4.0, "4.00", nil),
      ("300/1", 301.0, "301.00", nil), ("33/1", 34.0, "34.00", nil), ("4/1", 5.0, "5.00", nil),
      ("4/1F", 5.0, "5.00", .favourite), ("40/1", 41.0, "41.00", nil), ("5/2", 3.5, "3.50", nil),
      ("5/6F", 1.833333, "1.83", .favourite), ("6/1", 7.0, "7.00", nil),
      ("60/1", 61.0, "61.00", nil), ("61/1", 62.0, "62.00", nil), ("7/1", 8.0, "8.00", nil),
      ("7/2J", 4.5, "4.50", .joint), ("7/4F", 2.75, "2.75", .favourite), ("8/1", 9.0, "9.00", nil),
      ("8/11F", 1.727273, "1.73", .favourite), ("85/40F", 3.125, "3.12", .favourite),
      ("9/1", 10.0, "10.00", nil), ("9/2", 5.5, "5.50", nil), ("9/4F", 3.25, "3.25", .favourite),
      ("90/1", 91.0, "91.00", nil),
    ] as [(String, Double, String, FavouriteMark?)])
  func `prices of The Racing API match its own decimals`(
    row: (raw: String, decimal: Double, shown: String, favourite: FavouriteMark?)
  ) throws {
    let price = try FractionalOdds.parse(row.raw)
    #expect(price.odds.micros == micros(row.decimal))
    #expect(Decimal6(micros: price.odds.micros).text(decimals: 2) == row.shown)
    #expect(price.favourite == row.favourite)
  }

  /// Raw text, decimal odds and mark, from French results of 2018 collected by rpscrape.
  @Test(
    arguments: [
      ("7/5F", 2.4, .favourite), ("8/5", 2.6, nil), ("81/10", 9.1, nil), ("64/1", 65.0, nil),
      ("32/5", 7.4, nil), ("41/1", 42.0, nil), ("31/10", 4.1, nil), ("95/1", 96.0, nil),
      ("19/1", 20.0, nil), ("36/5", 8.2, nil), ("37/1", 38.0, nil), ("105/1", 106.0, nil),
      ("58/10", 6.8, nil), ("49/1", 50.0, nil), ("37/10", 4.7, nil), ("29/10F", 3.9, .favourite),
      ("47/10", 5.7, nil), ("146/1", 147.0, nil), ("56/10", 6.6, nil), ("164/1", 165.0, nil),
      ("13/1", 14.0, nil), ("70/1", 71.0, nil), ("224/1", 225.0, nil), ("12/5F", 3.4, .favourite),
      ("84/10", 9.4, nil), ("27/1", 28.0, nil), ("81/1", 82.0, nil), ("54/1", 55.0, nil),
      ("67/1", 68.0, nil), ("43/1", 44.0, nil), ("12/5", 3.4, nil), ("14/5F", 3.8, .favourite),
      ("41/10", 5.1, nil), ("31/5", 7.2, nil), ("19/10F", 2.9, .favourite), ("29/1", 30.0, nil),
      ("19/5", 4.8, nil), ("26/1", 27.0, nil), ("1/2F", 1.5, .favourite), ("54/10", 6.4, nil),
      ("27/10", 3.7, nil), ("24/1", 25.0, nil), ("23/1", 24.0, nil), ("71/10", 8.1, nil),
      ("30/1", 31.0, nil), ("53/10", 6.3, nil), ("42/1", 43.0, nil), ("153/10", 16.3, nil),
      ("79/10", 8.9, nil), ("68/10", 7.8, nil), ("9/10F", 1.9, .favourite), ("18/5", 4.6, nil),
      ("63/10", 7.3, nil), ("17/5", 4.4, nil), ("51/10", 6.1, nil), ("38/1", 39.0, nil),
      ("89/10", 9.9, nil), ("6/5F", 2.2, .favourite), ("23/10", 3.3, nil), ("62/1", 63.0, nil),
      ("63/1", 64.0, nil), ("13/5F", 3.6, .favourite), ("73/10", 8.3, nil),
      ("17/5F", 4.4, .favourite), ("43/10", 5.3, nil), ("17/10F", 2.7, .favourite),
      ("77/10", 8.7, nil), ("55/1", 56.0, nil), ("49/10", 5.9, nil), ("39/10", 4.9, nil),
      ("31/1", 32.0, nil), ("7/10F", 1.7, .favourite), ("235/10", 24.5, nil), ("9/5", 2.8, nil),
    ] as [(String, Double, FavouriteMark?)])
  func `prices of French results convert`(
    row: (raw: String, decimal: Double, favourite: FavouriteMark?)
  ) throws {
    let price = try FractionalOdds.parse(row.raw)
    #expect(price.odds.micros == micros(row.decimal))
    #expect(price.favourite == row.favourite)
  }

  @Test(
    arguments: [
      ("EVEN", nil), ("Evs", nil), ("Evens", nil), ("evens", nil), ("EvensF", .favourite),
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
