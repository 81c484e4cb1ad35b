import Foundation
import Mappings
import RowReading
import StoreImport
import TestSupport
import Testing

/// The racing client's answers and the same races as users have them; all names are invented.
struct PoniMappingTests {
  private static let horses = """
    {"horse":"Grey Lantern","id_horse":"11","jockey":"A Marsh","trainer":"P Holt","age":"5",\
    "weight":"8-9","number":"1","non_runner":"0","position":"1","distance_beaten":"","sp":"3.5"},\
    {"horse":"Tidewrack","id_horse":"12","jockey":"B Lowe","trainer":"S Dunne","age":"4",\
    "weight":"8-9","number":"1A","non_runner":"0","position":"","distance_beaten":"","sp":"11"},\
    {"horse":"Marl","id_horse":"13","jockey":"","trainer":"S Dunne","age":"4",\
    "weight":"8-9","number":"3","non_runner":"1","position":"","distance_beaten":"","sp":""}
    """

  private static func race(
    _ id: Int, date: String = "2022-01-18 01:52:00", finished: String = "1",
    canceled: String = "0", horses: String = horses
  ) -> String {
    """
    {"id_race":"\(id)","course":"Parx Racing (USA)","date":"\(date)","distance":"1 mile 70 yards",\
    "age":"4yo+","finished":"\(finished)","canceled":"\(canceled)","horses":[\(horses)]}
    """
  }

  private static func line(_ request: String, _ body: String, day: String = "2022-01-17") -> String
  {
    """
    {"api":"racing","request":"\(request)","day":"\(day)","fetched_at":1642500000000000,\
    "status":200,"body":\(body)}

    """
  }

  private static let shown = [
    "race_id", "date", "off_time", "course", "country", "distance_m", "horse_id", "jockey",
    "number", "weight_lb", "outcome", "position", "sp", "source",
  ]
  private static let winner = [
    "poni-77", "2022-01-17", "2022-01-18 01:52:00.000000Z", "Parx Racing", "US", "1673", "11",
    "A Marsh", "1", "121", "finished", "1", "3.5", "poni",
  ]

  private func cells(_ store: TestStore) throws -> [[String]] {
    try store.rows().sorted { $0["horse_id"]! < $1["horse_id"]! }.map { row in
      Self.shown.map { row[$0]! }
    }
  }

  @Test(arguments: [
    ("json", "[RACE]"), ("json", "RACE"), ("ndjson", "RACE\n"),
    (
      "ndjson",
      #"{"request":"/race/77","day":"2022-01-17","fetched_at":1642500000000000,"body":RACE}"#
    ),
  ])
  func `an answer and a user's file of the same race give the same rows`(
    ending: String, text: String
  ) throws {
    let store = TestStore()
    let file = try store.file(
      text.replacingOccurrences(of: "RACE", with: Self.race(77)), ending: ending)
    let imported = try store.add([file], format: "poni")[0]
    #expect(imported.counts == [3, 3, 0, 0])
    let rows = try cells(store)
    #expect(rows[0] == Self.winner)
    #expect(
      try store.rows().map { $0["outcome"]! }.sorted()
        == ["finished", "non_runner", "unresolved"])
    #expect(try store.rejects().isEmpty)
  }

  @Test func `packed files are read too`() throws {
    let store = TestStore()
    let file = try store.file("[\(Self.race(77))]", ending: "json")
    #expect(try RailbirdProcess.run(program: "gzip", [file]).exitCode == 0)
    #expect(try store.add([file + ".gz"], format: "poni")[0].stored == 3)
  }

  /// Midnight in New York is 4:00 in summer and 5:00 in winter, UTC.
  @Test(arguments: [
    ("2022-01-18 04:59:59", "2022-01-17"), ("2022-01-18 05:00:00", "2022-01-18"),
    ("2022-07-18 03:59:59", "2022-07-17"), ("2022-07-18 04:00:00", "2022-07-18"),
    ("2022-07-18T03:30:00.000Z", "2022-07-17"), ("2022-07-18T03:30:00-04:00", "2022-07-18"),
    ("2022-07-18", "2022-07-18"), ("2022-03-13 06:59:59", "2022-03-13"),
  ])
  func `a file's race day is New York's`(date: String, day: String) throws {
    let store = TestStore()
    let file = try store.file("[\(Self.race(77, date: date))]", ending: "json")
    _ = try store.add([file], format: "poni")
    #expect(try store.values("date") == [day, day, day])
  }

  @Test(arguments: [
    ("0", "0", ["unresolved", "unresolved", "non_runner"]),
    ("1", "1", ["void", "void", "non_runner"]), ("0", "1", ["void", "void", "non_runner"]),
  ])
  func `cards are unresolved and cancelled races void`(
    finished: String, canceled: String, outcomes: [String]
  ) throws {
    let store = TestStore()
    let horses = Self.horses.replacingOccurrences(of: #""position":"1""#, with: #""position":"""#)
    let race = Self.race(77, finished: finished, canceled: canceled, horses: horses)
    _ = try store.add([store.file("[\(race)]", ending: "json")], format: "poni")
    let rows = try store.rows().sorted { $0["horse_id"]! < $1["horse_id"]! }
    #expect(rows.map { $0["outcome"]! } == outcomes)
    #expect(rows.allSatisfy { $0["position"] == "" })
  }

  @Test func `the spelling of the app's guide is read, as one race and in lists`() throws {
    let store = TestStore()
    let race = """
      {"race_id":"x7","race_name":"The Dash","course":"Parx Racing","race_time":\
      "2022-01-18T01:52:00Z","runners":[{"horse_id":"11","horse":"Grey Lantern","jockey":"A Marsh",\
      "trainer":null,"weight":"121","odds":"5/2"},{"horse_id":null,"horse":"Marl","odds":"SP"}]}
      """
    let text =
      Self.line("/racecards?date=2022-01-17", "[\(race)]") + Self.line("/race/x7", race)
    let imported = try store.add([store.file(text, ending: "ndjson")], format: "poni")[0]
    #expect(imported.counts == [4, 2, 2, 0])
    let row = try store.rows().first { $0["horse"] == "Grey Lantern" }!
    #expect(
      ["race_id", "race_name", "date", "sp", "weight_lb", "outcome"].map { row[$0]! }
        == ["poni-x7", "The Dash", "2022-01-17", "3.5", "121", "unresolved"])
  }

  /// The live form has a flag and texts, the guide's numbers, null, and often no flag.
  @Test(arguments: [
    #""finished":"1","horses":[RUNNERS]"#, #""finished":true,"runners":[RUNNERS]"#,
    #""runners":[RUNNERS]"#, #""finished":1,"runners":[RUNNERS]"#,
  ])
  func `in every spelling a runner with neither position nor code is unresolved, priced or not`(
    members: String
  ) throws {
    let runners = [
      (#""1""#, "3.5"), (#""""#, "11"), ("null", "11"), (#""""#, ""), (#""PU""#, "7"),
      (#""DNF""#, ""), ("2", "4"),
    ].enumerated().map { index, runner in
      let price = members.contains("horses") ? "sp" : "odds"
      return #"{"horse":"H\#(index)","id_horse":"\#(index)","position":\#(runner.0),"#
        + #""\#(price)":"\#(runner.1)"}"#
    }.joined(separator: ",")
    let race =
      #"{"id_race":"7","course":"Parx","date":"2022-01-18 01:52:00","#
      + members.replacingOccurrences(of: "RUNNERS", with: runners) + "}"
    let store = TestStore()
    _ = try store.add([store.file("[\(race)]", ending: "json")], format: "poni")
    let rows = try store.rows().sorted { $0["horse"]! < $1["horse"]! }
    #expect(
      rows.map { $0["outcome"]! } == [
        "finished", "unresolved", "unresolved", "unresolved", "pulled_up", "did_not_finish",
        "finished",
      ])
    #expect(rows.map { $0["sp"]! } == ["3.5", "11", "11", "", "7", "", "4"])
  }

  @Test func `of several answers about a race the last one stands, with its facts`() throws {
    let card = Self.race(
      77, date: "2022-01-18 01:30:00", finished: "0",
      horses: """
        {"horse":"Grey Lantern","id_horse":"11","jockey":"C Ward","non_runner":"0","position":"",\
        "sp":""},{"horse":"Old Accord","id_horse":"14","non_runner":"0","position":"","sp":""}
        """)
    let text =
      Self.line("/race/77", card, day: "2022-01-16")
      + Self.line("/racecards?date=2022-01-17", #"[{"id_race":"77","finished":"1"}]"#)
      + Self.line("/race/77", Self.race(77))
    let store = TestStore()
    let imported = try store.add([store.file(text, ending: "ndjson")], format: "poni")[0]
    #expect(imported.counts == [5, 4, 1, 0])
    let rows = try cells(store)
    #expect(rows[0] == Self.winner)
    // A runner that the newer version doesn't mention stays, as a runner of the newer race.
    #expect(rows[3][1...3] == Self.winner[1...3])
    let apart = TestStore()
    for part in [
      Self.line("/race/77", card, day: "2022-01-16"), Self.line("/race/77", Self.race(77)),
    ] {
      _ = try apart.add([apart.file(part, ending: "ndjson")], format: "poni")
    }
    #expect(try cells(apart) == rows)
  }

  @Test func `answers without any runner are a file of no rows`() throws {
    let store = TestStore()
    let text = Self.line("/racecards?date=2022-01-17", "[]")
    let file = ImportFile(try store.file(text, ending: "ndjson"), table: "answers")
    var job = try ImportJob(store: store.path, format: "poni")
    job.threads = 1
    #expect(try job.run([file])[0].counts == [0, 0, 0, 0])
    let race = try store.file(Self.line("/race/77", Self.race(77)), ending: "ndjson")
    #expect(try store.add([race], format: "poni")[0].stored == 3)
  }

  @Test func `of the rows of a file that cannot be newer versions, differing races are refused`()
    throws
  {
    let store = TestStore()
    let rows = "race_id,date,horse,position\nr1,2024-01-01,Ann,1\nr1,2024-01-02,Bea,2\n"
    #expect(try store.add(rows).rejected == 2)
  }

  @Test(arguments: [true, false])
  func `a race with a text for its runners is refused by itself`(isFetched: Bool) throws {
    let odd = #"{"id_race":"78","date":"2022-01-18 02:20:00","horses":"to follow"}"#
    let bodies = [Self.race(77), odd]
    let text = bodies.map { isFetched ? Self.line("/race", $0) : $0 + "\n" }.joined()
    let store = TestStore()
    let imported = try store.add([store.file(text, ending: "ndjson")], format: "poni")[0]
    #expect(imported.counts == [4, 3, 0, 1])
    #expect(try store.rejects().map(\.reason) == ["no_key"])
  }

  @Test(arguments: [
    // A single runner, without a list around it.
    (
      #""date":"2022-01-18 02:20:00","horses":{"horse":"Ada","number":"1","position":"1"}"#,
      [1, 1, 0, 0]
    ),
    (#""date":"2022-01-18 02:20:00","horses":[]"#, [0, 0, 0, 0]),
    (
      #""date":"2022-01-18 02:20:00","horses":[{"horse":"Ada","number":"1","jockey":{"name":"Bo"}}]"#,
      [1, 0, 0, 1]
    ),
    // In New York this is the year 0.
    (#""date":"0001-01-01 00:00:00","horses":[{"horse":"Ada","number":"1"}]"#, [1, 0, 0, 1]),
  ])
  func `odd races are read or refused by themselves`(race: String, counts: [Int]) throws {
    let text = "{\"id_race\":\"78\",\"course\":\"Parx\",\(race)}\n"
    // Together with a race whose jockey is a text.
    let both = Self.race(77) + "\n" + text
    for (text, extra) in [(text, 0), (both, 3)] where !(extra == 0 && race.contains("name")) {
      let store = TestStore()
      let imported = try store.add([store.file(text, ending: "ndjson")], format: "poni")[0]
      #expect(imported.counts == [counts[0] + extra, counts[1] + extra, 0, counts[3]])
    }
  }

  @Test func `a file that says there are no races has no rows`() throws {
    let store = TestStore()
    #expect(
      try store.add([store.file("[]", ending: "json")], format: "poni")[0].counts == [0, 0, 0, 0])
    #expect(
      try store.add(
        [store.file(#"{"results":[],"total":0}"#, ending: "json")], format: "racing-api")[0]
        .counts == [0, 0, 0, 0])
    #expect(throws: ImportError.self) {
      try store.add([store.file(#"{"error":"none"}"#, ending: "json")], format: "racing-api")
    }
  }
}
