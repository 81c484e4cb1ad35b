import Columns
import Mappings
import StoreImport
import TabularFiles
import TestSupport
import Testing

struct PointsLedgerTests {
  private static let shown = [
    "tx_key", "event_time", "runner_id", "season", "year", "kind", "activity_type", "points",
  ]

  private func ledger(_ store: TestStore) throws -> [[String]] {
    try store.rows("points_ledger").map { row in Self.shown.map { row[$0]! } }
  }

  private func add(_ store: TestStore, _ lines: String..., yaml: String? = nil) throws
    -> ImportedFile
  {
    let text = (["activity_uuid,runner_id,date,activity_type,points"] + lines)
      .joined(separator: "\n")
    return try store.add(text + "\n", format: "points-ledger", yaml: yaml)
  }

  @Test func `a club's three lists are read in one call`() throws {
    let store = TestStore()
    let files = try [ClubFiles.ledger, ClubFiles.roster, ClubFiles.rewards].map {
      try store.file($0 + "\n")
    }
    let imported = try store.add(files, format: "points-ledger")
    #expect(imported.map(\.table) == ["ledger", "roster", "rewards"])
    #expect(imported.map(\.counts) == [[5, 4, 1, 0], [5, 4, 1, 0], [2, 2, 0, 0]])
    #expect(
      try ledger(store) == [
        ["u1", "2024-10-01 12:00:00.000000Z", "1", "xc", "2024", "EARNED", "TRAINING_RUN", "10"],
        ["u2", "2024-10-02 12:00:00.000000Z", "2", "xc", "2024", "EARNED", "WORKOUT", "15"],
        [
          "tx-1-SPENT-SEND_GIF-1728129600000000-5", "2024-10-05 12:00:00.000000Z", "1", "", "",
          "SPENT", "SEND_GIF", "5",
        ],
        ["u3", "2024-11-18 05:00:00.000000Z", "3", "track", "2024", "EARNED", "MEET_LOG", "20"],
      ])
    #expect(
      try store.rows("roster").map { $0["team"]! + $0["active"]! }.sorted() == [
        "NUtrue", "UAfalse", "UAtrue", "UAtrue",
      ])
    #expect(try store.rows("season_rewards").map { $0["description"]! } == ["Pizza", "Hoodies"])
  }

  @Test func `what is exported can be imported again`() throws {
    let store = TestStore()
    for text in [ClubFiles.ledger, ClubFiles.roster, ClubFiles.rewards] {
      try store.add(text + "\n", format: "points-ledger")
    }
    let names = ["points_ledger", "roster", "season_rewards"]
    let files = try names.map { try store.file(store.exported($0)) }
    #expect(try store.add(files, format: "points-ledger").map(\.stored) == [0, 0, 0])
    let other = TestStore()
    _ = try other.add(files, format: "points-ledger")
    for name in names { #expect(try other.rows(name).count == store.rows(name).count) }
  }

  /// The borders of the seasons at midnight in New York and in Auckland.
  @Test(arguments: [
    ("2024-11-17 23:59", "America/New_York", "xc", "2024"),
    ("2024-11-18 00:00", "America/New_York", "track", "2024"),
    ("2024-11-17T23:59:59Z", "America/New_York", "xc", "2024"),
    ("2024-11-17T23:59:59Z", "Pacific/Auckland", "track", "2024"),
    ("2024-06-01 23:59", "Pacific/Auckland", "track", "2023"),
    ("2024-06-02", "Pacific/Auckland", "xc", "2024"),
    ("2025-01-01T04:59:59Z", "America/New_York", "track", "2024"),
  ])
  func `season and year follow from the time in the club's zone`(
    time: String, zone: String, season: String, year: String
  ) throws {
    let store = TestStore()
    let yaml = Mapping.builtInText("points-ledger")! + "\nzone: \(zone)\n"
    #expect(try add(store, "a,1,\(time),RUN,5", yaml: yaml).stored == 1)
    let row = try #require(try ledger(store).first)
    #expect(row[3...4] == [season, year])
  }

  @Test func `one key counts once, at its earliest time, whatever the file`() throws {
    let store = TestStore()
    #expect(try add(store, "a,1,2024-10-05,RUN,5", "a,2,2024-10-05,RUN,9").counts == [2, 1, 1, 0])
    // Known, with a later time: the stored row stays.
    #expect(try add(store, "a,1,2024-10-07,RUN,5").counts == [1, 0, 1, 0])
    #expect(try ledger(store).map { $0[2] + " " + $0[7] } == ["1 5"])
    // Known, with an earlier time in another month: the new row replaces the stored one.
    let earlier = try add(store, "b,1,2024-09-30,RUN,1", "a,1,2024-09-29,RUN,5")
    #expect(earlier.counts == [2, 2, 0, 0] && earlier.replaced == 1)
    #expect(try ledger(store).map { $0[0] } == ["a", "b"])
    #expect(try store.snapshot.segments(of: "points_ledger").count == 1)
  }

  @Test func `rows that cannot count are refused by field, and the others are stored`() throws {
    let store = TestStore()
    let text = """
      runner_id,date,activity_type,points,season,year,kind
      1,2024-10-05,RUN,5,xc,2024,EARNED
      ,2024-10-05,RUN,5,xc,2024,EARNED
      1,,RUN,5,xc,2024,EARNED
      1,2024-10-05,RUN,many,xc,2024,EARNED
      1,2024-10-05,RUN,5,spring,2024,EARNED
      1,2024-10-05,RUN,5,xc,2024,GIVEN
      1,2024-10-05,RUN,99999999999,xc,2024,EARNED
      1,3024-10-05,RUN,5,xc,2024,EARNED
      1,1899-12-31T23:59:59Z,RUN,5,xc,2024,EARNED
      1,2024-10-05,RUN,5,xc,20245,EARNED
      1,2024-10-05,RUN,5,xc,2204,EARNED
      1,2024-10-05,,5,xc,2024,
      1,2024-10-05,,5,xc,2024,SPENT

      """
    let imported = try store.add(text, format: "points-ledger")
    #expect(imported.counts == [13, 2, 0, 11])
    #expect(
      try store.rejects().map { "\($0.line) \($0.reason): \($0.detail)" } == [
        "3 runner_id: found nothing; expected a value",
        "4 event_time: found nothing; expected a value",
        "5 points: found many; expected a whole number",
        "6 season: found spring; expected xc or track",
        "7 kind: found GIVEN; expected EARNED, SPENT or REFUND",
        "8 points: found 99999999999; expected a whole number",
        "9 event_time: found 3024-10-05; expected a time as YYYY-MM-DDTHH:MM:SSZ in the years 1900 "
          + "to 2200",
        "10 event_time: found 1899-12-31T23:59:59Z; expected a time as YYYY-MM-DDTHH:MM:SSZ in the "
          + "years 1900 to 2200",
        "11 year: found 20245; expected a year from 1900 to 2200",
        "12 year: found 2204; expected a year from 1900 to 2200",
        "13 activity_type: found nothing; expected what the points were earned for",
      ])
  }

  @Test func `a member's team is UA or NU, and a class is a year`() throws {
    let store = TestStore()
    let text = """
      runner_id,team,graduation_class,reported_at
      1,ua,2026,2024-09-01
      2,JV,2026,2024-09-01
      3,NU,26,2024-09-01
      4,NU,,0204-09-01

      """
    #expect(try store.add(text, format: "points-ledger").counts == [4, 1, 0, 3])
    #expect(
      try store.rejects().map { "\($0.reason): \($0.detail)" } == [
        "team: found JV; expected UA or NU",
        "graduation_class: found 26; expected a year from 1900 to 2200",
        "reported_at: found 0204-09-01; expected a time as YYYY-MM-DDTHH:MM:SSZ in the years 1900 "
          + "to 2200",
      ])
  }

  @Test func `a time of a typed column lies in the known years too`() throws {
    let store = TestStore()
    let table = Table([
      ("runner_id", Column(texts: ["1", "1", "1"])),
      ("activity_type", Column(texts: ["A", "B", "C"])),
      (
        "event_time",
        Column(.instant, int64s: [1_728_086_400_000_000, .max, -2_208_988_800_000_001])
      ),
      ("points", Column(texts: ["1", "2", "3"])),
    ])
    let path = try store.file("", ending: "parquet")
    let writer = try TableWriter(path: path, format: .parquet, fields: table.fields)
    try writer.write(table)
    try writer.close()
    #expect(try store.add([path], format: "points-ledger")[0].counts == [3, 1, 0, 2])
    #expect(try store.rejects().allSatisfy { $0.detail.contains("µs since 1970") })
  }

  @Test func `a ledger without keys, all of whose rows are refused, is stored as such`() throws {
    let store = TestStore()
    let text = "runner_id,date,activity_type,points\n1,3024-10-05,RUN,5\n"
    #expect(try store.add(text, format: "points-ledger").counts == [1, 0, 0, 1])
  }

  @Test func `JSON of the same names gives the same rows`() throws {
    let (csv, json) = (TestStore(), TestStore())
    _ = try add(csv, "a,1,2024-10-05,RUN,5", "b,2,2024-10-06,RUN,6")
    let text = """
      [{"activity_uuid":"a","runner_id":1,"date":"2024-10-05","activity_type":"RUN","points":5},
       {"activity_uuid":"b","runner_id":2,"date":"2024-10-06","activity_type":"RUN","points":"6"}]
      """
    let file = try json.file(text, ending: "json")
    #expect(try json.add([file], format: "points-ledger")[0].table == "ledger")
    #expect(try ledger(json) == ledger(csv))
  }
}
