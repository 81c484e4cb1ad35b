import Foundation
import TestSupport
import Testing

/// A store with a race of nine runners, Own to Ninth, known from an exchange's stream alone.
private struct ExchangeStore {
  private let folder: TemporaryFolder
  var store: String { folder.file("store") }

  /// The first won, and as many as `paid` have one of three places.
  init(paid: Int, hasPlaces: Bool = true) throws {
    folder = try TemporaryFolder()
    let markets =
      [Self.market(places: 1, won: 1)] + (hasPlaces ? [Self.market(places: 3, won: paid)] : [])
    let file = try folder.write(markets.joined(separator: "\n") + "\n", to: "stream.json")
    try run("import", ["--store", store, "--format", "betfair-stream", file])
  }

  private static let names = [
    "Own", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth",
  ]

  /// The closing definition of a market whose first runners are its winners.
  private static func market(places: Int, won: Int) -> String {
    let runners = names.enumerated().map { index, name in
      #"{"adjustmentFactor":10.0,"status":"\#(index < won ? "WINNER" : "LOSER")","sortPriority":\#(index + 1),"#
        + #""id":\#(index + 1),"name":"\#(name)","bsp":\#(places == 1 ? Double(5 + index) : 2.0)}"#
    }
    return
      #"{"op":"mcm","pt":1,"mc":[{"id":"1.\#(places)","marketDefinition":{"eventTypeId":"7","numberOfWinners":\#(places),"#
      + #""marketType":"\#(places == 1 ? "WIN" : "PLACE")","marketTime":"2025-09-06T14:05:00.000Z","venue":"Ayr","#
      + #""countryCode":"GB","status":"CLOSED","name":"\#(places == 1 ? "1m Hcap" : "To Be Placed")","#
      + #""runners":[\#(runners.joined(separator: ","))]}}]}"#
  }

  private func run(_ command: String, _ arguments: [String]) throws {
    let done = try RailbirdProcess.run([command, "--quiet"] + arguments)
    try #require(done.exitCode == 0, "\(done.stderr)")
  }

  func rows(_ path: String) throws -> [[String: String]] {
    let lines = try String(contentsOfFile: folder.file(path), encoding: .utf8)
      .split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  /// State and profit of bets of 10, each a selection, kind, price, rule book, places and fraction.
  func settled(_ bets: [String]) throws -> [String] {
    let file = try folder.write(
      "day,off,course,stake,selection,kind,price,rule_book,places,fraction\n"
        + bets.map { "2025-09-06,14:05,Ayr,10,\($0)\n" }.joined(), to: "bets.csv")
    try run("settle", ["--store", store, "--bets", file, "--out", folder.file("out")])
    return try rows("out/settled.csv").map {
      $0["state"] == "settled" ? $0["profit"]! : $0["state"]! + " " + $0["reason"]!
    }
  }

  func report(_ options: [String] = []) throws -> [String: [String: String]] {
    try run(
      "report",
      ["--store", store, "--by", "horse", "--bets", "place_bsp", "--windows", "all"]
        + ["--commission", "0", "--out", folder.file("report")] + options)
    let rows = try rows("report/horse.csv")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["horse"]!, $0) })
  }
}

/// Bets and reports on a race of an exchange, by the command.
struct ExchangeBetTests {
  @Test func `bets on a place follow the place market`() throws {
    let store = try ExchangeStore(paid: 3)
    #expect(
      try store.settled([
        "Own,place,3.0,exchange,3,", "Second,place,3.0,exchange,3,",
        "Second,place_lay,3.0,exchange,3,", "Eighth,place,3.0,exchange,3,",
        "Second,place,3.0,exchange,,", "Eighth,place_lay,3.0,exchange,,",
        "Second,place,bsp,exchange,,", "Second,each_way,5.0,gb,,", "Second,each_way,5.0,gb,3,1/5",
        "Second,win,5.0,gb,,",
      ]) == [
        "20.000000", "20.000000", "-20.000000", "-10.000000", "20.000000", "10.000000",
        "10.000000", "unsettled result_unknown", "-2.000000", "-10.000000",
      ])
  }

  @Test func `places and rates follow the place market`() throws {
    let rows = try ExchangeStore(paid: 3).report()
    for (name, row) in rows {
      let isPlaced = ["Own", "Second", "Third"].contains(name)
      #expect(row["places"] == (isPlaced ? "1" : "0") && row["wins"] == (name == "Own" ? "1" : "0"))
      #expect(row["place_rate"] == (isPlaced ? "1.000000" : "0.000000"))
      #expect(row["place_bsp_returned"] == (isPlaced ? "2.0000" : "0.0000"))
      // It is unknown how many rivals a loser beat.
      #expect(row["prb"] == "" && row["recent_form"] == (name == "Own" ? "1" : "?"))
      #expect(row["current_losing_run"] == (name == "Own" ? "0" : "1"))
    }
  }

  @Test func `a tie for the last place pays as many stakes as the market has places`() throws {
    let store = try ExchangeStore(paid: 4)
    let rows = try store.report(["--by", "horse,none"])
    #expect(
      ["Own", "Second", "Fourth"].map { rows[$0]!["place_bsp_returned"] } == [
        "2.0000", "1.3333", "1.3333",
      ])
    #expect(["Own", "Second", "Fourth"].allSatisfy { rows[$0]!["places"] == "1" })
    #expect(try store.rows("report/none.csv")[0]["place_bsp_returned"] == "6.0000")
    #expect(
      try store.settled(["Own,place,2.0,exchange,,", "Second,place,2.0,exchange,,"]) == [
        "10.000000", "unsettled result_incomplete",
      ])
  }

  @Test func `without a place market nothing is known of places`() throws {
    let store = try ExchangeStore(paid: 3, hasPlaces: false)
    for (_, row) in try store.report() {
      #expect(row["runs"] == "1" && row["places"] == "" && row["place_rate"] == "")
      #expect(row["place_bsp_bets"] == "0")
    }
    #expect(
      try store.settled([
        "Second,place,3.0,exchange,3,", "Second,place,3.0,exchange,,", "Own,place,3.0,exchange,3,",
      ]) == ["unsettled result_unknown", "unsettled places_unknown", "20.000000"])
    let shown = try RailbirdProcess.run(["show", "horse", "Second", "--store", store.store])
    #expect(shown.stdout.contains("0 wins (0.0 %), places not known (– %)"), "\(shown.stdout)")
    let lost = try RailbirdProcess.run([
      "show", "horse", "Second", "--store", store.store, "--where", "outcome = 'lost'",
    ])
    #expect(lost.stdout.contains("1 run from 2025-09-06"), "\(lost.stdout)\(lost.stderr)")
  }
}
