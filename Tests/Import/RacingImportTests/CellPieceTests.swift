import Testing

/// The conversion of pieces of a cell's text to a field's value.
struct CellPieceTests {
  /// One column `x` of cells into the jockey.
  private func jockeys(_ rules: String, _ cells: String...) throws -> [String] {
    let store = TestStore()
    let rows = cells.enumerated().map { "r1,2024-01-01,\($0 + 1),\"\($1)\"\n" }
    try store.add(
      "race_id,date,number,x\n" + rows.joined(),
      yaml: mapping("number: {column: number}", "jockey: \(rules)"))
    return try store.values("jockey")
  }

  @Test func `a piece between marks is taken by number from either end`() throws {
    #expect(
      try jockeys("{column: x, split: {by: _, part: 2}}", "a_b_c", "a", "_ b ") == ["b", "", "b"])
    #expect(try jockeys("{column: x, split: {by: ', ', part: -1}}", "a, b", "c") == ["b", "c"])
  }

  @Test func `a regular expression takes its first group, or all that it matches`() throws {
    #expect(try jockeys(#"{column: x, match: 'R(\d+) '}"#, "R12 1800m", "1800m") == ["12", ""])
    #expect(try jockeys(#"{column: x, match: '\d+m'}"#, "R12 1800m") == ["1800m"])
  }

  @Test func `beginnings and endings are cut and letters written alike`() throws {
    #expect(
      try jockeys("{column: x, strip_prefix: 'Mr ', strip_suffix: ' (3)'}", "Mr Bo (3)", "Al")
        == ["Bo", "Al"])
    #expect(try jockeys("{column: x, case: upper}", "Éva") == ["ÉVA"])
  }

  @Test func `the first source that has a text serves, then the default`() throws {
    let store = TestStore()
    try store.add(
      "race_id,date,number,a,b\nr,2024-01-01,1,A,B\nr,2024-01-01,2,,B\nr,2024-01-01,3,,\n",
      yaml: mapping("number: number", "jockey: {first_of: [c, a, b], default: nobody}"))
    #expect(try store.values("jockey") == ["A", "B", "nobody"])
  }

  @Test func `texts stand between columns, and the file's name is a column`() throws {
    let store = TestStore()
    try store.add(
      "race_id,date,number\nr,2024-01-01,1\n",
      yaml: mapping(
        "number: number",
        "jockey: {join: [{text: no}, number, {column: '@file', strip_suffix: .csv}], separator: '-'}"
      ))
    #expect(try store.values("jockey") == ["no-1-file1"])
  }

  @Test func `a default of the mapping fills what files leave out`() throws {
    let store = TestStore()
    let yaml = mapping("number: number", "course: {column: course, optional: true}")
      .replacing("date: {column: date}", with: "date: {column: date, optional: true}")
    try store.add(
      "race_id,number\nr,1\n", yaml: yaml + "\ndefaults: {date: 2024-02-03, course: Ascot}\n")
    #expect(try store.values("date") == ["2024-02-03"])
    #expect(try store.values("course") == ["Ascot"])
  }

  @Test(arguments: [
    ("first", ["2.5"], [3, 1, 2, 0]), ("last", ["4"], [3, 1, 2, 0]), ("reject", [], [3, 0, 0, 3]),
    ("merge", [], [3, 0, 0, 3]),
  ])
  func `rows with one key go by the policy`(policy: String, odds: [String], counts: [Int]) throws {
    let store = TestStore()
    let yaml = mapping("number: number", "sp: sp")
      .replacing("    feeds: runners", with: "    feeds: runners\n    duplicates: \(policy)")
    let imported = try store.add(
      "race_id,date,number,sp\nr,2024-01-01,1,2.5\nr,2024-01-01,1,3\nr,2024-01-01,1,4\n",
      yaml: yaml)
    #expect(imported.counts == counts)
    #expect(try store.values("sp") == odds)
  }
}
