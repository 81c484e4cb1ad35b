import Foundation
import TestSupport
import Testing

/// `railbird qualifiers --settle` on races with answers worked out by hand.
struct QualifierBetTests {
  private let work: SyntheticStore

  init() throws {
    work = try SyntheticStore()
    try work.stock(
      work.folder.write(
        """
        race_id,date,off_time,course,number,draw,horse,jockey,position,outcome,sp,bsp,price_early
        1,2026-01-01,2026-01-01T13:00:00Z,York,1,1,Red,Ann,2,,3,3.2,4
        1,2026-01-01,2026-01-01T13:00:00Z,York,2,2,Blue,Bob,1,,2,2.1,2.5
        2,2026-01-01,2026-01-01T14:00:00Z,York,1,1,Green,Ann,1,,5,5.5,6
        2,2026-01-01,2026-01-01T14:00:00Z,York,2,2,Grey,Bob,2,,2,2.2,2
        3,2026-01-02,2026-01-02T13:00:00Z,Bath,1,1,Red,Ann,,non_runner,,,5
        3,2026-01-02,2026-01-02T13:00:00Z,Bath,2,2,Blue,Bob,1,,2,2,3
        3,2026-01-02,2026-01-02T13:00:00Z,Bath,3,3,Grey,Cy,2,,4,4,4
        4,2026-01-03,2026-01-03T13:00:00Z,Bath,1,1,Blue,Ann,1,,4,4.4,5
        4,2026-01-03,2026-01-03T13:00:00Z,Bath,2,2,Red,Bob,1,,2,2.3,2
        4,2026-01-03,2026-01-03T13:00:00Z,Bath,3,3,Grey,Cy,3,,6,7,8

        """, to: "runners.csv"))
  }

  private static let rail = "- {name: Rail, where: draw = 1}"
  private static let range = ["--from", "2026-01-01", "--to", "2026-01-03"]

  private func settle(
    _ angles: String, _ options: [String], in store: String? = nil
  ) throws -> ProcessResult {
    let file = try work.folder.write("angles:\n  \(angles)\n", to: "angles.yaml")
    return try RailbirdProcess.run(
      ["qualifiers", "--store", store ?? work.store, "--angles", file, "--settle"] + options)
  }

  /// A store with a race of eight that only an exchange's files describe: the first won, and the
  /// first three were paid in its place market, whose number of places is not stated.
  private func exchangeStore() throws -> String {
    let runners = (1...8).map { number in
      "x,2026-01-01,2026-01-01T13:00:00Z,York,GB,\(number),\(number),H\(number),"
        + (number == 1 ? "1,finished" : ",lost") + ",4,2,\(number <= 3)\n"
    }
    let header =
      "race_id,date,off_time,course,country,number,draw,horse,position,outcome,bsp,place_bsp,"
      + "place_won\n"
    let file = try work.folder.write(header + runners.joined(), to: "exchange.csv")
    try work.load(file, into: work.folder.file("exchange"))
    return work.folder.file("exchange")
  }

  /// The rows of a file of the output, by column; no cell may hold a comma.
  private func rows(_ name: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: work.folder.file("out/" + name), encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  /// Settles into a folder, and gives the bets.
  private func bets(_ options: [String], of angles: String = Self.rail) throws -> [[String: String]]
  {
    let out = ["--out", work.folder.file("out"), "--quiet"]
    let done = try settle(angles, Self.range + options + out)
    try #require(done.exitCode == 0, "\(done.stderr)")
    return try rows("bets.csv")
  }

  @Test func `one point on each qualifier is settled with running totals`() throws {
    let bets = try bets([])
    #expect(bets.map { $0["horse"] } == ["Red", "Green", "Red", "Blue"])
    #expect(bets.map { $0["state"] } == ["settled", "settled", "void", "settled"])
    // Beaten; 5 returned; withdrawn; half of 4 in a dead heat.
    #expect(bets.map { $0["net"] } == ["-1.000000", "4.000000", "0.000000", "1.000000"])
    #expect(
      bets.map { $0["running_total"] } == ["-1.000000", "3.000000", "3.000000", "4.000000"])
    let sum = try rows("totals-angle.csv")[0]
    let columns = ["bets", "void", "winners", "staked", "returned", "net", "roi"]
    #expect(
      columns.map { sum[$0] } == ["4", "1", "2", "3.000000", "7.000000", "4.000000", "1.333333"])
    #expect(sum["longest_losing_run"] == "1" && sum["lowest_point"] == "-1.000000")
    let json = try String(contentsOfFile: work.folder.file("out/bets.json"), encoding: .utf8)
    #expect(json.contains("\"net\":4.000000,\"running_total\":3.000000,\"reason\":null"))
  }

  @Test(arguments: [
    // 4.5 and 1.2 won less 5 %.
    (["--at", "bsp"], ["-1.000000", "4.275000", "0.000000", "1.140000"]),
    (["--at", "bsp", "--commission", "0"], ["-1.000000", "4.500000", "0.000000", "1.200000"]),
    // Early prices without a deduction; half of 5.
    (["--at", "price_early", "--stake", "2"], ["-2.000000", "10.000000", "0.000000", "3.000000"]),
    // 1 less 5 %; 4.5 lost; half of the backer's stake less half of 3.4.
    (["--kind", "lay", "--at", "bsp"], ["0.950000", "-4.500000", "0.000000", "-1.200000"]),
  ])
  func `a bet of any kind is settled at any price`(options: [String], net: [String]) throws {
    #expect(try bets(options).map { $0["net"] } == net)
  }

  @Test func `a dutch divides a total among a race's qualifiers`() throws {
    let bets = try bets(["--dutch", "10"], of: "- {name: Two, where: draw <= 2}")
    // 2 : 3 at 3 and 2; 2 : 5 at 5 and 2; Blue alone; 1 : 2 at 4 and 2 in a dead heat.
    #expect(
      bets.map { $0["staked"] } == [
        "4.000000", "6.000000", "2.857143", "7.142857", "", "10.000000", "3.333333", "6.666667",
      ])
    #expect(
      bets.map { $0["returned"] } == [
        "0.000000", "12.000000", "14.285715", "0.000000", "", "20.000000", "6.666666", "6.666667",
      ])
    #expect(bets[4]["reason"] == "price_unknown" && bets[7]["running_total"] == "19.619048")
  }

  @Test func `an exchange's store has bets at its own price and on its places`() throws {
    let store = try exchangeStore()
    func net(_ draw: Int, _ options: [String]) throws -> String {
      let done = try settle(
        "- {name: Draw, where: draw = \(draw)}",
        Self.range + options + ["--out", work.folder.file("out")], in: store)
      try #require(done.exitCode == 0, "\(done.stderr)")
      let bet = try rows("bets.csv")[0]
      return bet["price"]! + " " + (bet["state"] == "settled" ? bet["net"]! : done.stderr)
    }
    // 3 won less 5 %; a backer's unit, once won less 5 %, once lost at 2.
    #expect(try net(1, []) == "bsp 2.850000")
    #expect(try net(8, ["--kind", "place_lay"]) == "bsp 0.950000")
    #expect(try net(3, ["--kind", "place_lay"]) == "bsp -1.000000")
    #expect(try net(3, ["--kind", "place"]) == "bsp 0.950000")
    #expect(try net(1, ["--at", "tote"]).contains("1 bet, 1 unsettled (1 dividend_unknown), in"))
    let tote = try settle(Self.rail, Self.range + ["--at", "tote"], in: store)
    #expect(tote.stderr.contains("no result of 1 bet that may have won, as the store lacks"))
    let lacking = try settle(Self.rail, Self.range + ["--at", "sp"], in: store)
    #expect(lacking.exitCode == 64)
    #expect(lacking.stderr.contains("--at: found the price sp; expected one of bsp\n"))
  }

  @Test func `a fact that is known at the off chooses no bet`() throws {
    let done = try settle("- {name: Short, where: draw = 1 and sp < 6}", Self.range)
    #expect(done.exitCode == 0, "\(done.stderr)")
    #expect(
      done.stderr
        == "Short: no bet on 4 runners, which sp would decide at the off or later\n")
    #expect(done.stdout.contains("Short · no bet\n"), "\(done.stdout)")
  }

  @Test func `the terminal shows the sums, then a line per bet`() throws {
    let done = try settle(Self.rail, ["--date", "2026-01-01"])
    #expect(
      done.stdout == """
        Qualifiers of 2026-01-01 · win, 1 on each, at sp

        angle  bets  void  unsettled  won  staked  returned   net      ROI  losing run  lowest  drawdown
        Rail      2     0          0    1    2.00      5.00  3.00  150.0 %           1   -1.00      1.00

        Rail · 2 bets
        day         off        course  horse  price  result  staked  returned    net  total
        2026-01-01  13:00 UTC  York    Red     3.00       2    1.00      0.00  -1.00  -1.00
        2026-01-01  14:00 UTC  York    Green   5.00       1    1.00      5.00   4.00   3.00

        """, "\(done.stderr)")
  }

  @Test func `a race without an off time is shown by its number`() throws {
    let file = try work.folder.write(
      """
      race_id,date,race_no,course,number,draw,horse,position,sp
      1,2026-01-01,7,York,1,1,Red,1,3
      1,2026-01-01,7,York,2,2,Blue,2,2

      """, to: "numbered.csv")
    let store = work.folder.file("numbered")
    try work.load(file, into: store)
    let done = try settle(Self.rail, ["--date", "2026-01-01"], in: store)
    #expect(done.stdout.contains("2026-01-01  R7   York    Red"), "\(done.stdout)\(done.stderr)")
  }

  @Test(arguments: [
    (
      ["--at", "price_erly"],
      "--at: found the price price_erly; expected one of sp, bsp, price_early (nearest: price_"
    ),
    (["--kind", "place"], "--kind: found place at sp; expected a bet of the rule book gb"),
    (["--liability", "1"], "--liability: found win; expected a lay"),
    (["--stake", "1", "--dutch", "2"], "--dutch: found --stake too; expected one of them"),
    (["--dutch", "2", "--at", "tote"], "--dutch: expected bets to win or on a place, at odds"),
    (["--date", "2026-01-01"], "--from: found --date too; expected one of them"),
  ])
  func `a bet that makes no sense is refused`(options: [String], message: String) throws {
    let done = try settle(Self.rail, Self.range + options)
    #expect(done.exitCode == 64 && done.stderr.contains(message), "\(done.stderr)")
  }

  @Test func `the sum of the sample's bets is that of its rows`() throws {
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    try work.load(sample, into: work.folder.file("sample"))
    let file = try work.folder.write(
      "angles:\n  - {name: Rail, where: draw = 1}\n", to: "rail.yaml")
    let done = try RailbirdProcess.run([
      "qualifiers", "--store", work.folder.file("sample"), "--angles", file, "--settle", "--at",
      "bsp", "--commission", "0", "--from", "2024-01-01", "--quiet", "--out",
      work.folder.file("out"),
    ])
    try #require(done.exitCode == 0, "\(done.stderr)")
    // The last columns of the file are number, draw … position, outcome, …, bsp.
    var winners: [String: Int] = [:]
    var rail: [(race: String, isWinner: Bool, bsp: Double)] = []
    for line in try String(contentsOfFile: sample, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells[1] >= "2024", cells[1] < "2025" else { continue }
      let end = cells.count
      if cells[end - 7] == "1" { winners[cells[0], default: 0] += 1 }
      guard cells[end - 10] == "1", let bsp = Double(cells.last!) else { continue }
      rail.append((cells[0], cells[end - 7] == "1", bsp))
    }
    let returned = rail.filter(\.isWinner).reduce(0.0) { $0 + $1.bsp / Double(winners[$1.race]!) }
    let sum = try rows("totals-angle.csv")[0]
    try #require(rail.count > 100)
    #expect(sum["settled"] == "\(rail.count)")
    #expect(abs(Double(sum["returned"]!)! - returned) < 1e-4)
    #expect(abs(Double(sum["net"]!)! - (returned - Double(rail.count))) < 1e-4)
  }
}
