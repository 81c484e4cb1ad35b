import Columns
import Racing
import Testing

struct DayDoubtTests {
  private static let today = Day(iso: "2026-04-01")!

  private static let days: [(String, Bool, DayDoubt?)] = [
    ("2026-04-01", true, nil), ("2026-04-02", true, nil), ("2026-04-03", true, .resultAhead),
    ("2026-04-03", false, nil), ("2027-04-01", true, .resultAhead), ("2027-04-02", false, nil),
    ("2027-04-03", false, .farAhead), ("2202-05-02", true, .farAhead), ("1800-01-01", true, nil),
    ("1799-12-31", true, .longAgo), ("0202-05-01", false, .longAgo),
  ]

  @Test(arguments: days)
  func `a day is believed or not`(day: String, hasResult: Bool, doubt: DayDoubt?) throws {
    let day = try #require(Day(iso: day))
    #expect(DayDoubt(day, hasResult: hasResult, on: Self.today) == doubt)
    // Plain days are those that raise none either way.
    let isPlain =
      DayDoubt(day, hasResult: true, on: Self.today) == nil
      && DayDoubt(day, hasResult: false, on: Self.today) == nil
    #expect(DayDoubt.plainDays(on: Self.today).contains(day) == isPlain)
  }
}
