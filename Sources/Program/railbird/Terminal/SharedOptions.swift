import ArgumentParser
import Foundation

/// The options of commands that work on a store.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("The store's folder.", valueName: "dir"),
    completion: .directory)
  var store: String
}

/// The options of long-running commands.
struct WorkOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Maximum number of threads (default: all cores).", valueName: "n"))
  var threads: Int?

  @Flag(name: .long, help: "No progress and no messages but errors and findings.")
  var quiet = false

  @Flag(name: .long, help: "Report each step on standard error, also if it is no terminal.")
  var verbose = false

  var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: found \(threads); expected 1 to 256")
    }
  }
}

/// The formats of a report's files, and whether its summary is printed too.
struct SummaryOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The files' formats: csv, json or both.", valueName: "list"),
    completion: .names(["csv", "json"]))
  var format = "csv,json"

  @Flag(
    name: .long,
    help: "Print the summary with --out into a pipe or file too; a terminal shows it anyway.")
  var show = false

  func validate() throws { _ = try formats() }

  /// Returns the formats; throws a ``ValidationError`` for an unknown or repeated format.
  func formats() throws -> [FileFormat] { try FileFormat.list(format) }

  /// Whether to print the summary, with or without a folder of files.
  func printsSummary(beside out: String?, _ work: WorkOptions) -> Bool {
    show || out == nil || Console.outIsTerminal && !work.quiet
  }
}
