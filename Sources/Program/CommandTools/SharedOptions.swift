import ArgumentParser
import Foundation

/// The options of commands that work on a store.
package struct StoreOptions: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("The store's folder.", valueName: "dir"),
    completion: .directory)
  package var store: String

  package init() {}
}

/// The options of long-running commands.
package struct WorkOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Maximum number of threads (default: all cores).", valueName: "n"))
  package var threads: Int?

  @Flag(name: .long, help: "No progress and no messages but errors and findings.")
  package var quiet = false

  @Flag(name: .long, help: "Report each step on standard error, also if it is no terminal.")
  package var verbose = false

  package init() {}

  package var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  package func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: found \(threads); expected 1 to 256")
    }
  }
}

/// The formats of a report's files, and whether its summary is printed too.
package struct SummaryOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The files' formats: csv, json or both.", valueName: "list"),
    completion: .names(["csv", "json"]))
  package var format = "csv,json"

  @Flag(
    name: .long,
    help: "Print the summary with --out into a pipe or file too; a terminal shows it anyway.")
  package var show = false

  package init() {}

  package func validate() throws { _ = try formats() }

  /// Returns the formats; throws a ``ValidationError`` for an unknown or repeated format.
  package func formats() throws -> [FileFormat] { try FileFormat.list(format) }

  /// Whether to print the summary, with or without a folder of files.
  package func printsSummary(beside out: String?, _ work: WorkOptions) -> Bool {
    show || out == nil || Console.outIsTerminal && !work.quiet
  }
}
