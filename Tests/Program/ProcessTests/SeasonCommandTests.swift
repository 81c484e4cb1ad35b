import Foundation
import TestSupport
import Testing

struct SeasonCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let files = [
      (
        "ledger.csv",
        "runner_id,date,activity_type,points\n1,2024-10-01,RUN,60\n2,2024-10-02,MEET,50\n3,2024-10-02,RUN,70\n"
      ),
      (
        "roster.csv",
        "runner_id,runner,team,reported_at\n1,Ann,UA,2024-09-01\n2,Bea,UA,2024-09-01\n3,Cy,NU,2024-09-01\n"
      ),
      (
        "rewards.csv",
        "reward_id,season,year,description,point_threshold,display_order\n1,xc,2024,Pizza,100,1\n2,xc,2024,Hoodies,220,2\n"
      ),
    ]
    let paths = try files.map { try folder.write($0.1, to: $0.0) }
    try SyntheticStore.stock(store, [paths], format: "points-ledger")
  }

  private var store: String { folder.file("store") }

  private func railbird(_ arguments: [String]) throws -> ProcessResult {
    try RailbirdProcess.run(arguments)
  }

  private func season(_ arguments: String...) throws -> ProcessResult {
    try railbird(["season", "--store", store] + arguments)
  }

  @Test func `a club's lists give total, rewards and leaders`() throws {
    let out = folder.file("out")
    let result = try season("--out", out)
    #expect(result.exitCode == 0)
    #expect(result.stdout.hasPrefix("xc 2024 · 110 points · 2 members\n"))
    #expect(result.stdout.contains("1  Pizza       100  100  2024-10-02 00:00\n"))
    #expect(result.stdout.contains("2  Hoodies     220   50  –\n"))
    #expect(result.stdout.contains("1  Ann         60           1\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(
      names == [
        "season-activities.csv", "season-activities.json", "season-differences.csv",
        "season-differences.json", "season-runners.csv", "season-runners.json",
        "season-week-activities.csv", "season-week-activities.json", "season-weeks.csv",
        "season-weeks.json", "season.csv", "season.json",
      ])
    let csv = try String(contentsOfFile: out + "/season.csv", encoding: .utf8)
    #expect(csv.contains("xc,2024,110,2,1,Pizza,100,1,true,2024-10-02T04:00:00Z,100\n"))
  }

  @Test func `one file at a time gives the same season`() throws {
    let other = folder.file("other")
    for name in ["roster.csv", "rewards.csv", "ledger.csv"] {
      let result = try railbird([
        "import", "--store", other, "--format", "points-ledger", folder.file(name), "--quiet",
      ])
      #expect(result.exitCode == 0)
    }
    let result = try railbird(["season", "--store", other, "--season", "xc", "--year", "2024"])
    #expect(try result.stdout == season().stdout)
    #expect(try railbird(["verify", "--store", other]).exitCode == 0)
    #expect(try railbird(["tables", "--store", other]).stdout.contains("points_ledger  "))
  }

  @Test func `a zone moves days and seasons`() throws {
    let other = folder.file("other")
    let imported = try railbird([
      "import", "--store", other, "--format", "points-ledger", "--zone", "Asia/Tokyo",
      folder.file("ledger.csv"), folder.file("roster.csv"), folder.file("rewards.csv"),
    ])
    #expect(imported.exitCode == 0)
    let result = try railbird(["season", "--store", other, "--zone", "Asia/Tokyo"])
    #expect(result.stdout.contains("2024-10-02 00:00"))
    let earlier = try railbird([
      "season", "--store", other, "--season", "xc", "--year", "2024", "--as-of", "2024-10-01",
    ])
    #expect(earlier.stdout.hasPrefix("xc 2024 · 110 points · 2 members · up to 2024-10-01\n"))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a mapping's own zone and defaults are found whatever ends its lines`(end: String) throws {
    let shown = try railbird(["import", "--show-mapping", "points-ledger"]).stdout
    let text = shown + "\nzone: Asia/Tokyo\ndefaults: {season: xc}\n"
    let path = try folder.write(text.replacing("\n", with: end), to: "own.yaml")
    for (option, message) in [
      (["--zone", "Asia/Tokyo"], "--zone: found a zone in the mapping too"),
      (["--default", "season=xc"], "--default: found defaults in the mapping too"),
    ] {
      let result = try railbird(
        ["import", "--store", folder.file("other"), "--mapping", path] + option
          + [folder.file("ledger.csv")])
      #expect(result.exitCode == 64 && result.stderr.contains(message), "\(result.stderr)")
    }
  }

  @Test func `a season that is not there names those that are`() throws {
    let result = try season("--season", "track", "--year", "2020")
    #expect(result.exitCode == 1)
    #expect(
      result.stderr
        == "railbird: \(store): found nothing of track 2020; expected one of xc 2024\n")
  }

  @Test(arguments: [
    ["--season", "spring", "--year", "2024"], ["--season", "xc"], ["--year", "2024"],
    ["--as-of", "2024-02-30"], ["--zone", "Mars"], ["--format", "xml"], ["--format", "csv,csv"],
  ])
  func `bad usage exits with 64`(arguments: [String]) throws {
    #expect(try parse(["season", "--store", store] + arguments).exitCode == 64)
  }
}
