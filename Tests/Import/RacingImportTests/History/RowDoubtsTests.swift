import Testing

/// Rows that are stored but odd are reported.
struct RowDoubtsTests {
  @Test func `days beyond belief and a distance of no race are doubts`() throws {
    let store = TestStore()
    let yaml = mapping(
      "horse: {column: horse}", "position: {column: pos}",
      "distance_m: {column: trip, format: written}")
    let file = try store.add(
      """
      race_id,date,horse,pos,trip
      r1,2202-01-01,Ann,1,1m
      r2,2024-01-01,Bea,1,1f 30y
      r3,2027-03-01,Cat,1,1m
      r4,2027-03-01,Dot,,1m
      r5,0202-05-01,Eve,1,1m
      r6,1204-05-01,Fay,1,1m
      r7,2026-04-02,Gil,1,1m
      """, yaml: yaml)
    #expect(file.counts == [7, 7, 0, 0])
    #expect(
      file.doubts == [
        "1 rows have a day more than a year ahead, which moves the day of reports, such as "
          + "2202-01-01, race r1",
        "1 rows have a result of a day after tomorrow, which moves the day of reports, such as "
          + "2027-03-01, race r3",
        "2 rows have a day before 1800, such as 0202-05-01, race r5",
        "1 rows have a distance below 400 or above 8,050 metres, such as 229 m, race r2",
      ])
  }
}

/// Races under two days are reported.
struct TwinRaceTests {
  private static let yaml = mapping(
    "horse: {column: horse}", "course: {column: course}", "position: {column: pos}")
  private static let names = ["Ann", "Bea", "Cat", "Dot", "Eve", "Fay"]

  /// Returns a race's lines; its horses finish in the order of the places given.
  private func race(
    _ id: String, _ day: String, _ names: [String] = Self.names, course: String = "York",
    places: [Int] = [1, 2, 3, 4, 5, 6]
  ) -> String {
    zip(names, places).map { "\(id),\(day),\($0),\(course),\($1)\n" }.joined()
  }

  private func file(_ races: String...) -> String {
    "race_id,date,horse,course,pos\n" + races.joined()
  }

  private func doubt(_ race: String, _ other: String, count: Int = 1) -> [String] {
    [
      "\(count) races have the runners of another day's race at the same course, such as "
        + "race \(race) and race \(other)"
    ]
  }

  /// Imports files in one call and returns each one's doubts of races.
  private func doubts(_ files: String..., in store: TestStore = TestStore()) throws -> [[String]] {
    try store.add(files.map { try store.file($0) }, yaml: Self.yaml)
      .map { $0.doubts.filter { !$0.hasPrefix("horse: ") } }
  }

  /// The runners of a race as it may be reported a second time.
  private static let retold: [[String]] = [
    names, names.reversed(), names.map { $0.uppercased() }, names.map { $0 + " (IRE)" },
    Array(names.dropLast()), Array(names.dropFirst()), names + ["Gil"], ["Gil"] + names.dropFirst(),
  ]

  @Test(arguments: retold)
  func `a race of a day before is known`(names: [String]) throws {
    let (first, second) = (
      file(race("a", "2024-05-01")),
      file(race("b", "2024-05-02", names, places: Array(1...7)))
    )
    let expected = doubt("b of 2024-05-02", "a of 2024-05-01")
    // In one file, in two of one call, and in two calls.
    #expect(try doubts(first + second.split(separator: "\n", maxSplits: 1)[1]) == [expected])
    #expect(try doubts(first, second) == [[], expected])
    #expect(try doubts(second, first) == [[], doubt("a of 2024-05-01", "b of 2024-05-02")])
    let store = TestStore()
    #expect(try doubts(first, in: store) == [[]])
    #expect(try doubts(second, in: store) == [expected])
  }

  @Test func `a race across the turn of a month is known`() throws {
    let store = TestStore()
    let (last, first) = (race("1", "2024-05-31"), race("2", "2024-06-01"))
    #expect(try doubts(file(last, first)) == [doubt("2 of 2024-06-01", "1 of 2024-05-31")])
    #expect(try doubts(file(last), in: store) == [[]])
    #expect(try doubts(file(first), in: store) == [doubt("2 of 2024-06-01", "1 of 2024-05-31")])
  }

  @Test func `the same results are one race at any distance, others a rematch`() throws {
    let (may, rematch) = (race("a", "2024-05-01"), [4, 5, 6, 1, 2, 3])
    #expect(
      try doubts(file(may, race("b", "2024-06-12")))
        == [doubt("b of 2024-06-12", "a of 2024-05-01")])
    #expect(
      try doubts(file(may), file(race("b", "2023-01-05", Self.names.map { $0 + " (GB)" })))
        == [[], doubt("b of 2023-01-05", "a of 2024-05-01")])
    #expect(try doubts(file(may, race("b", "2024-06-12", places: rematch))) == [[]])
    #expect(
      try doubts(file(may, race("b", "2024-05-04", places: rematch)))
        == [doubt("b of 2024-05-04", "a of 2024-05-01")])
    #expect(try doubts(file(may, race("b", "2024-05-05", places: rematch))) == [[]])
  }

  @Test func `three runners tell a race, two do not`() throws {
    let three = Array(Self.names.prefix(3))
    #expect(
      try doubts(file(race("a", "2024-05-01", three), race("b", "2024-05-02", three)))
        == [doubt("b of 2024-05-02", "a of 2024-05-01")])
    let two = Array(Self.names.prefix(2))
    #expect(try doubts(file(race("a", "2024-05-01", two), race("b", "2024-05-02", two))) == [[]])
    #expect(try doubts(file(race("a", "2024-05-01", three), race("b", "2024-05-02", two))) == [[]])
  }

  @Test func `another course, another field and the same day raise no doubt`() throws {
    let first = race("a", "2024-05-01")
    let others = ["Gil", "Hal"] + Self.names.dropFirst(2)
    #expect(try doubts(file(first, race("b", "2024-05-02", course: "Yorkshire"))) == [[]])
    #expect(try doubts(file(first, race("b", "2024-05-02", others))) == [[]])
    #expect(try doubts(file(first, race("b", "2024-05-01"))) == [[]])
  }

  @Test func `a race that moves to another day is no second one`() throws {
    let store = TestStore()
    #expect(try doubts(file(race("a", "2024-05-01")), in: store) == [[]])
    #expect(try doubts(file(race("a", "2024-05-02")), in: store) == [[]])
    #expect(try Set(store.values("date")) == ["2024-05-02"])
  }

  @Test func `each race is reported once, whatever it is like`() throws {
    let days = (1...4).map { race("r\($0)", "2024-05-0\($0)") }
    #expect(
      try doubts("race_id,date,horse,course,pos\n" + days.joined())
        == [doubt("r2 of 2024-05-02", "r1 of 2024-05-01", count: 3)])
  }
}
