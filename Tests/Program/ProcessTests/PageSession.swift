import Foundation
import TestSupport

/// The commands that a page shows in its `console` blocks, each with its output.
///
/// A command begins with `$ ` and continues after a backslash; the lines below it are its output.
/// In the output `…` matches any text of its line, and alone on a line any number of lines.
/// A block that opens with "csv NAME" is a file that the page asks its reader to save.
struct PageSession {
  /// One command of a page.
  struct Command: Equatable {
    /// The command's first line on the page, counted from 1.
    let line: Int
    /// The command as a shell reads it.
    var text: String
    /// The lines shown below it, without empty ones at the end.
    var output: [String] = []

    /// Whether the page shows a command that fails.
    var isRefused: Bool { output.contains { $0.hasPrefix("Error:") } }

    /// Whether the lines that the command has printed are those that the page shows.
    func matches(_ printed: [String]) -> Bool { Self.matches(output[...], printed[...]) }

    private static func matches(
      _ shown: ArraySlice<String>, _ printed: ArraySlice<String>
    ) -> Bool {
      guard let line = shown.first else { return printed.isEmpty }
      let rest = shown.dropFirst()
      if line == "…" {
        return (0...printed.count).contains { matches(rest, printed.dropFirst($0)) }
      }
      return printed.first.map { matches(line, $0) } == true && matches(rest, printed.dropFirst())
    }

    private static func matches(_ shown: String, _ printed: String) -> Bool {
      let parts = shown.components(separatedBy: "…")
      guard parts.count > 1 else { return shown == printed }
      guard printed.hasPrefix(parts[0]) else { return false }
      var rest = printed.dropFirst(parts[0].count)
      for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let found = rest.range(of: part) else { return false }
        rest = rest[found.upperBound...]
      }
      return rest.hasSuffix(parts[parts.count - 1])
    }
  }

  /// The commands in the page's order.
  private(set) var commands: [Command] = []
  /// The files to save, by name.
  private(set) var files: [String: String] = [:]

  /// Reads a page's text.
  init(_ page: String) {
    var block: String?
    for (index, line) in page.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        trimLastOutput()
        block = block == nil ? String(line.dropFirst(3)) : nil
      } else if block == "console" {
        add(line, at: index + 1)
      } else if let name = block?.split(separator: " "), name.first == "csv", name.count == 2 {
        files[String(name[1]), default: ""] += line + "\n"
      }
    }
  }

  /// Runs the commands one after the other in one shell; returns one finding per command whose
  /// output or exit code differs from the page.
  ///
  /// - Parameter folder: The shell's folder.
  /// - Returns: The page's line, the command, the lines shown and the lines printed.
  /// - Throws: An error of Foundation if a file cannot be written or read.
  func findings(in folder: TemporaryFolder) throws -> [String] {
    let answers = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(text, to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: answers.file("railbird"), withDestinationPath: RailbirdProcess.executable)
    let runs = commands.indices.map { number in
      "{ \(commands[number].text)\n} > '\(answers.file("\(number)"))' 2>&1; "
        + "echo $? > '\(answers.file("\(number).code"))'\n"
    }
    let script = """
      cd '\(folder.path)'
      PATH='\(answers.path)':"$PATH"
      trap 'kill $(jobs -p) 2>/dev/null' EXIT
      \(runs.joined())
      """
    // A proxy must not get what is sent to the sandbox.
    _ = try RailbirdProcess.run(
      program: "bash", ["-c", script], environment: ["no_proxy": "127.0.0.1"])
    return try commands.indices.compactMap { number in
      let command = commands[number]
      let printed = Self.lines(
        try String(contentsOfFile: answers.file("\(number)"), encoding: .utf8))
      let code = try String(contentsOfFile: answers.file("\(number).code"), encoding: .utf8)
      let isAsShown = command.matches(printed) && (code == "0\n") != command.isRefused
      return isAsShown
        ? nil
        : """
        line \(command.line): \(command.text)
        found, with exit code \(code)\(printed.joined(separator: "\n"))
        expected
        \(command.output.joined(separator: "\n"))
        """
    }
  }

  // MARK: - Implementation

  private mutating func add(_ line: String, at number: Int) {
    if let last = commands.indices.last, commands[last].text.hasSuffix("\\") {
      commands[last].text += "\n" + line
    } else if line.hasPrefix("$ ") {
      trimLastOutput()
      commands.append(Command(line: number, text: String(line.dropFirst(2))))
    } else if let last = commands.indices.last {
      commands[last].output.append(line)
    }
  }

  private mutating func trimLastOutput() {
    guard let last = commands.indices.last else { return }
    while commands[last].output.last == "" { commands[last].output.removeLast() }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.components(separatedBy: "\n")
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}
