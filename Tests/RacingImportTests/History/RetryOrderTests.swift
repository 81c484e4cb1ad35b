import ColumnStore
import Foundation
import RacingImport
import TestSupport
import Testing

/// Rows of a retry count as their file's: imports that came after the file are newer.
struct RetryOrderTests {
  private static let header = "race_id,date,course,number,horse,jockey,position,outcome,sp,bsp\n"
  private static let strict = mapping(
    key: "[number]", "course: {column: course, optional: true}", "number: {column: number}",
    "horse: {column: horse}", "jockey: {column: jockey, optional: true}",
    "position: {column: position, optional: true}",
    "outcome: {column: outcome, optional: true}",
    "sp: {column: sp, optional: true}", "bsp: {column: bsp, optional: true}")
  /// Reads odds that the strict mapping refuses, and numbers such as `2a`: a later import brings a
  /// refused row whose key it tells, but not one whose key could not be read.
  private static let lenient = strict.replacing(
    "bsp: {column: bsp, ", with: "bsp: {column: bsp, bad: \"null\", "
  ).replacing("column: number", with: "column: number, strip_suffix: a")

  @Test func `a retried row leaves a newer day and newer cells, and fills others`() throws {
    let store = TestStore()
    try store.add(
      Self.header + "r1,2024-01-31,Ascot,1,Ann,Old,1,,2,2\nr1,2024-01-31,Ascot,2a,Bea,Old,2,,3,3\n"
        + "r1,2024-01-31,Ascot,3a,Cat,Old,3,,4,4\n", yaml: Self.strict)
    #expect(try store.rejects().map(\.line) == [3, 4])
    try store.add(
      "race_id,date,number,horse,jockey,position,sp\nr1,2024-02-02,2,Bea,New,1,7\n"
        + "r1,2024-02-02,1,Ann,New,2,8\n", yaml: Self.strict)
    let retried = try #require(try store.retry(1, yaml: Self.lenient))
    #expect(retried.counts == [2, 2, 0, 0] && retried.replaced == 1)
    #expect(try Set(store.values("date")) == ["2024-02-02"])
    #expect(try Set(store.values("course")) == ["Ascot"])
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat"])
    #expect(try store.values("jockey") == ["New", "New", "Old"])
    #expect(try store.values("position") == ["2", "1", "3"])
    #expect(try store.values("sp") == ["8", "7", "4"])
    #expect(try store.values("bsp") == ["2", "3", "4"])
    // A later retry says nothing more, and a rebuild comes to the same.
    let before = try store.traces()
    try store.replay()
    #expect(try store.traces() == before)
  }

  @Test func `a newer result stands as a whole, and gives way to one that tells more`() throws {
    let store = TestStore()
    try store.add(
      Self.header + "r1,2024-01-01,Ascot,1a,Ann,,1,,,\nr1,2024-01-01,Ascot,2a,Bea,,2,,,\n",
      yaml: Self.strict)
    try store.add(
      "race_id,date,number,horse,outcome\nr1,2024-01-01,1,Ann,fell\nr1,2024-01-01,2,Bea,\n",
      yaml: Self.lenient)
    try store.retry(1, yaml: Self.lenient)
    #expect(try store.values("outcome") == ["fell", "finished"])
    #expect(try store.values("position") == ["", "2"])
  }

  /// The import that refused no row, and the retry after newer files, come to one store.
  @Test(arguments: 1...8)
  func `a retry is as good as a file that was read well at first`(seed: UInt64) throws {
    var random = SeededGenerator(900 + seed)
    func file(_ isOld: Bool) -> String {
      var text = Self.header
      for race in 1...6 where Int.random(in: 0..<4, using: &random) > 0 {
        let day = "2024-0\(Int.random(in: 1...3, using: &random))-1\(race)"
        let course = ["Ascot", "York"].randomElement(using: &random)!
        for number in 1...5 where Int.random(in: 0..<3, using: &random) > 0 {
          let isBad = isOld && Int.random(in: 0..<3, using: &random) == 0
          let suffix = isOld && Int.random(in: 0..<3, using: &random) == 0 ? "a" : ""
          text +=
            "r\(race),\(day),\(course),\(number)\(suffix),Horse\(race)\(number),"
            + "J\(Int.random(in: 1...9, using: &random)),\(number),,"
            + "\(Int.random(in: 2...9, using: &random)),\(isBad ? "x" : "5")\n"
        }
      }
      return text
    }
    let files = [file(false), file(true), file(false), file(false)]
    let (late, early) = (TestStore(), TestStore())
    for (place, text) in files.enumerated() {
      try late.add(text, yaml: Self.strict)
      try early.add(text, yaml: place == 1 ? Self.lenient : Self.strict)
    }
    try late.retry(2, yaml: Self.lenient)
    #expect(try late.rejects().isEmpty)
    #expect(try late.exported() == early.exported())
    #expect(try late.exported("races") == early.exported("races"))
  }

  @Test func `a retried dividend leaves the newer one and its day`() throws {
    let header = "race_id,date,pool,combination,dividend\n"
    let strict = StoreHistory.mapping
    let comma = strict.replacing(
      "combination: {column: combination}",
      with: "combination: {column: combination, strip_suffix: a}"
    ).replacing(
      "dividend: {column: dividend}", with: "dividend: {column: dividend, decimal: \",\"}")
    let store = TestStore()
    try store.add(
      header + "r1,2024-01-31,win,1a,\"2,5\"\nr1,2024-01-31,win,2,\"3,5\"\n", yaml: strict)
    try store.add(header + "r1,2024-02-02,win,1,4\n", yaml: strict)
    let retried = try #require(try store.retry(1, yaml: comma))
    #expect(retried.counts == [2, 1, 1, 0])
    #expect(
      try store.rows("dividends").map { $0["date"]! + " " + $0["dividend"]! }
        == ["2024-02-02 4", "2024-02-02 3.5"])
    let before = try store.traces()
    try store.replay()
    #expect(try store.traces() == before)
  }

  @Test func `a retried row without a time was reported with its file`() throws {
    let store = TestStore()
    let yaml = """
      name: test
      description: A test's layout
      tables:
        rewards:
          feeds: rewards
          recognised_by: [reward_id]
          fields:
            reward_id: {column: reward_id}
            season: {column: season}
            year: {column: year}
            point_threshold: {column: threshold}
      """
    let lenient = yaml.replacing("column: threshold", with: "column: threshold, words: {x: \"20\"}")
    let file = try store.file(
      "reward_id,season,year,threshold\n1,xc,2024,10\n2,xc,2024,x\n3,xc,2024,30\n")
    let first: Int64 = 1_775_001_600_000_000
    func job(_ now: Int64) throws -> ImportJob {
      ImportJob(
        store: store.path, mapping: try Mapping(yaml: yaml, file: "test.yaml"), mappingText: yaml,
        now: now)
    }
    #expect(try job(first).run([file])[0].counts == [3, 2, 0, 1])
    var retry = RetryJob(store: store.path, importID: 1, now: first + 86_400_000_000)
    retry.mappingText = lenient
    #expect(try retry.run()?.stored == 1)
    // A list is told as a whole: one of a single reward would leave the others out.
    let rows = try store.rows("season_rewards")
    #expect(rows.map { $0["reward_id"] } == ["1", "2", "3"])
    #expect(Set(rows.map { $0["reported_at"] }) == ["2026-04-01 00:00:00.000000Z"])
  }
}
