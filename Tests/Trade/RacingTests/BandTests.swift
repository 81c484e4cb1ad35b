import Columns
import Racing
import Testing

@Suite struct BandTests {
  @Test(
    arguments: [
      (0, nil), (-5, nil), (1, "sprint"), (1300, "sprint"), (1301, "mile"), (1899, "mile"),
      (1900, "intermediate"), (2100, "intermediate"), (2101, "long"), (2700, "long"),
      (2701, "extended"), (6907, "extended"),
    ] as [(Int32, String?)])
  func `distances fall into the SMILE categories`(metres: Int32, name: String?) {
    #expect(DistanceBand(metres: metres)?.name == name)
  }

  @Test(
    arguments: [
      (0, nil), (1_000_001, "01.00_to_01.99"), (1_999_999, "01.00_to_01.99"),
      (2_000_000, "02.00_to_02.99"), (2_999_999, "02.00_to_02.99"), (3_000_000, "03.00_to_04.99"),
      (4_999_999, "03.00_to_04.99"), (5_000_000, "05.00_to_07.99"), (8_000_000, "08.00_to_11.99"),
      (11_999_999, "08.00_to_11.99"), (12_000_000, "12.00_to_19.99"),
      (20_000_000, "20.00_to_49.99"), (49_999_999, "20.00_to_49.99"), (50_000_000, "50.00_up"),
      (1_000_000_000, "50.00_up"),
    ] as [(Int64, String?)])
  func `odds fall into eight bands`(micros: Int64, name: String?) {
    #expect(OddsBand(oddsMicros: micros)?.name == name)
  }

  @Test(
    arguments: [
      (0, nil), (1, "01"), (2, "02_to_04"), (4, "02_to_04"), (5, "05_to_07"), (7, "05_to_07"),
      (8, "08_to_11"), (11, "08_to_11"), (12, "12_to_15"), (15, "12_to_15"), (16, "16_up"),
      (40, "16_up"),
    ] as [(Int, String?)])
  func `fields end where place terms step`(starters: Int, name: String?) {
    #expect(FieldSizeBand(starters: starters)?.name == name)
  }

  @Test(
    arguments: [
      (nil, "first_run"), (1, "001_to_007"), (7, "001_to_007"), (8, "008_to_014"),
      (14, "008_to_014"), (15, "015_to_021"), (21, "015_to_021"), (22, "022_to_028"),
      (28, "022_to_028"), (29, "029_to_060"), (60, "029_to_060"), (61, "061_to_090"),
      (90, "061_to_090"), (91, "091_to_180"), (180, "091_to_180"), (181, "181_up"),
      (4000, "181_up"),
    ] as [(Int32?, String)])
  func `days off the course fall into nine bands`(days: Int32?, name: String) {
    #expect(DaysSinceLastRunBand(days: days).name == name)
  }

  @Test(
    arguments: [
      ("1970-01-01", "Thursday"), ("1969-12-31", "Wednesday"), ("2000-02-29", "Tuesday"),
      ("2026-03-13", "Friday"), ("2026-11-21", "Saturday"), ("2026-11-22", "Sunday"),
      ("2026-11-23", "Monday"), ("0001-01-01", "Monday"),
    ])
  func `weekdays are the calendar's`(date: String, name: String) throws {
    #expect(Weekday(of: try #require(Day(iso: date))).name == name)
  }

  @Test func `names of bands by size sort as their bands do, and none is a formula`() {
    for names in [
      OddsBand.allCases.map(\.name), FieldSizeBand.allCases.map(\.name),
      DaysSinceLastRunBand.allCases.dropFirst().map(\.name),
    ] {
      #expect(names.sorted() == names)
      #expect(names.allSatisfy { !"=+-@".contains($0.first!) })
    }
  }
}
