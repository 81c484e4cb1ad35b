import Mappings
import Testing

/// Clocks of twelve hours, whose half of the day follows from the country.
struct TwelveHourClockTests {
  private static func row(_ day: String, _ region: String, _ course: String, _ off: String)
    -> String
  {
    "\(day),\(region),\(course),\(off),4,1,Ann \(course)\n\(day),\(region),\(course),\(off),4,2,Bea \(course)\n"
  }

  private static func moments(
    _ rows: [String], header: String = "date,region,course,off,ran,pos,horse"
  )
    throws -> [String: String]
  {
    let store = TestStore()
    let text = header + "\n" + rows.joined()
    let file = try store.add(text, format: "rpscrape")
    #expect(file.counts[3] == 0)
    return Dictionary(
      try store.rows().map { ($0["course"]!, $0["off_time"]!) }, uniquingKeysWith: { $1 })
  }

  /// Local times by the zones' rules: London is on UTC in November and an hour ahead in July.
  @Test(arguments: [
    ("2024-11-05", "AUS", "4:00", "2024-11-05 04:00"),
    ("2024-11-05", "JPN", "6:40", "2024-11-05 06:40"),
    ("2024-11-05", "HK", "5:00", "2024-11-05 05:00"),
    ("2024-11-06", "HK", "2:15", "2024-11-06 14:15"),
    ("2024-11-05", "AUS", "04:40", "2024-11-05 04:40"),
    ("2024-11-05", "GB", "7:30", "2024-11-05 19:30"),
    ("2024-11-05", "IRE", "12:30", "2024-11-05 12:30"),
    ("2024-11-05", "NZ", "1:12", "2024-11-05 01:12"),
    ("2024-11-05", "UAE", "9:30", "2024-11-05 09:30"),
    ("2024-11-05", "UAE", "4:05", "2024-11-05 16:05"),
    ("2024-11-05", "SAF", "1:15", "2024-11-05 13:15"),
    ("2024-11-05", "FR", "12:55", "2024-11-05 12:55"),
    ("2024-11-05", "USA", "5:50", "2024-11-05 17:50"),
    ("2024-11-05", "USA", "1:15", "2024-11-06 01:15"),
    ("2024-11-05", "ARG", "10:30", "2024-11-05 22:30"),
    ("2024-07-06", "AUS", "4:00", "2024-07-06 03:00"),
    ("2024-07-06", "JPN", "7:45", "2024-07-06 06:45"),
    ("2024-07-06", "GB", "2:05", "2024-07-06 13:05"),
  ])
  func `the half of the day is the one in which the country races`(
    day: String, region: String, off: String, expected: String
  ) throws {
    let found = try Self.moments([Self.row(day, region, "Park", off)])
    #expect(found == ["Park": expected + ":00.000000Z"])
  }

  @Test func `a clock of 24 hours is moved nowhere`() throws {
    let found = try Self.moments([
      Self.row("2024-11-05", "AUS", "West", "12:10"), Self.row("2024-11-05", "GB", "Ayr", "14:05"),
      Self.row("2024-11-05", "JPN", "East", "03:05"),
      Self.row("2024-11-05", "ARG", "South", "10:30"),
    ])
    #expect(
      found.mapValues { String($0.dropFirst(11).prefix(5)) } == [
        "West": "12:10", "Ayr": "14:05", "East": "03:05", "South": "10:30",
      ])
  }

  @Test func `without a column of countries the mark behind the course tells`() throws {
    let found = try Self.moments(
      [
        "2024-11-05,Flemington (AUS),4:00,2,1,Ann\n2024-11-05,Flemington (AUS),4:00,2,2,Bea\n",
        "2024-11-05,Kempton (AW),4:00,2,1,Cy\n2024-11-05,Kempton (AW),4:00,2,2,Di\n",
      ], header: "date,course,off,ran,pos,horse")
    #expect(
      found == [
        "Flemington (AUS)": "2024-11-05 04:00:00.000000Z",
        "Kempton (AW)": "2024-11-05 16:00:00.000000Z",
      ])
  }

  @Test func `a country without known hours leaves the time open`() throws {
    #expect(try Self.moments([Self.row("2024-11-05", "XYZ", "Far", "4:00")]) == ["Far": ""])
    #expect(
      try Self.moments([Self.row("2024-11-05", "XYZ", "Far", "04:00")])
        == ["Far": "2024-11-05 04:00:00.000000Z"])
  }

  @Test func `a mapping's own rule takes padded hours for a clock of 24`() throws {
    let yaml = mapping(
      "off_time: {column: off, format: 'H:mm', earliest: '10:00'}", "horse: {column: horse}")
    let store = TestStore()
    try store.add(
      "race_id,date,off,horse\na,2024-05-01,4:40,Ann\nb,2024-05-01,04:40,Bea\n", yaml: yaml)
    #expect(try store.values("off_time").map { $0.dropFirst(11).prefix(5) } == ["04:40", "16:40"])
  }

  /// In November London is on UTC: the stored race's country says which half `4:10` means.
  @Test(arguments: [
    ("AUS", "4:00", "4:10", "2024-11-05 04:10"), ("GB", "4:00", "4:10", "2024-11-05 16:10"),
    ("USA", "1:15", "1:16", "2024-11-06 01:16"), ("AUS", "12:10", "12:30", "2024-11-05 00:30"),
    // A clock of 24 hours says the half itself, whatever was stored.
    ("GB", "4:00", "04:10", "2024-11-05 04:10"), ("AUS", "4:00", "16:10", "2024-11-05 16:10"),
  ])
  func `a later file without a country has the half of the day of the stored race`(
    region: String, off: String, later: String, expected: String
  ) throws {
    let store = TestStore()
    try store.add(
      "race_id,date,region,course,off,ran,pos,horse\n"
        + "7,2024-11-05,\(region),Park,\(off),2,1,Ann\n", format: "rpscrape")
    try store.add(
      "race_id,date,course,off,ran,pos,horse\n7,2024-11-05,Park,\(later),2,1,Ann\n"
        + "7,2024-11-05,Park,\(later),2,2,Bea\n", format: "rpscrape")
    #expect(try store.values("off_time").map { $0.prefix(16) } == [expected[...], expected[...]])
    #expect(try Set(store.values("country")).count == 1)
  }

  @Test func `a later file on a clock of 24 hours is moved nowhere`() throws {
    let store = TestStore()
    try store.add(
      "race_id,date,region,course,off,ran,pos,horse\n7,2024-11-05,AUS,Park,12:10,1,1,Ann\n",
      format: "rpscrape")
    #expect(try store.values("off_time") == ["2024-11-05 00:10:00.000000Z"])
    // The second race's hour is one that a clock of twelve hours lacks.
    try store.add(
      "race_id,date,course,off,ran,pos,horse\n7,2024-11-05,Park,12:30,1,1,Ann\n"
        + "8,2024-11-05,East,13:00,1,1,Bea\n", format: "rpscrape")
    #expect(
      try store.values("off_time") == [
        "2024-11-05 12:30:00.000000Z", "2024-11-05 13:00:00.000000Z",
      ])
  }

  @Test func `a key of day, course and time meets its race abroad without the country`() throws {
    let store = TestStore()
    let rows = "2024-11-05,AUS,Park,4:00,2,1,Ann\n2024-11-05,AUS,Park,4:00,2,2,Bea\n"
    try store.add("date,region,course,off,ran,pos,horse\n" + rows, format: "rpscrape")
    let file = try store.add(
      "date,course,off,ran,pos,horse\n" + rows.replacing("AUS,", with: ""), format: "rpscrape")
    #expect(file.counts == [2, 0, 2, 0])
    #expect(
      try store.values("off_time") == Array(repeating: "2024-11-05 04:00:00.000000Z", count: 2))
  }

  @Test func `only off times follow a country`() throws {
    let store = TestStore()
    let yaml = mapping("removed_at: {column: at, earliest: country}", "horse: {column: horse}")
    let error = #expect(throws: ImportError.self) {
      try store.add("race_id,date,at,horse\n", yaml: yaml)
    }
    #expect(
      "\(error!)".contains("found earliest: country for removed_at; expected it only for off_time"))
  }
}
