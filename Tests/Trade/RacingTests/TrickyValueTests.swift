import Columns
import Racing
import TestSupport
import Testing

struct TrickyValueTests {
  @Test func `every value of the fixture has a test of its kind`() {
    let counts = Dictionary(grouping: TrickyValue.all, by: \.kind).mapValues(\.count)
    #expect(
      counts == [
        "form": 143, "odds-fractional": 124, "position": 48, "distance": 29,
        "odds-us-morning-line": 23, "margin-excel-damaged": 10, "odds-other": 8, "margin": 8,
        "date": 6, "weight-st-lb": 5, "odds-nyra-integer": 4, "payoff-hk-$10": 1,
      ])
  }

  @Test(arguments: TrickyValue.ofKind("odds-fractional"))
  func `fractional odds`(value: TrickyValue) throws {
    guard let odds = try Odds.parse(value.raw, .fractional) else {
      #expect(value.expected.decimal == nil)
      return
    }
    let price = try FractionalOdds.parse(value.raw)
    #expect(odds == price.odds)
    #expect(price.odds.micros == value.expected.decimal.map(micros))
    #expect(price.favourite?.rawValue == value.expected.fav)
    if let shown = value.expected.sp_dec {
      #expect(Decimal6(micros: price.odds.micros).text(decimals: 2) == shown)
    }
  }

  @Test(arguments: TrickyValue.ofKind("odds-us-morning-line"))
  func `morning lines`(value: TrickyValue) throws {
    #expect(try Odds.parse(value.raw, .morningLine)?.micros == value.expected.decimal.map(micros))
  }

  @Test(arguments: TrickyValue.ofKind("odds-nyra-integer"))
  func `hundredths to one`(value: TrickyValue) throws {
    #expect(try Odds.parse(value.raw, .hundredths)?.micros == value.expected.decimal.map(micros))
  }

  @Test(arguments: TrickyValue.ofKind("odds-other"))
  func `American odds, evens and texts without a price`(value: TrickyValue) throws {
    let isEvens = value.raw.lowercased().hasPrefix("ev")
    let isSigned = value.raw.hasPrefix("+") || value.raw.hasPrefix("-")
    for notation: OddsNotation in isEvens
      ? [.american, .fractional, .morningLine] : isSigned ? [.american] : OddsNotation.allCases
    {
      #expect(try Odds.parse(value.raw, notation)?.micros == value.expected.decimal.map(micros))
    }
  }

  @Test(arguments: TrickyValue.ofKind("payoff-hk-$10"))
  func `dividends of Hong Kong`(value: TrickyValue) throws {
    let odds = try Odds.parse(value.raw, .payoff, stake: 10)
    #expect(odds?.micros == value.expected.decimal.map(micros))
  }

  @Test(arguments: TrickyValue.ofKind("position"))
  func `positions and codes`(value: TrickyValue) throws {
    // A number for non-finishers is one source's custom, so its mapping replaces it by a word.
    let text = value.raw == "40" ? "did_not_finish" : value.raw
    guard let started = value.expected.started else {
      #expect(Finish.parse(text) == nil)
      return
    }
    let finish = try #require(Finish.parse(text))
    #expect(finish.outcome.isStarter == started)
    #expect(finish.position == value.expected.position)
    #expect(finish.isDeadHeat == value.expected.deadHeat ?? false)
    // No finisher is without a position, so `0`, tenth or worse, is a starter that did not place.
    let finished = value.raw == "0" ? false : value.expected.finished
    #expect((finish.outcome == .finished) == finished)
  }

  @Test(arguments: TrickyValue.ofKind("distance"))
  func `distances in miles, furlongs and yards`(value: TrickyValue) throws {
    let distance = try #require(Distance.parse(value.raw, unit: nil))
    #expect(Distance.parse(value.raw, unit: .milesFurlongsYards) == distance)
    if let yards = value.expected.yards { #expect(distance.yards == yards) }
    // Printed distances are rounded to half furlongs, so a measured one lies within one of them.
    for sample in value.expected.yards_samples ?? [] {
      let yards = try #require(Int32(sample))
      #expect((distance.yards - yards).magnitude <= 110)
    }
  }

  @Test(arguments: TrickyValue.ofKind("weight-st-lb"))
  func `weights in stones and pounds`(value: TrickyValue) {
    let pounds = CarriedWeight.pounds(value.raw, unit: .stonePounds)
    #expect(pounds == value.expected.lb.map { $0 * 1_000_000 })
  }

  @Test(arguments: TrickyValue.ofKind("margin"))
  func `beaten lengths`(value: TrickyValue) {
    let expected = value.expected.lengths.map { BeatenLengths.Reading.micros(micros($0)) }
    #expect(BeatenLengths.parse(value.raw) == expected ?? .beyondMeasure)
  }

  @Test(arguments: TrickyValue.ofKind("margin-excel-damaged"))
  func `beaten lengths that a spreadsheet took for dates`(value: TrickyValue) throws {
    let expected = BeatenLengths.Reading.micros(micros(try #require(value.expected.lengths)))
    #expect(BeatenLengths.excelDate(value.raw) == expected)
    #expect(BeatenLengths.parse(value.raw) == nil)
    let serial = try #require(Int(value.raw))
    #expect(DatePattern.excelSerial(serial)?.iso == value.expected.excelDate)
  }

  @Test(arguments: TrickyValue.ofKind("form"))
  func `form lines`(value: TrickyValue) throws {
    let line = try #require(FormLine.parse(value.raw))
    #expect(line.runCount == value.expected.runs)
    #expect(line.runs.count == line.runCount)
    #expect(line.description == value.raw)
  }

  @Test(arguments: TrickyValue.ofKind("date"))
  func `dates`(value: TrickyValue) throws {
    let patterns = [
      "YYYY-MM-DD", "D/MM/YYYY", "M/D/YY", "D MMM YYYY", "YYYY-MM-DD HH:mm:ss",
      "YYYY-MM-DDTHH:mm:ssZ",
    ]
    let days = try patterns.compactMap { try #require(DatePattern($0)).read(value.raw)?.day?.iso }
    #expect(days == [value.expected.iso].compactMap(\.self))
  }
}
