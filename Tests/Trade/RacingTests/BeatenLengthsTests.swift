import Columns
import Racing
import TestSupport
import Testing

struct BeatenLengthsTests {
  @Test(
    arguments: [
      ("3", 3_000_000), (".5", 500_000), ("0.5", 500_000), ("1/2", 500_000), ("2-3/4", 2_750_000),
      ("2 3/4", 2_750_000), ("2¾", 2_750_000), ("½", 500_000), ("10-1/4", 10_250_000),
      ("12-1/3", 12_333_333), ("2¾L", 2_750_000), ("1 length", 1_000_000), ("0", 0), ("-", 0),
      ("nse", 50_000), ("Nose", 50_000), ("鼻位", 50_000), ("shd", 100_000), ("sh hd", 100_000),
      ("Short Head", 100_000), ("HD", 200_000), ("head", 200_000), ("snk", 250_000),
      ("short neck", 250_000), ("nk", 300_000), ("NECK", 300_000), ("頸位", 300_000), ("dht", 0),
      ("dh", 0), ("1000", 1_000_000_000),
      ("N", 300_000),
      ("", nil), ("----", nil), ("-3", nil), ("1-2-3", nil), ("1/0", nil),
      ("5/4", nil), ("2-", nil), ("2-3", nil), ("2.5-1/2", nil), ("1001", nil), ("38020", nil),
      ("NaN", nil), ("1e2", nil), ("necks", nil), ("9223372036854775807/1", nil), ("1,5", nil),
    ] as [(String, Int64?)])
  func `a margin is read in lengths`(text: String, micros: Int64?) {
    #expect(BeatenLengths.parse(text) == micros.map { .micros($0) })
  }

  @Test(arguments: ["dist", "Distance", "a distance", "多個馬位", "遙遙落後", "--", "---", "–"])
  func `some margins were not measured`(text: String) {
    #expect(BeatenLengths.parse(text) == .beyondMeasure)
  }

  @Test func `of all spreadsheet dates only those of quarters and halves are margins`() throws {
    var margins: [Int64] = []
    for serial in 0...100_000 {
      guard case .micros(let lengths)? = BeatenLengths.excelDate(String(serial)) else { continue }
      margins.append(lengths)
      // A spreadsheet turns the margin's text into this date: month-day/year.
      let (year, month, day) = try #require(DatePattern.excelSerial(serial)).civil
      // Below one length the year is that in which the file was made.
      if lengths < 1_000_000 {
        #expect((2000...2100).contains(year))
        #expect(
          BeatenLengths.parse("\(min(month, day))/\(max(month, day))") == .micros(lengths))
        continue
      }
      #expect(BeatenLengths.parse("\(month)-\(day)/\(year % 100)") == .micros(lengths))
    }
    let expected = (1...12).flatMap { whole in
      [250_000, 500_000, 750_000].map { whole * 1_000_000 + $0 }
    }
    #expect(margins.filter { $0 >= 1_000_000 }.sorted() == expected.map(Int64.init))
    let below = Dictionary(grouping: margins.filter { $0 < 1_000_000 }) { $0 }.mapValues(\.count)
    #expect(below == [250_000: 200, 500_000: 200, 750_000: 200])
  }

  @Test(arguments: ["", "38020x", "-38020", "38020.5", "2-3/4", "9999999999", "43831"])
  func `other serials are no margin`(text: String) {
    #expect(BeatenLengths.excelDate(text) == nil)
  }

  /// Dates that American and British spreadsheets show for a typed margin.
  @Test(
    arguments: [
      ("2-Jan", 0.5, 0.5), ("02-Jan", 0.5, 0.5), ("1-Feb", 0.5, 0.5), ("01-Feb", 0.5, 0.5),
      ("4-Mar", 0.75, 0.75), ("03-Apr", 0.75, 0.75), ("4-Jan", 0.25, 0.25), ("1-Apr", 0.25, 0.25),
      ("2024-01-02", 0.5, 0.5), ("2024-02-01 00:00:00", 0.5, 0.5),
      ("2/1/2024", 0.5, 0.5), ("02/01/2024", 0.5, 0.5), ("3/4/24", 0.75, 0.75),
      // Above one length, the order decides: 2-3/4 is typed and shown in the same one.
      ("2/3/2004", 2.75, 2.75), ("02/03/2004", 2.75, 2.75), ("2004-02-03", 2.75, nil),
      ("2004-03-02", nil, 2.75), ("3-Feb-04", 2.75, nil), ("2-Mar-2004", nil, 2.75),
      ("1/3/2004", 1.75, 1.75), ("2004-01-03", 1.75, 3.25), ("37989", 1.75, 3.25),
      ("38048", nil, 2.75), ("2.3.2004", nil, 2.75), ("13/1/2002", nil, 13.5),
      ("5-Jan", nil, nil), ("2-Jan-2002", 0.5, 2.5), ("2024-05-06", nil, nil),
      ("2024-01-02 10:00:00", nil, nil), ("31-Feb", nil, nil), ("Jan", nil, nil),
    ] as [(String, Double?, Double?)])
  func `a spreadsheet's dates are margins`(text: String, american: Double?, british: Double?) {
    func micros(_ lengths: Double?) -> BeatenLengths.Reading? {
      lengths.map { .micros(Int64($0 * 1_000_000)) }
    }
    #expect(BeatenLengths.excelDate(text, .monthFirst) == micros(american))
    #expect(BeatenLengths.excelDate(text, .dayFirst) == micros(british))
  }

  @Test func `decimals and quarters read back what is printed`() {
    var generator = SeededGenerator(83)
    for _ in 0..<2000 {
      let micros = Int64.random(in: 0...1_000_000_000, using: &generator)
      let text = Decimal6(micros: micros).description
      #expect(BeatenLengths.parse(text) == .micros(micros), "seed \(SeededGenerator.seed)")
    }
    for whole in Int64(1)...200 {
      for (fraction, sign, micros) in [
        ("1/4", "¼", 250_000), ("1/2", "½", 500_000), ("3/4", "¾", 750_000),
      ] {
        let expected = BeatenLengths.Reading.micros(whole * 1_000_000 + Int64(micros))
        #expect(BeatenLengths.parse("\(whole)-\(fraction)") == expected)
        #expect(BeatenLengths.parse("\(whole)\(sign)") == expected)
      }
    }
  }
}
