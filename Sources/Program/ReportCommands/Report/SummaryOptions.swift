import ArgumentParser
import CommandTools

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
