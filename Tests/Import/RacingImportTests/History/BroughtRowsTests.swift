import Foundation
import Testing
@testable import ImportHistory
@testable import StoreImport

/// Refused rows that a later import brings leave the list.
struct BroughtRowsTests {
  private static let header = "race_id,date,number,horse,position,sp\n"
  private static let strict = mapping(
    key: "[number, horse]", "number: {column: number}", "horse: {column: horse}",
    "position: {column: position}", "sp: {column: sp, bad: reject}")
  private static let lenient = strict.replacing("bad: reject", with: "bad: \"null\"")
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

  // MARK: - Other rows than runners

  private static let racesAndDividends = """
    name: test
    description: A test's layout
    tables:
      races:
        feeds: races
        recognised_by: [race_id, course]
        fields: {race_id: race_id, date: date, course: course}
      runs:
        feeds: runners
        recognised_by: [race_id, horse]
        key: [horse]
        fields: {race_id: race_id, date: {column: date, optional: true}, horse: horse}
      dividends:
        feeds: dividends
        recognised_by: [race_id, pool, amount]
        fields:
          race_id: race_id
          date: date
          pool: pool
          combination: {column: runners, optional: true}
          dividend: amount
    """

  private func add(_ texts: String..., to store: TestStore) throws -> [[Int]] {
    try store.add(texts.map { try store.file($0) }, yaml: Self.racesAndDividends).map(\.counts)
  }

  @Test func `a dividend is known by its race, pool and combination`() throws {
    let store = TestStore()
    let header = "race_id,date,pool,runners,amount\n"
    let refused = "r1,2024-01-01,win,1,2.6\nr1,2024-01-01,place,1,x\nr1,2024-01-01,place,2,y\n"
    #expect(try add(header + refused, to: store) == [[3, 1, 0, 2]])
    _ = try add(header + "r1,2024-01-01,win,2,1.4\nr2,2024-01-01,place,2,1.4\n", to: store)
    #expect(try store.rejects().map(\.line) == [3, 4])
    _ = try add(header + "r1,2024-01-01,place,2,1.4\n", to: store)
    #expect(try store.rejects().map(\.line) == [3])
    _ = try add(header + "r1,2024-01-01,place,1,1.3\n", to: store)
    #expect(try store.rejects().isEmpty)
  }

  @Test func `a race's row is known by its race`() throws {
    let store = TestStore()
    let header = "race_id,date,course\n"
    let runs = "race_id,horse\nr1,Ann\nr2,Bea\n"
    let races = header + "r1,2024-01-01,York\n"
    #expect(
      try add(races + "r2,nonsense,Ascot\nr3,2024-01-01,Ascot\n", runs, to: store)
        == [[3, 1, 0, 2], [2, 1, 0, 1]])
    #expect(try store.rejects().map(\.reason) == ["date", "no_runner", "date"])
    #expect(
      try add(races + "r2,2024-01-01,Ascot\n", runs, to: store) == [[2, 2, 0, 0], [2, 1, 1, 0]])
    #expect(try store.rejects().map(\.reason) == ["no_runner"])
    #expect(
      try add(header + "r3,2024-01-01,Ascot\n", "race_id,horse\nr3,Cat\n", to: store)
        == [[1, 1, 0, 0], [1, 1, 0, 0]])
    #expect(try store.rejects().isEmpty)
  }

  @Test func `a record that was cut short is known by the cells that it has`() throws {
    let store = TestStore()
    let cut = "r1,2024-01-01,1,Ann\nr1,2024-01-01,2\nr1,2024-01-01\nr1,2024-01-01,4,Dot,4,9,9\n"
    #expect(try store.add(Self.header + cut, yaml: Self.strict).counts == [4, 0, 0, 4])
    #expect(try store.rejects().map(\.reason) == Array(repeating: "width", count: 4))
    // Another race, another runner, and a runner that is refused again take none.
    let others = "r2,2024-01-01,1,Ann,1,2\nr1,2024-01-01,3,Cat,3,5\nr1,2024-01-01,2,Bea,2,x\n"
    _ = try store.add(Self.header + others, yaml: Self.strict)
    #expect(try store.rejects().map(\.line) == [2, 3, 4, 5, 4])
    let whole =
      "r1,2024-01-01,1,Ann,1,2\nr1,2024-01-01,2,Bea,2,4\nr1,2024-01-01,4,Dot,4,9\n"
    #expect(try store.add(Self.header + whole, yaml: Self.strict).counts == [3, 3, 0, 0])
    // A cell too many may have shifted the key, and the third row has none.
    #expect(try store.rejects().map(\.line) == [4, 5])
  }

  @Test func `a cell too many in front of the key takes no other runner's row`() throws {
    let store = TestStore()
    let shifted = "r1,2024-01-01,57,5,Ann,1,2\n"
    #expect(try store.add(Self.header + shifted, yaml: Self.strict).counts == [1, 0, 0, 1])
    let other = "r1,2024-01-01,57,Dot,3,4\nr1,2024-01-01,5,Eve,2,4\n"
    #expect(try store.add(Self.header + other, yaml: Self.strict).counts == [2, 2, 0, 0])
    #expect(try store.rejects().map(\.line) == [2])
  }

  // MARK: - Rows without a key

  /// Imports a file under a name.
  private func add(_ text: String, as name: String, to store: TestStore) throws -> [Int] {
    let folder = store.newPath("d")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
    return try store.add([folder + "/" + name], yaml: Self.strict)[0].counts
  }

  @Test func `a row without a key is known by its file's name, its line and its text`() throws {
    let whole =
      Self.header + "r1,2024-01-01,1,Ann,1,2\n\"r,1\",2024-01-01,2,Bea,2,4\n"
      + "r1,2024-01-01,3,Cat,3,5\nr1,2024-01-01,4,Dot,4,9\n"
    let spoilt =
      whole.replacing("\"", with: "").replacing("r1,2024-01-01,3", with: ",2024-01-01,3")
      .replacing("01,4,Dot,4,9\n", with: "0")
    let store = TestStore()
    #expect(try add(spoilt, as: "day.csv", to: store) == [4, 1, 0, 3])
    #expect(try store.rejects().map(\.reason) == ["width", "race_id", "width"])
    // Another file's rows take none, nor do other rows of such a file, nor rows on other lines.
    let otherRace = whole.replacing("1,2024-01-01", with: "2,2024-02-02")
      .replacing("1\",2024-01-01", with: "2\",2024-02-02")
    #expect(try add(otherRace, as: "day.csv", to: store) == [4, 4, 0, 0])
    #expect(try store.rejects().count == 3)
    let shifted = whole.replacing("r1,2024-01-01,1,Ann,1,2\n", with: "")
    #expect(try add(shifted, as: "day.csv", to: store) == [3, 3, 0, 0])
    #expect(try store.rejects().count == 3)
    #expect(try add(whole + "r1,2024-01-01,5,Eve,5,9\n", as: "x.csv", to: store) == [5, 1, 4, 0])
    #expect(try store.rejects().count == 3)
    // A row that is refused again stays for both imports.
    let partly = whole.replacing("r1,2024-01-01,3,Cat,3,5", with: ",2024-01-01,3,Cat,3,5")
    #expect(try add(partly, as: "day.csv", to: store) == [4, 0, 3, 1])
    #expect(try store.rejects().map(\.line) == [4, 4])
    #expect(try add(whole, as: "day.csv", to: store) == [4, 0, 4, 0])
    #expect(try store.rejects().isEmpty)
    _ = try UndoJob(store: store.path, importID: 6, now: 0).run()
    #expect(try store.rejects().map(\.line) == [4, 4])
  }

  @Test func `the next day's file of the same name takes nothing from the list`() throws {
    let store = TestStore()
    let first = Self.header + "202405011,2024-05-01,1,Ann,1,2\n202405012"
    #expect(try add(first, as: "r.csv", to: store) == [2, 1, 0, 1])
    let next =
      Self.header + "202405021,2024-05-02,1,Bea,1,2\n202405022,2024-05-02,1,Cat,1,2\n"
    #expect(try add(next, as: "r.csv", to: store) == [2, 2, 0, 0])
    #expect(try store.rejects().map(\.line) == [3])
    // A first version that had brought nothing is known by all of the refused text.
    let other = TestStore()
    #expect(try add(Self.header + "202405012", as: "r.csv", to: other) == [1, 0, 0, 1])
    #expect(try add(next, as: "r.csv", to: other) == [2, 2, 0, 0])
    #expect(try other.rejects().map(\.line) == [2])
    let whole = Self.header + "202405012,2024-05-01,1,Dot,1,2\n"
    #expect(try add(whole, as: "r.csv", to: other) == [1, 1, 0, 0])
    #expect(try other.rejects().isEmpty)
  }

  @Test func `a comma that is put in quotes mends its row`() throws {
    let store = TestStore()
    let rows = "r1,2024-01-01,1,Ann,1,2\nr1,2024-01-01,2,\"Grey Harbour, The\",2,4\n"
    #expect(
      try add(Self.header + rows.replacing("\"", with: ""), as: "a.csv", to: store)
        == [2, 1, 0, 1])
    #expect(try add(Self.header + rows, as: "a.csv", to: store) == [2, 1, 1, 0])
    #expect(try store.rejects().isEmpty)
  }

  @Test(arguments: [
    ("2024-01-01,Ascot", "2024-01-01,Ascot,3,Ann", true), ("2024-01-0", "2024-01-05,York", true),
    ("a,Ascot, Berks,3.15,Ann,1", "a,\"Ascot, Berks\",3.15,Ann,1", false),
    (
      "2024-01-01,Ascot, Berks,3.15,Ann Boleyn,1,12,4/1,126,J Smith",
      "2024-01-01,\"Ascot, Berks\",3.15,Ann Boleyn,1,12,4/1,126,J Smith", true
    ),
    ("2024-01-01,Ascot", "2024-02-07,Ascot,3,Ann", false), ("aa", "a", false),
    ("abab", "ab", false), ("ab,cd", "abcd", true),
  ])
  func `a text mended in one place has three quarters of the broken one`(
    broken: String, text: String, isMended: Bool
  ) {
    #expect(MendedRows.isMended(Array(text.utf8), from: Array(broken.utf8)) == isMended)
  }
}
