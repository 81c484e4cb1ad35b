import Testing

/// Keys of a club and of other services that come in several spellings.
struct ClubKeyTests {
  private static let uuid = "550e8400-e29b-41d4-a716-44665544000a"
  private static let header =
    "activity_uuid,runner_id,event_time,activity_type,points,season,year\n"

  private static func award(_ key: String, runner: String = "1", at time: String = "10:00:00Z")
    -> String
  {
    "\(key),\(runner),2024-10-01T\(time),WORKOUT,10,xc,2024\n"
  }

  @Test(arguments: [uuid.uppercased(), "{\(uuid)}", "urn:uuid:\(uuid)", uuid.filter { $0 != "-" }])
  func `an award whose UUID comes in another spelling counts once`(other: String) throws {
    let together = TestStore()
    let rows = [Self.award(Self.uuid), Self.award(other, at: "10:01:00Z")]
    let file = try together.add(Self.header + rows.joined(), format: "points-ledger")
    #expect(file.counts == [2, 1, 1, 0])
    for order in [rows, rows.reversed()] {
      let store = TestStore()
      for row in order { try store.add(Self.header + row, format: "points-ledger") }
      let stored = try store.rows("points_ledger")
      #expect(stored.map { $0["event_time"]!.prefix(19) } == ["2024-10-01 10:00:00"])
    }
  }

  @Test(arguments: ["7", "007", "7.0", "+7"])
  func `a runner's number is one in every spelling and every table`(id: String) throws {
    let store = TestStore()
    try store.add("runner_id,runner,team\n007,Ann,UA\n", format: "points-ledger")
    try store.add(Self.header + Self.award("", runner: id), format: "points-ledger")
    try store.add("runner_id,runner,team\n\(id),Ann Low,UA\n", format: "points-ledger")
    #expect(Set(try store.rows("roster").map { $0["runner_id"]! }) == ["007"])
    #expect(try store.rows("points_ledger").map { $0["runner_id"]! } == ["007"])
  }

  @Test func `a transaction's number with zeros in front counts once, and the import doubts it`()
    throws
  {
    let rows = [Self.award("8"), Self.award("008", at: "11:00:00Z")]
    let doubt =
      "1 keys differ from known ones in zeros in front alone, and count as these, such as "
      + "tx_key 008 and 8"
    let together = TestStore()
    let file = try together.add(Self.header + rows.joined(), format: "points-ledger")
    #expect(file.counts == [2, 1, 1, 0] && file.doubts == [doubt])
    let apart = TestStore()
    #expect(try apart.add(Self.header + rows[0], format: "points-ledger").doubts == [])
    #expect(try apart.add(Self.header + rows[1], format: "points-ledger").doubts == [doubt])
    // Spellings that no code tells apart, and the same spelling, are no doubt.
    for key in ["8", "8.0", "+8"] {
      let row = Self.award(key, at: "12:00:00Z")
      let file = try apart.add(Self.header + row, format: "points-ledger")
      #expect(file.counts == [1, 0, 1, 0] && file.doubts == [], "\(key)")
    }
  }

  @Test func `a club whose transactions have codes keeps them apart by an exact key`() throws {
    let store = TestStore()
    let yaml = """
      name: codes
      description: Transactions whose numbers are codes
      tables:
        awards:
          feeds: points
          recognised_by: [code, points]
          fields:
            tx_key: {column: code, exact: true}
            runner_id: runner
            event_time: at
            activity_type: {column: what, optional: true}
            points: points
      """
    for keys in [["8", "008"], ["0008", "8"]] {
      let rows = keys.map { "\($0),1,2024-10-01T10:00:00Z,WORKOUT,10\n" }
      let file = try store.add("code,runner,at,what,points\n" + rows.joined(), yaml: yaml)
      #expect(file.doubts == [])
    }
    #expect(try store.rows("points_ledger").map { $0["tx_key"]! } == ["0008", "008", "8"])
  }

  @Test func `transactions of one microsecond are two where their keys have more digits`() throws {
    let store = TestStore()
    let keys = ["2024-10-01T10:00:00.1234567Z", "2024-10-01T10:00:00.1234568Z"]
    let rows = keys.map { Self.award($0) } + [Self.award("2024-10-01 12:00:00.1234567+02:00")]
    let file = try store.add(Self.header + rows.joined(), format: "points-ledger")
    #expect(file.counts == [3, 2, 1, 0])
    #expect(try store.rows("points_ledger").map { $0["tx_key"]! } == keys)
  }

  @Test func `an award without a key is one at one moment, whatever the offset and the letters`()
    throws
  {
    let store = TestStore()
    for time in ["10:00:00Z", "12:00:00+02:00", "10:00:00.000z", "10:00:00-00:00"] {
      try store.add(Self.header + Self.award("", at: time), format: "points-ledger")
    }
    try store.add(
      Self.header + Self.award("").replacing("T10", with: "t10"), format: "points-ledger")
    #expect(try store.rows("points_ledger").count == 1)
  }

  @Test func `a reward's number may have zeros, a sign or a point`() throws {
    let store = TestStore()
    for id in ["7", "007", "+7", "7.0"] {
      try store.add(
        "reward_id,season,year,point_threshold,reported_at\n\(id),xc,2024,50,2024-09-01\n",
        format: "points-ledger")
    }
    #expect(try store.rows("season_rewards").map { $0["reward_id"]! } == ["7"])
  }

  @Test func `a sportsbook's ids with a point stay what they are`() throws {
    let store = TestStore()
    func add(_ ids: [String], at time: Int) throws {
      let items = ids.map { #"{"kind":"banners","item_id":\#($0),"title":"A"}"# }
      try _ = store.add(
        [
          store.file(
            #"{"api":"sportsbook","request":"/api/promotions/v1/banners","fetched_at":\#(time),"items":[\#(items.joined(separator: ","))]}"#
              + "\n", ending: "ndjson")
        ], format: "sportsbook")
    }
    try add(["\"4067574.1\"", "\"4067574.10\"", "12346"], at: 1_730_000_000_000_000)
    try add(["\"12346\"", "\"012346\"", "12346.0"], at: 1_730_000_060_000_000)
    #expect(
      try store.rows("promo_items").map { $0["item_id"]! }.sorted() == [
        "12346", "4067574.1", "4067574.10",
      ])
  }
}
