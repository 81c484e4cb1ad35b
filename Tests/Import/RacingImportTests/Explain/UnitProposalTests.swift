import MappingProposals
import Testing

/// The units of bare numbers: odds, distances, weights and dividends.
struct UnitProposalTests {
  /// The rows of an American chart; each race has an odds-on favourite or none.
  private static func chart(_ odds: [[String]]) -> String {
    var lines = ["Date,Race,Track,Horse,Jockey,Fin,Odds"]
    for (race, prices) in odds.enumerated() {
      for (place, price) in prices.enumerated() {
        lines.append(
          "05/\(race + 13)/2024,1,Ashford,Horse \(race)\(place)x,Rider \(place),\(place + 1),\(price)"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let toOne = [
    ["0.90", "4.20", "6.70", "14.20"], ["3.10", "0.60", "9.40", "11.80"],
    ["1.40", "1.80", "3.85", "21.50"],
  ]

  @Test(arguments: [
    (toOne, ["1.9", "5.2", "7.7", "15.2"]),
    // The favourite's mark.
    ([["*0.90", "4.20", "6.70", "14.20"], ["3.10", "*1.60", "3.40", "11.80"]], ["1.9", "5.2"]),
    // Without an odds-on favourite, the book of eight is too large for decimal odds.
    (
      [["1.2", "2.4", "4.5", "6.1", "8.4", "12", "15.5", "30"]],
      ["2.2", "3.4", "5.5", "7.1", "9.4", "13", "16.5", "31"]
    ),
  ])
  func `decimals to one are known by the book`(odds: [[String]], stored: [String]) throws {
    let store = TestStore()
    let text = Self.chart(odds)
    let page = try FileExplanation(file: store.file(text)).text
    #expect(page.contains("      sp: {column: Odds, format: to_one}"), "\(page)")
    #expect(page.contains("the inverse odds of a race sum to"))
    #expect(!page.contains("examined are below 1"))
    let file = try store.add(text, yaml: page)
    #expect(file.stored == odds.joined().count && file.incomplete == nil)
    #expect(try Array(store.values("sp").prefix(stored.count)) == stored)
  }

  @Test(arguments: [
    (["2.5", "4.2", "7.5", "9.0", "13.0", "21.0"], "{column: Odds}"),
    (["25", "42", "65", "90", "130", "210"], "{column: Odds, format: payoff, stake: 10}"),
    (["250", "420", "750", "900", "1300", "2100"], "{column: Odds, format: payoff, stake: 100}"),
    (["130", "260", "390", "520", "650", "780"], "{column: Odds, format: hundredths}"),
    (
      ["25:10", "42:10", "65:10", "90:10", "130:10", "210:10"],
      "{column: Odds, match: '^([0-9]+):10$', format: payoff, stake: 10}"
    ),
  ])
  func `other notations are known by the book`(odds: [String], line: String) throws {
    let store = TestStore()
    let page = try FileExplanation(file: store.file(Self.chart([odds, odds]))).text
    #expect(page.contains("      sp: \(line)"), "\(page)")
  }

  @Test(arguments: [
    (["1760", "1540", "1100", "1320"], "format: yards", ["1609", "1408", "1006", "1207"]),
    (["1200", "1650", "2200", "1400"], "", ["1200", "1650", "2200", "1400"]),
    (["1609", "1408", "1006", "1207"], "", ["1609", "1408", "1006", "1207"]),
    (["1640", "2140", "2640", "2160"], "", ["1640", "2140", "2640", "2160"]),
    (["8", "7", "5", "6"], "format: furlongs", ["1609", "1408", "1006", "1207"]),
    (["2", "2.5", "3", "2"], "format: miles", ["3219", "4023", "4828", "3219"]),
    (["1.2", "1.6", "2.4", "1"], "times: 1000", ["1200", "1600", "2400", "1000"]),
  ])
  func `the unit of bare distances is known by their steps`(
    cells: [String], member: String, metres: [String]
  ) throws {
    let file = RunnerFile().with("distance") { race, _ in cells[race % 4] }
    let store = TestStore()
    let page = try file.explained(store)
    let line = "{column: distance" + (member.isEmpty ? "" : ", " + member) + "}  #"
    #expect(page.contains("      distance_m: " + line), "\(page)")
    #expect(page.contains("# Doubts: none"), "\(page)")
    try store.add(file.csv, yaml: page)
    #expect(try Set(store.values("distance_m")) == Set(metres))
  }

  @Test func `a large book of decimal numbers is doubted as an import doubts it`() throws {
    let file = RunnerFile().with("odds") { _, runner in ["3", "3", "3", "2.5"][runner] }
    let doubt =
      "odds: the inverse odds of a race sum to 1.4 (the median): if the odds are to one, without the "
      + "stake, write format: to_one, else format: decimal"
    let store = TestStore()
    let page = try file.explained(store)
    #expect(page.contains("# - " + doubt), "\(page)")
    #expect(try store.add(file.csv, yaml: page).doubts == [doubt])
  }

  @Test func `in an American file a large book is one of odds to one`() throws {
    let file = RunnerFile().with("odds") { _, runner in ["3", "3", "3", "2.5"][runner] }
      .with("pgm") { _, runner in "\(runner + 1)" }
    let page = try file.explained()
    #expect(page.contains("      sp: {column: odds, format: to_one}"), "\(page)")
    #expect(page.contains("# - odds: taken for decimals to one, without the stake, by which"))
  }

  @Test func `columns that may be prices are named where none is taken`() throws {
    let file = RunnerFile().with("Auszahl") { _, runner in ["2.1", "3.4", "5.5", "12"][runner] }
    #expect(
      try file.doubts() == [
        "sp: found no column of prices; possible: Auszahl (as decimal odds, stake included, the inverse "
          + "odds of a race sum to 1.04)"
      ])
    let fractions = RunnerFile().with("Line 9am") { _, runner in
      ["6/4", "5/2", "4/1", "8/1"][runner]
    }
    #expect(
      try fractions.doubts() == [
        "sp: found no column of prices; possible: Line 9am (fractions)"
      ])
    let fives = RunnerFile().with("Win $5") { _, runner in ["10.5", "17", "27.5", "60"][runner] }
    #expect(
      try fives.doubts() == [
        "sp: found no column of prices; possible: Win $5 (as amounts for a stake of 5, the inverse odds "
          + "of a race sum to 1.04)"
      ])
    let weights = RunnerFile().with("Ballast") { _, runner in ["54.5", "55", "57", "58.5"][runner] }
    #expect(try weights.doubts() == [])
  }

  @Test(arguments: [
    (["1760", "1540", "1100", "1320"], "", true), (["1760", "1540", "1100", "1320"], "5/2", false),
    (["1600", "1400", "1000", "1200"], "", false),
  ])
  func `days whose order is open have the month first in an American file`(
    distances: [String], price: String, isAmerican: Bool
  ) throws {
    let file = RunnerFile().with("date") { race, _ in "05/0\(race + 1)/2024" }
      .with("distance") { race, _ in distances[race % 4] }.with("sp") { _, _ in price }
    let page = try file.explained()
    let order = isAmerican ? "M/D/YYYY" : "D/M/YYYY"
    #expect(page.contains("      date: {column: date, format: \(order)}"), "\(page)")
    let evidence = "; the month is taken first, as the file has distances in yards"
    #expect(page.contains("every cell is a day as D/M/YYYY and as M/D/YYYY"))
    #expect(page.contains(evidence) == isAmerican)
  }

  @Test func `distances that do not show their unit are doubted`() throws {
    let cells = ["4317", "3661", "1767", "2243"]
    let file = RunnerFile().with("distance") { race, _ in cells[race % 4] }
    #expect(
      try file.doubts() == [
        "distance: the numbers, from 1767 to 4317, do not show their unit; they are read as metres: "
          + "if they are yards, write format: yards"
      ])
    let short = ["550", "600", "850", "650"]
    #expect(
      try RunnerFile().with("distance") { race, _ in short[race % 4] }.doubts() == [
        "distance: from 550 to 850: most are shorter than any race of horses in metres; hundredths of "
          + "a furlong are format: furlongs with times: 0.01"
      ])
  }

  @Test func `weights of two units in one column are doubted`() throws {
    let file = RunnerFile().with("weight") { race, runner in
      race == 0 ? "\(54 + runner)" : "\(120 + runner)"
    }
    #expect(
      try file.doubts() == ["weight: from 54 to 123: not all are weights of riders in pounds"])
  }

  @Test(arguments: [("1", ""), ("10", ", stake: 10"), ("2", ", stake: 2")])
  func `the stake of a win dividend is known by the prices`(times: String, member: String)
    throws
  {
    let prices = ["2", "4", "5", "8"]
    let file = RunnerFile().with("sp") { _, runner in prices[runner] }
      .with("tote") { _, runner in runner == 0 ? "\(Double(times)! * 2.1)" : "" }
    let page = try file.explained()
    #expect(page.contains("      tote: {column: tote\(member)}"), "\(page)")
    #expect(
      try RunnerFile().with("tote") { _, runner in runner == 0 ? "21" : "" }.doubts() == [
        "tote: taken for an amount per unit staked; add stake: 2 or stake: 10 where it is per $2 or $10"
      ])
  }

  @Test func `a country is doubted without a course, and known by some courses`() throws {
    let doubt =
      "country: found no column; place terms go by it, so add one such as constants: {country: GB}"
    let file = RunnerFile().without("country").without("course")
    #expect(try file.doubts() == [doubt])
    #expect(try file.with("location") { _, _ in "Nowhere" }.doubts() == [doubt])
    let page = try file.with("location") { _, _ in "Sha Tin" }.explained()
    #expect(page.contains("    constants: {country: HK}") && page.contains("# Doubts: none"))
    #expect(page.contains("      course: {column: location}"))
  }

  @Test func `a meeting of odds to one beside decimal odds is named`() throws {
    let decimal = ["2.5", "3.5", "4.5", "6"]
    let toOne = ["1.5", "2.5", "3.5", "5"]
    let file = RunnerFile(raceCount: 9)
      .with("date") { race, _ in "2024-05-\(race / 3 + 13)" }
      .with("odds") { race, runner in race / 3 == 1 ? toOne[runner] : decimal[runner] }
    #expect(
      try file.doubts().contains(
        "odds: 1 of 3 meetings, such as 2024-05-14 Ascot, have books like the others' only as odds "
          + "to one, without the stake; give them a file of their own with format: to_one"))
    let alike = file.with("odds") { _, runner in decimal[runner] }
    #expect(try !alike.doubts().contains { $0.contains("meetings") })
  }

  @Test(arguments: [
    ("Distancia", "1600 m."), ("路程", "1600米"), ("Distans:spår", "1600:5"), ("Dist.", "1600 m"),
  ])
  func `metres are read with any word or number behind them`(name: String, cell: String) throws {
    let store = TestStore()
    let file = RunnerFile().with(name) { _, _ in cell }
    _ = try store.add(file.csv, yaml: file.explained(store))
    #expect(try Set(store.values("distance_m")) == ["1600"])
  }
}
