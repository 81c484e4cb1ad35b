import Columns
import StoreImport
import Testing

/// The stored values of a race from two sources.
struct SharedRaceTests {
  private static let header =
    "source,race_id,date,off_time,course,number,horse,jockey,position,outcome,sp,bsp\n"

  private static func race(
    _ source: String, _ id: String, date: String = "2024-01-06", off: String = "14:00",
    _ rows: String...
  ) -> String {
    rows.map { "\(source),\(id),\(date),\(date)T\(off):00Z,Ascot,\($0)\n" }.joined()
  }

  @discardableResult
  private func add(_ races: String..., to store: TestStore) throws -> ImportedFile {
    try store.add(Self.header + races.joined())
  }

  @Test func `a value never gives way to none, and the first source keeps the word`() throws {
    let store = TestStore()
    try add(
      Self.race("a", "r1", "1,Ann,Dettori,1,,2.5,", "2,Bea,,2,,4,", "3,Cat,Doyle,,fell,9,"),
      to: store)
    let other = Self.race(
      "b", "9", "1,ANN,L Dettori,1,,2.6,2.7", "2,BEA,R Moore,2,,,5", ",CAT,,,fell,9.5,")
    #expect(try add(other, to: store).disagreements == 0)
    #expect(try store.values("jockey") == ["Dettori", "R Moore", "Doyle"])
    #expect(try store.values("sp") == ["2.5", "4", "9"])
    #expect(try store.values("bsp") == ["2.7", "5", ""])
    #expect(try store.values("number") == ["1", "2", "3"])
  }

  @Test func `of two horses of one name the mark states which, whatever its letters`() throws {
    let store = TestStore()
    try add(
      Self.race("a", "r1", "1,Sky Blue (IRE),,1,,2.5,", "2,Sky Blue (GB),,2,,4,", "3,Cat,,3,,9,"),
      to: store)
    let other = Self.race(
      "b", "9", ",SKY BLUE (gb),,,,,4.5", ",SKY BLUE (ire),,,,,2.7", ",CAT,,,,,9.5")
    let file = try add(other, to: store)
    #expect(file.rejected == 0 && file.matchedRaces == 1)
    #expect(try store.values("bsp") == ["2.7", "4.5", "9.5"])
    // The one without a mark is the one that is left.
    let third = Self.race("c", "x", ",Sky Blue,L,,,,", ",Sky Blue (IRE),M,,,,", ",Cat,N,,,,")
    #expect(try add(third, to: store).rejected == 0)
    #expect(try store.values("jockey") == ["M", "L", "N"])
  }

  @Test func `each source amends what it was the first to tell`() throws {
    let store = TestStore()
    try add(
      Self.race("a", "r1", "1,Ann,Dettori,1,,2.5,", "2,Bea,Moore,2,,4,"), to: store)
    try add(Self.race("b", "9", ",ANN,,,,2.6,2.7", ",BEA,,,,,5"), to: store)
    let prices = try add(Self.race("b", "9", ",ANN,,,,2.6,2.8", ",BEA,,,,9,5"), to: store)
    #expect(prices.replaced == 1 && prices.duplicates == 1)
    #expect(try store.values("bsp") == ["2.8", "5"] && store.values("sp") == ["2.5", "4"])
    let results = try add(
      Self.race("a", "r1", "1,Ann,Dettori,,disqualified,2.5,", "2,Bea,Moore,1,,4,7"), to: store)
    #expect(results.replaced == 2 && results.matchedRaces == 1)
    #expect(try store.values("outcome") == ["disqualified", "finished"])
    #expect(try store.values("bsp") == ["2.8", "5"])
  }

  /// The information in an outcome: none, that the runner did not finish, or more.
  @Test func `the more specific outcome wins, and of equal ones the first`() throws {
    let store = TestStore()
    try add(
      Self.race(
        "a", "r1", "1,Ann,,1,,,", "2,Bea,,,did_not_finish,,", "3,Cat,,,fell,,", "4,Dot,,2,,,",
        "5,Eve,,3,,,"), to: store)
    let other = Self.race(
      "b", "9", "1,Ann,,,,,", "2,Bea,,,pulled_up,,", "3,Cat,,,did_not_finish,,", "4,Dot,,3,,,",
      "5,Eve,,,disqualified,,")
    for count in 1...2 {
      let file = try store.add(Self.header + other + String(repeating: "\n", count: count))
      #expect(file.disagreements == 2)
      #expect(try store.values("position") == ["1", "", "", "2", "3"])
      #expect(
        try store.values("outcome") == ["finished", "pulled_up", "fell", "finished", "finished"])
    }
  }

  /// An exchange's `lost` says less than any end of a race.
  @Test(arguments: [true, false])
  func `a loser of unknown position gives way to any result, and disagrees with none`(
    isFirst: Bool
  ) throws {
    let store = TestStore()
    let results = Self.race(
      "a", "r1", "1,Ann,,1,,,", "2,Bea,,2,,,", "3,Cat,,,fell,,", "4,Dot,,,did_not_finish,,",
      "5,Eve,,,unresolved,,")
    let exchange = Self.race(
      "b", "9", ",ANN,,1,,,", ",BEA,,,lost,,", ",CAT,,,lost,,", ",DOT,,,lost,,", ",EVE,,,lost,,")
    let files = isFirst ? [exchange, results] : [results, exchange]
    for (count, file) in (files + files).enumerated() {
      let text = Self.header + file + String(repeating: "\n", count: count)
      #expect(try store.add(text).disagreements == 0)
    }
    #expect(try store.values("position") == ["1", "2", "", "", ""])
    #expect(
      try store.values("outcome") == ["finished", "finished", "fell", "did_not_finish", "lost"])
  }

  @Test func `a source that states more results owns its fields`() throws {
    let store = TestStore()
    // An exchange gives only the winner, and here the wrong one.
    try add(Self.race("b", "9", ",ANN,,1,,,2.7", ",BEA,,,,,5"), to: store)
    let results = Self.race("a", "r1", "1,Ann,Dettori,2,,2.5,", "2,Bea,Moore,1,,4,")
    #expect(try add(results, to: store).disagreements == 1)
    #expect(try store.values("position") == ["2", "1"])
    #expect(try store.values("horse") == ["Ann", "Bea"])
    let again = try add(Self.race("b", "9", ",ANN,,1,,,2.7", ",BEA,,,,,5.5"), to: store)
    #expect([again.replaced, again.duplicates, again.disagreements] == [1, 1, 1])
    #expect(try store.values("position") == ["2", "1"])
    #expect(try store.values("bsp") == ["2.7", "5.5"])
  }

  @Test func `dead heats and non-runners stay what they are`() throws {
    let store = TestStore()
    let rows = ["1,Ann,,1,,,", "2,Bea,,1,,,", "3,Cat,,3,,,", "4,Dot,,,non_runner,,"]
    try add(Self.race("a", "r1", rows[0], rows[1], rows[2], rows[3]), to: store)
    let file = try add(
      Self.race("b", "9", ",Ann,,,,,2", ",Bea,,,,,3", ",Cat,,,,,4", ",Eve,,,non_runner,,"),
      to: store)
    #expect(file.counts == [4, 4, 0, 0] && file.replaced == 3)
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat", "Dot", "Eve"])
    #expect(try store.values("position") == ["1", "1", "3", "", ""])
  }

  @Test func `a runner that the first source lacks is new where all of its own are named`() throws {
    let store = TestStore()
    try add(Self.race("a", "r1", "1,Ann,,1,,,", "2,Bea,,2,,,"), to: store)
    let full = try add(
      Self.race("b", "9", ",Ann,,,,,2", ",Bea,,,,,3", ",Cat,,,,,4"), to: store)
    #expect(full.counts == [3, 3, 0, 0] && full.replaced == 2)
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat"])
  }

  @Test func `runners are the same by number where their names differ by two letters`() throws {
    let store = TestStore()
    try add(Self.race("a", "r1", "1,Annabel,,1,,,", "2,Bea,,2,,,", "3,Cat,,3,,,"), to: store)
    let file = try add(
      Self.race("b", "9", "1,Anabele,,,,,2", "3,Bea,,,,,3", "2,Cat,,,,,4"), to: store)
    #expect(file.replaced == 3)
    #expect(try store.values("bsp") == ["2", "3", "4"])
    #expect(try store.values("horse") == ["Annabel", "Bea", "Cat"])
    #expect(try store.values("number") == ["1", "2", "3"])
  }

  @Test func `three sources are one race`() throws {
    let store = TestStore()
    try add(Self.race("a", "r1", "1,Ann,,1,,,", "2,Bea,,2,,,"), to: store)
    try add(Self.race("b", "9", ",Ann,,,,,2", ",Bea,,,,,3"), to: store)
    let third = try add(Self.race("c", "x", ",Ann,,,,7,2.2", ",Bea,,,,8,"), to: store)
    #expect(third.matchedRaces == 1)
    #expect(try store.values("bsp") == ["2", "3"] && store.values("sp") == ["7", "8"])
    let links = try store.rows("race_links")
    #expect(links.map { $0["race_id"]! } == ["9", "x"])
    #expect(links.map { $0["linked_race_id"]! } == ["r1", "r1"])
    #expect(links.map { $0["fields"]! } == ["bsp", "sp"])
    #expect(links.map { $0["source"]! } == ["b", "c"])
    // A source's second race at the same time is a different race.
    let second = try add(Self.race("b", "10", ",Dot,,,,,2", ",Eve,,,,,3"), to: store)
    #expect(second.matchedRaces == 0 && second.stored == 2)
  }

  @Test func `a race that moves keeps its other source`() throws {
    let store = TestStore()
    try add(Self.race("a", "r1", "1,Ann,,1,,,", "2,Bea,,2,,,"), to: store)
    try add(Self.race("b", "9", ",Ann,,,,,2", ",Bea,,,,,3"), to: store)
    let moved = try add(Self.race("a", "r1", date: "2024-02-03", "1,Ann,,1,,,"), to: store)
    #expect(moved.counts == [1, 1, 0, 0])
    #expect(try store.values("date") == ["2024-02-03", "2024-02-03"])
    let prices = try add(Self.race("b", "9", ",Ann,,,,,2.5", ",Bea,,,,,3"), to: store)
    #expect([prices.matchedRaces, prices.replaced, prices.duplicates] == [1, 1, 1])
    #expect(try store.values("bsp") == ["2.5", "3"])
    #expect(try store.snapshot.segments(of: "runners").map(\.month) == [Month(202_402)])
    #expect(try store.snapshot.rowCount(of: "races") == 1)
  }
}
