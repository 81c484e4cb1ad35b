import ArgumentParser
import BookmakerCommands
import Columns
import CommandTools
import ExportCommands
import FetchCommands
import Foundation
import ReportCommands
import SandboxCommands
import ServiceCommands
import StoreCommands

/// The command line: parses arguments, runs commands, returns exit codes.
package struct Railbird: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "railbird",
    abstract: "Racing analytics: races and results in, jockey and trainer ROI out.",
    discussion: """
      Examples:
        railbird import --store S --format railbird Datasets/sample/runners.csv
        railbird report --store S --by jockey,trainer,jockey+trainer --out out
        railbird export --store S --to parquet --out out

      Exit codes: 0 done, 1 failed, 64 bad usage, 65 finished, but not everything
      could be read: more rows were rejected than allowed, or answers of a fetch were not readable,
      74 the change is stored, but the disk or standard output failed afterwards.
      """,
    version: Version.engine,
    subcommands: importCommands + fetchCommands + reportCommands + exportCommands + storeCommands
      + generateCommands + racingCommands + bookmakerCommands + supportCommands + sandboxCommands
      + [DoctorCommand.self])

  package init() {}

  /// Prepares the process: signals, secrets, standard files.
  package static func begin() {
    CrashMessage.install()
    KeptSecret.keepEnvironmentOut()
    failInsteadOfSignals()
    StandardFiles.fill()
  }

  /// Runs the command of the process's arguments.
  package static func main() async {
    do { try ArgumentBytes.check() } catch {
      Console.fail("\(error)")
      Foundation.exit(ExitCode.validationFailure.rawValue)
    }
    // Fast path: building the tree of all commands takes longer than the rest of this answer.
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
      return Console.print(Version.engine)
    }
    do { try AddressSpace.check() } catch {
      Console.fail("\(error)")
      Foundation.exit(1)
    }
    do {
      var command = try parsed(Array(CommandLine.arguments.dropFirst()))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      let end = Ending(error)
      if !end.text.isEmpty, end.code == 0 { Console.print(end.text) }
      if !end.text.isEmpty, end.code != 0 {
        // Typed text may be a file's name, so it is escaped before a terminal gets it.
        try? FileHandle.standardError.write(
          contentsOf: Data((DisplayWidth.escaped(end.text) + "\n").utf8))
      }
      Foundation.exit(end.code)
    }
  }

  /// Reads a command line; the program runs the command that it gives.
  ///
  /// - Parameter arguments: The words after the program's name.
  /// - Returns: The command.
  /// - Throws: ``Ending`` where the line asks for help or cannot be read.
  package static func parsed(_ arguments: [String]) throws(Ending) -> any ParsableCommand {
    do {
      try checkHelp(arguments[...])
      try checkCommand(arguments)
      var command = try parseAsRoot(arguments)
      // A group without a subcommand, and `railbird help`: running it throws the help.
      if "\(type(of: command))" == "HelpCommand" { try command.run() }
      return command
    } catch {
      let end = Ending(error)
      guard end.code != 0, !end.text.contains("Unknown option"),
        let mistake = unknownOption(arguments)
      else { throw end }
      throw Ending(mistake)
    }
  }

  /// The end of a command line that runs no command, or whose command failed.
  package struct Ending: Error {
    /// Help and version, for standard output, or an error; empty where all is written already.
    package let text: String
    /// The exit code.
    package let code: Int32

    /// Describes an error; an ending stays as it is.
    init(_ error: any Error) {
      if let end = error as? Ending {
        self = end
        return
      }
      Railbird.widenHelp()
      text = Railbird.fullMessage(for: error)
      code = Railbird.exitCode(for: error).rawValue
    }
  }

  // MARK: - Implementation

  /// Makes a write into a closed pipe, or beyond the maximum file size (`ulimit -f`), fail like any
  /// other write.
  ///
  /// By default a signal ends the process without a message, and its drafts are left behind.
  private static func failInsteadOfSignals() {
    for number in [SIGPIPE, SIGXFSZ] {
      // Programs that this one starts inherit an ignored signal, but no handler.
      signal(number) { _ in }
    }
  }

  /// Gives the help a width of at least 40 columns.
  ///
  /// The library puts descriptions beside 26 columns of names, and crashes if no room is left. It
  /// determines the width in several places; all of them obey `COLUMNS`.
  private static func widenHelp() {
    let asked = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    if let columns = asked ?? Console.outWidth, columns < 40 { setenv("COLUMNS", "40", 1) }
  }

  /// Checks that the words after `help` name a command; otherwise the library would show the
  /// overview without an error.
  ///
  /// - Throws: A `ValidationError` for the first word that names no command.
  private static func checkHelp(_ arguments: ArraySlice<String>) throws(ValidationError) {
    guard arguments.first == "help" else { return }
    var command: any ParsableCommand.Type = Railbird.self
    var path = "railbird"
    for word in arguments.dropFirst() where !word.hasPrefix("-") {
      let known = command.configuration.subcommands
      guard let named = subcommand(word, among: known) else {
        throw ValidationError(
          "help: found \(word) after \(path); expected "
            + (known.isEmpty ? "nothing" : "a command that `\(path) --help` lists"))
      }
      command = named
      path += " " + word
    }
  }

  /// Checks that the words before the first option name a command; otherwise the library would
  /// complain about the option.
  ///
  /// - Throws: A `ValidationError` for the first word that names no command, with the nearest.
  private static func checkCommand(_ arguments: [String]) throws(ValidationError) {
    var command: any ParsableCommand.Type = Railbird.self
    for word in arguments where !command.configuration.subcommands.isEmpty {
      let known = command.configuration.subcommands
      if word.hasPrefix("-") || word == "help" { return }
      guard let named = subcommand(word, among: known) else {
        let near = NearestName.choice(word, in: known.map { $0._commandName })
        throw ValidationError(
          "found the command \(word); expected \(near ?? "one that --help lists")")
      }
      command = named
    }
  }

  /// Returns the mistake of the first word that looks like an option, but is none of the command's.
  ///
  /// The library checks values and required options first, so it would miss `--store` beside
  /// `--stor`.
  private static func unknownOption(_ arguments: [String]) -> ValidationError? {
    var command: any ParsableCommand.Type = Railbird.self
    var words = arguments[...]
    while let word = words.first,
      let named = subcommand(word, among: command.configuration.subcommands)
    {
      command = named
      words = words.dropFirst()
    }
    guard command.configuration.subcommands.isEmpty else { return nil }
    let options = options(of: command)
    while let word = words.popFirst(), word != "--" {
      guard word.hasPrefix("--") else { continue }
      let name = String(word.prefix { $0 != "=" })
      guard let hasValue = options[name] else {
        let near = NearestName.find(name, in: options.keys.sorted())
        return ValidationError(
          "Unknown option '\(name)'." + (near.map { " Did you mean '\($0)'?" } ?? ""))
      }
      // The value may look like an option.
      if hasValue, name == word { _ = words.popFirst() }
    }
    return nil
  }

  /// Returns a command's options by name, each with whether it has a value, as its help lists them.
  private static func options(of command: any ParsableCommand.Type) -> [String: Bool] {
    var found: [String: Bool] = [:]
    for line in helpMessage(for: command, columns: 200).split(separator: "\n") {
      guard let entry = line.prefixMatch(of: /^ {2}(?:-[a-z], )?(--[a-z0-9-]+)( <)?/) else {
        continue
      }
      found[String(entry.1)] = entry.2 != nil
    }
    return found
  }

  private static func subcommand(
    _ word: String, among known: [any ParsableCommand.Type]
  ) -> (any ParsableCommand.Type)? {
    known.first { $0._commandName == word || $0.configuration.aliases.contains(word) }
  }
}
