import Columns
import TestSupport
import Testing

struct DatePatternTests {
  @Test(
    arguments: [
      ("YYYY-MM-DD", "2025-03-31", "2025-03-31"), ("DD/MM/YYYY", "30/04/2025", "2025-04-30"),
      ("D/MM/YYYY", "1/04/2025", "2025-04-01"), ("M/D/YY", "9/14/14", "2014-09-14"),
      ("D MMM YYYY", "10 Nov 2018", "2018-11-10"), ("D MMM YYYY", "1   nov 2018", "2018-11-01"),
      ("DDMMMYY", "01SEP69", "1969-09-01"), ("YYYYMMDD", "20240229", "2024-02-29"),
      ("MMMM D, YYYY", "September 5, 2020", "2020-09-05"),
      ("MMM D YYYY", "Sept 5 2020", "2020-09-05"),
      ("D. MMMM YYYY", "2. Mai 2024", "2024-05-02"), ("D MMM YYYY", "4 ago 2024", "2024-08-04"),
      ("D MMMM YYYY", "4 maggio 2024", "2024-05-04"), ("D MMMM YYYY", "1 AOÛT 2024", "2024-08-01"),
      ("D 'de' MMMM 'de' YYYY", "4 de março de 2024", "2024-03-04"),
      ("D MMMM YYYY", "15 października 2024", "2024-10-15"), ("D MMM YY", "1 ağu 24", "2024-08-01"),
      ("D MMMM YYYY", "5 Dec 2020", "2020-12-05"), ("YYYY年M月D日", "2016年1月9日", "2016-01-09"),
      ("DD.MM.YY", "29.02.00", "2000-02-29"), ("'on' D/M/YYYY", "on 1/2/2003", "2003-02-01"),
      ("D 'o''clock' M YYYY", "1 o'clock 2 2003", "2003-02-01"),
      ("D''M''YYYY", "1'2'2003", "2003-02-01"),
      ("M-D-YY", "1-1-68", "2068-01-01"), ("M-D-YY", "1-1-69", "1969-01-01"),
      ("YYYY-MM-DD", "2025-3-31", nil), ("YYYY-MM-DD", "2025-02-29", nil),
      ("YYYY-MM-DD", "2025-03-31 ", nil), ("DD/MM/YYYY", "9/14/2014", nil),
      ("D/M/YYYY", "14/14/2014", nil), ("D/M/YYYY", "0/1/2014", nil), ("D/M/YYYY", "//2014", nil),
      ("D MMM YYYY", "10 Nox 2018", nil), ("D MMM YYYY", "10 N 2018", nil),
      ("D MMM YYYY", "10Nov2018", nil), ("YYYY-MM-DD", "0000-01-01", nil), ("YY-M-D", "", nil),
    ] as [(String, String, String?)])
  func `days are read by their pattern`(pattern: String, text: String, iso: String?) throws {
    let reading = try #require(DatePattern(pattern)).read(text)
    #expect(reading?.day?.iso == iso)
    #expect(reading?.microsOfDay == nil)
  }

  @Test(
    arguments: [
      ("HH:mm", "16:50", 60_600, 0), ("H:mm", "9:05", 32_700, 0), ("H:m:s", "1:2:3", 3723, 0),
      ("h:mm a", "12:00 AM", 0, 0), ("h:mm a", "12:30 pm", 45_000, 0),
      ("hh:mma", "01:05p.m.", 47_100, 0), ("h a", "3 a.m.", 10_800, 0), ("HHmm", "0930", 34_200, 0),
      ("HH:mm[:ss[.SSS]]", "10:00", 36_000, 0), ("HH:mm[:ss[.SSS]]", "10:00:01", 36_001, 0),
      ("HH:mm[:ss[.SSS]]", "10:00:01.5", 36_001, 500_000),
      ("HH:mm[:ss[.SSS]]", "10:00:01.1234569", 36_001, 123_456),
      ("HH:mm[:ss[.S]]", "10:00:01.", nil, 0), ("HH:mm[:ss]", "10:00:", nil, 0),
      ("HH:mm", "24:00", nil, 0), ("HH:mm", "9:05", nil, 0), ("HH:mm:ss", "10:00:60", nil, 0),
      ("h:mm a", "13:00 PM", nil, 0), ("h:mm a", "0:30 AM", nil, 0), ("h:mm a", "1:30 xm", nil, 0),
      ("HH:mm", "10:60", nil, 0),
    ] as [(String, String, Int64?, Int64)])
  func `times of day are read by their pattern`(
    pattern: String, text: String, seconds: Int64?, micros: Int64
  ) throws {
    let reading = try #require(DatePattern(pattern)).read(text)
    #expect(reading?.microsOfDay == seconds.map { $0 * 1_000_000 + micros })
    #expect(reading?.day == nil)
  }

  @Test(
    arguments: [
      ("2025-10-01T20:30:00+01:00", 3600), ("2025-10-01T20:30:00-0430", -16_200),
      ("2025-10-01T20:30:00Z", 0), ("2025-10-01T20:30:00z", 0), ("2025-10-01 20:30:00", nil),
      ("2025-10-01T20:30", nil),
    ] as [(String, Int32?)])
  func `an offset is kept apart from the time`(text: String, offset: Int32?) throws {
    for pattern in ["YYYY-MM-DDTHH:mm[:ss[.SSS]][Z]", "YYYY-MM-DD HH:mm[:ss][Z]"] {
      let separator: Character = pattern.contains("T") ? "T" : " "
      guard text.contains(separator) else { continue }
      let reading = try #require(DatePattern(pattern)?.read(text))
      #expect(reading.day == Day(iso: "2025-10-01"))
      #expect(reading.microsOfDay == 73_800_000_000)
      #expect(reading.offsetSeconds == offset)
    }
  }

  @Test(arguments: ["+1:00", "+15:00", "+01:60", "01:00", "+01:0", "+01:000", "+", "Z0"])
  func `other offsets are refused`(offset: String) throws {
    #expect(try #require(DatePattern("HH:mmZ")).read("10:00" + offset) == nil)
  }

  @Test(arguments: [
    "", "x", "'x'", "YYY-MM-DD", "DDD", "YYYY-MM", "MM-DD", "YYYY-MM-DD HH:mm:ss:mm", "mm:ss",
    "HH:ss", "HH:mm.SSS", "h:mm", "HH:mm a", "YYYY-MM-DD Z", "[YYYY-MM-DD", "YYYY-MM-DD]",
    "YYYY-MM-DD'", "'YYYY-MM-DD", "[YYYY-MM-DD]", "YYYY-[MM-]DD", "YYYY-YY-MM-DD",
    "HH[:mm][:ss]", "HH:mm[x][x][x][x][x][x][x]", "h:mm[ a]", "YYYY-MM-DD D", "HH:mmm",
  ])
  func `a text that says no day and no time, or one twice, is no pattern`(text: String) {
    #expect(DatePattern(text) == nil)
  }

  @Test func `days and times print and read back in many forms`() throws {
    var generator = SeededGenerator(71)
    let patterns = try ["YYYY-MM-DD HH:mm:ss.SSS", "D/M/YYYY H:m:s.S"].map {
      try #require(DatePattern($0))
    }
    for _ in 0..<2000 {
      let day = Day(.random(in: -719_162...2_932_896, using: &generator))
      let micros = Int64.random(in: 0..<86_400_000_000, using: &generator)
      let (seconds, fraction) = micros.quotientAndRemainder(dividingBy: 1_000_000)
      let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60]
      let (year, month, date) = day.civil
      let decimals = "." + String(String(1_000_000 + fraction).dropFirst())
      let padded = clock.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
      let longYear = String(String(10_000 + year).dropFirst())
      let texts = [
        day.iso + " " + padded + decimals,
        "\(date)/\(month)/\(longYear) " + clock.map(String.init).joined(separator: ":") + decimals,
      ]
      for (pattern, text) in zip(patterns, texts) {
        let reading = pattern.read(text)
        #expect(reading?.day == day, "\(text), seed \(SeededGenerator.seed)")
        #expect(reading?.microsOfDay == micros, "\(text), seed \(SeededGenerator.seed)")
      }
    }
  }

  @Test func `no text and no pattern crashes, and what is read lies in its bounds`() throws {
    var generator = SeededGenerator(72)
    let alphabet = Array("YMDHhmsSaZ[]'' -/:.0123456789TJanSeptpmé".utf8)
    let patterns = ["D/M/YY[ HH:mm[:ss[.S]][Z]]", "h:mma[Z]", "D MMM YYYY"].compactMap(
      DatePattern.init)
    let texts = ["1/2/03 04:05:06.7+08:00", "1:05p.m.Z", "10 Nov 2018"]
    var readCount = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...24, using: &generator)
      let noise = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      _ = DatePattern(String(decoding: noise, as: UTF8.self))
      var bytes = Array((texts.randomElement(using: &generator) ?? "").utf8)
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[index] =
        Bool.random(using: &generator)
        ? .random(in: 0...255, using: &generator) : .random(in: 48...57, using: &generator)
      for bytes in [noise, bytes] {
        for pattern in patterns {
          guard let reading = bytes.withUnsafeBufferPointer({ pattern.read($0) }) else { continue }
          readCount += 1
          let seed = SeededGenerator.seed
          #expect(reading.day.map { (1...9999).contains($0.civil.year) } ?? true, "seed \(seed)")
          let micros = reading.microsOfDay ?? 0
          #expect((0..<86_400_000_000).contains(micros), "seed \(seed)")
          #expect((reading.offsetSeconds ?? 0).magnitude < 15 * 3600, "seed \(seed)")
        }
      }
    }
    #expect(readCount > 500)
  }

  @Test(
    arguments: [
      ("38020", "2004-02-03"), ("43831", "2020-01-01"), ("43831.0", "2020-01-01"),
      ("43831.75", "2020-01-01"), ("61", "1900-03-01"), ("2958465", "9999-12-31"), ("60", nil),
      ("2958466", nil), ("", nil), ("4383x", nil), ("-43831", nil), ("43831.x", nil), (".5", nil),
      ("99999999999999999999999", nil), ("43831.5.5", nil),
    ] as [(String, String?)])
  func `a spreadsheet's serial is a day`(text: String, iso: String?) {
    let day = Array(text.utf8).withUnsafeBufferPointer { DatePattern.excelSerial($0) }
    #expect(day?.iso == iso)
  }
}
