import ArgumentParser
import Foundation

/// Times the engine's workloads and verifies what they answer.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Times imports, reports, features and a club's season; verifies the answers.",
    discussion: """
      Runs in an optimised build even when invoked without -c release. \
      Benchmarks/README.md says how to read what it prints.

      Examples:
        swift run bench
        swift run bench --quick
        swift run bench --peers --runners 1M,10M
        swift run bench --runners 10M,50M,150M --workloads W1 --runs 3 --json bench.json
      """, subcommands: [ServeCommand.self])

  @Option(
    name: .long,
    help: ArgumentHelp("How many runners, one or several numbers.", valueName: "n,…"))
  var runners = "1M"
  @Option(
    name: .long, help: ArgumentHelp("Which workloads; all where it is left out.", valueName: "w,…"))
  var workloads: String?
  @Option(
    name: .long, help: ArgumentHelp("How many transactions of a club to generate.", valueName: "n"))
  var ledgerRows = "10M"
  @Option(name: .long, help: ArgumentHelp("The generator's seed.", valueName: "n"))
  var seed: UInt64 = 1
  @Option(
    name: .long, help: ArgumentHelp("Timed runs per workload; the median counts.", valueName: "n"))
  var runs = 5
  @Option(name: .long, help: ArgumentHelp("How many threads may work.", valueName: "n"))
  var threads = ProcessInfo.processInfo.activeProcessorCount
  @Flag(name: .long, help: "A smoke run: 50,000 runners, 100,000 transactions, one timed run each.")
  var quick = false
  @Flag(
    name: .long, help: "Let DuckDB and Polars do the same on the same rows, in turns with us.")
  var peers = false
  @Flag(name: .long, help: "Build the railbird command first, where it is missing, for W6.")
  var command = false
  @Flag(name: .long, help: "Write what is found into Benchmarks/Baselines instead of checking it.")
  var record = false
  @Option(
    name: .long,
    help: ArgumentHelp("Where inputs are kept for the next time.", valueName: "dir"))
  var data: String?
  @Option(name: .long, help: ArgumentHelp("Also write the results as JSON.", valueName: "file"))
  var json: String?

  func validate() throws {
    guard runs > 0, threads > 0 else {
      throw ValidationError("--runs, --threads: expected numbers above zero")
    }
    _ = try sizes()
    _ = try names()
    guard Count(ledgerRows) != nil else {
      throw ValidationError("--ledger-rows: found \(ledgerRows); expected a number such as 10M")
    }
  }

  func run() throws {
    try OptimisedBuild.ensure()
    if command { try OptimisedBuild.ensureCommand() }
    let suite = Suite(
      sizes: quick ? [50_000] : try sizes(), workloads: try names(),
      ledgerRows: quick ? 100_000 : Count(ledgerRows)!.value, seed: seed, runs: quick ? 1 : runs,
      threads: threads, hasPeers: peers, data: data ?? PackageFolder.path + "/.build/bench",
      baselines: Baselines(folder: PackageFolder.path + "/Benchmarks/Baselines", records: record))
    let bandwidth = ReadBandwidth.measured(bytes: quick ? 1 << 28 : 1 << 30, threads: threads)
    do {
      let (results, otherRows) = try suite.run()
      print(ResultTable(results: results, bandwidth: bandwidth).text)
      if let json { try ResultFile(results: results, bandwidth: bandwidth).write(to: json) }
      if let other = otherRows.first { throw other }
    } catch let wrong as WrongAnswer {
      Progress.note(wrong.description)
      throw ExitCode(1)
    }
  }

  // MARK: - Implementation

  private func sizes() throws -> [Int] {
    try runners.split(separator: ",").map { text in
      guard let count = Count(String(text)), (4...200_000_000).contains(count.value) else {
        throw ValidationError("--runners: found \(text); expected 4 to 200M, such as 50K or 1M,10M")
      }
      return count.value
    }
  }

  private func names() throws -> [WorkloadName] {
    try workloads.map { try WorkloadName.list($0) } ?? WorkloadName.allCases
  }
}
