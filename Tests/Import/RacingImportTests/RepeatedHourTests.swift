import Foundation
import Testing

/// Off times of the nights on which the clocks change; the right moments are those of the zones'
/// rules: London goes back at 01:00 UTC of 27 October 2024, New York at 06:00 UTC of 3 November.
struct RepeatedHourTests {
  private static let header =
    "EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP,PPWAP,"
    + "MORNINGWAP,PPMAX,PPMIN,IPMAX,IPMIN,MORNINGTRADEDVOL,PPTRADEDVOL,IPTRADEDVOL\n"

  /// A race of three at a course in California, on London's clock.
  private static func race(_ id: Int, _ name: String, _ time: String, _ horse: String) -> String {
    (1...3).map {
      "\(id),USA / Del Oro (US) 26th Oct,\(name),27-10-2024 \(time),\(id * 10 + $0),\(horse)\($0),"
        + "\($0 == 1 ? 1 : 0),\($0 + 2),3,3,4,2,1.01,1.01,1,1,1\n"
    }.joined()
  }

  private static func file(_ kind: String, _ races: [String], _ store: TestStore) throws -> String {
    let path = "\(store.folder)/dwbfpricesusa\(kind)27102024.csv"
    try (header + races.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private static func offs(_ store: TestStore) throws -> [String: String] {
    Dictionary(
      try store.rows().map { (String($0["horse"]!.prefix(1)), String($0["off_time"]!.prefix(16))) },
      uniquingKeysWith: { first, second in first == second ? first : "two" })
  }

  private static let expected = [
    "A": "2024-10-26 23:45", "B": "2024-10-27 00:15", "C": "2024-10-27 01:15",
    "D": "2024-10-27 02:10",
  ]

  private static let wins = [
    race(1, "R5 1200m Claim", "00:45", "A"), race(2, "R6 1200m Claim", "01:15", "B"),
    race(3, "R8 1200m Claim", "01:15", "C"), race(4, "R9 1200m Claim", "02:10", "D"),
  ]

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
  func `two races of the hour that comes twice are two, in the order of their numbers`(
    order: [Int]
  ) throws {
    let store = TestStore()
    let path = try Self.file("win", order.map { Self.wins[$0] }, store)
    #expect(try store.add([path], format: "betfair")[0].counts == [12, 12, 0, 0])
    #expect(try Self.offs(store) == Self.expected)
    #expect(try store.snapshot.rowCount(of: "races") == 4)
  }

  /// A file of one race at 01:15 alone comes first; then all come, once and in any order again.
  @Test(arguments: [1, 2], [[0, 1, 2, 3], [3, 2, 1, 0]])
  func `a race of that hour that comes before the other one stays that race`(
    lone: Int, order: [Int]
  ) throws {
    let store = TestStore()
    _ = try store.add([try Self.file("win", [Self.wins[lone]], store)], format: "betfair")
    for order in [order, order.reversed()] {
      let path = try Self.file("win", order.map { Self.wins[$0] }, store)
      #expect(try store.add([path], format: "betfair")[0].rejected == 0)
    }
    let races = Dictionary(grouping: try store.rows()) { $0["race_id"]! }
    #expect(
      Set(races.values.map { String($0.map { $0["horse"]! }.sorted().joined()) })
        == ["A1A2A3", "B1B2B3", "C1C2C3", "D1D2D3"])
    #expect(try Self.offs(store) == Self.expected)
  }

  @Test(arguments: [["win", "place"], ["place", "win"]])
  func `the place market's file has no numbers and meets the same races`(kinds: [String]) throws {
    let store = TestStore()
    let places = ["A", "B", "C", "D"].enumerated().map { index, horse in
      Self.race(51 + index, "To Be Placed", ["00:45", "01:15", "01:15", "02:10"][index], horse)
    }
    for kind in kinds {
      let path = try Self.file(kind, kind == "win" ? Self.wins : places, store)
      #expect(try store.add([path], format: "betfair")[0].counts == [12, 12, 0, 0])
    }
    #expect(try Self.offs(store) == Self.expected)
    #expect(try store.snapshot.rowCount(of: "races") == 4)
    #expect(try store.values("place_bsp").allSatisfy { !$0.isEmpty })
  }

  @Test func `a lone race is put between those beside it, and otherwise at the first moment`()
    throws
  {
    let store = TestStore()
    let lone = Self.race(2, "R7 1200m Claim", "01:05", "B")
    let path = try Self.file(
      "win", [Self.race(1, "R6 1200m Claim", "01:40", "A"), lone, Self.wins[3]], store)
    try _ = store.add([path], format: "betfair")
    // At 01:40 before it, only the second 01:05 is later.
    #expect(try Self.offs(store)["A"] == "2024-10-27 00:40")
    #expect(try Self.offs(store)["B"] == "2024-10-27 01:05")
    let other = TestStore()
    _ = try other.add([Self.file("win", [lone], other)], format: "betfair")
    #expect(try Self.offs(other)["B"] == "2024-10-27 00:05")
  }

  private static let plainHeader = "date,region,course,off,race_name,dist_m,ran,num,pos,horse\n"

  /// A race of three in New York's evening of the 26th, on London's clock, without any number.
  private static func plainRace(_ name: String, _ metres: Int, _ horse: String) -> String {
    (1...3).map {
      "2024-10-26,USA,Oak,1:15,\(name),\(metres),3,\($0),\($0),\(horse)\($0)\n"
    }.joined()
  }

  @Test(arguments: [("Claimer", 1600), ("Maiden", 1200)])
  func `races without numbers are told apart by name or distance, in the file's order`(
    name: String, metres: Int
  ) throws {
    let store = TestStore()
    let rows = Self.plainRace("Maiden", 1600, "B") + Self.plainRace(name, metres, "C")
    #expect(
      try store.add(Self.plainHeader + rows, format: "rpscrape").counts == [6, 6, 0, 0])
    for _ in 0...1 {
      #expect(try Self.offs(store) == ["B": "2024-10-27 00:15", "C": "2024-10-27 01:15"])
      #expect(try store.snapshot.rowCount(of: "races") == 2)
      let again = Self.plainHeader + rows.replacing(",3,1,", with: ",4,1,")
      try store.add(again, format: "rpscrape")
    }
  }

  @Test
  func `races that nothing tells apart are refused, and so is one that lacks the stored runners`()
    throws
  {
    let (first, second) = (Self.plainRace("", 1600, "B"), Self.plainRace("", 1600, "C"))
    let together = TestStore()
    let file = try together.add(Self.plainHeader + first + second, format: "rpscrape")
    #expect(file.counts == [6, 0, 0, 6] && file.reasons == ["conflict": 6])
    #expect(
      try together.rejects()[0].detail
        == "found the runners of two races under this key, some in one position or of one number; "
        + "expected a key, a race number or a country that distinguishes them")
    let apart = TestStore()
    try apart.add(Self.plainHeader + first, format: "rpscrape")
    let other = try apart.add(Self.plainHeader + second, format: "rpscrape")
    #expect(other.counts == [3, 0, 0, 3] && other.reasons == ["ambiguous_race": 3])
    #expect(
      try apart.rejects()[0].detail
        == "found the stored race rp-2024-10-26-Oak-1:15 in US at this course and time, with 0 of 3 "
        + "runners by these names; expected at least 2, or both races in one file")
  }

  private static let yaml = mapping(
    "off_time: {column: off, zone: America/New_York}", "race_no: {column: no, optional: true}",
    "course: {column: course}", "horse: {column: horse}")

  @Test func `races with keys of their own are in the order of their numbers or of the file`()
    throws
  {
    for hasNumbers in [true, false] {
      let store = TestStore()
      let rows = [("a", "1:30", 1), ("b", "1:10", 2), ("c", "2:05", 3)].map { id, off, number in
        "\(id),2024-11-03,0\(off),\(hasNumbers ? "\(number)" : ""),Oak,Ann \(id)\n"
      }
      let text = (hasNumbers ? rows.reversed() : rows).joined()
      try store.add("race_id,date,off,no,course,horse\n" + text, yaml: Self.yaml)
      let offs = try store.rows().map { "\($0["race_id"]!) \($0["off_time"]!.prefix(16))" }
      #expect(
        offs == ["a 2024-11-03 05:30", "b 2024-11-03 06:10", "c 2024-11-03 07:05"], "\(hasNumbers)")
    }
  }

  /// Zones that go back by an hour, by half an hour, and in the other half of the year.
  @Test(arguments: [
    ("Europe/London", "2024-10-27", "01:15", "2024-10-27 00:15", "2024-10-27 01:15"),
    ("Europe/Paris", "2024-10-27", "02:15", "2024-10-27 00:15", "2024-10-27 01:15"),
    ("America/New_York", "2024-11-03", "01:15", "2024-11-03 05:15", "2024-11-03 06:15"),
    ("Australia/Sydney", "2024-04-07", "02:15", "2024-04-06 15:15", "2024-04-06 16:15"),
    ("Australia/Lord_Howe", "2024-04-07", "01:45", "2024-04-06 14:45", "2024-04-06 15:15"),
  ])
  func `both moments of a time are those of the zone`(
    zone: String, day: String, off: String, first: String, second: String
  ) throws {
    let store = TestStore()
    let yaml = Self.yaml.replacing("America/New_York", with: zone)
    try store.add(
      "race_id,date,off,no,course,horse\na,\(day),\(off),1,Oak,Ann\nb,\(day),\(off),2,Oak,Bea\n",
      yaml: yaml)
    #expect(try store.values("off_time").map { String($0.prefix(16)) } == [first, second])
  }

  @Test func `a time with its offset is one moment`() throws {
    let store = TestStore()
    try store.add(
      "race_id,date,off,no,course,horse\na,2024-11-03,2024-11-03T01:30:00-05:00,1,Oak,Ann\n"
        + "b,2024-11-03,2024-11-03t01:30:00-04:00,2,Oak,Bea\n", yaml: Self.yaml)
    #expect(
      try store.values("off_time").map { String($0.prefix(16)) } == [
        "2024-11-03 05:30", "2024-11-03 06:30",
      ])
  }

  @Test func `facts of a file of races bring both moments along`() throws {
    let store = TestStore()
    let yaml = """
      name: two
      description: Races apart from runs
      tables:
        races:
          feeds: races
          recognised_by: [key, off]
          fields:
            race_id: key
            date: day
            race_no: no
            course: course
            off_time: {column: off, zone: Europe/London}
        runs:
          feeds: runners
          recognised_by: [key, horse]
          fields: {race_id: key, horse: horse}
      """
    let files = try [
      store.file("key,day,no,course,off\n1,2024-10-27,1,Oak,01:15\n2,2024-10-27,2,Oak,01:15\n"),
      store.file("key,horse\n1,Ann\n2,Bea\n"),
    ]
    _ = try store.add(files, yaml: yaml)
    #expect(
      try store.values("off_time").map { String($0.prefix(16)) } == [
        "2024-10-27 00:15", "2024-10-27 01:15",
      ])
  }
}
