import Foundation
import TestSupport
import Testing

/// Long commands say how far they are: with `--verbose` at each step.
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
    #expect(report.contains("computing the figures of 4 runners"), "\(report)")
  }

  @Test func `rows are counted while an import reads them, and each step is named`() throws {
    let lines = try told(["import", "--format", "railbird", try races()])
    #expect(lines.first == "looking for files", "\(lines)")
    let steps = ["reading", "parsing", "archiving"].map { $0 + " " }
    for step in steps {
      #expect(lines.contains { $0.hasPrefix(step) && $0.contains("runners.csv (0.0 MB)") })
    }
    #expect(lines.contains { $0.contains(/^(parsing|writing) .*, 4 of about 4 rows/) }, "\(lines)")
  }

  @Test func `rows are counted while a dataset and its tables are written`() throws {
    try importRaces()
    let export = [
      "export", "--to", "parquet", "--partition", "month", "--out", folder.file("lake"),
    ]
    let lines = try told(export)
    #expect(lines.first == "opening \(store)", "\(lines)")
    for table in ["runners", "starters"] {
      let own = lines.filter { $0.hasPrefix(table + ": ") }
      #expect(own.map { $0.prefix { $0 != "," } }.count == 3, "\(lines)")
      #expect(own.first == "\(table): 0 of 4 rows", "\(lines)")
      let rest = /, [\d,.]+\/s, \d+ s left/
      #expect(own.dropFirst().allSatisfy { $0.contains(rest) }, "\(lines)")
      #expect(own.last?.hasPrefix("\(table): 4 of 4 rows, ") == true, "\(lines)")
    }
    // Of months that stay nothing is gone through.
    let again = try told(export + ["--incremental"])
    #expect(again.first == "opening \(store)" && !again.contains { $0.contains(" of ") })
  }

  @Test func `rows are counted while the files of a report are written`() throws {
    try importRaces()
    let lines = try told([
      "report", "--by", "jockey", "--windows", "all", "--format", "csv,json,html,xlsx",
      "--out", folder.file("out"),
    ])
    for file in ["jockey.csv", "jockey.json", "report.xlsx"] {
      let own = lines.filter { $0.hasPrefix(file + ": ") }
      #expect(own.first == "\(file): 0 of 2 rows", "\(lines)")
      #expect(own.last?.hasPrefix("\(file): 2 of 2 rows, ") == true, "\(lines)")
    }
    #expect(lines.contains("writing report.html, 2 rows"), "\(lines)")
    #expect(lines.contains("packing report.xlsx, 2 rows"), "\(lines)")
  }

  @Test func `a notebook's tables and reports are counted too`() throws {
    try importRaces()
    let lines = try told(["notebook", "--topics", "roi", "--out", folder.file("notebooks")])
    #expect(lines.contains { $0.hasPrefix("4 of 4 runners") }, "\(lines)")
    #expect(lines.contains("runners: 0 of 4 rows"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("jockey.csv: ") }, "\(lines)")
  }

  @Test func `a terminal shows the first step at once, and no progress beside messages`() throws {
    func shown(_ words: [String]) throws -> String {
      try RailbirdProcess.runOnTerminal(words + ["--store", store], columns: 100).stdout
    }
    let wipe = "\r\u{1B}[K"
    let csv = try races()
    let imported = try shown(["import", "--format", "railbird", csv])
    #expect(imported.hasPrefix(wipe + "looking for files" + wipe), "\(imported)")
    let lines = imported.split(separator: "\n").map { $0.components(separatedBy: wipe).last ?? "" }
    #expect(lines.first?.hasPrefix("runners.csv: 4 rows read") == true, "\(imported)")
    let missing = try shown(["import", "--format", "railbird", "missing.csv"])
    #expect(missing.contains(wipe + "railbird: missing.csv: "), "\(missing)")
    let quiet = try shown(["replay", "--quiet"])
    #expect(quiet == "")
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
    try run(["import", "--format", "railbird", try races()])
  }

  private func races() throws -> String {
    let csv = """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,Ann,1,3
      1,2026-01-01,2,Bob,2,2
      2,2026-02-02,1,Ann,1,1.5
      2,2026-02-02,2,Bob,2,4
      """
    return try folder.write(csv, to: "runners.csv")
  }

  /// The lines that a command writes to standard error.
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
