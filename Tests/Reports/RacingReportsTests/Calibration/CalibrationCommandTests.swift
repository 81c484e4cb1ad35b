import Foundation
import TestSupport
import Testing

/// `railbird calibration` on races whose answers others print, and on those that do not count.
struct CalibrationCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws { folder = try TemporaryFolder() }

  /// Imports races of given prices; a price of 0 is none, and positions count up from the first.
  private func load(_ races: [(day: String, sp: [Double], positions: [Int])]) throws {
    var lines = ["race_id,date,course,horse,number,position,sp,bsp"]
    for (race, facts) in races.enumerated() {
      for (index, price) in facts.sp.enumerated() {
        let odds = price > 0 ? "\(price)" : ""
        lines.append(
          "\(race),\(facts.day),Ascot,Horse \(index),\(index + 1),\(facts.positions[index]),\(odds),"
        )
      }
    }
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "runners.csv")
    let done = try RailbirdProcess.run([
      "import", "--store", store, "--format", "railbird", "--quiet", file,
    ])
    try #require(done.exitCode == 0, "\(done.stderr)")
  }

  private func calibration(_ arguments: [String]) throws -> ProcessResult {
    try RailbirdProcess.run(["calibration", "--store", store] + arguments)
  }

  /// A file's rows by column.
  private func rows(_ name: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: folder.file("out/\(name).csv"), encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test func `a break in the filter is as long as the user says`() throws {
    try load([("2024-05-01", [2, 3], [1, 2]), ("2024-06-01", [2, 3], [1, 2])])
    for (options, runs) in [([], "2"), (["--break-days", "20"], "4")] {
      let done = try calibration(
        ["--basis", "sp", "--where", "runs_since_break = 0", "--out", folder.file("out")] + options)
      try #require(done.exitCode == 0, "\(done.stderr)")
      #expect(try rows("total").map { $0["runs"] } == [runs])
      let summary = try String(contentsOfFile: folder.file("out/summary.json"), encoding: .utf8)
      #expect(summary.contains("\"break_days\": 20") == !options.isEmpty)
    }
    let wrong = try calibration(["--break-days", "0"])
    #expect(wrong.exitCode != 0)
    #expect(wrong.stderr.contains("--break-days: found 0; expected 1 or more"))
  }

  /// Fair odds that a forum prints for a book.
  private static let fairOdds: [Double] = [1.21, 9.12, 23.63, 61.23, 215.54, 558.47]

  static let books: [Published<(String, [Double]), [Double]>] = [
    Published(
      "E039", ("shin", [2.6, 2.4, 4.3]),
      [0.37299406033208965, 0.4047794109200184, 0.2222265287474275],
      within: 1e-6, "mberk/shin README.md"),
    Published(
      "E040", ("shin", [1.5, 2.74]), [0.6508515815085157, 0.3491484184914841], within: 1e-6,
      "mberk/shin README.md"),
    Published(
      "E042", ("multiplicative", [2.7, 2.3, 4.4]), [0.358738, 0.421127, 0.220135], within: 5e-5,
      "martineastwood/penaltyblog docs/implied/implied.rst"),
    Published(
      "E043", ("shin", [2.7, 2.3, 4.4]),
      [0.35934391959159157, 0.42324384818283234, 0.21741223222458853],
      within: 5e-5, "martineastwood/penaltyblog docs/implied/implied.rst"),
    Published(
      "E045", ("power", [1.15, 5, 10, 20, 50, 100]),
      fairOdds.map { 1 / $0 }, within: 5e-3,
      "https://forum.betangel.com/viewtopic.php?f=5&t=24173"),
  ]

  @Test(arguments: LongForm.cases(books, short: 2))
  func `a runner's expected wins are the published probability`(
    book: Published<(String, [Double]), [Double]>
  ) throws {
    let (baseline, odds) = book.inputs
    try load([("2024-05-01", odds, Array(1...odds.count))])
    for (number, expected) in zip(1..., book.expected) {
      let done = try calibration([
        "--basis", "sp", "--baseline", baseline, "--where", "number = \(number)", "--out",
        folder.file("out"), "--quiet",
      ])
      #expect(done.exitCode == 0, "\(done.stderr)")
      let total = try rows("total")[0]
      book.check(Double(total["expected"]!), expected)
      // The first runner won.
      #expect(total["actual"] == (number == 1 ? "1.000000" : "0.000000"))
    }
  }

  @Test func `races that cannot say how good prices are, are left out and counted`() throws {
    try load([
      ("2024-05-01", [2, 4, 4], [1, 2, 3]), ("2024-05-02", [2, 0, 4], [1, 2, 3]),
      ("2024-05-03", [1.5], [1]), ("2024-05-04", [2, 2], [2, 3]), ("2024-05-05", [2, 2], [1, 1]),
    ])
    let done = try calibration(["--out", folder.file("out"), "--show"])
    #expect(done.exitCode == 0, "\(done.stderr)")
    let first = """
      Prices before 2024-05-06
      sp: 2 races, 5 runs; left out: 1 without all prices, 1 without a winner, 1 with one starter
      """
    #expect(done.stdout.hasPrefix(first), "\(done.stdout)")
    let summary = try String(contentsOfFile: folder.file("out/summary.json"), encoding: .utf8)
    #expect(
      summary.contains(
        #""sp":{"races":2,"runs":5,"left_out":{"one_starter":1,"no_winner":1,"missing_price":1},"#))
    #expect(summary.contains(#""largest_sum_error":{"multiplicative":0.000000000}"#))
    let total = try rows("total")
    #expect(total[0]["wins"] == "3" && total[0]["actual_wins"] == "2.0000")
    // 2 and a dead heat at 2: returned 2 + 2 × 1 on five bets.
    #expect(total[0]["returned"] == "4.0000" && total[0]["roi"] == "-0.200000")
    // The winners' chances were 1/2; three starters and two.
    #expect(total[0]["race_log_loss"] == "0.693147")
    #expect(total[0]["benter_r2"] == "0.226294")
    // No runner has an exchange price.
    #expect(total[1]["runs"] == "0" && total[1]["expected"] == "" && total[1]["roi"] == "")
    #expect(try rows("bins").allSatisfy { $0["basis"] == "sp" })
  }

  @Test func `any number of threads writes the same bytes`() throws {
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    let loaded = try RailbirdProcess.run([
      "import", "--store", store, "--format", "railbird", "--quiet", sample,
    ])
    try #require(loaded.exitCode == 0, "\(loaded.stderr)")
    let texts = try ["1", "2", "7"].map { threads in
      let out = folder.file("out-\(threads)")
      let done = try calibration([
        "--baseline", "power,odds_ratio,raw", "--threads", threads, "--out", out, "--quiet",
      ])
      #expect(done.exitCode == 0 && done.stdout == "" && done.stderr == "")
      return try ["total", "bins", "odds", "year", "course", "field_size", "summary"].map {
        try String(
          contentsOfFile: "\(out)/\($0).\($0 == "summary" ? "json" : "csv")", encoding: .utf8)
      }
    }
    #expect(Set(texts).count == 1)
  }

  @Test(arguments: [
    (
      ["--baseline", "shins"],
      "--baseline: found shins; expected one of multiplicative, raw, power, shin, odds_ratio"
    ),
    (["--baseline", "raw,raw"], "--baseline: found raw,raw; expected each name once"),
    (["--basis", "tote"], "--basis: found tote; expected one of sp, bsp"),
    (
      ["--by", "jockey"],
      "--by: found jockey; expected one of year, month, weekday, course, country, field_size, class, going, distance_band"
    ),
    (["--windows", "3w"], "--windows: found 3w; expected 1 to 36,500 days, such as 30d, or all"),
    (["--as-of", "today"], "--as-of: found today; expected YYYY-MM-DD"),
    (["--format", "xml"], "--format: found xml; expected csv, json or both"),
    (["--commission", "2"], "--commission: found 2; expected a rate from 0 to 1"),
  ])
  func `a wrong option is bad usage`(arguments: [String], message: String) throws {
    let done = try calibration(arguments)
    #expect(done.exitCode == 64)
    #expect(done.stderr.contains(message), "\(done.stderr)")
  }

  @Test func `a store without races before the day says so`() throws {
    try load([("2024-05-01", [2, 4], [1, 2])])
    let done = try calibration(["--as-of", "2024-05-01"])
    #expect(done.exitCode == 1)
    #expect(done.stderr.contains("found no race before 2024-05-01; expected at least one"))
  }
}
