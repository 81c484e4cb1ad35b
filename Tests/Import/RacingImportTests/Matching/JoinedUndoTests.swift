import ColumnStore
import StoreImport
import Testing

/// Undoing and retrying where files of one call take columns of each other.
struct JoinedUndoTests {
  private static let yaml = """
    name: test
    description: A test's layout
    tables:
      results:
        feeds: runners
        recognised_by: [race_id, horse]
        key: [horse]
        join:
        - table: people
          on: {jockey_no: number}
        fields:
          race_id: race_id
          horse: horse
          position: position
          jockey: people.name
          sp: {column: sp, bad: reject}
      races:
        feeds: races
        recognised_by: [race_id, course]
        fields:
          race_id: race_id
          date: date
          course: course
      people:
        feeds: lookup
        recognised_by: [number, name]
    """
  private static let lenient = yaml.replacing("bad: reject", with: "bad: \"null\"")

  /// Imports 1 to 3 are read together, the fourth brings its own side files.
  private func loaded() throws -> TestStore {
    let store = TestStore()
    for (day, jockeys) in [(1, "1,Joe\n2,Kit\n"), (2, "1,Lea\n")] {
      _ = try store.add(
        [
          store.file(
            "race_id,horse,position,jockey_no,sp\nr\(day),Ann,1,1,2\nr\(day),Bea,2,\(day),x\n"),
          store.file("race_id,course,date\nr\(day),Ascot,2024-01-0\(day)\nr9,York,2024-01-05\n"),
          store.file("number,name\n" + jockeys),
        ], yaml: Self.yaml)
    }
    return store
  }

  @Test(arguments: 1...3)
  func `undoing one of the files that were read together undoes all of them`(id: Int) throws {
    let store = try loaded()
    #expect(try ImportLedger(store.snapshot).imports.map(\.callID) == [1, 1, 1, 4, 4, 4])
    #expect(try store.values("jockey") == ["Joe", "Lea"])
    #expect(try store.undo(id) == [1, 2, 3])
    #expect(try store.values("jockey") == ["Lea"])
    #expect(try store.values("course") == ["Ascot"])
    #expect(try ImportLedger(store.snapshot).standing.map(\.id) == [4, 5, 6])
  }

  @Test func `a retry is served by the files of its import's call`() throws {
    let (store, never) = (try loaded(), try loaded())
    let retried = try #require(try store.retry(1, yaml: Self.lenient))
    #expect(retried.counts == [1, 1, 0, 0] && retried.id == 7)
    #expect(
      try store.rows().map { "\($0["horse"]!) \($0["jockey"]!) \($0["course"]!)" }
        == ["Ann Joe Ascot", "Bea Joe Ascot", "Ann Lea Ascot"])
    try store.undo(4)
    #expect(try store.values("jockey") == ["Joe", "Joe"])
    #expect(try store.undo(2) == [1, 2, 3, 7])
    #expect(try store.snapshot.rowCount(of: "runners") == 0)
    try never.undo(5)
    try never.undo(1)
    #expect(try store.traces() == never.traces())
  }

  @Test func `rows that serve other rows are not retried`() throws {
    let store = try loaded()
    let before = try store.traces()
    #expect {
      try store.retry(2)
    } throws: {
      "\($0)" == "the table races: found rows that only complete other files' rows; expected an "
        + "import whose rows are stored"
    }
    #expect(try store.traces() == before)
  }

  @Test func `rows of JSON are retried where they were read`() throws {
    let yaml = """
      name: test
      description: A test's layout
      tables:
        results:
          feeds: runners
          rows: races/*/runners/*
          recognised_by: [horse]
          key: [horse]
          fields: {race_id: ../id, date: ../date, horse: horse, position: position, sp: {column: sp, bad: reject}}
      """
    let store = TestStore()
    let file = try store.file(
      """
      {"races": [{"id": "r1", "date": "2024-01-01", "runners": [
        {"horse": "Ann", "position": "1", "sp": "2"}, {"horse": "Bea", "position": "2", "sp": "x"}]}]}
      """, ending: "json")
    _ = try store.add([file], yaml: yaml)
    #expect(try store.rejects().map(\.line) == [2])
    let elsewhere = yaml.replacing("races/*/runners/*", with: "races/*")
      .replacing("recognised_by: [horse]", with: "recognised_by: [id]").replacing("../", with: "")
      .replacing("horse: horse", with: "horse: id").replacing(
        "position: position, sp: {column: sp, bad: reject}", with: "number: id")
    #expect {
      try store.retry(1, yaml: elsewhere)
    } throws: {
      "\($0)" == "mapping: found results: rows at races/*; expected rows at races/*/runners/*, "
        + "where the import read them"
    }
    let lenient = yaml.replacing("bad: reject", with: "bad: \"null\"")
    #expect(try store.retry(1, yaml: lenient)?.counts == [1, 1, 0, 0])
    #expect(try store.values("horse") == ["Ann", "Bea"])
    try store.undo(2)
    #expect(try store.values("horse") == ["Ann"])
  }
}
