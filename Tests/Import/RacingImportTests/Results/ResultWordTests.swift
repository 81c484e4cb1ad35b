import Mappings
import StoreImport
import Testing

/// Runners whose result is a word, a zero, or neither.
struct ResultWordTests {
  private static let yaml = mapping(
    "horse: {column: horse}", "jockey: {column: jockey}", "position: {column: fin, format: finish}",
    "sp: {column: sp, format: decimal}")

  /// Returns a file of one race a line: finish, rider and price of each runner.
  private func csv(_ races: [(fin: String, jockey: String, sp: String)]...) -> String {
    var lines = ["race_id,date,horse,jockey,fin,sp"]
    for (race, runners) in races.enumerated() {
      for (place, runner) in runners.enumerated() {
        lines.append(
          "r\(race),2025-02-0\(race + 1),Horse \(race)\(place),\(runner.jockey),\(runner.fin),"
            + runner.sp)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var japanese: String {
    csv(
      [("1", "A", "3.0"), ("2", "B", "4.0"), ("中", "C", "5.0"), ("取", "D", "---")],
      [("1", "C", "2.5"), ("2", "A", "3.5"), ("3(降)", "B", "4.5")],
      [("1", "A", "2.0"), ("2", "B", "2.2"), ("競走中止", "C", "8.0")])
  }

  private func outcomes(_ store: TestStore, of jockey: String) throws -> [String] {
    try store.rows().filter { $0["jockey"] == jockey }.map { $0["outcome"]! }
  }

  @Test func `words of a language are results, demotions positions`() throws {
    let store = TestStore()
    let file = try store.add(japanese, yaml: Self.yaml)
    #expect(file.counts == [10, 10, 0, 0] && file.unresolved == 0 && file.doubts == [])
    #expect(try outcomes(store, of: "C") == ["pulled_up", "finished", "pulled_up"])
    #expect(try outcomes(store, of: "B") == ["finished", "finished", "finished"])
    #expect(try outcomes(store, of: "D") == ["non_runner"])
    #expect(try store.values("position").filter { $0 == "3" }.count == 1)
  }

  @Test func `a proposal reads them without an edit`() throws {
    let file = RunnerFile().with("position") { race, runner in
      runner < 3 ? "\(runner + 1)" : ["中", "取", "失", "除外", "競走中止", "4(降)"][race]
    }
    #expect(try file.doubts() == [])
    let store = TestStore()
    #expect(try store.add(file.csv, yaml: file.explained()).unresolved == 0)
    #expect(
      try Set(store.values("outcome"))
        == ["finished", "pulled_up", "non_runner", "disqualified"])
  }

  @Test func `an unknown word is a doubt with its number and the remedy`() throws {
    let text = csv(
      [("1", "A", "3"), ("XYZ", "B", "4"), ("QQ", "C", "5")], [("1", "A", "2"), ("XYZ", "B", "2")])
    let line =
      "3 runners have a result without a known meaning and are left out of reports: \"XYZ\" 2, "
      + "\"QQ\" 1; give each its meaning in the mapping, such as words: {\"XYZ\": did_not_finish}, "
      + "or non_runner if it did not start"
    let store = TestStore()
    let file = try store.add(text, yaml: Self.yaml)
    #expect(file.counts == [5, 5, 0, 0] && file.unresolved == 3 && file.doubts == [line])
    #expect(file.unknownFinishes.counts == ["XYZ": 2, "QQ": 1] && file.unknownFinishes.total == 3)
    let shown = RunnerFile().with("position") { _, runner in runner < 3 ? "\(runner + 1)" : "XYZ" }
    #expect(
      try shown.doubts() == [
        line.replacing("3 runners", with: "6 runners")
          .replacing("\"XYZ\" 2, \"QQ\" 1", with: "\"XYZ\" 6")
      ])
    let meant = Self.yaml.replacing(
      "format: finish", with: "format: finish, words: {XYZ: did_not_finish, QQ: NR}")
    let mended = TestStore()
    #expect(try mended.add(text, yaml: meant).doubts == [])
    #expect(
      try mended.values("outcome").sorted()
        == ["did_not_finish", "did_not_finish", "finished", "finished", "non_runner"])
  }

  @Test(arguments: ["", "-", "---", "n/a", "unresolved"])
  func `a runner without a result is no doubt`(text: String) throws {
    let file = try TestStore().add(csv([("1", "A", "3"), (text, "B", "4")]), yaml: Self.yaml)
    #expect(file.unresolved == 1 && file.doubts == [])
  }

  @Test(arguments: [("", "empty"), ("---", "\"---\"")])
  func `an empty result of a priced runner beside placed ones is a doubt`(
    text: String, shown: String
  ) throws {
    let races = csv(
      [("1", "A", "3"), ("2", "B", "4"), (text, "C", "5"), (text, "D", "")],
      [(text, "A", "3"), (text, "B", "4")])
    let store = TestStore()
    let file = try store.add(races, yaml: Self.yaml)
    // One of the first race, and the second race as a whole: its day is over.
    #expect(file.unresolved == 4 && file.unknownFinishes.counts == [text: 3])
    #expect(file.doubts.count == 1 && file.doubts[0].contains("left out of reports: \(shown) 3; "))
    let mended = TestStore()
    let yaml = Self.yaml.replacing("format: finish", with: "format: finish, unplaced: lost")
    #expect(try mended.add(races, yaml: yaml).unknownFinishes.counts == [text: 2])
    #expect(
      try mended.values("outcome").sorted()
        == ["finished", "finished", "lost", "lost", "unresolved", "unresolved"])
    let card = try TestStore().add(
      csv([(text, "A", "3"), (text, "B", "4")]), yaml: Self.yaml)
    #expect(card.unresolved == 2 && card.doubts == [])
  }

  @Test func `too many unknown words stop an import, and nothing is stored`() throws {
    let store = TestStore()
    let path = try store.file(
      csv([("1", "A", "3"), ("2", "B", "4"), ("3", "C", "4"), ("?", "D", "9")]))
    func run(_ share: Double) throws -> [ImportedFile] {
      var job = ImportJob(
        store: store.path, mapping: try Mapping(yaml: Self.yaml, file: "test.yaml"),
        mappingText: Self.yaml, now: 1_775_001_600_000_000)
      job.maxUnresolved = share
      return try job.run([path])
    }
    let error = #expect(throws: ImportError.self) { _ = try run(0.01) }
    #expect(
      error?.description
        == "file1.csv: found a result without a known meaning for 1 of 4 runners: \"?\" 1; expected "
        + "at most 0.01 of them (--max-unresolved); give each its meaning in the mapping, such as "
        + "words: {\"?\": did_not_finish}, or non_runner if it did not start")
    #expect(try run(0.25)[0].counts == [4, 4, 0, 0])
    #expect(try store.rows().count == 4)
  }

  @Test func `words beyond the first thousand are counted together`() throws {
    let runners = (0..<1200).map { ("word \($0)x", "A", "") }
    let counts = try TestStore().add(csv(runners), yaml: Self.yaml).unknownFinishes.counts
    #expect(counts.count == 1000 && counts["other words"] == 201)
  }

  @Test func `a language decides words that several have`() throws {
    let text = csv([("1", "A", "3"), ("u", "B", "4"), ("d", "C", "5")])
    let general = TestStore()
    try general.add(text, yaml: Self.yaml)
    #expect(try general.values("outcome") == ["finished", "unseated", "disqualified"])
    let swedish = TestStore()
    try swedish.add(
      text, yaml: Self.yaml.replacing("format: finish", with: "format: finish, language: sv"))
    #expect(try swedish.values("outcome") == ["finished", "lost", "did_not_finish"])
  }

  @Test func `a proposal names the language by other words or the country`() throws {
    let swedish = "format: finish, language: sv}"
    let file = RunnerFile().with("position") { race, runner in
      runner < 2 ? "\(runner + 1)" : runner == 2 ? "u" : race < 1 ? "struken" : "d"
    }
    #expect(try file.explained().contains(swedish) && file.doubts() == [])
    let plain = file.with("position") { _, runner in ["1", "2", "u", "d"][runner] }
    #expect(try plain.with("country") { _, _ in "SWE" }.explained().contains(swedish))
    #expect(
      try plain.without("country").doubts().filter { $0.hasPrefix("position") } == [
        "position: u is read as unseated; it is lost with language: sv",
        "position: d is read as disqualified; it is did_not_finish with language: sv",
      ])
    let british = file.with("position") { _, runner in ["1", "2", "U", "PU"][runner] }
    #expect(try british.doubts() == [])
  }

  @Test(arguments: [
    ("sp: {column: x}", "language: sv", "language for sp", "it beside format: finish only"),
    ("sp: {column: x}", "unplaced: lost", "unplaced for sp", "it for position or outcome only"),
    (
      "position: {column: x}", "unplaced: finished", "finished",
      "an outcome without a position, such as lost"
    ),
    ("horse: {column: x}", "field: date", "field: date for horse", "it as a piece of race_id only"),
    (
      "position: {column: x}", "format: finish, language: xx", "the language xx",
      "one of cs, da, de, en, es, fi, fr, hu, it, ja, ko, no, pl, pt, sv, tr, zh"
    ),
  ])
  func `a rule belongs to its fields`(
    field: String, members: String, found: String, expected: String
  ) {
    let yaml = mapping(field.replacing("}", with: ", \(members)}"))
    #expect(
      throws: ImportError.badMapping(file: "test.yaml:11", found: found, expected: expected)
    ) { try Mapping(yaml: yaml, file: "test.yaml") }
  }

  @Test func `a zero without a price beside priced runners is a non-runner`() throws {
    let text = csv(
      [("1", "A", "2"), ("2", "B", "3.5"), ("0", "C", "")],
      [("1", "C", "2"), ("2", "A", "3.5"), ("0", "B", "9")],
      [("1", "C", "2"), ("2", "A", ""), ("0", "B", "")])
    let store = TestStore()
    let file = try store.add(text, yaml: Self.yaml)
    #expect(
      file.doubts == [
        "1 runners have 0 for a result and, unlike the placed ones, no price, and are taken for "
          + "non-runners (words: {\"0\": did_not_finish} takes them for starters), such as race r0"
      ])
    #expect(try outcomes(store, of: "C") == ["non_runner", "finished", "finished"])
    #expect(try outcomes(store, of: "B") == ["finished", "did_not_finish", "did_not_finish"])
    let stated = TestStore()
    let yaml = Self.yaml.replacing(
      "format: finish", with: "format: finish, words: {\"0\": did_not_finish}")
    #expect(try stated.add(text, yaml: yaml).doubts == [])
    #expect(try outcomes(stated, of: "C") == ["did_not_finish", "finished", "finished"])
  }

  @Test func `a proposal doubts such zeros`() throws {
    let file = RunnerFile().with("position") { _, runner in runner < 3 ? "\(runner + 1)" : "0" }
      .with("sp") { _, runner in ["2.5", "3.5", "6", ""][runner] }
    let doubts = try file.doubts()
    #expect(doubts.count == 1 && doubts[0].hasPrefix("6 runners have 0 for a result and"))
  }

  @Test(arguments: [
    "format: decimal, at_least: \"1\"", "format: [fractional, decimal], at_least: \"1\"",
    "format: decimal, at_least: \"1\", words: {x: \"\"}",
    "format: decimal, at_least: \"1\", thousands: \",\"",
    "format: decimal, at_least: \"1\", times: 1",
  ])
  func `a minimum of odds leaves the texts without a price as they are`(rules: String) throws {
    let yaml = mapping("number: number", "sp: {column: x, \(rules)}")
    let texts = ["1.0", "9.0", "---", "-", "n/a", "SP", "nr", ""]
    let rows = texts.enumerated().map { "r,2024-01-01,\($0),\($1)\n" }.joined()
    let store = TestStore()
    let file = try store.add("race_id,date,number,x\n" + rows, yaml: yaml)
    #expect(file.counts == [8, 8, 0, 0] && file.incomplete == nil && file.doubts == [])
    #expect(try store.values("sp") == ["1", "9", "", "", "", "", "", ""])
  }

  @Test(arguments: [
    ("sp", "format: decimal, thousands: \",\"", "1,234.5", "1234.5"),
    ("sp", "format: decimal, decimal: \",\"", "3,5", "3.5"),
    ("sp", "format: decimal, stake: 2", "7.0", "3.5"),
    ("sp", "format: payoff, stake: 2, at_least: \"1\"", "2.00", "1"),
    ("sp", "format: payoff, stake: 2, at_least: \"1\"", "1,234.00", "617"),
    ("tote", "format: payoff, stake: 10", "1,234.50", "123.45"),
    ("sp", "format: payoff, stake: 2, thousands: \".\", decimal: \",\"", "1.234,00", "617"),
  ])
  func `options of prices combine`(
    field: String, rules: String, text: String, value: String
  ) throws {
    let store = TestStore()
    let file = try store.add(
      "race_id,date,number,x\nr,2024-01-01,1,\"\(text)\"\nr,2024-01-01,2,SP\n",
      yaml: mapping("number: number", "\(field): {column: x, \(rules)}"))
    #expect(file.incomplete == nil)
    #expect(try store.values(field) == [value, ""])
  }
}
