import Testing

/// Bookmakers' odds in The Racing API's answers: prices of their names.
struct BookmakerPriceTests {
  /// A card of one race: two horses and a non-runner, with the odds of four bookmakers; invented.
  private static func card(_ odds: [String]) -> String {
    let names = [("hrs_1", "Ann", "1"), ("hrs_2", "Bea", "2"), ("hrs_3", "Cid", "NR")]
    let runners = zip(names, odds).map { runner, odds in
      #"{"horse_id":"\#(runner.0)","horse":"\#(runner.1)","number":"\#(runner.2)","lbs":"126","#
        + #""odds":[\#(odds)]}"#
    }
    return #"{"racecards":[{"race_id":"rac_1","course":"Thornbury","date":"2025-05-02","#
      + #""off_time":"2:05","off_dt":"2025-05-02T14:05:00+01:00","region":"GB","runners":["#
      + runners.joined(separator: ",") + "]}]}\n"
  }

  private static func odds(
    _ bookmaker: String, _ fractional: String, _ decimal: String, _ updated: String = "08:00"
  ) -> String {
    #"{"bookmaker":"\#(bookmaker)","fractional":"\#(fractional)","decimal":"\#(decimal)","#
      + #""ew_places":"3","ew_denom":"5","updated":"2025-05-02 \#(updated):00","#
      + #""history":[{"changed_at":"2025-05-01 19:00:00","fractional":"5/1","decimal":"6"}]}"#
  }

  private static let morning = card([
    odds("Bet365", "85/40", "3.12") + "," + odds("10 Bet", "11/8", "2.38") + ","
      + odds("Betfair Exchange", "16", "16") + "," + odds("Sky Bet", "SP", "0"),
    // The newest of a bookmaker, in any place.
    odds("Bet365", "4/1", "5", "09:30") + "," + odds("Bet365", "9/2", "5.5", "09:10") + ","
      + odds("talkSPORT BET", "Evens", "2"),
    odds("Bet365", "-", "-"),
  ])

  private func prices(_ store: TestStore) throws -> [String] {
    try store.rows("prices").map { "\($0["horse"]!) \($0["name"]!) \($0["price"]!)" }
  }

  @Test func `a card's odds are a price for each bookmaker, as exact as the fraction`() throws {
    let store = TestStore()
    let file = try store.add([store.file(Self.morning, ending: "json")], format: "racing-api")[0]
    #expect(file.counts == [3, 3, 0, 0])
    #expect(
      try prices(store) == [
        "Ann 10_bet 2.375", "Ann bet365 3.125", "Ann betfair_exchange 16", "Bea bet365 5",
        "Bea talksport_bet 2",
      ])
    #expect(file.unusedColumns?.filter { $0.hasPrefix("odds") } ?? [] == [])
  }

  @Test func `a later card replaces the odds that it has, and results leave them`() throws {
    let store = TestStore()
    _ = try store.add([store.file(Self.morning, ending: "json")], format: "racing-api")
    let later = Self.card([Self.odds("Bet365", "2/1", "3"), Self.odds("Bet365", "6/1", "7"), ""])
    _ = try store.add([store.file(later, ending: "json")], format: "racing-api")
    let both = [
      "Ann 10_bet 2.375", "Ann bet365 3", "Ann betfair_exchange 16", "Bea bet365 7",
      "Bea talksport_bet 2",
    ]
    #expect(try prices(store) == both)
    let runners = [("hrs_1", "Ann", "1", "2/1"), ("hrs_2", "Bea", "2", "5/1")].map {
      #"{"horse_id":"\#($0.0)","horse":"\#($0.1)","position":"\#($0.2)","sp":"\#($0.3)"}"#
    }
    let results =
      #"{"results":[{"race_id":"rac_1","date":"2025-05-02","course":"Thornbury","region":"GB","#
      + #""off_dt":"2025-05-02T14:05:00+01:00","runners":["# + runners.joined(separator: ",")
      + "]}]}"
    _ = try store.add([store.file(results, ending: "json")], format: "racing-api")
    #expect(try prices(store) == both)
    #expect(try store.rows().map { $0["sp"]! } == ["3", "6", ""])
    // Of several cards in one file the last counts too.
    let one = TestStore()
    let lines = Self.morning + later
    let file = try one.add([one.file(lines, ending: "ndjson")], format: "racing-api")[0]
    #expect(file.rejected == 0)
    #expect(try prices(one) == ["Ann bet365 3", "Bea bet365 7"])
  }

  @Test func `an Australian bookmaker's win odds are its price`() throws {
    let store = TestStore()
    let text = RacingAPIPages.australia.replacing(
      #""odds":[],"owner":"O","position":"1""#,
      with: #""odds":[{"bookmaker":"Sportsbet","win_odds":"$3.80","place_odds":"1.60"},"#
        + #"{"bookmaker":"TAB Fixed","win_odds":"4.20","place_odds":""}],"owner":"O","position":"1""#,
      maxReplacements: 1)
    _ = try store.add([store.file(text, ending: "json")], format: "racing-api")
    #expect(
      try prices(store) == ["Cold Harbour sportsbet 3.8", "Cold Harbour tab_fixed 4.2"])
  }

  @Test func `names are cleaned to those of prices, and longer ones stay unread`() throws {
    let long = String(repeating: "x", count: 41)
    let text = Self.card([
      Self.odds("  Paddy's (UK) – Ltd. ", "2/1", "3") + "," + Self.odds(long, "3/1", "4"), "", "",
    ])
    let store = TestStore()
    let file = try store.add([store.file(text, ending: "json")], format: "racing-api")[0]
    #expect(try prices(store) == ["Ann paddy_s_uk_ltd 3"])
    #expect(file.unusedColumns?.filter { $0.hasPrefix("odds") } == ["odds/\(long)"])
  }
}
