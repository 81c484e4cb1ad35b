import ArgumentParser
import Foundation

/// Times the main job on generated runners and verifies what it answers.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Times imports, reports and a club's season on generated rows; verifies the answers.",
    discussion: """
      Runs in an optimised build even when invoked without -c release.

      Examples:
        swift run bench
        swift run bench --quick
        swift run bench --runners 10000000 --runs 3 --json bench.json
      """)

  @Option(name: .long, help: ArgumentHelp("How many runners to generate.", valueName: "n"))
  var runners = 1_000_000
  @Option(
    name: .long, help: ArgumentHelp("How many transactions of a club to generate.", valueName: "n"))
  var ledgerRows = 10_000_000
  @Option(name: .long, help: ArgumentHelp("The generator's seed.", valueName: "n"))
  var seed: UInt64 = 1
  @Option(
    name: .long, help: ArgumentHelp("Timed runs per workload; the median counts.", valueName: "n"))
  var runs = 5
  @Option(name: .long, help: ArgumentHelp("How many threads may work.", valueName: "n"))
  var threads = ProcessInfo.processInfo.activeProcessorCount
  @Flag(name: .long, help: "A smoke run: 50,000 runners, 100,000 transactions, one timed run each.")
  var quick = false
  @Option(name: .long, help: ArgumentHelp("Also write the results as JSON.", valueName: "file"))
  var json: String?

  func validate() throws {
    guard runs > 0, threads > 0, runners >= 4, ledgerRows > 0 else {
      throw ValidationError(
        "--runners, --ledger-rows, --runs, --threads: expected numbers above zero (4 runners)")
    }
  }

  func run() throws {
    try OptimisedBuild.ensure()
    let count = quick ? 50_000 : runners
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("railbird-bench-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = try GeneratedInput(runners: count, seed: seed, folder: folder)
    let ledger = try GeneratedLedger(
      rows: quick ? 100_000 : ledgerRows, seed: seed, folder: folder)
    let suite = Suite(input: input, ledger: ledger, runs: quick ? 1 : runs, threads: threads)
    let results = try suite.run()
    print(ResultTable.text(results))
    if let json {
      try ResultTable.json(results).write(toFile: json, atomically: true, encoding: .utf8)
    }
  }
}
