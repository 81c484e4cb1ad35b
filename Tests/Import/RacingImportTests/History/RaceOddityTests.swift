import Mappings
import StoreImport
import Testing

/// Races that cannot be one are doubted, and beyond a limit refused.
struct RaceOddityTests {
  private static let yaml = mapping(
    key: "[horse]", "horse: horse", "number: number", "jockey: {column: rider}",
    "position: {column: pos}", "finish_time_s: {column: time, format: clock}", "sp: sp")
  private static let header = "race_id,date,horse,number,rider,pos,time,sp\n"

  /// Returns a race's lines: per runner the number, the rider, the position, the time and the odds.
  private static func race(_ id: String, _ runners: String...) -> String {
    runners.enumerated().map { "\(id),2024-05-01,Horse \(id) \($0),\($1)\n" }.joined()
  }

  private static func doubts(_ races: String...) throws -> [String] {
    try TestStore().add(header + races.joined(), yaml: yaml).doubts
  }

  private static let plain = race("p", "1,A,1,,3", "2,B,2,,3", "3,C,3,,4")

  @Test func `plain races raise no doubt`() throws {
    #expect(try Self.doubts(Self.plain, Self.plain.replacing("p", with: "q")) == [])
    // Withdrawn horses have no rider of their own; an unknown rider is none.
    #expect(try Self.doubts(Self.race("r", "1,,1,,", "2,,2,,", "3,,3,,")) == [])
  }

  @Test(arguments: [
    (["1,A,1,,", "2,B,1,,", "3,C,2,,"], "pos: several winners that are no dead heat"),
    (["1,A,1,1:10.1,", "2,B,1,1:11.0,", "3,C,3,,"], "pos: several winners that are no dead heat"),
    (["1,A,1,1:10.1,", "2,B,1,1:10.1,", "3,C,3,,"], "pos: several winners"),
    (["1,A,1,,", "1,B,2,,", "3,C,3,,"], "number: a number twice"),
    (["1,A,1,,", "2,B,2,,", "3,A,3,,"], "rider: a rider on two horses (the trainers' column?)"),
    (["1,A,1,,", "2,B,7,,"], "pos: a position above the number of runners"),
  ])
  func `a sign of several races is named with the first of them`(runners: [String], sign: String)
    throws
  {
    let text = runners.enumerated().map { "r,2024-05-01,Horse \($0),\($1)\n" }.joined()
    #expect(try Self.doubts(text) == ["\(sign) in 1 of 1 races, such as r"])
    #expect(try Self.doubts(Self.plain, text) == ["\(sign) in 1 of 2 races, such as r"])
  }

  @Test func `a dead heat among many races raises no doubt`() throws {
    let heat = Self.race("h", "1,A,1,,", "2,B,1,,", "3,C,3,,")
    let others = (0..<30).map { Self.plain.replacing("p", with: "p\($0)") }.joined()
    #expect(try Self.doubts(heat, others) == [])
  }

  @Test func `more starters than any field are named`() throws {
    let runners = (1...41).map { "r,2024-05-01,Horse \($0),\($0),,\($0),,\n" }.joined()
    #expect(
      try Self.doubts(runners) == ["pos: more starters than any field in 1 of 1 races, such as r"])
  }

  @Test func `books far from one are named`() throws {
    let books = (0..<3).map { Self.race("r\($0)", "1,A,1,,20", "2,B,2,,20", "3,C,3,,20") }
    #expect(
      try Self.doubts(books.joined()) == [
        "sp: the inverse odds of a race sum to 0.15 (the median), not 0.8 to 1.6: a model's prices, or "
          + "another notation"
      ])
    let others = (0..<9).map { Self.race("o\($0)", "1,A,1,,3", "2,B,2,,3", "3,C,3,,3") }
    #expect(
      try Self.doubts(books[0], others.joined()) == [
        "sp: the inverse odds of 1 of 10 races sum to less than 0.5 or more than 1.9: several races in "
          + "one, or prices of some runners in another notation"
      ])
  }

  @Test(arguments: [
    ("sp", true), ("{column: sp, format: decimal}", false),
    ("{column: sp, at_least: \"1\"}", false),
  ])
  func `a large book of bare numbers may be one of odds to one`(source: String, isDoubted: Bool)
    throws
  {
    let yaml = Self.yaml.replacing("sp: sp", with: "sp: " + source)
    func doubts(_ count: Int) throws -> [String] {
      let races = (0..<count).map { Self.race("r\($0)", "1,A,1,,2", "2,B,2,,2", "3,C,3,,2.4") }
      return try TestStore().add(Self.header + races.joined(), yaml: yaml).doubts
    }
    let doubt =
      "sp: the inverse odds of a race sum to 1.42 (the median): if the odds are to one, without the "
      + "stake, write format: to_one, else format: decimal"
    #expect(try doubts(3) == (isDoubted ? [doubt] : []))
    // To one, some favourite of so many races would be below 1.
    #expect(try doubts(100) == [])
  }

  @Test(arguments: [(10, 9, true), (9, 9, false), (10, 3, false)])
  func `a file of the placed runners alone is named`(count: Int, last: Int, isNamed: Bool) throws {
    let races = (0..<count).map { Self.race("r\($0)", "1,A,1,,", "2,B,2,,", "\(last),C,3,,") }
    #expect(
      try Self.doubts(races.joined())
        == (isNamed
          ? ["pos: fewer rows than runners (the placed ones alone?) in 10 of 10 races, such as r0"]
          : []))
  }

  @Test(arguments: [(8, true), (4, false)])
  func `a field larger than its rows by the source's count is named`(size: Int, isNamed: Bool)
    throws
  {
    let yaml = Self.yaml.replacing("sp: sp", with: "field_size: sp")
    let races = (0..<10).map {
      Self.race("r\($0)", "1,A,1,,\(size)", "2,B,2,,\(size)", "3,C,3,,\(size)")
    }
    let found = try TestStore().add(Self.header + races.joined(), yaml: yaml).doubts
    #expect(
      found
        == (isNamed
          ? ["pos: fewer rows than runners (the placed ones alone?) in 10 of 10 races, such as r0"]
          : []))
  }

  @Test func `a file of races of one runner is named`() throws {
    let races = (0..<12).map { Self.race("r\($0)", "1,A,1,,") }
    #expect(
      try Self.doubts(races.joined(), Self.plain) == [
        "race_id: 12 of 13 races have one runner: the key may be that of a runner, or the file have "
          + "some runners of each race only"
      ])
  }

  @Test func `beyond a limit a file of merged races is refused, and the store stays`() throws {
    let merged = Self.race("m", "1,A,1,,", "2,B,2,,", "1,C,1,,", "2,D,2,,")
    let store = TestStore()
    try store.add(Self.header + Self.plain, yaml: Self.yaml)
    let before = try store.exported()
    var job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: Self.yaml, file: "test.yaml"),
      mappingText: Self.yaml, now: 1_775_001_600_000_000)
    job.maxMerged = 0.1
    let path = try store.file(Self.header + merged)
    let error = try #require(throws: ImportError.self) { try job.run([path]) }
    #expect(
      "\(error)"
        == "file3.csv: found 1 of 1 races that cannot be one, such as m (pos: several winners that are "
        + "no dead heat in 1 of 1 races, such as m; number: a number twice in 1 of 1 races, such as m); "
        + "expected at most 0.1 of the races: give race_id the columns that tell races apart (railbird "
        + "import --explain tries them), or allow more by --max-merged")
    #expect(try store.exported() == before)
    job.maxMerged = 1
    #expect(try job.run([path])[0].counts == [4, 4, 0, 0])
    // One in eleven is within the limit.
    job.maxMerged = 0.1
    let others = (0..<10).map { Self.plain.replacing("p", with: "p\($0)") }.joined()
    let few = try store.file(Self.header + merged.replacing("m", with: "n") + others)
    #expect(try job.run([few])[0].doubts.count == 2)
  }

  @Test func `one sign alone does not refuse a file`() throws {
    var job = ImportJob(
      store: TestStore().path, mapping: try Mapping(yaml: Self.yaml, file: "test.yaml"),
      mappingText: Self.yaml, now: 1_775_001_600_000_000)
    let store = TestStore()
    job.store = store.path
    job.maxMerged = 0
    let text =
      Self.race("r", "1,A,1,,", "2,A,2,,", "3,C,3,,") + Self.race("s", "1,A,1,,", "1,B,2,,")
    #expect(try job.run([store.file(Self.header + text)])[0].doubts.count == 2)
  }
}
