import Columns
import RailbirdCommands
import TestSupport
import Testing

/// Reads a command line in this process.
///
/// - Parameter arguments: The command and its options.
/// - Returns: The exit code and the output with which the program answers without a command's work:
///   help or bad usage.
/// - Throws: If the program would run a command.
func parse(_ arguments: [String]) throws -> ProcessResult {
  let end = try #require(throws: Railbird.Ending.self) { try Railbird.parsed(arguments) }
  let text = end.text.isEmpty ? "" : DisplayWidth.escaped(end.text) + "\n"
  return ProcessResult(
    exitCode: end.code, stdout: end.code == 0 ? text : "", stderr: end.code == 0 ? "" : text)
}
