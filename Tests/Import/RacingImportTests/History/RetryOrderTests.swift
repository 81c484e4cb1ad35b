import ColumnStore
import Foundation
import ImportHistory
import Mappings
import StoreImport
import TestSupport
import Testing

/// Rows of a retry are older than the imports that came after their file.
struct RetryOrderTests {
  private static let header = "race_id,date,course,number,horse,jockey,position,sp\n"
  private static let strict = mapping(
    "course: {column: course, optional: true}", "number: {column: number}",
    "horse: {column: horse}", "jockey: {column: jockey, optional: true}",
    "position: {column: position, optional: true}",
    "sp: {column: sp, optional: true, bad: reject}")
  private static let lenient = strict.replacing("bad: reject", with: "bad: \"null\"")

  @Test func `a retried row leaves its race on the newer day`() throws {
    let store = TestStore()
    try store.add(
      Self.header + "r1,2024-01-31,Ascot,1,Ann,Old,1,2\nr1,2024-01-31,Ascot,2,Bea,Old,2,x\n"
        + "r2,2024-01-31,York,1,Cat,Old,1,x\n", yaml: Self.strict)
    try store.add(
      "race_id,date,number,horse,jockey,position,sp\nr1,2024-02-02,1,Ann,New,1,8\n",
      yaml: Self.strict)
    let retried = try #require(try store.retry(1, yaml: Self.lenient))
    #expect(retried.counts == [2, 2, 0, 0] && retried.replaced == 0)
    #expect(
      try store.rows().map { [$0["date"]!, $0["course"]!, $0["horse"]!, $0["jockey"]!] } == [
        ["2024-01-31", "York", "Cat", "Old"], ["2024-02-02", "Ascot", "Ann", "New"],
        ["2024-02-02", "Ascot", "Bea", "Old"],
      ])
    let before = try store.traces()
    try store.replay()
    #expect(try store.traces() == before)
  }

  /// A retry's rows are as old as its file's, for other retries too.
  @Test(arguments: [[1, 2], [2, 1]])
  func `two retries leave a race on the day of the newer file`(order: [Int]) throws {
    let store = TestStore()
    for (day, number) in [("2024-01-30", 1), ("2024-02-02", 2)] {
      try store.add(
        Self.header + "r1,\(day),Ascot,\(number),Horse\(number),J,1,x\n", yaml: Self.strict)
    }
    for id in order { try store.retry(id, yaml: Self.lenient) }
    #expect(try store.values("date") == ["2024-02-02", "2024-02-02"])
    #expect(try store.values("horse") == ["Horse1", "Horse2"])
  }

  /// The import that refused no row, and the retry after newer files, have the same races.
  @Test(arguments: 1...8)
  func `a retry leaves the races of a file that was read well at first`(seed: UInt64) throws {
    var random = SeededGenerator(900 + seed)
    func file(_ isOld: Bool) -> String {
      var text = Self.header
      for race in 1...6 where Int.random(in: 0..<4, using: &random) > 0 {
        let day = "2024-0\(Int.random(in: 1...3, using: &random))-1\(race)"
        let course = ["Ascot", "York"].randomElement(using: &random)!
        for number in 1...5 where Int.random(in: 0..<3, using: &random) > 0 {
          let isBad = isOld && Int.random(in: 0..<3, using: &random) == 0
          text +=
            "r\(race),\(day),\(course),\(number),Horse\(race)\(number),"
            + "J\(Int.random(in: 1...9, using: &random)),\(number),"
            + "\(isBad ? "x" : String(Int.random(in: 2...9, using: &random)))\n"
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
    // A newer file settles the refused rows of its runners.
    #expect(try late.exported() == early.exported())
    #expect(try late.exported("races") == early.exported("races"))
  }

  private static let rewards = """
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

  /// A list is one report: one of the retried rewards alone would leave others out.
  ///
  /// None is stored at the time of a list that says what held before.
  @Test(arguments: [false, true])
  func `retried rewards without a time join the list of their file`(isKnown: Bool) throws {
    let store = TestStore()
    let first: Int64 = 1_775_001_600_000_000
    let day: Int64 = 86_400_000_000
    func add(_ text: String, at now: Int64) throws -> ImportedFile {
      let job = ImportJob(
        store: store.path, mapping: try Mapping(yaml: Self.rewards, file: "test.yaml"),
        mappingText: Self.rewards, now: now)
      return try job.run([store.file("reward_id,season,year,threshold\n" + text)])[0]
    }
    func list() throws -> [[String]] {
      try store.rows("season_rewards").map {
        [
          $0["reported_at"]!.prefix(10), $0["reward_id"]!.prefix(9),
          $0["point_threshold"]!.prefix(9),
        ]
        .map(String.init)
      }
    }
    if isKnown { _ = try add("1,xc,2024,10\n3,xc,2024,30\n", at: first - day) }
    let known = isKnown ? 2 : 0
    let refusing = try add("1,xc,2024,10\n2,xc,2024,x\n3,xc,2024,30\n", at: first)
    #expect(refusing.counts == [3, 2 - known, known, 1])
    let before = isKnown ? [["2026-03-31", "1", "10"], ["2026-03-31", "3", "30"]] : []
    _ = try add("1,xc,2024,10\n3,xc,2024,40\n", at: first + 2 * day)
    var retry = RetryJob(store: store.path, importID: refusing.id, now: first + 3 * day)
    retry.mappingText = Self.rewards.replacing(
      "column: threshold", with: "column: threshold, words: {x: \"20\"}")
    #expect(try retry.run()?.counts == [1, 1, 0, 0])
    let expected =
      before + [
        ["2026-04-01", "1", "10"], ["2026-04-01", "2", "20"], ["2026-04-01", "3", "30"],
        ["2026-04-03", "1", "10"], ["2026-04-03", "3", "40"],
      ]
    #expect(try list() == expected)
    try store.replay()
    #expect(try list() == expected)
  }
}
