import Foundation
import StoreSupport
import TestSupport
import Testing

/// The command against `Tests/Oracle/settle.py`, which shares no code with it.
struct SettleOracleTests {
  private static let oracle = RailbirdProcess.packageFolder + "/Tests/Oracle/"

  @Test(
    arguments: LongForm.cases(
      [
        (bets: 2_000, runners: 700, seed: 2, exchange: []), (2_000, 700, 3, ["--exchange"]),
        (10_000, 9_000, 1, []),
      ], short: 2))
  func `bets of all kinds settle as the oracle does, to the last digit`(
    bets: Int, runners: Int, seed: Int, exchange: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let season = folder.file("season.csv")
    try StoreFixture.writeSeason(runners: runners, seed: UInt64(seed), to: season)
    try python(
      "bets.py", ["--bets", "\(bets)", "--seed", "\(seed)"] + exchange + [season, folder.path])
    let mapping = Self.oracle + "dividends.yaml"
    let store = folder.file("store")
    try run(["import", "--format", "railbird", "--store", store, folder.file("runners.csv")])
    try run(["import", "--mapping", mapping, "--store", store, folder.file("dividends.csv")])
    try run([
      "settle", "--store", store, "--bets", folder.file("bets.csv"), "--withdrawn",
      folder.file("withdrawn.csv"), "--out", folder.file("out"), "--by",
      "rule_book,kind+month,price+state,tag,jockey,country",
    ])
    let done = try python(
      "settle.py",
      ["runners", "dividends", "bets", "withdrawn"].flatMap {
        ["--\($0)", folder.file("\($0).csv")]
      } + [folder.file("out")])
    #expect(done.hasPrefix("\(bets) bets equal"))
    if seed == 1 { try expectExplained(folder.file("out")) }
    let more = exchange.isEmpty ? [] : ["result_incomplete", "result_unknown"]
    for reason in ["no_race", "not_offered", "price_unknown", "withdrawal_unknown"] + more {
      #expect(done.contains(reason))
    }
  }

  /// The bets that the page explains are among these.
  private func expectExplained(_ out: String) throws {
    let settled = try String(contentsOfFile: out + "/settled.csv", encoding: .utf8)
    let told = try SettlementPageTests.page().split(separator: "\n").filter { $0.hasPrefix("> ") }
    #expect(told.count == 10)
    for line in told {
      let isThere = settled.contains(line.dropFirst(2))
      #expect(isThere, "\(line)")
    }
  }

  private func run(_ arguments: [String]) throws {
    let done = try RailbirdProcess.run(arguments + ["--quiet"])
    try #require(done.exitCode == 0, "\(done.stderr)")
  }

  @discardableResult
  private func python(_ script: String, _ arguments: [String]) throws -> String {
    let done = try RailbirdProcess.run(program: "python3", [Self.oracle + script] + arguments)
    #expect(done.exitCode == 0, "\(script): \(done.stdout)\(done.stderr)")
    return done.stdout
  }
}
