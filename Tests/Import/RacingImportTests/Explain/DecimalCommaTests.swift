import MappingProposals
import Testing

/// Amounts, odds and times as people write them who put a comma before decimals.
struct DecimalCommaTests {
  @Test(arguments: [
    ("prize", "12500,50", "{column: prize, decimal: \",\"}", "12500.5"),
    ("prize", "500,5", "{column: prize, decimal: \",\"}", "500.5"),
    ("prize", "£12500,50", "{column: prize, format: money, decimal: \",\"}", "12500.5"),
    (
      "prize", "12500,50 €", "{column: prize, decimal: \",\", strip_suffix: \"€\"}", "12500.5"
    ),
    ("prize", "1 250,50", "{column: prize, thousands: \" \", decimal: \",\"}", "1250.5"),
    ("prize", "12.500,00", "{column: prize, thousands: \".\", decimal: \",\"}", "12500"),
    (
      "prize", "€1.012.500,125",
      "{column: prize, format: money, thousands: \".\", decimal: \",\"}", "1012500.125"
    ),
    ("tote", "6,40", "{column: tote, decimal: \",\"}", "6.4"),
    ("tote", "£6,40", "{column: tote, decimal: \",\", strip_prefix: \"£\"}", "6.4"),
    // Money has no thousandths.
    (
      "prize", "12.500 €",
      "{column: prize, thousands: \".\", decimal: \",\", strip_suffix: \"€\"}", "12500"
    ),
    ("prize", "1.250.000", "{column: prize, thousands: \".\", decimal: \",\"}", "1250000"),
    ("prize", "12.50", "{column: prize}", "12.5"),
    // Commas before three digits everywhere separate thousands.
    ("prize", "12,500", "{column: prize, thousands: \",\"}", "12500"),
  ])
  func `amounts are read`(field: String, cell: String, line: String, value: String) throws {
    let file = RunnerFile().with(field) { _, _ in "\"\(cell)\"" }
    let store = TestStore()
    let page = try file.explained(store)
    #expect(page.contains("      \(field): \(line)"), "\(page)")
    #expect(try store.add(file.csv, yaml: page).counts == [24, 24, 0, 0])
    #expect(try Set(store.values(field)) == [value])
  }

  @Test func `dividends are read`() throws {
    let text =
      "race_id,date,pool,combination,dividend\n"
      + (1...6).map { "r\($0),2024-05-01,WIN,\($0),\"64,50\"\n" }.joined()
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    #expect(
      page.contains("      dividend: {column: dividend, decimal: \",\", bad: \"null\"}"), "\(page)")
  }

  @Test(arguments: [
    (["2,5", "3,5", "4,5", "21,0"], "{column: sp, decimal: \",\"}", "21"),
    (
      ["2,5", "3,5", "4,5", "1.024,50"], "{column: sp, thousands: \".\", decimal: \",\"}", "1024.5"
    ),
    (["2.5", "3.5", "4.5", "1,024.50"], "{column: sp, thousands: \",\"}", "1024.5"),
    (["2.5", "3.5", "4.5", "1024.5"], "{column: sp}", "1024.5"),
  ])
  func `odds are read`(cells: [String], line: String, last: String) throws {
    let file = RunnerFile().with("sp") { _, runner in "\"\(cells[runner])\"" }
    let store = TestStore()
    let page = try file.explained(store)
    #expect(page.contains("      sp: \(line)  #"), "\(page)")
    #expect(try store.add(file.csv, yaml: page).counts == [24, 24, 0, 0])
    #expect(try Set(store.values("sp")) == ["2.5", "3.5", "4.5", last])
  }

  @Test func `metres have points between thousands beside decimal commas`() throws {
    let cells = ["2,5", "3,5", "4,5", "21,0"]
    let metres = RunnerFile().with("distance_m") { race, _ in "1.\(race + 2)00" }
    let file = metres.with("sp") { _, runner in "\"\(cells[runner])\"" }
    let store = TestStore()
    let page = try file.explained(store)
    #expect(
      page.contains(
        "      distance_m: {column: distance_m, thousands: \".\", decimal: \",\"}"), "\(page)")
    try store.add(file.csv, yaml: page)
    #expect(try Set(store.values("distance_m")) == Set((2...7).map { "1\($0)00" }))
    // Alone they may be kilometres, which is the same.
    #expect(try metres.explained().contains("{column: distance_m, times: 1000}"))
  }

  @Test func `points and commas that contradict each other are no marks`() throws {
    let cells = ["2,5", "3.5", "4,5", "21.0"]
    let file = RunnerFile().with("sp") { _, runner in "\"\(cells[runner])\"" }
    #expect(try !file.explained().contains("decimal:"))
  }

  @Test func `times are read`() throws {
    let cells = ["72,34", "1:12,5", "1:13,01", "1:14,200"]
    let file = RunnerFile().with("finish_time") { _, runner in "\"\(cells[runner])\"" }
    let store = TestStore()
    let page = try file.explained(store)
    #expect(
      page.contains("      finish_time_s: {column: finish_time, format: clock, decimal: \",\"}"))
    try store.add(file.csv, yaml: page)
    #expect(try Set(store.values("finish_time_s")) == ["72.34", "72.5", "73.01", "74.2"])
  }
}
