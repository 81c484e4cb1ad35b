import Testing

struct DeduplicationTests {
  private static let header = "race_id,date,off_time,course,number,horse,position,sp,race_name\n"

  private func add(_ lines: String..., to store: TestStore) throws -> [Int] {
    try store.add(Self.header + lines.joined(separator: "\n")).counts
  }

  @Test func `equal rows are stored once`() throws {
    let store = TestStore()
    let row = "r1,2024-01-01,,Ascot,1,Ann,1,2.5,Cup"
    #expect(try add(row, row, row, to: store) == [3, 1, 2, 0])
  }

  @Test func `rows that complete each other are one row`() throws {
    let store = TestStore()
    #expect(
      try add(
        "r1,2024-01-01,,Ascot,1,Ann,,2.5,", "r1,2024-01-01,,,1,Ann,1,,Cup",
        "r1,2024-01-01,,Ascot,1,Ann,,,", to: store) == [3, 1, 2, 0])
    let row = try store.rows()[0]
    #expect([row["course"], row["sp"], row["race_name"]] == ["Ascot", "2.5", "Cup"])
  }

  @Test func `rows that contradict each other are all rejected`() throws {
    let store = TestStore()
    let counts = try add(
      "r1,2024-01-01,,,1,Ann,1,2.5,", "r1,2024-01-01,,,1,Ann,1,,", "r1,2024-01-01,,,1,Ann,1,3,",
      "r1,2024-01-01,,,2,Bea,2,3,", to: store)
    #expect(counts == [4, 1, 0, 3])
    #expect(try store.rejects().map(\.reason) == ["conflict", "conflict", "conflict"])
    #expect(
      try store.rejects()[0].detail
        == "found 3 rows with one key that contradict each other; expected one")
  }

  @Test func `a row without a key is rejected`() throws {
    let store = TestStore()
    #expect(try add("r1,2024-01-01,,,,,1,2.5,Cup", to: store) == [1, 0, 0, 1])
    #expect(try store.rejects()[0].reason == "no_key")
    #expect(
      try store.rejects()[0].detail
        == "found none of its key; expected a value in one of horse_id, horse, number")
  }

  @Test func `a file without the key's columns has all rows rejected`() throws {
    let store = TestStore()
    let imported = try store.add("race_id,date,position\nr1,2024-01-01,1\nr1,2024-01-01,2\n")
    #expect(imported.reasons == ["no_key": 2])
  }

  /// The first row may leave the fact empty: the others still disagree.
  @Test(arguments: [
    ("", "2024-01-01,,Ascot", "2024-01-02,,Ascot"), ("", "2024-01-01,,Ascot", "2024-01-01,,York"),
    (
      "r1,2024-01-01,,,9,Zoe,,,\n", "2024-01-01,2024-01-01T10:00Z,Ascot",
      "2024-01-01,2024-01-01T11:00Z,Ascot"
    ),
  ])
  func `a race whose rows disagree on when or where is rejected`(
    first: String, left: String, right: String
  ) throws {
    let store = TestStore()
    let counts = try add(
      first + "r1,\(left),1,Ann,1,,", "r1,\(right),2,Bea,2,,", "r2,2024-01-01,,,1,Cat,1,,",
      to: store)
    #expect(counts[1] == 1)
    #expect(counts[3] == counts[0] - 1)
    #expect(try store.values("race_id") == ["r2"])
    #expect(try Set(store.rejects().map(\.reason)) == ["conflict"])
  }

  @Test func `one number may be shared by two horses`() throws {
    let store = TestStore()
    #expect(
      try add("r1,2024-01-01,,,1,Ann,1,,", "r1,2024-01-01,,,1,Bea,2,,", to: store) == [2, 2, 0, 0])
  }

  @Test func `a race of many rows is settled as one of few`() throws {
    let store = TestStore()
    let many = (0..<200).map { "r1,2024-01-01,,,\($0),,\($0 + 1),2.5," }
    let imported = try store.add(
      Self.header + (many + many + ["r1,2024-01-01,,,7,,9,2.5,"]).joined(separator: "\n"))
    #expect(imported.counts == [401, 199, 199, 3])
    let amended = try store.add(
      Self.header + (many.dropFirst(8) + ["r1,2024-01-01,,,0,,1,7,"]).joined(separator: "\n"))
    #expect([amended.stored, amended.replaced, amended.duplicates] == [1, 1, 192])
  }
}
