import Foundation
import TestSupport
import Testing

/// The helps of all commands: examples that can be pasted and run, completions, defaults.
struct HelpTests {
  private struct Help: Decodable { let command: Command }

  /// A command as `--experimental-dump-help` describes it.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let name: String }
      struct Completion: Decodable {}

      let kind: String
      let shouldDisplay: Bool
      let valueName: String?
      let preferredName: Name?
      let abstract: String?
      let defaultValue: String?
      let completionKind: Completion?
    }
    let commandName: String
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The command and all below it, by their full names.
    func all(_ prefix: String = "") -> [(name: String, command: Command)] {
      let name = prefix + commandName
      return [(name, self)] + (subcommands ?? []).flatMap { $0.all(name + " ") }
    }

    /// The lines of its examples.
    var exampleLines: [String] {
      let parts = (discussion ?? "").components(separatedBy: "\n\n")
      return parts.filter { $0.hasPrefix("Example") }.flatMap {
        $0.components(separatedBy: "\n").dropFirst()
      }
    }
  }

  private let commands: [(name: String, command: Command)]

  init() throws {
    let dumped = try parse(["--experimental-dump-help"])
    commands = try JSONDecoder().decode(Help.self, from: Data(dumped.stdout.utf8)).command.all()
  }

  @Test func `no example is so wide that a help breaks it`() {
    #expect(commands.count > 60)
    for (name, command) in commands {
      for line in command.exampleLines {
        // A terminal has 80 columns, and a line that fills the last one is broken too.
        #expect(line.count < 80, "\(name): \(line)")
        let words = line.drop { $0 == " " }
        #expect(!words.contains("  "), "\(name): found a row of blanks in \(line)")
      }
    }
  }

  @Test func `a help of few columns is as one of 40`() throws {
    for arguments in [["--help"], ["help", "report"], []] {
      let narrow = try RailbirdProcess.run(arguments, environment: ["COLUMNS": "40"])
      #expect(narrow.stdout.hasPrefix("OVERVIEW: "), "\(narrow.stderr)")
      for columns in LongForm.cases(["26", "-5", "0", "10", "20", "39"], short: 2) {
        let result = try RailbirdProcess.run(arguments, environment: ["COLUMNS": columns])
        #expect(result.exitCode == narrow.exitCode, "\(columns): \(result.stderr)")
        #expect(result.stdout == narrow.stdout)
      }
    }
    let wide = try RailbirdProcess.run(["--help"], environment: ["COLUMNS": "120"]).stdout
    #expect(try RailbirdProcess.run(["--help"], environment: ["COLUMNS": "40"]).stdout != wide)
    let shown = try RailbirdProcess.runOnTerminal(
      ["--help"], columns: 7, environment: ["COLUMNS": ""])
    #expect(shown.exitCode == 0 && shown.stdout.hasPrefix("OVERVIEW: "), "\(shown.stdout)")
  }

  @Test func `an option of files, folders or names has completions`() {
    let values: Set = ["file", "files", "dir", "keys", "key", "list", "columns"]
    // Numbers, and names that only the store or the user knows.
    let free: Set = ["class-order", "course", "minutes", "key", "chatist-key"]
    for (name, command) in commands {
      for argument in command.arguments ?? [] {
        guard argument.shouldDisplay, argument.kind != "flag" else { continue }
        guard let value = argument.valueName, values.contains(value) else { continue }
        let option = argument.preferredName?.name ?? value
        guard !free.contains(option) else { continue }
        #expect(argument.completionKind != nil, "\(name) --\(option)")
      }
    }
  }

  @Test func `no default is reported twice`() {
    for (name, command) in commands {
      for argument in command.arguments ?? [] where argument.defaultValue != nil {
        let text = argument.abstract ?? ""
        #expect(!text.contains("(default"), "\(name): \(text)")
      }
    }
  }

  /// The commands that need nothing but the sample, in a store `S`.
  private static let ofSample = [
    "report", "card", "show", "search", "features", "calibration", "export", "tables", "verify",
  ]

  /// Whether an example needs what no sample has: a file of questions, a cluster, a reader.
  private static func needsMore(_ example: String) -> Bool {
    ["sc://", ".yaml", " | "].contains { example.contains($0) }
  }

  @Test func `the examples that need the sample alone run`() throws {
    let folder = try TemporaryFolder()
    let program = (RailbirdProcess.executable as NSString).deletingLastPathComponent
    let path = program + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    func run(_ command: String) throws -> ProcessResult {
      try RailbirdProcess.run(
        program: "sh", ["-c", "cd '\(folder.path)' && \(command)"], environment: ["PATH": path])
    }
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    let imported = try run("railbird import --quiet --store S --format railbird '\(sample)'")
    try #require(imported.exitCode == 0, "\(imported.stderr)")
    let examples = commands.filter { name, _ in
      Self.ofSample.contains { name == "railbird " + $0 }
    }.flatMap { _, command in
      command.exampleLines.joined(separator: "\n").replacing(" \\\n", with: " ")
        .components(separatedBy: "\n")
    }.filter { !Self.needsMore($0) }
    try #require(examples.count > 35)
    for index in LongForm.indices(examples.count, "examples of helps") {
      let result = try run(examples[index])
      #expect(result.exitCode == 0, "\(examples[index]): \(result.stderr)")
    }
  }
}
