import Columns
import TestSupport
import Testing

struct AmendmentTests {
  private static let header = "race_id,date,race_no,number,horse,position,outcome,sp,going\n"

  @Test func `the same file twice does nothing`() throws {
    let store = TestStore()
    let file = try store.file(
      Self.header + "r1,2024-01-01,1,1,Ann,1,,2.5,\nr1,2024-01-01,1,2,,x,,,\n")
    let first = try store.add([file])[0]
    let before = try (store.exported(), store.exported("imports"), store.snapshot.generation)
    let again = try store.add([file])[0]
    #expect(again.wasKnown && again.isBalanced)
    #expect(again.id == first.id && again.counts == [2, 0, 1, 1])
    #expect(try store.exported() == before.0 && store.exported("imports") == before.1)
    #expect(try store.snapshot.generation == before.2)
  }

  @Test func `the same file twice in one call is imported once`() throws {
    let store = TestStore()
    let file = try store.file(Self.header + "r1,2024-01-01,1,1,Ann,1,,2.5,\n")
    #expect(try store.add([file, file]).map(\.wasKnown) == [false, true])
    #expect(try store.rows("imports").count == 1)
  }

  @Test func `an amended row replaces the older one`() throws {
    let store = TestStore()
    try store.add(Self.header + "r1,2024-01-01,1,1,Ann,1,,2.5,\nr1,2024-01-01,1,2,Bea,2,,3,\n")
    let amended = try store.add(Self.header + "r1,2024-01-01,1,1,Ann,,disqualified,2.5,\n")
    #expect(amended.counts == [1, 1, 0, 0])
    #expect(amended.replaced == 1)
    #expect(try store.values("position") == ["", "2"])
    #expect(try store.values("outcome") == ["disqualified", "finished"])
  }

  @Test func `a file that lacks a column keeps the stored value`() throws {
    let store = TestStore()
    try store.add(Self.header + "r1,2024-01-01,1,1,Ann,1,,2.5,Good\n")
    try store.add("race_id,date,number,horse,position\nr1,2024-01-01,1,Ann,2\n")
    let row = try store.rows()[0]
    #expect([row["position"], row["sp"], row["going"]] == ["2", "2.5", "Good"])
  }

  @Test func `a file that lacks half of the key finds the runner by the rest`() throws {
    let store = TestStore()
    try store.add(Self.header + "r1,2024-01-01,1,1,Ann,1,,2.5,\nr1,2024-01-01,1,2,Bea,2,,3,\n")
    let imported = try store.add("race_id,date,horse,bsp\nr1,2024-01-01,Bea,3.5\n")
    #expect(imported.replaced == 1)
    #expect(try store.values("bsp") == ["", "3.5"])
    #expect(try store.values("number") == ["1", "2"])
  }

  @Test func `a race that is dated in another month leaves the old one`() throws {
    let store = TestStore()
    try store.add(
      Self.header + "r1,2024-01-01,1,1,Ann,1,,2.5,Soft\nr1,2024-01-01,1,2,Bea,2,,3,Soft\n"
        + "r2,2024-02-05,1,1,Cat,1,,2.5,\n")
    try store.add(Self.header + "r1,2024-02-03,1,1,Ann,1,,2.5,\n")
    #expect(try store.snapshot.segments(of: "runners").map(\.month) == [Month(202_402)])
    #expect(try store.values("date") == ["2024-02-03", "2024-02-03", "2024-02-05"])
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat"])
    #expect(try store.values("going") == ["Soft", "Soft", ""])
    #expect(try store.snapshot.rowCount(of: "race_keys") == 2)
  }

  /// Reports find the races before a day by bisection.
  @Test func `a race that moves within its month is put in order by its new date`() throws {
    let store = TestStore()
    try store.add(
      Self.header + "r1,2024-01-05,1,1,Ann,1,,2.5,\nr1,2024-01-05,1,2,Bea,2,,3,\n"
        + "r2,2024-01-10,1,1,Cat,1,,2.5,\n")
    try store.add(Self.header + "r1,2024-01-20,1,2,Bea,2,,3,\n")
    #expect(try store.values("date") == ["2024-01-10", "2024-01-20", "2024-01-20"])
    #expect(try store.values("horse") == ["Cat", "Ann", "Bea"])
  }

  @Test func `races cross between months in one file`() throws {
    let store = TestStore()
    let before = (0..<20).map { "r\($0),2024-0\(1 + $0 % 2)-10,1,1,Ann,1,,2.5,\n" }
    let after = (0..<20).map { "r\($0),2024-0\(1 + ($0 + 1) % 2)-10,1,1,Ann,1,,2.5,\n" }
    try store.add(Self.header + before.joined())
    #expect(try store.add(Self.header + after.joined()).replaced == 20)
    let fresh = TestStore()
    try fresh.add(Self.header + after.joined())
    #expect(try store.exported() == fresh.exported())
  }

  /// Many sources give a race's facts on its first row only.
  @Test func `a fact that some rows leave empty is no amendment`() throws {
    let store = TestStore()
    let rows = ["r1,2024-01-01,1,1,Ann,1,,2.5,Good\n", "r1,2024-01-01,,2,Bea,2,,3,\n"]
    try store.add(Self.header + rows.joined())
    let before = try store.exported()
    #expect(try store.add(Self.header + rows.reversed().joined()).counts == [2, 0, 2, 0])
    #expect(try store.add(Self.header + rows[1]).counts == [1, 0, 1, 0])
    #expect(try store.exported() == before)
  }

  @Test func `a fact that rows disagree on is the lowest number's, however often it is read`()
    throws
  {
    let store = TestStore()
    let rows = ["r1,2024-01-01,1,2,Bea,2,,3,Soft\n", "r1,2024-01-01,1,1,Ann,1,,2.5,Good\n"]
    try store.add(Self.header + rows.joined())
    #expect(try store.values("going") == ["Good", "Good"])
    #expect(try store.add(Self.header + rows.reversed().joined()).duplicates == 2)
    #expect(try store.values("going") == ["Good", "Good"])
  }
}
