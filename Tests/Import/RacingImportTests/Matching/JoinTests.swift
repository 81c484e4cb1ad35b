import StoreImport
import TestSupport
import Testing

struct JoinTests {
  private static let yaml = """
    name: club
    tables:
      races:
        feeds: races
        recognised_by: [race, day]
        fields:
          race_id: race
          date: {column: day, format: D/MM/YYYY}
          course: courses.name
          distance_m: {column: metres}
        join:
          table: courses
          "on": {course: code}
      courses:
        feeds: lookup
        recognised_by: [code, name]
      runs:
        feeds: runners
        recognised_by: [race, runner]
        join: {table: people, "on": {rider: id}}
        fields:
          race_id: race
          horse: runner
          jockey: people.full
          position: place
      people:
        feeds: lookup
        recognised_by: [id, full]
    """
  private static let races =
    "race,day,course,metres\n1,3/01/2024,st,1200\n2,3/01/2024,hv,1400\n9,4/01/2024,st,1000\n"
  private static let courses = "code,name\nst,Sha Tin\nhv,Happy Valley\nxx,Nowhere\nst,Sha Tin\n"
  private static let runs =
    "race,runner,rider,place\n1,Ann,7,1\n1,Bea,8,2\n2,Cat,7,1\n3,Dot,7,1\n"
  private static let people = "id,full\n7,Kim\n8,Lee\n8,Liu\n"

  private func loaded() throws -> (TestStore, [ImportedFile]) {
    let store = TestStore()
    let files = try [Self.runs, Self.races, Self.people, Self.courses].map { try store.file($0) }
    return (store, try store.add(files, yaml: Self.yaml))
  }

  @Test func `runners take the facts of their races and the columns of lookups`() throws {
    let (store, _) = try loaded()
    let rows = try store.rows()
    #expect(rows.map { $0["horse"] } == ["Ann", "Bea", "Cat"])
    #expect(rows.map { $0["date"] } == Array(repeating: "2024-01-03", count: 3))
    #expect(rows.map { $0["course"] } == ["Sha Tin", "Sha Tin", "Happy Valley"])
    #expect(rows.map { $0["distance_m"] } == ["1200", "1200", "1400"])
    #expect(rows.map { $0["jockey"] } == ["Kim", "Lee", "Kim"])
  }

  @Test func `a lookup's key that is a double from 2^53 on joins nothing`() throws {
    let store = TestStore()
    let people = ParquetBytes(
      [
        .doubles("id", [7, 9_007_199_254_740_992]), .texts("full", ["Kim", "Lee"]),
      ], rowCount: 2)
    let runs =
      "race,runner,rider,place\n1,Ann,7,1\n1,Bea,9007199254740992,2\n1,Cat,9007199254740992.0,3\n"
    let files = try [
      store.file(runs), store.file(Self.races),
      store.file(people.bytes, ending: "parquet"), store.file(Self.courses),
    ]
    let imported = try store.add(files, yaml: Self.yaml)
    #expect(imported[0].counts == [3, 3, 0, 0] && imported[2].counts == [2, 1, 0, 1])
    #expect(try store.rows().map { $0["jockey"] } == ["Kim", "", ""])
  }

  @Test func `every row of every file is accounted for`() throws {
    let (store, files) = try loaded()
    #expect(files.map(\.counts) == [[4, 3, 0, 1], [3, 2, 0, 1], [3, 2, 0, 1], [4, 2, 1, 1]])
    #expect(
      files.map(\.reasons) == [["date": 1], ["no_runner": 1], ["conflict": 1], ["unused": 1]])
    #expect(files.filter { !$0.isBalanced }.isEmpty)
    #expect(
      Set(try store.rejects().map(\.raw)) == [
        "3,Dot,7,1", "9,4/01/2024,st,1000", "8,Liu", "xx,Nowhere",
      ])
  }

  @Test func `the same call again changes nothing`() throws {
    let (store, _) = try loaded()
    let before = try store.exported()
    let files = try [Self.runs, Self.races, Self.people, Self.courses].map { try store.file($0) }
    #expect(try store.add(files, yaml: Self.yaml).map(\.wasKnown) == [true, true, true, true])
    #expect(try store.exported() == before)
  }

  @Test func `a changed file of races reaches runners that were imported before`() throws {
    let (store, _) = try loaded()
    let races = Self.races.replacing("1200", with: "1250")
    let files = try [Self.runs, races, Self.people, Self.courses].map { try store.file($0) }
    let again = try store.add(files, yaml: Self.yaml)
    #expect(again[0].counts == [4, 2, 1, 1] && again[0].replaced == 2)
    #expect(try store.values("distance_m") == ["1250", "1250", "1400"])
  }

  @Test func `files that are joined must be in the call, and some file must take them`() throws {
    let store = TestStore()
    let runs = try store.file(Self.runs)
    let races = try store.file(Self.races)
    #expect {
      _ = try store.add([runs], yaml: Self.yaml)
    } throws: {
      "\($0)" == "the table people: found no file of it, but file1.csv, which joins it; "
        + "expected people=FILE in the same call"
    }
    #expect {
      _ = try store.add([races], yaml: Self.yaml)
    } throws: {
      "\($0)".hasPrefix("the table races: found no file whose rows take its columns")
    }
  }

  @Test(arguments: [
    (
      "table: courses", "table: curses",
      "test.yaml:11: found a join of the table curses; expected one of courses, people, races, "
        + "runs (nearest: courses)"
    ),
    (
      "recognised_by: [code, name]",
      "recognised_by: [code, name]\n    join: {table: races, \"on\": {code: course}}",
      "test.yaml:17: found a circle of joins, courses → races → courses; expected tables that "
        + "don't lead back to themselves"
    ),
  ])
  func `a join of an unknown table or in a circle is refused`(
    found: String, by new: String, message: String
  ) throws {
    let store = TestStore()
    let file = try store.file(Self.runs)
    #expect {
      _ = try store.add([file], yaml: Self.yaml.replacing(found, with: new))
    } throws: {
      "\($0)" == message
    }
  }

  @Test func `a join by a column that is not there names the nearest one`() throws {
    let store = TestStore()
    let files = try [Self.runs, Self.races, Self.people, Self.courses].map { try store.file($0) }
    let yaml = Self.yaml.replacing("{rider: id}", with: "{ridr: id}")
    #expect {
      _ = try store.add(files, yaml: yaml)
    } throws: {
      "\($0)".hasSuffix(
        "found the columns race, runner, rider, place; expected also ridr (nearest: rider)")
    }
  }
}
