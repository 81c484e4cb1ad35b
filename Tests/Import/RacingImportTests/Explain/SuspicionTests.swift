import MappingProposals
import Testing

/// A small file of runners, column by column.
struct RunnerFile {
  var raceCount = 6
  var columns: [(name: String, cell: (_ race: Int, _ runner: Int) -> String)] = [
    ("race_id", { race, _ in "r\(race)" }),
    ("date", { race, _ in "2024-05-\(race + 13)" }),
    ("course", { _, _ in "Ascot" }),
    ("country", { _, _ in "GB" }),
    ("horse", { race, runner in "Horse \(["A", "B", "C", "D"][runner]) of \(race)" }),
    ("position", { _, runner in "\(runner + 1)" }),
  ]

  /// Returns the file with a column added or replaced.
  func with(_ name: String, _ cell: @escaping (_ race: Int, _ runner: Int) -> String) -> RunnerFile
  {
    var file = self
    file.columns.removeAll { $0.name == name }
    file.columns.append((name, cell))
    return file
  }

  /// Returns the file without a column.
  func without(_ name: String) -> RunnerFile {
    var file = self
    file.columns.removeAll { $0.name == name }
    return file
  }

  var csv: String {
    var lines = [columns.map(\.name).joined(separator: ",")]
    for race in 0..<raceCount {
      for runner in 0..<4 {
        lines.append(columns.map { $0.cell(race, runner) }.joined(separator: ","))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the page that explains it.
  func explained(_ store: TestStore = TestStore()) throws -> String {
    try FileExplanation(file: store.file(csv)).text
  }

  /// Returns the page's doubts.
  func doubts() throws -> [String] {
    try explained().split(separator: "\n").filter { $0.hasPrefix("# - ") }
      .map { String($0.dropFirst(4)) }
  }
}

struct SuspicionTests {
  private static let names = ["Ann", "Bea", "Cat", "Dot", "Eve", "Fay"]

  @Test func `a plain file raises no doubt`() throws {
    #expect(try RunnerFile().doubts() == [])
    #expect(try RunnerFile().explained().contains("# Doubts: none"))
  }

  @Test func `a rider on two horses of a race is named`() throws {
    let file = RunnerFile().with("jockey") { race, runner in "Rider \(race + runner / 2)" }
    #expect(
      try file.doubts() == [
        "jockey: a rider on two horses (the trainers' column?) in 6 of 6 races, such as r0"
      ])
  }

  @Test func `riders and trainers of the same names are named`() throws {
    let file = RunnerFile()
      .with("jockey") { race, runner in Self.names[(race + runner) % 6] }
      .with("trainer") { race, runner in Self.names[(race + 2 * runner) % 6] }
    #expect(
      try file.doubts() == ["jockey: 6 of its names are in trainer too: one may be the other"])
  }

  @Test func `odds that never exceed 1 are left out`() throws {
    let file = RunnerFile().with("odds") { _, runner in "0.\(runner + 1)" }
    let page = try file.explained()
    #expect(
      try file.doubts() == [
        "odds: the odds never exceed 1: probabilities, or winnings to a stake of 1; left out"
      ])
    #expect(!page.contains("\n      sp:"))
  }

  @Test func `whole odds of a hundred and more are named`() throws {
    let file = RunnerFile().with("odds") { _, runner in "\(100 + 100 * runner)" }
    #expect(
      try file.doubts() == [
        "odds: all odds are whole numbers of at least 100: hundredths (format: hundredths) or "
          + "American odds (format: american), not decimal ones; read as hundredths to one"
      ])
  }

  @Test func `a book far from 1 is named`() throws {
    let file = RunnerFile().with("sp") { _, _ in "20" }
    #expect(
      try file.doubts() == [
        "sp: the inverse odds of a race sum to 0.2 (the median), not 0.8 to 1.6: a model's prices, "
          + "or another notation"
      ])
    #expect(try RunnerFile().with("sp") { _, _ in "3.6" }.doubts() == [])
  }

  @Test func `an order of day and month that contradicts itself is named`() throws {
    let days = ["13/05/2024", "05/14/2024", "01/02/2024", "15/02/2024", "16/02/2024", "17/02/2024"]
    let file = RunnerFile().with("date") { race, _ in days[race] }
    #expect(
      try file.doubts() == [
        "date: the order of day and month contradicts itself: 13/05/2024 is D/M/YYYY only, "
          + "05/14/2024 is M/D/YYYY only"
      ])
    #expect(try file.explained().contains("format: [D/M/YYYY, M/D/YYYY]"))
  }

  @Test func `an order of day and month that cannot be told is named`() throws {
    let file = RunnerFile().with("date") { race, _ in "0\(race + 1)/05/2024" }
    #expect(
      try file.doubts() == [
        "date: the order of day and month is not known: every cell is a day as D/M/YYYY and as "
          + "M/D/YYYY"
      ])
  }

  @Test func `days in two ways are read in both`() throws {
    let file = RunnerFile().with("date") { race, _ in
      race < 3 ? "2024-05-1\(race)" : "\(race + 20)/5/2024"
    }
    #expect(try file.doubts() == [])
    #expect(try file.explained().contains("format: [YYYY-MM-DD, D/M/YYYY]"))
  }

  @Test func `positions above the field are named`() throws {
    let file = RunnerFile().with("position") { _, runner in runner == 3 ? "41" : "\(runner + 1)" }
    #expect(
      try file.doubts() == [
        "position: a position above the number of runners in 6 of 6 races, such as r0",
        "position: the highest position is 41: if it means non-finishers, give it a meaning "
          + "in words",
      ])
  }

  @Test func `several winners are named`() throws {
    let file = RunnerFile().with("position") { _, runner in "\(runner / 2 + 1)" }
    #expect(
      try file.doubts() == [
        "position: several winners that are no dead heat in 6 of 6 races, such as r0"
      ])
  }

  @Test func `a number that repeats within races is named`() throws {
    let file = RunnerFile().with("number") { _, runner in "\(runner / 2 + 1)" }
    #expect(
      try file.doubts() == [
        "number: a number twice in 6 of 6 races, such as r0",
        "number: repeats within races, so it may be no saddlecloth number",
      ])
  }

  @Test func `a key with differing rows is named`() throws {
    let file = RunnerFile().with("horse") { race, runner in "Horse \(race) \(runner / 2)" }
    #expect(
      try file.doubts().last
        == "24 rows contradict others of the same key: found 2 rows with one key that contradict "
        + "each other; expected one")
  }

  @Test func `form lines are no morning line`() throws {
    let lines = ["9-5", "754-454", "1/2-3P", "14-2"]
    let file = RunnerFile().with("morning_line") { _, runner in lines[runner] }
    #expect(
      try file.doubts().first
        == "morning_line: the texts look like form lines, though some could be morning-line odds; "
        + "left out")
    let form = RunnerFile().with("last_starts") { _, runner in lines[runner] }
    #expect(
      try form.doubts() == [
        "last_starts: form lines, though some of them could be morning-line odds"
      ])
  }

  @Test func `a clock of twelve hours is named`() throws {
    let times = ["1:30", "2:05", "12:50", "3:15", "4:00", "5:10"]
    let file = RunnerFile().with("off") { race, _ in times[race] }
    #expect(
      try file.doubts() == [
        "off: the times name no zone and are read as UTC; add a zone such as zone: Europe/London",
        "off: the clock seems to have twelve hours without am or pm; times are taken for the half of "
          + "the day in which the country races",
      ])
    #expect(try file.explained().contains("earliest: country"))
  }

  @Test(arguments: ["CafÃ© Noir", "Itâ€™s Me", "Caf\u{FFFD} Noir"])
  func `texts in another encoding are named`(name: String) throws {
    let file = RunnerFile().with("owner") { _, runner in runner == 0 ? name : "Owner \(runner)" }
    #expect(
      try file.doubts() == [
        "owner: texts in another encoding than UTF-8, such as \(name)"
          + (name.contains("\u{FFFD}") ? "" : "; --encoding mojibake undoes it")
      ])
  }

  @Test(arguments: ["Café Noir", "Ångström", "Â", "沙田"])
  func `accents raise no doubt`(name: String) throws {
    let file = RunnerFile().with("owner") { _, runner in runner == 0 ? name : "Owner \(runner)" }
    #expect(try file.doubts() == [])
  }

  @Test func `a fact of the race that differs within it is not taken`() throws {
    let file = RunnerFile().with("going") { _, runner in ["Good", "Soft", "Firm", "Heavy"][runner] }
    #expect(
      try file.doubts() == ["going: differs within races, so it is not taken for going"])
  }

  @Test func `a column that is only called like a field is named`() throws {
    let file = RunnerFile().with("distance") { _, _ in "far" }
    #expect(
      try file.doubts() == [
        "distance: named like distance_m, but its texts do not fit, such as far"
      ])
  }

  @Test func `an id that changes from run to run is no horse`() throws {
    let file = RunnerFile()
      .with("horse") { _, runner in ["A", "B", "C", "D"][runner] }
      .with("selection_id") { race, runner in "\(1000 + race * 4 + runner)" }
    // Four names are too few for a conclusion.
    #expect(try file.explained().contains("horse_id: {column: selection_id}"))
    var many = file
    many.raceCount = 12
    many = many.with("date") { race, _ in "2024-05-\(race + 10)" }
      .with("horse") { race, runner in "Horse \(["A", "B"][race / 6 % 2])\(runner)" }
    #expect(
      try many.doubts() == [
        "selection_id: the same horse has several, so it is not taken for horse_id"
      ])
  }

  @Test func `what is missing is reported`() throws {
    let file = RunnerFile().without("date").without("country").without("position")
    #expect(
      try file.doubts() == [
        "position: found no column of results; all runners stay unresolved",
        "country: found no column; place terms go by it, so add one such as constants: {country: "
          + "GB}",
        "date: found no column of days; import with --default date=YYYY-MM-DD, or together with a "
          + "file of the races that has them",
      ])
  }
}
