import Columns
import Testing

struct DayTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
    ("2024-12-31", 20_088), ("1900-03-01", -25_508), ("1600-01-01", -135_140),
    ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
  ])
  func `a known day has its number`(iso: String, number: Int32) {
    #expect(Day(iso: iso)?.number == number)
    #expect(Day(number).iso == iso)
  }

  @Test func `every day round-trips and follows the day before`() {
    // Walks the calendar day by day: a second, simpler definition of a date.
    var (year, month, day) = Day(-200_000).civil
    var failures = 0
    for number in Int32(-200_000)...200_000 {
      let civil = Day(number).civil
      if civil != (year, month, day) { failures += 1 }
      if Day(year: year, month: month, day: day)?.number != number { failures += 1 }
      day += 1
      if day > Self.length(of: month, in: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(failures == 0)
  }

  @Test func `an ISO text round-trips`() {
    for number in stride(from: Int32(-200_000), through: 200_000, by: 97) {
      #expect(Day(iso: Day(number).iso) == Day(number))
    }
  }

  @Test(arguments: [1600, 1996, 2000, 2024, 2400])
  func `a leap year has a 29th of February`(year: Int) {
    #expect(Day(year: year, month: 2, day: 29) != nil)
    #expect(Day(year: year, month: 2, day: 30) == nil)
  }

  @Test(arguments: [1700, 1900, 2023, 2100, 2200])
  func `another year has none`(year: Int) {
    #expect(Day(year: year, month: 2, day: 28) != nil)
    #expect(Day(year: year, month: 2, day: 29) == nil)
  }

  @Test(arguments: [
    "", "2024", "2024-1-01", "2024-01-1", "2024/01/01", "2024-01-01 ", "20240101", "2024-00-10",
    "2024-13-01", "2024-04-31", "2024-01-00", "2024-01-32", "2023-02-29", "0000-01-01",
    "+024-01-01", "-001-01-01", "2024-01-0x", "２０24-01-0", "01-01-2024", "2024-01-01T",
  ])
  func `a text that is no day gives none`(text: String) {
    #expect(Day(iso: text) == nil)
  }

  @Test(
    arguments: [
      (0, 0, 0), (1, 0, 1), (-1, -1, 86_399_999_999), (86_400_000_000, 1, 0),
      (-86_400_000_000, -1, 0), (-86_400_000_001, -2, 86_399_999_999),
      (Int64.max, 106_751_991, 14_454_775_807), (Int64.min, -106_751_992, 71_945_224_192),
    ] as [(Int64, Int32, Int64)])
  func `a point in time is a day and what follows its midnight`(
    micros: Int64, day: Int32, rest: Int64
  ) {
    let found = Day.split(micros: micros)
    #expect(found.day.number == day && found.rest == rest)
  }

  @Test func `days and months are ordered in time`() {
    #expect(Day(3) < Day(4))
    #expect(Day(3) + 4 == Day(7))
    #expect(Day(3) - 4 == Day(-1))
    #expect(Month(202_312) < Month(202_401))
    #expect(Month(of: Day(iso: "2024-02-29")!) == Month(202_402))
    #expect(Month(202_402).iso == "2024-02")
    #expect(Month(202_411).iso == "2024-11")
    #expect(Month(of: Day(iso: "0001-01-31")!).iso == "0001-01" && Month(99_912).iso == "0999-12")
  }

  private static func length(of month: Int, in year: Int) -> Int {
    if month == 2 {
      return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) ? 29 : 28
    }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
