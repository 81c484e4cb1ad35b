import Mappings
import RowReading
import StoreImport
import TestSupport
import Testing

/// The service's answers as a fetch archives them; names and points are invented.
struct PointsMappingTests {
  private let store = TestStore()

  private func add(_ table: String, _ bodies: String..., more: String = "") throws -> ImportedFile {
    let lines = bodies.enumerated().map { index, body in
      """
      {"api":"points","request":"/x","fetched_at":\(1_730_000_000_000_000 + index),"status":200\
      \(more),"body":\(body)}

      """
    }
    let path = try store.file(lines.joined(), ending: "ndjson")
    let text = Mapping.builtInText("points")!
    let job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: text, file: "points"), mappingText: text,
      now: 1_775_001_600_000_000)
    return try job.run([ImportFile(path, table: table)])[0]
  }

  private static func transaction(
    _ uuid: String, at time: String, season: String, type: String = "EARNED"
  ) -> String {
    """
    {"runnerId":7,"transactionType":"\(type)","pointsAmount":10,"activityType":"WORKOUT",\
    "featureType":null,"activityUuid":\(uuid),"description":"x","balanceAfter":30,\
    "season":\(season),"refunded":false,"createdAt":"\(time)"}
    """
  }

  @Test func `transactions get the year of their season`() throws {
    let list = [
      Self.transaction(#""a""#, at: "2024-10-15T10:30:00.000Z", season: #""xc""#),
      Self.transaction(#""b""#, at: "2024-10-15T10:30:00.000+0000", season: #""track""#),
      Self.transaction(#""c""#, at: "2025-02-01T10:30:00.000+00:00", season: #""xc""#),
      Self.transaction(#""d""#, at: "2025-02-01T10:30:00.000Z", season: #""track""#),
      Self.transaction("null", at: "2025-02-01T10:30:00.000Z", season: "null", type: "SPENT"),
    ].joined(separator: ",")
    #expect(try add("transactions", "[\(list)]", "[]").counts == [5, 5, 0, 0])
    let rows = try store.rows("points_ledger").map { row in
      ["tx_key", "season", "year", "kind", "balance_after"].map { row[$0]! }
    }
    #expect(
      rows == [
        ["a", "xc", "2024", "EARNED", "30"], ["b", "track", "2023", "EARNED", "30"],
        ["c", "xc", "2024", "EARNED", "30"], ["d", "track", "2024", "EARNED", "30"],
        ["tx-7-SPENT-WORKOUT-1738405800000000-10", "", "", "SPENT", "30"],
      ])
  }

  @Test func `a service that states no season at all fills none`() throws {
    let body = Self.transaction(#""a""#, at: "2024-10-15T10:30:00.000Z", season: "null")
    _ = try add("transactions", "[\(body)]")
    #expect(try store.rows("points_ledger")[0]["season"] == "")
    #expect(try store.rows("points_ledger")[0]["year"] == "")
  }

  @Test(arguments: ["active", "isActive"])
  func `members are active under either name`(name: String) throws {
    let body = #"{"id":7,"name":"Ann","graduatingClass":"2026","KEY":false,"team":"UA"}"#
    let imported = try add("roster", "[\(body.replacing("KEY", with: name))]")
    #expect(imported.counts == [1, 1, 0, 0])
    let row = try #require(try store.rows("roster").first)
    #expect(row["runner_id"] == "7" && row["runner"] == "Ann" && row["active"] == "false")
    #expect(row["graduation_class"] == "2026" && row["team"] == "UA")
    #expect(row["reported_at"] == "2024-10-27 03:33:20.000000Z")
  }

  @Test func `what a service writes beside the points costs no row`() throws {
    let list = [
      Self.transaction(#""a""#, at: "2024-10-15T10:30:00.000Z", season: #""summer""#),
      Self.transaction(#""b""#, at: "2024-10-15T10:30:00.000Z", season: #""xc""#)
        .replacing("\"WORKOUT\"", with: "null"),
      Self.transaction(#""c""#, at: "9999-10-15T10:30:00.000Z", season: #""xc""#),
    ].joined(separator: ",")
    #expect(try add("transactions", "[\(list)]").counts == [3, 2, 0, 1])
    #expect(try store.rows("points_ledger").map { $0["season"] } == ["", "xc"])
    #expect(try store.rejects().map(\.reason) == ["event_time"])

    let members = #"[{"id":7,"name":"Ann","graduatingClass":"soon","active":"maybe","team":"JV"}]"#
    #expect(try add("roster", members).counts == [1, 1, 0, 0])
    let row = try #require(try store.rows("roster").first)
    #expect(row["runner"] == "Ann" && row["team"] == "" && row["active"] == "")

    let reward = """
      [{"id":1,"season":"xc","year":2024,"description":"Pizza","pointThreshold":5000,\
      "displayOrder":"first","achieved":true,"achievedDate":"0001-01-01T00:00:00Z"}]
      """
    #expect(try add("rewards", reward).counts == [1, 1, 0, 0])
    #expect(try store.rows("season_rewards")[0]["achieved_at"] == "")
  }

  @Test func `rewards, progress and a runner's points are read`() throws {
    let reward = """
      {"id":9007199254740993,"season":"xc","year":YEAR,"description":"Pizza","pointThreshold":5000,\
      "displayOrder":1,"KEY":true,"achievedDate":"2024-10-15T10:30:00.000+0000",\
      "progressPercentage":null}
      """
    let texts = [("2024", "isAchieved"), (#""2024""#, "achieved")].map {
      reward.replacing("YEAR", with: $0).replacing("KEY", with: $1)
    }
    #expect(try add("rewards", "[\(texts[0])]", "[\(texts[1])]").counts == [2, 1, 1, 0])
    let row = try #require(try store.rows("season_rewards").first)
    #expect(row["reward_id"] == "9007199254740993" && row["is_achieved"] == "true")
    #expect(row["achieved_at"] == "2024-10-15 10:30:00.000000Z")

    let progress = """
      {"season":"xc","year":"2024","teamTotalPoints":12500,"activeRosterCount":45,"rewards":[]}
      """
    let counts = #","rewards_total":0,"rewards_achieved":0"#
    #expect(try add("progress", progress, progress, more: counts).counts == [2, 1, 1, 0])
    #expect(try store.rows("season_progress")[0]["team_total"] == "12500")
    #expect(try store.rows("season_progress")[0]["rewards_total"] == "0")

    let points = #"{"runnerId":7,"season":"xc","year":2024,"pointsEarned":285}"#
    #expect(try add("runner_points", points, "[\(points)]").counts == [2, 1, 1, 0])
    #expect(try store.rows("season_runner_points")[0]["points"] == "285")
  }
}
