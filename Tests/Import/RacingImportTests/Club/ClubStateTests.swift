import Mappings
import StoreImport
import TestSupport
import Testing

struct ClubStateTests {
  private func add(_ store: TestStore, _ header: String, _ lines: String...) throws -> ImportedFile
  {
    try store.add(
      ([header] + lines).joined(separator: "\n") + "\n", format: "points-ledger")
  }

  @Test func `a report that says what held before is a duplicate`() throws {
    let store = TestStore()
    let header = "runner_id,team,active,reported_at"
    let first = try add(
      store, header, "1,UA,true,2024-09-01", "1,UA,true,2024-09-02", "1,UA,false,2024-09-03",
      "1,UA,true,2024-09-04")
    #expect(first.counts == [4, 3, 1, 0])
    #expect(try add(store, header, "1,UA,true,2024-09-10").counts == [1, 0, 1, 0])
    // A report between stored ones, and another status at a stored time.
    let amended = try add(
      store, header, "1,NU,true,2024-09-02", "1,UA,true,2024-09-04", "1,NU,true,2024-09-04")
    #expect(amended.counts == [3, 2, 1, 0] && amended.replaced == 1)
    #expect(
      try store.rows("roster").map { $0["team"]! + " " + $0["active"]! } == [
        "UA true", "NU true", "UA false", "NU true",
      ])
  }

  @Test func `columns that a list lacks keep what was told before`() throws {
    let store = TestStore()
    _ = try add(
      store, "runner_id,runner,team,graduation_class,reported_at", "1,Ann,UA,2026,2024-09-01",
      "2,Bea,UA,,2024-09-01")
    let second = try add(
      store, "runner_id,team,active,reported_at", "1,UA,false,2024-10-01", "2,UA,true,2024-10-01")
    #expect(second.counts == [2, 1, 1, 0])
    let row = try #require(try store.rows("roster").last)
    #expect(row["runner"] == "Ann" && row["graduation_class"] == "2026" && row["active"] == "false")
  }

  @Test func `a list without times was reported when it was imported`() throws {
    let store = TestStore()
    _ = try add(store, "runner_id,team", "1,UA")
    #expect(try store.rows("roster")[0]["reported_at"] == "2026-04-01 00:00:00.000000Z")
    #expect(try store.rows("roster")[0]["active"] == "true")
    let before = try store.exported("roster")
    try store.replay()
    #expect(try store.exported("roster") == before)
  }

  @Test func `a list of rewards is known as a whole`() throws {
    let store = TestStore()
    let header = "reward_id,season,year,point_threshold,reported_at"
    #expect(
      try add(store, header, "1,xc,2024,100,2024-09-01", "2,xc,2024,200,2024-09-01").stored == 2)
    #expect(
      try add(store, header, "2,xc,2024,200,2024-09-02", "1,xc,2024,100,2024-09-02").counts
        == [2, 0, 2, 0])
    // A list without one of the rewards is a different list.
    #expect(try add(store, header, "1,xc,2024,100,2024-09-03").stored == 1)
    let amended = try add(store, header, "1,xc,2024,150,2024-09-03", "1,xc,2024,160,2024-09-03")
    #expect(amended.counts == [2, 1, 1, 0] && amended.replaced == 1)
    #expect(
      try store.rows("season_rewards").map { $0["point_threshold"]! } == ["100", "200", "160"])
  }

  @Test func `a season that a list lacks can be given with the call`() throws {
    let store = TestStore()
    let text = "reward_id,point_threshold\n1,100\n"
    #expect(try store.add(text, format: "points-ledger").counts == [1, 0, 0, 1])
    let yaml = Mapping.builtInText("points-ledger")! + "\ndefaults: {season: xc, year: '2024'}\n"
    #expect(try store.add(text, yaml: yaml).stored == 1)
    #expect(try store.rows("season_rewards")[0]["season"] == "xc")
  }

  @Test(arguments: [
    ("{feeds: points, fields: {runner_id: a, points: b}}", "no field event_time"),
    ("{feeds: roster, fields: {team: a}}", "no field runner_id"),
    ("{feeds: rewards, fields: {horse: a}}", "horse"),
    ("{feeds: roster, key: [runner_id], fields: {runner_id: a}}", "a key in a table of roster"),
  ])
  func `a mapping of a club's tables needs what its rows need`(table: String, found: String) {
    let text = "name: x\ntables:\n  t: \(table)\n"
    #expect {
      _ = try Mapping(yaml: text, file: "x.yaml")
    } throws: { "\($0)".contains("found \(found)") || "\($0)".contains("found the field \(found)") }
  }
}
