import Testing

@testable import Columns

struct MomentTests {
  /// 2024-06-01, 13:05 UTC.
  private static let micros: Int64 = 1_717_247_100_000_000

  @Test(
    arguments: [
      ("2024-06-01T13:05:07Z", [], 7_000_000), ("2024-06-01T13:05Z", .minutes, 0),
      ("2024-06-01 13:05:00Z", .blank, 0), ("2024-06-01t13:05:00Z", .lowercase, 0),
      ("2024-06-01T13:05:00z", .lowercase, 0), ("2024-06-01T13:05:00.25Z", .micros, 250_000),
      ("2024-06-01T13:05:00.1234567Z", .nanos, 123_456),
      ("2024-06-01T13:05:00.1234567891Z", .anyDigits, 123_456),
      ("2024-06-01T13:05:00.Z", .noDigits, 0),
      ("2024-06-01T13:05:00,5Z", [.comma, .micros], 500_000),
      ("2024-06-01T13:05:00", .unzoned, 0), ("2024-06-01T15:05:00+02:00", .offset, 0),
      ("2024-06-01T12:35:00-0030", .offset, 0), ("2024-06-02T03:05:00+14:00", .offset, 0),
      ("2024-06-02T04:05:00+15:00", [.offset, .farOffset], 0),
      ("2024-06-01T14:05:00+01", .hourOffset, 0), ("2024-06-01", .day, -47_100_000_000),
      ("2024-06-01Z", .zonedDay, -47_100_000_000),
    ] as [(String, Moment.Forms, Int64)])
  func `a form is read where it is allowed`(text: String, forms: Moment.Forms, offset: Int64) {
    #expect(Moment.micros(text, forms) == Self.micros + offset)
    if !forms.isEmpty { #expect(Moment.micros(text, Self.all.subtracting(forms)) == nil) }
  }

  @Test(arguments: [
    "", "2024-06-01T", "2024-06-01T13Z", "2024-02-30T13:05:00Z", "2024-06-01T24:00:00Z",
    "2024-06-01T13:60:00Z", "2024-06-01T13:05:60Z", "2024-06-01T13:05.5Z",
    "2024-06-01T13:05:00Z+02:00", "2024-06-01T13:05:00+99:99", "2024-06-01T13:05:00+24:00",
    "2024-06-01T13:05:00+02:60", "2024-06-01T13:05:00+02:", "2024-06-01T13:05:00+2",
    "2024-06-01T13:05:00ZZ", "2024-06-01T13:05:00 Z", "2024-06-01T13:05:00Z ",
    "2024-06-01+02:00", "2024-06-01ZZ",
  ])
  func `no reader takes another text`(text: String) {
    #expect(Moment.micros(text, Self.all) == nil)
  }

  @Test func `a moment is written with as many digits as are asked for`() {
    let micros = Self.micros + 7_000_120
    #expect(Moment.text(micros) == "2024-06-01T13:05:07")
    #expect(Moment.text(micros, separator: " ", places: 3) == "2024-06-01 13:05:07.000")
    #expect(Moment.text(micros, places: 6) == "2024-06-01T13:05:07.000120")
    #expect(Moment.iso(micros) == "2024-06-01T13:05:07.000120Z")
    #expect(Moment.iso(Self.micros) == "2024-06-01T13:05:00Z")
    #expect(Moment.iso(-1) == "1969-12-31T23:59:59.999999Z")
  }

  private static let all = Moment.Forms(rawValue: 0x3FFF)
}
