import APICore
import Columns
import Foundation
import TestSupport
import Testing

struct APIDateTests {
  /// Wednesday, 1 April 2026, 12:34:56 UTC.
  private static let noon: Int64 = 1_775_046_896_000_000

  @Test(arguments: [
    ("2026-04-01T12:34:56Z", 0), ("2026-04-01 12:34:56", 0), ("2026-04-01t12:34:56z", 0),
    ("2026-04-01T12:34:56.5Z", 500_000), ("2026-04-01T12:34:56.000001Z", 1),
    ("2026-04-01T12:34:56.123456Z", 123_456), ("2026-04-01T12:34:56.123456999Z", 123_456),
    ("2026-04-01T12:34:56,25", 250_000), ("2026-04-01T13:34:56+01:00", 0),
    ("2026-04-01T07:34:56-0500", 0), ("2026-04-01T22:04:56.000007+09:30", 7),
    ("2026-04-01T13:34:56+01", 0), ("2026-04-01T12:34", -56_000_000),
    ("2026-04-01", -45_296_000_000), ("2026-04-02T00:34:56+12:00", 0),
  ])
  func `a moment is read to the microsecond`(text: String, offset: Int64) {
    #expect(APIDate(text)?.micros == Self.noon + offset)
  }

  @Test(arguments: [
    "", "2026", "2026-04", "2026-4-1", "2026-02-30", "2026-13-01", "2026-00-10", "2026-04-00",
    "0000-01-01", "2025-02-29", "1900-02-29", "2026-04-01T", "2026-04-01T24:00:00",
    "2026-04-01T12:60:00", "2026-04-01T12:34:60", "2026-04-01T12:34:56.", "2026-04-01T12:34:56 Z",
    "2026-04-01T12:34:56.1234567890Z", "2026-04-01T12:34:56+24:00", "2026-04-01T12:34:56+1",
    "2026-04-01T12:34:56+01:60", "2026-04-01Z", " 2026-04-01", "2026-04-01 ", "２０２６-04-01",
    "01/04/2026", "1775046896", "2026-04-01T1:34:56", "2026-04-01T12:34:56ZZ", "null",
  ])
  func `anything else is refused`(text: String) {
    #expect(APIDate(text) == nil)
  }

  @Test func `random moments of eight centuries are read as Foundation reads them`() throws {
    var random = SeededGenerator(21)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -12_000_000_000...12_000_000_000, using: &random)
      let micros = Int64.random(in: 0..<1_000_000, using: &random)
      let zone = Int64.random(in: -14 * 60...14 * 60, using: &random)
      let local = Date(timeIntervalSince1970: Double(seconds + zone * 60))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: local)
      func two(_ value: Int?) -> String { String(format: "%02d", value ?? 0) }
      let text =
        String(format: "%04d", parts.year ?? 0) + "-\(two(parts.month))-\(two(parts.day))T"
        + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))."
        + String(format: "%06d", micros) + (zone < 0 ? "-" : "+")
        + "\(two(Int(abs(zone) / 60))):\(two(Int(abs(zone) % 60)))"
      let date = try #require(APIDate(text), "\(text)")
      #expect(date.micros == seconds * 1_000_000 + micros, "\(text)")
      #expect(APIDate(date.iso) == date)
    }
  }

  @Test func `every day of 400 years is read as Foundation counts it`() throws {
    // A Gregorian cycle of 146,097 days repeats for ever.
    for number in Int32(-60_000)..<Int32(86_097) {
      let date = try #require(APIDate(Day(number).iso))
      guard date.micros == Int64(number) * 86_400_000_000 else {
        Issue.record("\(Day(number).iso)")
        return
      }
    }
    #expect(APIDate("2000-02-29")?.micros == 951_782_400_000_000)
  }

  @Test func `any text at all gives a moment or none`() {
    var random = SeededGenerator(22)
    let alphabet = Array("0123456789-:T.Z+ é\u{0}")
    for _ in 0..<5000 {
      var text = Array("2026-04-01T12:34:56.789Z")
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        text[Int.random(in: 0..<text.count, using: &random)] = alphabet.randomElement(
          using: &random)!
      }
      if let date = APIDate(String(text.prefix(Int.random(in: 0...24, using: &random)))) {
        #expect(APIDate(date.iso) == date)
      }
    }
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Mon, 07 Nov 1994 00:00:00 GMT", 784_166_400),
    ("Sat, 01-Jan-77 00:00:00 GMT", 220_924_800), ("Sat, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
  ])
  func `the three forms of HTTP are read`(text: String, seconds: Int64) {
    #expect(APIDate(http: text, now: Self.noon)?.micros == seconds * 1_000_000)
  }

  @Test(arguments: [
    "", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 24:00:00 GMT",
    "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun,06 Nov 1994 08:49:37 GMT",
    "Sun",
  ])
  func `other texts are no dates of HTTP`(text: String) {
    #expect(APIDate(http: text, now: Self.noon) == nil)
  }

  @Test func `numbers are moments only where that is asked for`() {
    #expect(APIDate(epochSeconds: "1775046896")?.micros == Self.noon)
    #expect(APIDate(epochSeconds: "1775046896.0000019")?.micros == Self.noon + 1)
    #expect(APIDate(epochMilliseconds: "1775046896000.25")?.micros == Self.noon + 250)
    #expect(APIDate(epochSeconds: "-0.0000001")?.micros == -1)
    for text in ["", ".", "1.", "-", "1e9", "99999999999999999999", "1.2.3"] {
      #expect(APIDate(epochSeconds: text) == nil)
    }
  }

  @Test func `a moment is written so that it is read again`() {
    #expect(APIDate(micros: Self.noon).iso == "2026-04-01T12:34:56Z")
    #expect(APIDate(micros: -1).iso == "1969-12-31T23:59:59.999999Z")
  }
}
