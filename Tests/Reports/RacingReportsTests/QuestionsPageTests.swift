import Foundation
import TestSupport
import Testing

/// `docs/questions.md` shows what its commands answer on the sample.
struct QuestionsPageTests {
  /// A command of the page, and the lines it shows below.
  private struct Example {
    let command: String
    var shown: [String] = []
  }

  @Test func `the page's answers are the sample's`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("store")
    let package = RailbirdProcess.packageFolder + "/"
    let sample = package + "Datasets/sample/runners.csv"
    _ = try run(["import", "--store", store, "--format", "railbird", sample])
    let examples = try Self.examples().filter { !$0.shown.isEmpty }
    #expect(examples.count >= 16)
    for (index, example) in examples.enumerated() {
      let out = folder.file("out\(index)")
      let words = Self.words(example.command).dropFirst().map { word in
        word == "S" ? store : word.hasPrefix("Examples/") ? package + word : word
      }
      let arguments = words.map { $0 == "out" ? out : $0 }
      let printed = try run(arguments)
      let lines: [String]
      switch words[0] {
      case "report":
        let files = try FileManager.default.contentsOfDirectory(atPath: out)
        let names = files.filter { $0.hasSuffix(".csv") }
        try #require(names.count == 1, "\(example.command)")
        lines = try Self.lines(of: out + "/" + names[0])
      case "search": lines = try Self.lines(of: out + "/search.csv")
      case "calibration": lines = try Self.lines(of: out + "/total.csv")
      default: lines = printed.split(separator: "\n").map(String.init)
      }
      for (number, line) in example.shown.enumerated() {
        let isShown =
          ["report", "search"].contains(words[0])
          ? lines.count > number && Self.shows(line, lines[number]) : lines.contains(line)
        #expect(isShown, "\(example.command)\n\(line)")
      }
    }
  }

  @Test func `every question that people ask has a command`() throws {
    let page = try Self.page()
    let start = try #require(page.range(of: "## 1. What people ask"))
    let end = try #require(page.range(of: "## 2. Keys"))
    let section = page[start.upperBound..<end.lowerBound]
    let questions = section.split(separator: "\n").filter {
      $0.hasPrefix("**") && $0.contains("?**")
    }
    let commands = section.split(separator: "\n").filter { $0.hasPrefix("    railbird ") }
    #expect(questions.count == 33 && commands.count == 33)
  }

  @Test(
    .enabled(if: Python.hasPackages, "\(Python.absence)"),
    arguments: ["sample", "exchange", "hong-kong"])
  func `each question has the cells that duckdb answers`(store: String) throws {
    guard store != "hong-kong" || LongForm.isWanted else {
      print("short form: no questions to Hong Kong's results; RAILBIRD_LONG_TESTS=1 asks them")
      return
    }
    let answer = try Python.run(
      "import sys; sys.path.insert(0, sys.argv.pop(1)); import questions; questions.main()",
      RailbirdProcess.packageFolder + "/Tests/Oracle", "--railbird", RailbirdProcess.executable,
      "--store", store, "--datasets", RailbirdProcess.datasets)
    if answer.stdout.contains("skipped") { print(answer.stdout) }
    #expect(answer.exitCode == 0, "\(answer.stdout)\(answer.stderr)")
  }

  // MARK: - Implementation

  private func run(_ arguments: [String]) throws -> String {
    let done = try RailbirdProcess.run(arguments)
    try #require(done.exitCode == 0, "\(arguments): \(done.stderr)")
    return done.stdout
  }

  private static func page() throws -> String {
    try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/docs/questions.md", encoding: .utf8)
  }

  private static func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The commands that answer, each with the indented lines that follow it.
  private static func examples() throws -> [Example] {
    var examples: [Example] = []
    var command = ""
    var isBelow = false
    for line in try page().split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.dropFirst(4)
      if !command.isEmpty {
        command += text.drop { $0 == " " }
      } else if line.hasPrefix("    railbird ") {
        command = String(text)
      } else if line.hasPrefix("    "), isBelow {
        examples[examples.count - 1].shown.append(String(text))
      } else if !line.isEmpty {
        isBelow = false
      }
      guard !command.isEmpty else { continue }
      if command.hasSuffix("\\") {
        command.removeLast()
      } else {
        let answers = ["report", "card", "show", "calibration", "search"]
        isBelow = answers.contains { command.hasPrefix("railbird \($0) ") }
        if isBelow { examples.append(Example(command: command)) }
        command = ""
      }
    }
    return examples
  }

  /// Splits a command as a shell does.
  private static func words(_ command: String) -> [String] {
    var words = [""]
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if quote == nil, character == " " {
        if words.last != "" { words.append("") }
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }

  /// Whether a line of the page, with … for some of its columns, shows a line.
  private static func shows(_ shown: String, _ line: String) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst() {
      guard let found = part.isEmpty ? rest.endIndex..<rest.endIndex : rest.range(of: part) else {
        return false
      }
      rest = rest[found.upperBound...]
    }
    return parts.count > 1 || rest.isEmpty
  }
}
