import Foundation
import TestSupport
import Testing

/// Readers of a damaged store end with the intact store's answer or an error, never by a signal.
///
/// The long form, with every byte and each kind of damage, is `Tests/Torture/sections/damage.py`.
@Suite(.tags(.slow)) struct DamagedStoreTests {
  /// The number of damaged stores that `RAILBIRD_DAMAGES` asks for.
  private static let wanted =
    ProcessInfo.processInfo.environment["RAILBIRD_DAMAGES"].flatMap { Int($0) }

  private let work: SyntheticStore
  private let jockey: String
  private let lastDay: String

  /// Makes a store with a file of each kind, aliases and kept sums among them.
  init() throws {
    work = try SyntheticStore()
    let file = try work.generate(runners: 700, seed: 4)
    let rows = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let cells = rows.map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.trimmingPrefix("\"").prefix { $0 != "\"" })
      }
    }
    let (name, date) = (cells[0].firstIndex(of: "jockey")!, cells[0].firstIndex(of: "date")!)
    jockey = cells[1][name]
    lastDay = cells.last![date]
    let other = try #require(cells.dropFirst().first { $0[name] != cells[1][name] })[name]
    try work.stock(file)
    try Self.succeed(
      work.importing(
        work.folder.write(
          "race_id,date,number,horse,position,sp\nx1,2024-12-31,1,Ann,1,what\n", to: "bad.csv")))
    try Self.succeed(
      ["import", "--store", work.store, "--format", "points-ledger"]
        + [
          work.folder.write(
            "runner_id,date,activity_type,points\n1,2024-10-01,RUN,10\n2,2024-11-02,RUN,15\n",
            to: "ledger.csv"),
          work.folder.write(
            "runner_id,runner,team,active\n1,Ann,UA,true\n2,Bea,UA,true\n", to: "roster.csv"),
          work.folder.write(
            "reward_id,season,year,point_threshold\n1,xc,2024,20\n", to: "rewards.csv"),
        ])
    try Self.succeed([
      "aliases", "--store", work.store, "--set",
      work.folder.write("role,spelling,name\njockey,\(other),\(jockey)\n", to: "own.csv"),
    ])
    try Self.succeed(keptReport(work.store, to: work.folder.file("kept")))
  }

  private static func succeed(_ arguments: [String]) throws {
    let result = try RailbirdProcess.run(arguments)
    try #require(result.exitCode == 0, "\(arguments): \(result.stderr)")
  }

  private func keptReport(_ store: String, to out: String) -> [String] {
    [
      "report", "--store", store, "--by", "jockey,jockey+trainer", "--windows", "30d,all",
      "--keep-sums", "--out", out,
    ]
  }

  /// Returns a command of each reader; results go to a folder.
  private func readers(_ store: String, _ out: String) -> [[String]] {
    let report = ["report", "--store", store, "--out", out, "--by"]
    return [
      report + ["jockey,trainer,horse+jockey"],
      report + [
        "course,days_since_last_run_band,odds_band,draw+going", "--where",
        "sp < 20 and going like '%o%' and days_since_last_run > 3 or race_id > 'a'",
      ],
      keptReport(store, to: out),
      [
        "features", "--store", store, "--by", "jockey,trainer+course", "--metrics",
        "runs,sp_roi,ae,prb", "--columns", "date,horse,off_time,prize,weight_lb,source", "--out",
        out + "/features.csv",
      ],
      ["card", "--store", store, "--date", lastDay, "--results", "--out", out],
      ["show", "jockey", jockey, "--store", store],
      ["export", "--store", store, "--to", "csv", "--table", "all", "--out", out],
      ["tables", "--columns", "--store", store], ["season", "--store", store, "--out", out],
      ["rejects", "--store", store], ["imports", "--json", "--store", store],
      ["aliases", "--store", store], ["verify", "--store", store],
    ]
  }

  /// A reader's output: standard output, and the files that it wrote.
  private struct Output: Equatable {
    let text: String
    let files: [String: Data]

    init(_ result: ProcessResult, _ out: String, of store: String) throws {
      text = result.stdout.replacing(store, with: "STORE").replacing(out, with: "OUT")
      var files: [String: Data] = [:]
      for file in TestSupport.files(below: out) {
        files[file] = try Data(contentsOf: URL(filePath: out + "/" + file))
      }
      self.files = files
    }
  }

  @Test func `each reader gives the intact store's answer or an error`() throws {
    var random = SeededGenerator(77)
    let all = files(below: work.store).filter { $0 != "LOCK" }
    let kinds = Dictionary(grouping: all) { file in
      let parts = file.split(separator: "/")
      return parts[0] == "segments" ? parts[1] : parts[0]
    }
    let names = kinds.keys.sorted()
    let (store, out) = (work.folder.file("damaged"), work.folder.file("out"))
    try FileManager.default.copyItem(atPath: work.store, toPath: store)
    let intact = try readers(store, out).map { arguments in
      try? FileManager.default.removeItem(atPath: out)
      return try Output(RailbirdProcess.run(arguments), out, of: store)
    }
    // The short form damages each kind once, and lets a third of the readers read it in turn.
    let count = Self.wanted ?? LongForm.count(40, short: names.count, "damaged stores")
    let isShort = Self.wanted == nil && !LongForm.isWanted
    for place in 0..<count {
      // Each kind of file in turn.
      let file = try #require(kinds[names[place % names.count]]).randomElement(using: &random)!
      try? FileManager.default.removeItem(atPath: store)
      try FileManager.default.copyItem(atPath: work.store, toPath: store)
      let damage = try Self.damage(store + "/" + file, using: &random)
      let readers = readers(store, out).enumerated().filter {
        !isShort || $0.offset % 3 == place % 3
      }
      for (index, arguments) in readers {
        try? FileManager.default.removeItem(atPath: out)
        // An unreadable store gives one line; a crash would keep the runtime busy for seconds.
        let result = try RailbirdProcess.run(
          arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(
          [0, 1].contains(result.exitCode),
          "\(arguments[0]), \(file), \(damage), seed \(SeededGenerator.seed): \(result.stderr)")
        if result.exitCode == 1, result.stdout.isEmpty {
          #expect(result.stderr.hasPrefix("railbird: "), "\(arguments[0]): \(result.stderr)")
        }
        let found = try Output(result, out, of: store)
        let label = "\(arguments[0]), \(file), \(damage), seed \(SeededGenerator.seed)"
        // Damage beside the state is reported, and the state is intact.
        let isTold = arguments[0] == "verify" && result.stdout.hasPrefix(file + ": found ")
        if result.exitCode == 0, !isTold {
          #expect(found == intact[index], "\(label)")
        }
        // A file that is there has the right bytes, even beside an error.
        for (name, data) in found.files {
          #expect(intact[index].files[name] == data, "\(label): \(name)")
        }
      }
    }
  }

  /// Damages a file: mostly one byte, sometimes a sector of zeros; says where.
  private static func damage(
    _ path: String, using random: inout SeededGenerator
  ) throws -> String {
    var data = try Data(contentsOf: URL(filePath: path))
    guard !data.isEmpty else { return "nothing" }
    let place = Int.random(in: data.indices, using: &random)
    let bits = UInt8.random(in: 1...255, using: &random)
    let isSector = Int.random(in: 0..<10, using: &random) == 0
    if isSector {
      let first = place / 512 * 512
      for index in first..<min(first + 512, data.count) { data[index] = 0 }
    } else {
      data[place] ^= bits
    }
    // No process maps the kept sums of the copied store.
    try data.write(to: URL(filePath: path))
    return isSector ? "512 zeros at \(place / 512 * 512)" : "byte \(place) ^ \(bits)"
  }
}
