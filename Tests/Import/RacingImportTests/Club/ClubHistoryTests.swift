import ColumnStore
import Columns
import Mappings
import Racing
import TestSupport
import Testing
import StoreTables

/// Undoing, retrying and replaying a club's files among racing's.
struct ClubHistoryTests {
  private let store = TestStore()
  private let runners = "race_id,date,horse,position\n1,2024-10-01,Red,1\n"

  private func tables() throws -> [String] {
    try (SeasonTables.rebuiltTables + ["runners"]).map { name in
      try store.snapshot.tableNames.contains(name) ? store.exported(name) : ""
    }
  }

  @Test func `an undone file leaves nothing, the latest and an earlier one`() throws {
    try store.add(runners)
    try store.add(ClubFiles.roster + "\n", format: "points-ledger")
    let before = try tables()
    let latest = try store.add(ClubFiles.ledger + "\n", format: "points-ledger")
    var steps: [String] = []
    try store.undo(latest.id) { steps.append($0) }
    #expect(steps == ["committing"])
    #expect(try tables() == before)
    try store.add(ClubFiles.ledger + "\n", format: "points-ledger")
    try store.undo(2)
    #expect(try store.rows("points_ledger").count == 4)
    #expect(try tables()[1] == "" && tables()[5] == before[5])
  }

  @Test func `an import that replaced rows is undone by running the others again`() throws {
    let text = "activity_uuid,runner_id,date,activity_type,points\n"
    try store.add(text + "a,1,2024-10-05,RUN,5\n", format: "points-ledger")
    let before = try tables()
    try store.add(text + "a,1,2024-09-05,RUN,5\n", format: "points-ledger")
    try store.undo(2)
    #expect(try tables() == before)
  }

  @Test func `a replay fills a club's tables to the last cell`() throws {
    try store.add(ClubFiles.ledger + "\n", format: "points-ledger")
    try store.add(runners)
    try store.add(ClubFiles.roster + "\n", format: "points-ledger")
    try store.add(ClubFiles.rewards + "\n", format: "points-ledger")
    let before = try tables()
    let outcome = try store.replay()
    #expect(outcome.before == outcome.after)
    #expect(try tables() == before)
  }

  /// As a fetch leaves them; the store is free again afterwards.
  private func noteFigures() throws {
    let writer = try StoreWriter(existing: store.path)
    try writer.replace(
      RacingTables.connectionStats, Month(202410), with: Table([("name", Column(texts: ["Red"]))]))
    try writer.commit()
  }

  @Test func `figures of runners stay when a club's file comes or goes`() throws {
    try store.add(runners)
    try noteFigures()
    let imported = try store.add(ClubFiles.ledger + "\n", format: "points-ledger")
    #expect(try store.snapshot.rowCount(of: RacingTables.connectionStats) == 1)
    try store.undo(imported.id)
    #expect(try store.snapshot.rowCount(of: RacingTables.connectionStats) == 1)
    try store.add(runners.replacing("1,2024", with: "2,2024"))
    #expect(try store.snapshot.rowCount(of: RacingTables.connectionStats) == 0)
  }

  @Test func `refused rows are read again by a better mapping`() throws {
    let text = "activity_uuid,runner_id,date,activity_type,points\na,1,2024-10-05,RUN,many\n"
    let first = try store.add(text, format: "points-ledger")
    #expect(first.rejected == 1)
    let better = Mapping.builtInText("points-ledger")!.replacing(
      "points: {column: points}", with: "points: {column: points, words: {many: \"7\"}}")
    #expect(try store.retry(first.id, yaml: better)?.counts == [1, 1, 0, 0])
    #expect(try store.rows("points_ledger")[0]["points"] == "7")
    #expect(try store.rejects().isEmpty)
    let before = try tables()
    try store.replay()
    #expect(try tables() == before)
  }
}
