import RacingImport
import Testing

/// Refused rows that a later import brings leave the list.
struct BroughtRowsTests {
  private static let header = "race_id,date,number,horse,position,sp\n"
  private static let strict = mapping(
    key: "[number, horse]", "number: {column: number}", "horse: {column: horse}",
    "position: {column: position}", "sp: {column: sp}")
  private static let lenient = strict.replacing("{column: sp}", with: "{column: sp, bad: \"null\"}")
  private static let file =
    header + "r1,2024-01-01,1,Ann,1,2\nr1,2024-01-01,2,Bea,2,x\nr2,2024-02-01,1,Cat,1,y\n"
    + "r2,2024-02-30,2,Dot,2,5\n"

  private func loaded() throws -> TestStore {
    let store = TestStore()
    try store.add(Self.file, yaml: Self.strict)
    #expect(try store.rejects().map(\.line) == [3, 4, 5])
    return store
  }

  @Test func `the same file by a corrected mapping replaces the list`() throws {
    let store = try loaded()
    let again = try store.add(Self.file, yaml: Self.lenient)
    #expect(again.counts == [4, 2, 1, 1])
    #expect(try store.rejects().map(\.line) == [5])
    #expect(try store.rows("rejects").map { $0["import_id"] } == ["2"])
  }

  @Test func `a corrected row is known by its race and its runner`() throws {
    let store = try loaded()
    let other = Self.header + "r9,2024-03-01,7,Eve,1,3\nr1,2024-01-01,2,Bea,2,4.5\n"
    #expect(try store.add(other, yaml: Self.strict).counts == [2, 2, 0, 0])
    #expect(try store.rejects().map(\.line) == [4, 5])
  }

  @Test func `another runner's row takes nothing from the list`() throws {
    let store = try loaded()
    let other = Self.header + "r1,2024-01-01,3,Fay,3,4.5\nr3,2024-01-01,2,Bea,2,4.5\n"
    #expect(try store.add(other, yaml: Self.strict).counts == [2, 2, 0, 0])
    #expect(try store.rejects().map(\.line) == [3, 4, 5])
  }

  @Test func `a row that is refused again stays on the list of each import`() throws {
    let store = try loaded()
    let other = Self.header + "r1,2024-01-01,2,Bea,2,z\n"
    #expect(try store.add(other, yaml: Self.strict).counts == [1, 0, 0, 1])
    #expect(try store.rows("rejects").map { $0["import_id"] } == ["1", "1", "1", "2"])
  }

  @Test func `a row of the same text that is accepted elsewhere leaves the list`() throws {
    let store = TestStore()
    let yaml = Self.strict.replacing("race_id: {column: race_id}", with: "race_id: {column: key}")
      .replacing("recognised_by: [race_id]", with: "recognised_by: [horse]")
    let text = "key,date,number,horse,position,sp\n,2024-01-01,1,Ann,1,2\n"
    #expect(try store.add(text, yaml: yaml).counts == [1, 0, 0, 1])
    let fixed = yaml.replacing("{column: key}", with: "{column: key, default: r1}")
    #expect(try store.add(text + "r2,2024-01-02,1,Bea,1,3\n", yaml: fixed).counts == [2, 2, 0, 0])
    #expect(try store.rejects().isEmpty)
  }

  @Test func `another source's row takes nothing from the list`() throws {
    let store = try loaded()
    let other = Self.header + "r1,2024-01-01,2,Bea,2,4.5\n"
    _ = try store.add(other, yaml: Self.strict.replacing("name: test", with: "name: other"))
    #expect(try store.rejects().map(\.line) == [3, 4, 5])
  }

  @Test func `undoing the later import brings the rows back to the list`() throws {
    let store = try loaded()
    _ = try store.add(Self.file, yaml: Self.lenient)
    _ = try UndoJob(store: store.path, importID: 2, now: 0).run()
    #expect(try store.rejects().map(\.line) == [3, 4, 5])
  }

  // MARK: - Doubts

  @Test func `a day far ahead and a distance of no race are doubts`() throws {
    let store = TestStore()
    let yaml = mapping("horse: {column: horse}", "distance_m: {column: trip, format: written}")
    let file = try store.add(
      "race_id,date,horse,trip\nr1,2202-01-01,Ann,1m\nr2,2024-01-01,Bea,1f 30y\n", yaml: yaml)
    #expect(file.counts == [2, 2, 0, 0])
    #expect(
      file.doubts == [
        "1 rows have a day more than a year ahead, which moves the day of reports, such as "
          + "2202-01-01, race r1",
        "1 rows have a distance below 400 or above 8,050 metres, such as 229 m, race r2",
      ])
  }

  @Test func `the same field at one course on two days is a doubt`() throws {
    let store = TestStore()
    let yaml = mapping("horse: {column: horse}", "course: {column: course}")
    let horses = ["Ann", "Bea", "Cat", "Dot"]
    let lines = [("a1", "2024-01-01"), ("a2", "2024-01-02")].flatMap { race, day in
      horses.map { "\(race),\(day),\($0),Ashcombe\n" }
    }
    let file = try store.add("race_id,date,horse,course\n" + lines.joined(), yaml: yaml)
    #expect(
      file.doubts == [
        "1 races have the runners of another day's race at the same course, such as race a2 of "
          + "2024-01-02 and race a1 of 2024-01-01"
      ])
    #expect(try store.add("race_id,date,horse,course\n" + lines[0], yaml: yaml).doubts.isEmpty)
  }
}
