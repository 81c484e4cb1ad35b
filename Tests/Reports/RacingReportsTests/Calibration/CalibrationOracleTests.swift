import Foundation
import StoreSupport
import TestSupport
import Testing

/// The command against `Tests/Oracle/calibration.py`, which shares no code with it.
struct CalibrationOracleTests {
  private static let oracle = RailbirdProcess.packageFolder + "/Tests/Oracle/calibration.py"
  private static let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"

  @Test(
    arguments: LongForm.cases(
      [
        ["--baseline", "multiplicative,raw,power,shin,odds_ratio"],
        [
          "--windows", "90d,all,400d", "--as-of", "2024-09-01", "--commission", "0.02", "--by",
          "month,weekday,course,country,class,going,distance_band,field_size,year",
        ],
      ], short: 1))
  func `a sample's tables are the oracle's`(options: [String]) throws {
    let folder = try TemporaryFolder()
    try expectOracle("railbird", [Self.sample], options, folder)
  }

  @Test func `filtered tables of odd races are the oracle's`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      WildRaces.csv(WildRaces(races: 200, salt: 5).timeless), to: "runners.csv")
    let options = ["--baseline", "shin,raw", "--by", "year,field_size,course"]
    try expectOracle("railbird", [file], options, folder)
    try expectOracle(
      "railbird", [file], options,
      where: ("sp < 10 or jockey = 'Ann'", "sp is not None and sp < 10 or jockey == 'Ann'"), folder)
  }

  @Test(
    .enabled(if: Self.files.allSatisfy(FileManager.default.fileExists), "needs RAILBIRD_DATASETS"))
  func `the tables of Hong Kong are the oracle's`() throws {
    let folder = try TemporaryFolder()
    let options = [
      "--basis", "sp", "--baseline", "multiplicative,shin", "--by", "year,course,field_size",
    ]
    try expectOracle("hkjc", Self.files, options, folder)
    let known = try String(contentsOfFile: folder.file("out/total.csv"), encoding: .utf8)
    #expect(known.contains("sp,multiplicative,all,2016-01-01,"))
  }

  /// The real results of the Hong Kong Jockey Club, which are not part of the repository.
  private static var files: [String] {
    let datasets = ProcessInfo.processInfo.environment["RAILBIRD_DATASETS"] ?? "/nowhere"
    return ["results", "dividends"].map { "\(datasets)/hkjc-2016-2026/\($0).csv.zst" }
  }

  private func expectOracle(
    _ format: String, _ files: [String], _ options: [String],
    where condition: (ours: String, python: String)? = nil, _ folder: TemporaryFolder
  ) throws {
    let (store, out) = (folder.file("store"), folder.file("out"))
    if !FileManager.default.fileExists(atPath: store) {
      try run(["import", "--format", format, "--store", store] + files)
    }
    let ours = condition.map { ["--where", $0.ours] } ?? []
    try run(["calibration", "--store", store, "--out", out] + options + ours)
    let pythons = condition.map { ["--where", $0.python] } ?? []
    let done = try RailbirdProcess.run(
      program: "python3", [Self.oracle, "--format", format] + options + pythons + [out] + files)
    #expect(done.exitCode == 0, "\(done.stdout)\(done.stderr)")
    #expect(done.stdout.contains(" cells"))
  }

  private func run(_ arguments: [String]) throws {
    let done = try RailbirdProcess.run(arguments + ["--quiet"])
    try #require(done.exitCode == 0, "\(done.stderr)")
  }
}

extension WildRaces {
  /// The rows without off times: the oracle reads a race's facts from any row.
  fileprivate var timeless: [String] {
    rows.map { row in
      var cells = row.split(separator: ",", omittingEmptySubsequences: false)
      cells[2] = ""
      return cells.joined(separator: ",")
    }
  }
}
