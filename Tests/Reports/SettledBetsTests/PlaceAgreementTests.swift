import Foundation
import TestSupport
import Testing

/// Reports, cards, features and settled bets read one rule of the exchange's places.
struct PlaceAgreementTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  private static let numbers = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]

  /// Races of eight on one day, at a place price of 2.0 each, and the next day's card.
  ///
  /// - Red: the stream's win and place market; three of three places are paid.
  /// - Blue: the stream's place market alone.
  /// - Green: the daily files, which have no number of places; four are paid.
  /// - Grey: positions 1 to 3 are known, and the market paid the fourth in place of the third.
  /// - Pink: one more runner, without any result.
  init() throws {
    folder = try TemporaryFolder()
    let stream = [
      Self.market("Red", at: "14:05", places: 1, won: 1),
      Self.market("Red", at: "14:05", places: 3, won: 3),
      Self.market("Blue", at: "15:05", places: 3, won: 3),
    ]
    try load("betfair-stream", stream.joined(separator: "\n") + "\n", "stream.json")
    try load("betfair", Self.daily("win", won: 1), "dwbfpricesukwin07092025.csv")
    try load("betfair", Self.daily("place", won: 4), "dwbfpricesukplace07092025.csv")
    let grey = (1...8).map { number in
      let end = number <= 3 ? "\(number),finished" : ",lost"
      return Self.row("Grey", number, end, [1, 2, 4].contains(number), "17:05")
    }
    let pink = (1...8).map { Self.row("Pink", $0, "\($0),finished", $0 <= 3, "18:05") }
    let open = "Pink,2025-09-06,2025-09-06T18:05:00Z,Ayr,GB,9,Pink Nine,,unresolved,2,,3"
    let next = ["Red", "Blue", "Green", "Grey", "Pink"].flatMap { race in
      Self.numbers.map { number in
        let name = "\(race) \(number)"
        return "next \(race),2025-09-07,2025-09-07T12:05:00Z,Ayr,GB,,\(name),,,,,"
      }
    }
    let header =
      "race_id,date,off_time,course,country,number,horse,position,outcome,place_bsp,place_won,"
      + "place_winners"
    try load(
      "railbird", ([header] + grey + pink + [open] + next).joined(separator: "\n") + "\n",
      "runners.csv")
  }

  @Test func `what a report counts and pays is what settled bets return`() throws {
    let settled = try settledBets()
    let report = try reportRows()
    // By hand: 10 gained where the market paid the runner, 10 lost where it did not. Of Green the
    // paid losers may share the third place of three, or have places of their own.
    let paid = ["10.000000"], lost = ["-10.000000"], unsettled = ["unsettled"]
    let known = Array(repeating: paid, count: 3) + Array(repeating: lost, count: 5)
    let expected: [String: [[String]]] = [
      "Red": known, "Blue": known, "Pink": known,
      "Green": [paid] + Array(repeating: unsettled, count: 3) + Array(repeating: lost, count: 4),
      "Grey": [paid, paid, lost, paid] + Array(repeating: lost, count: 4),
    ]
    for (race, profits) in expected {
      for (number, profit) in zip(Self.numbers, profits) {
        let name = "\(race) \(number)"
        #expect(settled[name] == profit[0], "\(name)")
        // Without a win result a runner has no run, and Green's payouts are not known.
        let isReported = race != "Blue" && race != "Green"
        let bet = report[name].map { [$0["place_bsp_bets"], $0["place_bsp_profit"]] }
        let amount = profit == paid ? "1.0000" : "-1.0000"
        let own: [String?]? = race == "Blue" ? nil : isReported ? ["1", amount] : ["0", ""]
        #expect(bet == own, "\(name)")
        // Grey's third is printed third, and the market did not pay it.
        let isPlaced = profit == paid || name == "Grey Three"
        let places: String? = race == "Blue" ? nil : isReported ? isPlaced ? "1" : "0" : ""
        #expect(report[name]?["places"] == places, "\(name)")
      }
    }
  }

  @Test func `cards and features have the report's places and bets`() throws {
    let report = try reportRows()
    let columns = ["places", "place_rate", "place_bsp_roi"]
    let out = folder.file("features.csv")
    try run(
      "features",
      ["--by", "horse", "--windows", "all", "--columns", "horse", "--unresolved", "--out", out]
        + ["--metrics", columns.joined(separator: ","), "--commission", "0"]
        + ["--from", "2025-09-07"])
    let features = try rows("features.csv")
    try run(
      "card",
      ["--date", "2025-09-07", "--by", "horse", "--windows", "all", "--commission", "0"]
        + ["--columns", columns.joined(separator: ","), "--format", "csv"]
        + ["--out", folder.file("card")])
    let card = try rows("card/card-2025-09-07.csv")
    #expect(features.count == 40 && card.count == 40)
    for column in columns {
      for (rows, name) in [(features, "horse_\(column)_all"), (card, "horse_all_\(column)")] {
        for row in rows {
          let horse = try #require(row["horse"])
          let own = report[horse]?[column] ?? (column == "places" ? "0" : "")
          let cell = try #require(row[name])
          #expect(Double(cell) == Double(own), "\(horse), \(name)")
        }
      }
    }
  }

  // MARK: - Implementation

  /// The closing definition of a market whose first runners are its winners.
  private static func market(_ race: String, at time: String, places: Int, won: Int) -> String {
    let runners = numbers.enumerated().map { index, number in
      #"{"adjustmentFactor":10.0,"status":"\#(index < won ? "WINNER" : "LOSER")","sortPriority":\#(index + 1),"#
        + #""id":\#(index + 1),"name":"\#(race) \#(number)","bsp":2.0}"#
    }
    return
      #"{"op":"mcm","pt":1,"mc":[{"id":"1.\#(race)\#(places)","marketDefinition":{"eventTypeId":"7","#
      + #""numberOfWinners":\#(places),"marketType":"\#(places == 1 ? "WIN" : "PLACE")","#
      + #""marketTime":"2025-09-06T\#(time):00.000Z","venue":"Ayr","countryCode":"GB","status":"CLOSED","#
      + #""name":"\#(places == 1 ? "1m Hcap" : "To Be Placed")","#
      + #""runners":[\#(runners.joined(separator: ","))]}}]}"#
  }

  /// A daily file of the race Green, at 17:05 in London.
  private static func daily(_ market: String, won: Int) -> String {
    let header =
      "EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP,PPWAP,"
      + "MORNINGWAP,PPMAX,PPMIN,IPMAX,IPMIN,MORNINGTRADEDVOL,PPTRADEDVOL,IPTRADEDVOL\n"
    let name = market == "win" ? "1m Hcap" : "To Be Placed"
    return header
      + numbers.enumerated().map { index, number in
        "\(market == "win" ? 1 : 2),GB / Ayr 6th Sep,\(name),06-09-2025 17:05,\(index + 1),"
          + "Green \(number),\(index < won ? 1 : 0),2,2,2,2,2,2,2,1,1,1\n"
      }.joined()
  }

  private static func row(
    _ race: String, _ number: Int, _ end: String, _ won: Bool, _ time: String
  ) -> String {
    "\(race),2025-09-06,2025-09-06T\(time):00Z,Ayr,GB,\(number),\(race) \(numbers[number - 1]),"
      + "\(end),2,\(won),3"
  }

  private func load(_ format: String, _ text: String, _ name: String) throws {
    try run("import", ["--format", format, try folder.write(text, to: name)])
  }

  private func run(_ command: String, _ arguments: [String]) throws {
    let done = try RailbirdProcess.run([command, "--quiet", "--store", store] + arguments)
    try #require(done.exitCode == 0, "\(command): \(done.stderr)")
  }

  /// The rows of a file whose cells hold neither commas nor quotation marks.
  private func rows(_ path: String) throws -> [[String: String]] {
    let lines = try String(contentsOfFile: folder.file(path), encoding: .utf8)
      .replacing("\"", with: "").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  private func reportRows() throws -> [String: [String: String]] {
    try run(
      "report",
      ["--by", "horse", "--bets", "place_bsp", "--windows", "all", "--commission", "0"]
        + ["--as-of", "2025-09-07", "--out", folder.file("report")])
    return Dictionary(
      uniqueKeysWithValues: try rows("report/horse.csv").map { ($0["horse"]!, $0) })
  }

  /// The profit of a bet of 10 on each runner to be among three, or that it is unsettled.
  private func settledBets() throws -> [String: String] {
    let times = [
      "Red": "14:05", "Blue": "15:05", "Green": "16:05", "Grey": "17:05", "Pink": "18:05",
    ]
    let bets = times.flatMap { race, time in
      Self.numbers.map { "2025-09-06,\(time),Ayr,10,\(race) \($0),place,bsp,exchange,3\n" }
    }
    let file = try folder.write(
      "day,off,course,stake,selection,kind,price,rule_book,places\n" + bets.joined(),
      to: "bets.csv")
    try run("settle", ["--bets", file, "--out", folder.file("out")])
    return Dictionary(
      uniqueKeysWithValues: try rows("out/settled.csv").map {
        ($0["horse"]!, $0["state"] == "settled" ? $0["profit"]! : $0["state"]!)
      })
  }
}
