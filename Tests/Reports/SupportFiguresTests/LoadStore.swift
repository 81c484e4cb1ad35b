import Columns
import Racing
import StoreTables

extension SupportStore {
  /// The tickets of ``SupportReportTests``, and beside them something of every other domain.
  static func ofAllDomains() throws -> SupportStore {
    let store = try SupportStore(SupportReportTests.tickets)
    try store.addRaces()
    try store.addBets()
    try store.addPromotions()
    try store.addPoints()
    return store
  }

  /// Three races: one of no known time, one after midnight in UTC, and one from the as-of day on.
  func addRaces() throws {
    func race(_ id: String, _ date: String, _ off: String?) -> [String: TestCell] {
      var cells: [String: TestCell] = ["race_id": .text(id), "date": .date(date)]
      if let off { cells["off_time"] = .moment(off) }
      return cells
    }
    try write(
      RacingTables.races, RacingTables.raceFields, 202404,
      [race("r0", "2024-04-30", "2024-05-01T01:00:00Z")])
    try write(
      RacingTables.races, RacingTables.raceFields, 202405,
      [
        race("r1", "2024-05-01", nil), race("r2", "2024-05-01", "2024-05-02T00:00:00Z"),
        race("r3", "2024-05-04", "2024-05-04T10:00:00Z"),
      ])
    let fields = RacingTables.runnerFields + [RacingTables.raceIndex]
    func runners(_ races: Int64...) -> [[String: TestCell]] {
      races.map {
        ["race_index": .number($0), "horse": .name("Red Rum"), "outcome": .name("finished")]
      }
    }
    try write(RacingTables.runners, fields, 202404, runners(0, 0, 0, 0))
    try write(RacingTables.runners, fields, 202405, runners(0, 0, 0, 1, 1, 2, 2, 2, 2, 2))
  }

  /// Bets of two players and of an unknown one.
  func addBets() throws {
    func bet(_ key: String, _ time: String, _ result: String, _ player: String?) -> [String:
      TestCell]
    {
      var cells: [String: TestCell] = [
        "bet_key": .name(key), "event_time": .moment(time), "result": .name(result),
      ]
      if let player { cells["subject_key"] = .name(player) }
      return cells
    }
    try write(
      BettingTables.bets, BettingTables.betFields, 202404,
      [bet("b0", "2024-04-01T10:00:00Z", "ok", "ann")])
    try write(
      BettingTables.bets, BettingTables.betFields, 202405,
      [
        bet("b1", "2024-05-01T10:00:00Z", "ok", "ann"),
        bet("b2", "2024-05-01T11:00:00Z", "rejected", "ann"),
        bet("b3", "2024-05-01T23:59:59Z", "ok", "bob"),
        bet("b4", "2024-05-02T00:00:00Z", "indeterminate", nil),
        bet("b5", "2024-05-04T00:00:00Z", "ok", "ann"),
      ])
  }

  /// Promotions that are reported twice, moved, drafts, and reported too late.
  func addPromotions() throws {
    func item(_ id: String, _ told: String, _ begins: String?, _ status: String = "published")
      -> [String: TestCell]
    {
      var cells: [String: TestCell] = [
        "kind": .name("banners"), "item_id": .name(id), "ingest_time": .moment(told),
        "status": .name(status),
      ]
      if let begins { cells["event_time"] = .moment(begins) }
      return cells
    }
    try write(
      PromotionTables.items, PromotionTables.itemFields, 202404,
      [
        item("1", "2024-04-20T10:00:00Z", "2024-05-01T06:00:00Z"),
        item("2", "2024-04-20T10:00:00Z", "2024-05-02T06:00:00Z"),
      ])
    try write(
      PromotionTables.items, PromotionTables.itemFields, 202405,
      [
        // Reported again, with another text; moved to the third.
        item("1", "2024-05-01T10:00:00Z", "2024-05-01T06:00:00Z"),
        item("2", "2024-05-01T10:00:00Z", "2024-05-03T06:00:00Z"),
        item("3", "2024-05-01T10:00:00Z", "2024-05-01T06:00:00Z", "draft"),
        item("4", "2024-05-01T10:00:00Z", nil),
        item("5", "2024-05-04T10:00:00Z", "2024-05-01T06:00:00Z"),
        item("6", "2024-05-01T10:00:00Z", "2024-05-09T06:00:00Z"),
      ])
    func boost(_ id: String, _ begins: String, _ ends: String) -> [String: TestCell] {
      [
        "banner_id": .name(id), "ingest_time": .moment("2024-05-01T10:00:00Z"),
        "event_time": .moment(begins), "end_time": .moment(ends), "status": .name("published"),
        "event_id": .name("e"),
      ]
    }
    try write(
      PromotionTables.boosts, PromotionTables.boostFields, 202405,
      [
        boost("1", "2024-05-01T10:00:00Z", "2024-05-01T12:00:00Z"),
        boost("2", "2024-05-01T10:00:00Z", "2024-05-03T12:00:00Z"),
        boost("3", "2024-05-03T10:00:00Z", "2024-05-05T12:00:00Z"),
      ])
  }

  /// Transactions of a club.
  func addPoints() throws {
    try write(
      SeasonTables.pointsLedger, SeasonTables.pointsLedgerFields, 202405,
      ["2024-05-02T10:00:00Z", "2024-05-02T11:00:00Z", "2024-05-04T11:00:00Z"].enumerated().map {
        ["tx_key": .text("t\($0)"), "event_time": .moment($1), "points": .number(5)]
      })
  }
}
