import Columns
import StoreImport
import TabularFiles
import Testing

/// Days and times at the ends of the years that can be written, and just outside.
struct DateLimitTests {
  private func imported(_ store: TestStore, _ date: String, _ off: String, yaml: String? = nil)
    throws -> ImportedFile
  {
    try store.add("race_id,date,off_time,horse\nr1,\(date),\(off),Ann\n", yaml: yaml)
  }

  @Test(arguments: [
    ("0001-01-01", "0001-01-01T00:00:00Z", "0001-01-01 00:00:00.000000Z"),
    ("0001-01-01", "0001-01-01T14:00:00+14:00", "0001-01-01 00:00:00.000000Z"),
    ("9999-12-31", "9999-12-31T23:59:59Z", "9999-12-31 23:59:59.000000Z"),
    ("9999-12-31", "9999-12-31T23:59:59.999999Z", "9999-12-31 23:59:59.999999Z"),
    ("9999-12-31", "9999-12-31T09:59:59.999999-14:00", "9999-12-31 23:59:59.999999Z"),
  ])
  func `the first and the last moment are kept, and read again`(
    date: String, off: String, kept: String
  ) throws {
    let store = TestStore()
    #expect(try imported(store, date, off).stored == 1)
    #expect(try store.values("off_time") == [kept])
    let again = TestStore()
    #expect(try again.add(store.exported()).stored == 1)
    #expect(try again.exported() == store.exported())
  }

  @Test(arguments: [
    ("0001-01-01", "0001-01-01T00:00:00+00:01"), ("0001-01-01", "0001-01-01 13:59:59+14:00"),
    ("9999-12-31", "9999-12-31T23:59:59-00:01"), ("9999-12-31", "9999-12-31T10:00:00-14:00"),
  ])
  func `a zone that moves a time out of these years refuses the row and says so`(
    date: String, off: String
  ) throws {
    let store = TestStore()
    #expect(try imported(store, date, off).reasons == ["off_time": 1])
    #expect(
      try store.rejects()[0].detail == "found \(off); expected a time as YYYY-MM-DDTHH:MM:SSZ in "
        + "the years 1 to 9999")
    // A text that is no time is reported as usual.
    let other = TestStore()
    #expect(try imported(other, date, "noon").rejected == 1)
    #expect(
      try other.rejects()[0].detail == "found noon; expected a time as YYYY-MM-DDTHH:MM:SSZ")
  }

  @Test(arguments: [("0001-01-01", "00:00"), ("9999-12-31", "23:59")])
  func `so does the zone of a mapping`(date: String, off: String) throws {
    for (zone, isKept) in [
      ("Asia/Tokyo", date == "9999-12-31"), ("America/New_York", date == "0001-01-01"),
    ] {
      let store = TestStore()
      let yaml = mapping("horse: {column: horse}", "off_time: {column: off_time, zone: \(zone)}")
      let imported = try imported(store, date, off, yaml: yaml)
      #expect(imported.stored == (isKept ? 1 : 0), "\(zone)")
    }
  }

  @Test(arguments: ["0000-12-31", "10000-01-01", "9999-12-32", "0000-01-01"])
  func `a day outside is no day`(date: String) throws {
    #expect(try imported(TestStore(), date, "").reasons == ["date": 1])
  }

  @Test(
    arguments: [
      ("-62135596800", "0001-01-01"), ("-62135596801", nil), ("253402300799", "9999-12-31"),
      ("253402300800", nil), ("9223372036854775807", nil), ("-9223372036854775808", nil),
    ] as [(String, String?)])
  func `seconds since 1970 have the same limits`(seconds: String, day: String?) throws {
    let store = TestStore()
    let yaml = """
      name: test
      description: A test's layout
      tables:
        results:
          feeds: runners
          recognised_by: [race_id]
          key: [horse]
          fields:
            race_id: race_id
            horse: horse
            date: {column: at, format: epoch_seconds}
            off_time: {column: at, format: epoch_seconds, optional: true}
      """
    let imported = try store.add("race_id,horse,at\nr1,Ann,\(seconds)\n", yaml: yaml)
    #expect(imported.stored == (day == nil ? 0 : 1))
    if let day { #expect(try store.values("date") == [day]) }
  }

  @Test func `so have the times of a typed column`() throws {
    let micros: [Int64] = [
      .min, -62_135_596_800_000_001, -62_135_596_800_000_000, 253_402_300_799_999_999,
      253_402_300_800_000_000, .max,
    ]
    let names = micros.indices.map { "H\($0)" }
    let table = Table([
      ("race_id", Column(texts: names)), ("date", Column(texts: names.map { _ in "2024-05-06" })),
      ("horse", Column(texts: names)), ("off_time", Column(.instant, int64s: micros)),
    ])
    let store = TestStore()
    let path = store.newPath("parquet")
    let writer = try TableWriter(path: path, format: .parquet, fields: table.fields)
    try writer.write(table)
    try writer.close()
    #expect(try store.add([path])[0].counts == [6, 2, 0, 4])
    #expect(try store.values("horse") == ["H2", "H3"])
    #expect(
      try store.rejects().allSatisfy {
        $0.detail.hasSuffix(" µs since 1970; expected a time in the years 1 to 9999")
      })
  }
}
