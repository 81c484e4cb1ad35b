import Foundation
import TestSupport

/// The names that a page may use: types, identifiers, files, commands, options, make targets.
struct PageFacts {
  /// A command of a program, with its options and its subcommands.
  struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }
      let names: [Name]?
    }
    let commandName: String
    let aliases: [String]?
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// Long options with their dashes.
    var options: Set<String> {
      let names: [Argument.Name] = (arguments ?? []).flatMap { $0.names ?? [] }
      return Set(names.filter { $0.kind == "long" }.map { "--" + $0.name })
    }

    /// The options of this command and of all below it.
    var allOptions: Set<String> {
      (subcommands ?? []).reduce(options) { $0.union($1.allOptions) }
    }

    func subcommand(_ name: String) -> Command? {
      (subcommands ?? []).first { $0.commandName == name || $0.aliases?.contains(name) == true }
    }
  }

  /// Types, protocols and aliases of the Swift and Python files, and the package's modules.
  var types: Set<String> = []
  /// All words of source files, scripts and the Makefile.
  var words: Set<String> = []
  /// The repository's files and folders, by their path.
  var files: Set<String> = []
  /// The programs by name.
  var programs: [String: Command] = [:]
  /// Targets of the Makefile.
  var targets: Set<String> = []
  /// Long options of scripts.
  var scriptOptions: Set<String> = []

  /// Empty, for a test of the rules.
  init() {}

  /// Reads the repository, and asks the programs for their commands.
  init(repository: String) throws {
    let manager = FileManager.default
    let built: Set = [".git", ".deps", ".notebooks", ".peers", "out"]
    for name in try manager.contentsOfDirectory(atPath: repository)
    // The sanitizers' builds have folders of their own.
    where !built.contains(name) && !name.hasPrefix(".build") {
      files.insert(name)
      for path in manager.enumerator(atPath: repository + "/" + name) ?? .init() {
        guard let path = path as? String, !path.contains(".build/") else { continue }
        files.insert(name + "/" + path)
      }
    }
    for file in files where Self.isRead(file) {
      add(try String(contentsOfFile: repository + "/" + file, encoding: .utf8), of: file)
    }
    types.formUnion(try PackageModules.all.get().folders.keys)
    types.formUnion(PackageModules.storeys)
    let railbird = RailbirdProcess.executable
    let bench = (railbird as NSString).deletingLastPathComponent + "/bench"
    for program in [railbird, bench] {
      let command = try Self.help(of: program)
      programs[command.commandName] = command
    }
  }

  /// The pages: every Markdown file but those that list a client's guide row by row.
  var pages: [String] {
    files.filter { $0.hasSuffix(".md") && !$0.hasPrefix("docs/acceptance/") }.sorted()
  }

  /// Asks a program for its commands.
  static func help(of program: String) throws -> Command {
    let result = try RailbirdProcess.run(program: program, ["--experimental-dump-help"])
    return try JSONDecoder().decode(Help.self, from: Data(result.stdout.utf8)).command
  }

  // MARK: - Implementation

  private struct Help: Decodable {
    let command: Command
  }

  private static func isRead(_ file: String) -> Bool {
    file == "Makefile"
      || [".swift", ".py", ".sh", ".c", ".h", ".cpp"].contains { file.hasSuffix($0) }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Adds the words of a text, and the types that it declares.
  mutating func add(_ text: String, of file: String) {
    let declaring: Set = [
      "struct", "enum", "class", "actor", "protocol", "typealias", "associatedtype",
    ]
    var before = ""
    for bytes in text.utf8.split(whereSeparator: { !Self.isOfWord($0) }) {
      let word = String(Substring(bytes))
      if declaring.contains(before) { types.insert(word) }
      words.insert(word)
      before = word
    }
    if file == "Makefile" {
      for line in text.split(separator: "\n") {
        if let match = line.prefixMatch(of: /([a-z]+):/) { targets.insert(String(match.1)) }
      }
    }
    if !file.hasSuffix(".swift") {
      for match in text.matches(of: /--[a-z][a-z-]+/) { scriptOptions.insert(String(match.0)) }
    }
  }
}
