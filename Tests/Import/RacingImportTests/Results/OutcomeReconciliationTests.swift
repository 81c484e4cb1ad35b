import Testing

struct OutcomeReconciliationTests {
  /// The stored position and outcome for a source's.
  @Test(arguments: [
    ("1", "finished", "1", "finished"), ("1", "", "1", "finished"), ("", "", "", "unresolved"),
    ("", "finished", "", "unresolved"), ("0", "finished", "", "unresolved"),
    ("0", "", "", "unresolved"), ("-2", "", "", "unresolved"), ("3", "fell", "", "fell"),
    ("1", "disqualified", "", "disqualified"), ("", "non_runner", "", "non_runner"),
    ("2", "void", "", "void"), ("4", "eaten by wolves", "4", "finished"),
    ("", "eaten by wolves", "", "unresolved"), ("", "7", "", "unresolved"),
    ("", "Fell", "", "fell"),
    ("3", "Non-Runner", "", "non_runner"), ("", "Pulled Up", "", "pulled_up"),
  ])
  func `position and outcome are reconciled`(
    position: String, outcome: String, newPosition: String, newOutcome: String
  ) throws {
    let store = TestStore()
    let imported = try store.add(
      "race_id,date,horse,position,outcome\nr1,2024-01-01,Ann,\(position),\(outcome)\n")
    let row = try store.rows()[0]
    #expect(row["position"] == newPosition)
    #expect(row["outcome"] == newOutcome)
    #expect(imported.unresolved == (newOutcome == "unresolved" ? 1 : 0))
  }

  @Test func `a file of positions only knows who finished`() throws {
    let store = TestStore()
    try store.add("race_id,date,number,position\nr1,2024-01-01,1,2\nr1,2024-01-01,2,\n")
    #expect(try store.values("outcome") == ["finished", "unresolved"])
  }

  @Test func `a file without results stores runners that are unresolved`() throws {
    let store = TestStore()
    let imported = try store.add("race_id,date,horse\nr1,2024-01-01,Ann\n")
    #expect(imported.counts == [1, 1, 0, 0])
    #expect(try store.values("outcome") == ["unresolved"])
  }

  private static let results = """
    race_id,date,number,position,outcome
    r1,2024-01-01,1,1,finished
    r1,2024-01-01,2,,fell

    """

  @Test func `a file without results keeps the stored ones`() throws {
    let store = TestStore()
    try store.add(Self.results)
    let text = "race_id,date,number,bsp\nr1,2024-01-01,1,3.5\nr1,2024-01-01,2,8\n"
    #expect(try store.add(text).replaced == 2)
    #expect(try store.values("position") == ["1", ""])
    #expect(try store.values("outcome") == ["finished", "fell"])
    #expect(try store.values("bsp") == ["3.5", "8"])
    #expect(try store.add(text + "\n").duplicates == 2)
  }

  @Test func `a file of positions keeps the stored reason of a runner without one`() throws {
    let store = TestStore()
    try store.add(Self.results)
    let text = "race_id,date,number,position\nr1,2024-01-01,1,\nr1,2024-01-01,2,0\n"
    let imported = try store.add(text)
    #expect([imported.replaced, imported.duplicates] == [1, 1])
    #expect(try store.values("outcome") == ["unresolved", "fell"])
    #expect(try store.add(text + "\n").duplicates == 2)
  }

  @Test func `a file of outcomes keeps the stored position of a finisher`() throws {
    let store = TestStore()
    try store.add(Self.results)
    let text = "race_id,date,number,outcome\nr1,2024-01-01,1,finished\nr1,2024-01-01,2,void\n"
    let imported = try store.add(text)
    #expect([imported.replaced, imported.duplicates] == [1, 1])
    #expect(try store.values("position") == ["1", ""])
    #expect(try store.values("outcome") == ["finished", "void"])
    #expect(try store.add(text + "\n").duplicates == 2)
  }
}
