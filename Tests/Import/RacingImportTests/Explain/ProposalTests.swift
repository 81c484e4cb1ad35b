import MappingProposals
import Testing

struct ProposalTests {
  /// Returns the line that a page proposes for a field, without its comment.
  private func line(_ field: String, _ page: String) -> String? {
    page.split(separator: "\n").first { $0.hasPrefix("      \(field): ") }
      .map { $0.dropFirst(6 + field.count + 2).split(separator: "  #")[0] }.map(String.init)
  }

  @Test(arguments: [
    ("着順", "position", "{column: 着順, format: finish}", ["1", "2", "3", "取"]),
    ("Pos.", "position", "{column: Pos., format: finish}", ["1", "2", "PU", "F"]),
    ("騎手", "jockey", "{column: 騎手}", ["武豊", "川田", "福永", "戸崎"]),
    (
      "Reiter", "jockey", "{column: Reiter}",
      ["A. Starke", "E. Pedroza", "M. Cadeddu", "B. Murzabayev"]
    ),
    ("raceNo", "race_no", "{column: raceNo}", ["1", "1", "1", "1"]),
    ("Barrier", "draw", "{column: Barrier, empty: [\"-\"]}", ["3", "-", "1", "2"]),
    ("win odds", "sp", "{column: win odds, format: fractional}", ["9/4", "11/8F", "7/2", "10/1"]),
    ("ml", "sp", "{column: ml, format: morning_line}", ["9-5", "2-1", "5-1", "10-1"]),
    ("odds", "sp", "{column: odds, format: american}", ["+180", "-110", "+900", "+1200"]),
    ("wgt", "weight_lb", "{column: wgt, format: stone_pounds}", ["9-0", "8-13", "9-7", "8-9"]),
    ("weight", "weight_lb", "{column: weight, format: kilograms}", ["57.5", "58", "56.5", "55"]),
    ("dist", "distance_m", "{column: dist, format: written}", ["1m2f", "1m2f", "1m2f", "1m2f"]),
    ("dist", "distance_m", "{column: dist}", ["1200", "1200", "1200", "1200"]),
    ("btn", "beaten_lengths", "{column: btn, format: lengths}", ["", "1/2", "3/4", "2-3/4"]),
    // Lengths behind the winner never fall.
    ("btn", "margin", "{column: btn, format: lengths}", ["0", "1/2", "hd", "2-3/4"]),
    ("beaten", "margin", "{column: beaten, format: lengths}", ["0", "4", "hd", "2-3/4"]),
    (
      "purse", "prize", "{column: purse, format: money}",
      ["$10,000", "$10,000", "$10,000", "$10,000"]
    ),
    ("region", "country", "{column: region, words: {\"IRE\": IE}}", ["IRE", "IRE", "IRE", "IRE"]),
    ("bsp", "bsp", "{column: bsp, empty: [\"0.0\"]}", ["2.5", "4.1", "0.0", "12"]),
  ])
  func `a column is told by its name and its texts`(
    name: String, field: String, expected: String, cells: [String]
  ) throws {
    var file = RunnerFile()
    if field == "position" || field == "country" { file = file.without(field) }
    let page = try file.with(name) { _, runner in "\"\(cells[runner])\"" }.explained()
    #expect(line(field, page) == expected)
  }

  @Test func `lengths that never fall are told as totals, and a column btn is doubted`() throws {
    let lengths = ["0", "1", "2", "3"]
    let page = try RunnerFile().with("btn") { _, runner in lengths[runner] }.explained()
    #expect(page.contains("# - btn: the lengths never fall, so they are taken for those behind"))
    let other = try RunnerFile().with("ovr_btn") { _, runner in lengths[runner] }.explained()
    #expect(line("beaten_lengths", other) != nil && !other.contains("never fall"))
  }

  @Test func `a race without a key is told by day, course and number`() throws {
    let page = try RunnerFile().without("race_id").with("no_of_race") { race, _ in "x\(race)" }
      .with("race") { race, _ in "\(race + 1)" }.explained()
    #expect(line("race_id", page) == "{join: [date, course, race], separator: \"-\"}")
  }

  @Test func `a race without a number is told by its time`() throws {
    let page = try RunnerFile().without("race_id").with("off") { race, _ in "14:\(race)0" }
      .explained()
    #expect(line("race_id", page) == "{join: [date, course, \"off\"], separator: \"-\"}")
  }

  @Test func `texts of several pieces are cut`() throws {
    var file = RunnerFile().with("key") { race, runner in
      "2024-05-1\(race)|Ascot|\(race + 1)|Horse \(race) \(runner)"
    }
    for name in ["race_id", "date", "course", "horse"] { file = file.without(name) }
    let page = try file.explained()
    #expect(line("horse", page) == "{column: key, split: {by: \"|\", part: 4}}")
    #expect(line("date", page) == "{column: key, split: {by: \"|\", part: 1}}")
    let store = TestStore()
    #expect(try store.add(file.csv, yaml: page).counts == [24, 24, 0, 0])
    #expect(try store.values("horse").contains("Horse 2 3"))
  }

  @Test func `winners and losers are read`() throws {
    let file = RunnerFile().with("position") { _, runner in
      ["WINNER", "LOSER", "LOSER", "REMOVED"][runner]
    }
    let store = TestStore()
    try store.add(file.csv, yaml: try file.explained())
    #expect(Set(try store.values("outcome")) == ["finished", "lost", "non_runner"])
    #expect(try store.values("position").filter { !$0.isEmpty } == .init(repeating: "1", count: 6))
  }

  @Test func `a flag of non-runners goes before the position`() throws {
    let file = RunnerFile().with("non_runner") { _, runner in runner == 3 ? "1" : "0" }
      .with("position") { _, runner in runner == 3 ? "" : "\(runner + 1)" }
    let store = TestStore()
    try store.add(file.csv, yaml: try file.explained())
    #expect(try store.values("outcome").count { $0 == "non_runner" } == 6)
    #expect(try store.values("outcome").count { $0 == "finished" } == 18)
  }

  @Test func `a file of races feeds races`() throws {
    let store = TestStore()
    let file = try store.file(
      "race_id,date,course,going\nr1,2024-05-13,Ascot,Good\nr2,2024-05-14,Ascot,Soft\n")
    let explanation = try FileExplanation(file: file)
    #expect(explanation.mapping.tables["races"]?.feeds == .races)
    #expect(explanation.text.contains("import it together with the file of its runners"))
    #expect(explanation.text.contains("# 2 rows read = 2 stored + 0 duplicates + 0 rejected"))
  }

  @Test func `cells that don't fit stay empty and are reported`() throws {
    let file = RunnerFile().with("age") { race, runner in race + runner == 0 ? "old" : "4" }
    let page = try file.explained()
    #expect(page.contains("age: {column: age, bad: \"null\"}"))
    #expect(page.contains("1 of 24 cells don't fit and stay empty, such as old"))
    #expect(try TestStore().add(file.csv, yaml: page).stored == 24)
  }

  @Test func `rows line up where letters are wide`() throws {
    let file = RunnerFile().with("course") { race, _ in race < 1 ? "沙田" : "Ascot" }
    let rows = try file.explained().split(separator: "\n").filter {
      $0.hasPrefix("# r") && $0.contains("2024")
    }
    #expect(rows.count == 10)
    #expect(rows[0].contains("沙田    GB"))
    #expect(rows[4].contains("Ascot   GB"))
  }

  @Test func `columns that are not used are listed`() throws {
    let page = try RunnerFile().with("colour") { _, _ in "bay" }.with("blank") { _, _ in "" }
      .explained()
    #expect(
      page.contains(
        "# Columns that no field takes:\n#   colour: such as bay\n#   blank: always empty\n"))
  }

  @Test func `the layout of the program itself is recognised`() throws {
    #expect(
      try RunnerFile().explained().contains(
        "# The built-in mapping railbird reads this file: railbird import --format railbird file1.csv"
      ))
  }
}
