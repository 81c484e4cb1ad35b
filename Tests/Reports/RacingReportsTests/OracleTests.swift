import Foundation
import StoreSupport
import TestSupport
import Testing

/// The command against `Tests/Oracle`, an exact computation in Python that shares no code with it.
@Suite struct OracleTests {
  private static let oracle = RailbirdProcess.packageFolder + "/Tests/Oracle"

  private static let allKeys = """
    jockey,trainer,horse,owner,sire,course,country,draw,number,distance_band,going,class,odds_band,\
    field_size_band,month,weekday,days_since_last_run_band
    """

  private static let allBets = "sp,tote,bsp,ew,place_tote,place_bsp,lay_bsp,place_lay_bsp"

  @Test(
    arguments: LongForm.cases(
      [
        [], ["--as-of", "2024-03-01", "--commission", "0.02", "--min-runs", "3"],
        ["--windows", "all,1d,400d,7d", "--by", "horse,course,jockey+course+country"],
        ["--windows", "all,90d", "--by", allKeys],
        [
          "--windows", "30d,all", "--by", "owner+draw,sire+distance_band+going+weekday,class+month",
        ],
        ["--bets", allBets, "--luck", "--place-terms", "fr"],
        ["--bets", "lay_bsp,ew", "--luck", "--fdr", "by", "--baseline", "shin", "--min-runs", "5"],
        ["--luck", "--baseline", "bsp", "--place-terms", "us-place", "--windows", "60d,all"],
        ["--baseline", "power", "--bets", "bsp"], ["--baseline", "odds_ratio", "--bets", "sp"],
        ["--baseline", "raw", "--luck", "--bets", "place_bsp"],
        ["--shrink", "--luck", "--by", "jockey,trainer+course,horse", "--min-runs", "2"],
        ["--shrink", "--baseline", "raw", "--by", "weekday,country,horse,sire+draw"],
      ], short: 2))
  func `a season's reports are the oracle's`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    var file = sample
    if !FileManager.default.fileExists(atPath: sample) {
      file = folder.file("runners.csv")
      try StoreFixture.writeSeason(runners: 4_000, seed: 1, to: file)
    }
    try run("import", ["--format", "railbird", "--store", folder.file("store"), file])
    try expectOracle("railbird", [file], options, store: folder.file("store"), folder)
  }

  @Test func `reports on odd races are the oracle's`() throws {
    let folder = try TemporaryFolder()
    let rows = WildRaces(races: 100, salt: 3).tidied
    let file = try folder.write(WildRaces.csv(rows), to: "runners.csv")
    try run("import", ["--format", "railbird", "--store", folder.file("store"), file])
    let store = folder.file("store")
    try expectOracle("railbird", [file], [], store: store, folder)
    try expectOracle("railbird", [file], ["--by", Self.allKeys], store: store, folder)
    let more = [
      "--by", "jockey,trainer+course,horse", "--bets", Self.allBets, "--luck", "--shrink",
    ]
    try expectOracle("railbird", [file], more, store: store, folder)
  }

  @Test(arguments: [[], ["--place-terms", "us-place"]], [false, true])
  func `reports on races of an exchange are the oracle's`(
    options: [String], isContradicted: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let races = WildRaces(races: 150, salt: 6).atExchange(isContradicted: isContradicted)
    let file = try folder.write(races, to: "runners.csv")
    let store = folder.file("store")
    try run("import", ["--format", "railbird", "--store", store, file])
    let more = ["--by", "jockey,trainer+course,horse", "--bets", Self.allBets]
    try expectOracle("railbird", [file], more + options, store: store, folder)
  }

  /// Entries of two, dividends for the places, an early price and one of the exchange's.
  @Test(arguments: ["price_early", "morning_wap"])
  func `coupled entries and prices by name are the oracle's`(price: String) throws {
    let folder = try TemporaryFolder()
    let races = WildRaces(races: 80, salt: 5).coupled(price: price)
    let file = try folder.write(races.csv, to: "r.csv")
    let pool = try folder.write(races.dividends, to: "d.csv")
    let store = folder.file("store")
    try run("import", ["--format", "railbird", "--store", store, file])
    try run("import", ["--mapping", Self.oracle + "/dividends.yaml", "--store", store, pool])
    let options = [
      "--by", "jockey,trainer+course,horse", "--bets", Self.allBets + ",\(price)", "--luck",
      "--windows", "all,90d", "--commission", "0.02",
    ]
    try expectOracle("railbird", [file, pool], options, store: store, folder)
  }

  /// The same condition in our words and in Python's.
  @Test(
    arguments: LongForm.cases(
      [
        (
          "sp < 10 and jockey in ('Ann', 'Zoë')",
          "sp is not None and sp < 10 and jockey in ('Ann', 'Zoë')"
        ),
        (
          "days_since_last_run > 100 or horse is null",
          "(days_since_last_run or 0) > 100 or horse is None"
        ),
        (
          "date between '2025-01-01' and '2025-06-30' and not distance_m = 1300",
          "'2025-01-01' <= str(date) <= '2025-06-30' and distance_m not in (None, 1300)"
        ),
        (
          "outcome = 'non_runner' or odds_band = '50.00_up'",
          "outcome == 'non_runner' or odds_band == '50.00_up'"
        ),
      ], short: 1))
  func `a filtered report under other names is the oracle's`(ours: String, python: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      WildRaces.csv(WildRaces(races: 100, salt: 4).tidied), to: "runners.csv")
    let aliases = try folder.write(
      "role,spelling,name\njockey,Bob,Ann\njockey,Flo,Grace\nhorse,H1-1,H2-1\n", to: "a.csv")
    let store = folder.file("store")
    try run("import", ["--format", "railbird", "--store", store, file])
    try expectOracle(
      "railbird", [file],
      ["--aliases", aliases, "--by", "jockey,horse+weekday,days_since_last_run_band"],
      where: (ours, python), store: store, folder)
  }

  @Test(.tags(.slow), .enabled(if: HongKong.isThere, "needs RAILBIRD_DATASETS"))
  func `the reports on Hong Kong are the oracle's and the known ones`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("store")
    try run("import", ["--format", "hkjc", "--store", store] + HongKong.files)
    let bets = ["--by", "jockey,trainer", "--bets", Self.allBets, "--luck", "--windows", "all"]
    try expectOracle("hkjc", HongKong.files, bets, store: store, folder)
    try expectOracle("hkjc", HongKong.files, ["--by", "jockey,trainer"], store: store, folder)
    try expectKnown(folder)
    try expectRecord(store)
    let asOf = ["--as-of", "2020-03-01", "--by", "jockey+trainer,horse"]
    try expectOracle("hkjc", HongKong.files, asOf, store: store, folder)
    let derived = ["--windows", "365d", "--by", "draw,class+odds_band,days_since_last_run_band"]
    try expectOracle("hkjc", HongKong.files, derived, store: store, folder)
  }

  /// Figures that were worked out once by other means.
  private func expectKnown(_ folder: TemporaryFolder) throws {
    let purton = try row("潘頓", in: folder.file("out/jockey.csv"))
    #expect(purton?["runs"] == "6814" && purton?["wins"] == "1416")
    #expect(purton?["sp_roi"] == "-0.150976")
    let moreira = try row("莫雷拉", in: folder.file("out/jockey.csv"))
    #expect(moreira?["runs"] == "4508" && moreira?["wins"] == "922")
    #expect(moreira?["sp_roi"] == "-0.229481")
    let trainer = try row("蔡約翰", in: folder.file("out/trainer.csv"))
    #expect(trainer?["runs"] == "5858" && trainer?["wins"] == "749")
    // Known to four decimals.
    #expect(abs(Double(trainer?["sp_roi"] ?? "")! + 0.2178) <= 0.000_05)
  }

  /// Checks the same jockey's record, found by his name.
  private func expectRecord(_ store: String) throws {
    let shown = try RailbirdProcess.run(["show", "jockey", "潘頓", "--store", store])
    #expect(shown.exitCode == 0, "\(shown.stderr)")
    #expect(shown.stdout.hasPrefix("潘頓, jockey\n6,814 runs from 2016-01-01 to "))
    #expect(shown.stdout.contains(", 1,416 wins (20.8 %), "))
    #expect(shown.stdout.contains("sp ROI -15.1 % ("))
  }

  /// Returns the `all` row of a name that has neither commas nor quotation marks.
  private func row(_ name: String, in path: String) throws -> [String: String]? {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let found = lines.first { $0[0] == name && $0[1] == "all" }
    return found.map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  private func expectOracle(
    _ format: String, _ files: [String], _ options: [String],
    where condition: (ours: String, python: String)? = nil, store: String, _ folder: TemporaryFolder
  ) throws {
    let hasKeys = options.contains("--by")
    let all = (hasKeys ? [] : ["--by", "jockey,trainer,jockey+trainer,horse"]) + options
    let (out, exact) = (folder.file("out"), folder.file("exact"))
    for path in [out, exact] { try? FileManager.default.removeItem(atPath: path) }
    let (ours, pythons) = (
      condition.map { ["--where", $0.ours] } ?? [], condition.map { ["--where", $0.python] } ?? []
    )
    try run("report", ["--store", store, "--out", out] + all + ours)
    try python("oracle.py", ["--format", format, "--out", exact] + all + pythons + files)
    let more = condition == nil ? [] : ["--ignore", "sources,engine_version,where,aliases"]
    try python("compare.py", [exact, out] + more)
  }

  private func run(_ command: String, _ arguments: [String]) throws {
    let done = try RailbirdProcess.run([command, "--quiet"] + arguments)
    #expect(done.exitCode == 0, "\(done.stderr)")
  }

  private func python(_ script: String, _ arguments: [String]) throws {
    let done = try RailbirdProcess.run(
      program: "python3", [Self.oracle + "/" + script] + arguments)
    #expect(done.exitCode == 0, "\(script): \(done.stdout)\(done.stderr)")
  }
}

extension Tag {
  /// Takes more than some seconds.
  @Tag fileprivate static var slow: Self
}

/// The real results of the Hong Kong Jockey Club, which are not part of the repository.
private enum HongKong {
  static var files: [String] {
    ["results", "dividends"].map { "\(RailbirdProcess.datasets)/hkjc-2016-2026/\($0).csv.zst" }
  }

  static var isThere: Bool { files.allSatisfy(FileManager.default.fileExists) }
}
