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

  /// The SQL of the page's reports by their questions; those of places and of each-way bets are in
  /// `MoneyQuestions`.
  private static let inSQL: [String: FactQuestion] = [
    "Which pairs of jockey and trainer beat the starting price, with an interval above 0?":
      FactQuestion(by: "", keys: ["jockey", "trainer"], having: "runs >= 10", isAboveZero: true),
    "Does the draw matter over a course and distance?": FactQuestion(
      by: "", keys: ["draw"], where: "course = 'Meahor' and distance_m < 1300"),
    "How do favourites do by going?": FactQuestion(by: "", keys: ["going"], where: "is_favourite"),
    "Who drops horses in class with success?": FactQuestion(
      by: "", keys: ["trainer"], where: "class_change < 0", having: "runs >= 50"),
    "What comes second-up?": FactQuestion(
      by: "", keys: ["runs_since_break"], where: "career_runs > 0 and runs_since_break <= 2"),
    "What did one trainer do month by month?": FactQuestion(
      by: "", keys: ["strftime(date, '%Y-%m')"], where: "trainer = 'Tom Keadeal'"),
    "How do trainers do with debutants?": FactQuestion(
      by: "", keys: ["trainer"], where: "career_runs = 0"),
    "In which month of the year do favourites pay?": FactQuestion(
      by: "", keys: ["strftime(date, '%B')"], where: "is_favourite"),
    "Which weeks of the year are the worst to bet on?": FactQuestion(
      by: "", keys: ["'W' || strftime(date, '%V')"], having: "runs >= 50"),
    "On which day of the week do outsiders win?": FactQuestion(
      by: "", keys: ["strftime(date, '%A')"], where: "sp >= 20"),
    "How do favourites do, class by class?": FactQuestion(
      by: "", keys: ["class"], where: "is_favourite"),
    "Does more weight than last time hurt?": FactQuestion(
      by: "",
      keys: [
        """
        case when weight_lb - last_weight_lb < 0 then 'under_0'
          when weight_lb - last_weight_lb < 4 then '0_to_4'
          when weight_lb - last_weight_lb >= 4 then '4_up' end
        """
      ]),
    "What does a longer trip bring?": FactQuestion(
      by: "",
      keys: [
        """
        case when distance_m - last_distance_m < 0 then 'under_0'
          when distance_m - last_distance_m < 400 then '0_to_400'
          when distance_m - last_distance_m >= 400 then '400_up' end
        """
      ]),
    "What do runners return whose exchange price is above the course's?": FactQuestion(
      by: "",
      keys: [
        """
        case when round(bsp / sp, 6) < 1 then 'under_1'
          when round(bsp / sp, 6) < 1.2 then '1_to_1.2'
          when round(bsp / sp, 6) < 1.5 then '1.2_to_1.5'
          when round(bsp / sp, 6) >= 1.5 then '1.5_up' end
        """
      ]),
    "Which trainers' runners are bigger on the exchange?": FactQuestion(
      by: "", keys: ["trainer"], where: "round(bsp / sp, 6) > 1.1 and sp < 12", having: "runs >= 30"
    ),
    "Do beaten favourites make amends?": FactQuestion(
      by: "", keys: ["is_favourite"], where: "last_was_favourite and last_position > 1"),
    "Which trainers win after a change of jockey?": FactQuestion(
      by: "", keys: ["trainer"], where: "jockey_change", having: "runs >= 50"),
    "At which courses do former winners win again?": FactQuestion(
      by: "", keys: ["course"], where: "course_wins > 0"),
    "Does the top weight win handicaps?": FactQuestion(
      by: "", keys: ["weight_rank"], where: "handicap and weight_rank <= 3"),
    "Which sires like it soft?": FactQuestion(
      by: "", keys: ["sire"], where: "going in ('Soft', 'Heavy')", having: "runs >= 20"),
    "Does a jockey's form last?": FactQuestion(
      by: "",
      keys: [
        """
        case when jockey_14d_win_rate < 0.1 then 'under_0.1'
          when jockey_14d_win_rate < 0.2 then '0.1_to_0.2'
          when jockey_14d_win_rate >= 0.2 then '0.2_up' end
        """
      ], where: "jockey_14d_runs >= 10"),
    "Who is the best jockey of each course?": FactQuestion(
      by: "", keys: ["course", "jockey"], having: "runs >= 20"),
    "Do young horses pay?": FactQuestion(by: "", keys: ["age"]),
    "Do mares pay against the others?": FactQuestion(by: "", keys: ["sex", "is_favourite"]),
  ]

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `each report of a question has the rows that duckdb answers on the sample`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("store")
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    _ = try run(["import", "--store", store, "--format", "railbird", sample])
    let asked = try Self.askedReports()
    #expect(
      Set(asked.map(\.question)).subtracting(Self.inSQL.keys)
        == ["Who pays for a place?", "Who pays each way?"])
    let questions = asked.compactMap { question, words -> FactQuestion? in
      guard let own = Self.inSQL[question] else { return nil }
      var (by, options) = ("", [String]())
      var rest = words[...]
      while let option = rest.popFirst() {
        // An order and its first rows are those of any report.
        switch option {
        case "--totals": continue
        case "--by": by = rest.popFirst() ?? ""
        case "--windows", "--order-by", "--top", "--per", "--store", "--out": rest.removeFirst()
        default: options += [option, rest.popFirst() ?? ""].filter { !$0.isEmpty }
        }
      }
      return FactQuestion(
        by: by, options: options, keys: own.keys, where: own.where, having: own.having,
        isAboveZero: own.isAboveZero)
    }
    #expect(questions.count == Self.inSQL.count)
    try FactQuestion.expectSame(questions, store: store)
  }

  // MARK: - Implementation

  /// The page's questions that a report answers, each with the words of its command.
  private static func askedReports() throws -> [(question: String, words: [String])] {
    var asked: [(question: String, words: [String])] = []
    var (question, command) = ("", "")
    for line in try page().split(separator: "\n") {
      if line.hasPrefix("## 2.") { break }
      if line.hasPrefix("**"), let end = line.range(of: "?**") {
        question = String(line.dropFirst(2).prefix(upTo: end.lowerBound)) + "?"
      }
      guard !command.isEmpty || line.hasPrefix("    railbird report ") else { continue }
      command += line.drop { $0 == " " }
      if command.hasSuffix("\\") {
        command.removeLast()
      } else {
        asked.append((question, Array(words(command).dropFirst(2))))
        command = ""
      }
    }
    return asked
  }

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
