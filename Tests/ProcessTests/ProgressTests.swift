import Foundation
import TestSupport
import Testing

/// Long commands tell how far they are: with `--verbose` at each step.
struct ProgressTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `runners are counted while a card and a calibration are computed`() throws {
    try importRaces()
    let card = try told(["card", "--date", "2026-02-02"])
    #expect(card.contains("2 of 4 runners"), "\(card)")
    let calibration = try told(["calibration"])
    #expect(calibration.contains { $0.hasPrefix("4 of 4 runners") }, "\(calibration)")
    let report = try told(["report", "--by", "jockey", "--out", folder.file("out")])
    #expect(report.contains { $0.hasPrefix("4 of 4 runners") }, "\(report)")
  }

  @Test func `runners are counted while angles are judged`() throws {
    try importRaces()
    let angles = try folder.write("angles:\n  - {name: Short, where: sp < 3}\n", to: "a.yaml")
    let day = try told(["qualifiers", "--date", "2026-02-02", "--angles", angles])
    // The angles' records, then the horses' form.
    #expect(day.count { $0.hasPrefix("2 of 4 runners") } == 2, "\(day)")
    try run(["angles", "register", "--angles", angles])
    let trial = try told(["angles", "record"])
    #expect(trial.contains { $0.hasPrefix("4 of 4 runners") }, "\(trial)")
  }

  @Test func `bets are counted while they are settled`() throws {
    try importRaces()
    let bet = "2026-01-01,1,1,win,1,3.5,gb\n"
    let bets = try folder.write(
      "day,race_id,number,kind,stake,price,rule_book\n" + String(repeating: bet, count: 2500),
      to: "bets.csv")
    let lines = try told(["settle", "--bets", bets])
    #expect(lines.first == "1,000 of 2,500 bets", "\(lines)")
    #expect(lines.dropFirst().first?.hasPrefix("2,000 of 2,500 bets, ") == true, "\(lines)")
  }

  @Test func `transactions are counted while a season is added up`() throws {
    let ledger = try folder.write(
      """
      activity_uuid,runner_id,date,time,activity_type,points
      a,1,2024-09-01,08:00,TRAINING_RUN,10
      b,1,2024-09-08,08:00,TRAINING_RUN,12
      """, to: "ledger.csv")
    let roster = try folder.write(
      "runner_id,runner,team,active,graduation_class\n1,Ann,UA,true,2026\n", to: "roster.csv")
    try run(["import", "--format", "points-ledger", ledger, roster])
    let lines = try told(["season", "--season", "xc", "--year", "2024"])
    #expect(lines.last == "2 of 2 transactions", "\(lines)")
  }

  // MARK: - Implementation

  private func importRaces() throws {
    let csv = """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,Ann,1,3
      1,2026-01-01,2,Bob,2,2
      2,2026-02-02,1,Ann,1,1.5
      2,2026-02-02,2,Bob,2,4
      """
    try run(["import", "--format", "railbird", try folder.write(csv, to: "runners.csv")])
  }

  /// The lines that a command tells on standard error.
  private func told(_ words: [String]) throws -> [String] {
    try run(words + ["--verbose"]).stderr.split(separator: "\n").map(String.init)
  }

  @discardableResult
  private func run(_ words: [String]) throws -> ProcessResult {
    let result = try RailbirdProcess.run(words + ["--store", store])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return result
  }
}
