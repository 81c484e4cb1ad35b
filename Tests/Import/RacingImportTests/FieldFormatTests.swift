import Mappings
import Testing

/// The reading of cells by the mapping's formats; the parsers have their own tests.
struct FieldFormatTests {
  /// One column `x` of cells into a field.
  private func read(_ field: String, _ rules: String, _ cells: String...) throws -> [String] {
    let store = TestStore()
    let rows = cells.enumerated().map { "r\($0),2024-07-01,1,\"\($1)\"\n" }
    try store.add(
      "race_id,date,number,x\n" + rows.joined(),
      yaml: mapping("number: number", "\(field): {column: x, bad: \"null\"\(rules)}"))
    return try store.values(field)
  }

  @Test func `odds of several notations in one column`() throws {
    #expect(
      try read("sp", ", format: [fractional, decimal]", "100/30", "EvensF", "3.5", "SP", "9-5")
        == ["4.333333", "2", "3.5", "", ""])
    #expect(try read("sp", ", format: morning_line", "9-5", "1-1") == ["2.8", "2"])
    #expect(
      try read("sp", ", format: american", "+250", "-150", "250") == ["3.5", "1.666667", "3.5"])
    #expect(try read("sp", ", format: hundredths", "130", "0", "15") == ["2.3", "", "1.15"])
    #expect(
      try read("sp", ", format: to_one", "0.90", "*14.2", "9", "0.00", "-1")
        == ["1.9", "15.2", "10", "", ""])
    #expect(try read("sp", ", format: to_one, decimal: ','", "0,90", "13,3") == ["1.9", "14.3"])
    #expect(try read("sp", ", format: payoff, stake: 10", "64.50") == ["6.45"])
    #expect(try read("sp", ", format: payoff, stake: 2", "5.20", "2.00") == ["2.6", ""])
  }

  @Test func `odds that are none are refused`() throws {
    #expect(
      try read("sp", "", "1", "0.5", "-3", "NaN", "1e400", "inf", "1000001")
        == Array(repeating: "", count: 7))
    #expect(try read("sp", ", at_least: '1'", "1", "0.99") == ["1", ""])
  }

  @Test(arguments: [
    "", ", format: decimal", ", format: decimal, at_least: '1'", ", decimal: ','", ", times: 2",
    ", stake: 2", ", format: [fractional, decimal]", ", format: payoff, stake: 2",
  ])
  func `odds with a sign are read as American ones or not at all`(rules: String) throws {
    #expect(try read("sp", rules, "+150", "+4", "+0004.00000") == ["", "", ""])
    #expect(try read("place_bsp", rules, "+150") == [""])
    #expect(try read("sp", ", format: [decimal, american]", "+150", "4") == ["2.5", "4"])
    #expect(try read("weight_lb", "", "+126") == ["126"])
  }

  @Test func `distances, weights and lengths in other units`() throws {
    #expect(try read("distance_m", ", format: furlongs", "6", "5.5") == ["1207", "1106"])
    #expect(try read("distance_m", ", format: written", "1m2f", "5f 110y") == ["2012", "1106"])
    #expect(try read("distance_m", ", format: yards", "1100") == ["1006"])
    #expect(try read("weight_lb", ", format: stone_pounds", "9-4") == ["130"])
    #expect(try read("weight_lb", ", format: kilograms", "57") == ["125.663489"])
    #expect(try read("beaten_lengths", ", format: lengths", "nk", "2-3/4") == ["0.3", "2.75"])
    #expect(
      try read("beaten_lengths", ", format: excel_date", "38020", "2-Jan") == ["2.75", "0.5"])
    #expect(
      try read("beaten_lengths", ", format: [lengths, excel_date_day_first]", "nk", "2/3/2004")
        == ["0.3", "2.75"])
    let fractions = ["2024-02-05", "5-Feb", "33/1", "45327"]
    #expect(
      try fractions.map { try read("sp", ", format: [fractional, excel_date_day_first]", $0)[0] }
        == ["3.5", "3.5", "34", ""])
    #expect(try read("sp", ", format: excel_date", "2024-02-05", "2024-05-02") == ["1.4", "3.5"])
    #expect(try read("prize", ", format: money", "£10,892", "$5.50") == ["10892", "5.5"])
  }

  @Test func `marks between thousands and before decimals are not taken for each other`() throws {
    #expect(
      try read("prize", ", format: money", "€25,50", "1,2,3", "£1,234,567.50")
        == ["", "", "1234567.5"])
    #expect(
      try read("prize", ", thousands: ','", "12,34", "1,234", "1234") == ["", "1234", "1234"])
    #expect(try read("sp", ", decimal: ','", "23,9", "7,5", "7.5") == ["23.9", "7.5", ""])
    #expect(
      try read("prize", ", thousands: '.', decimal: ','", "25.000,50", "25.00") == ["25000.5", ""])
    #expect(
      try read("prize", ", format: money, thousands: '.', decimal: ','", "€ 25.000,50")
        == ["25000.5"])
    #expect(throws: ImportError.self) { try read("sp", ", thousands: '.', decimal: '.'", "2") }
  }

  @Test func `times have decimal commas where the mapping says so`() throws {
    #expect(
      try read(
        "finish_time_s", ", format: clock, decimal: ','", "72,34", "1:12,34", "1m 12,5s", "1:12.34",
        "1,12,34") == ["72.34", "72.34", "72.5", "", ""])
    #expect(try read("finish_time_s", ", format: clock", "1:12,34", "1:12.34") == ["", "72.34"])
  }

  @Test func `finishes give position and outcome`() throws {
    #expect(try read("position", ", format: finish", "1", "5 DH", "PU") == ["1", "5", ""])
    let store = TestStore()
    try store.add(
      "race_id,date,number,x\nr,2024-01-01,1,1 DH\nr,2024-01-01,2,PU\nr,2024-01-01,3,??\n",
      yaml: mapping(
        "number: number", "position: {column: x, format: finish}",
        "outcome: {column: x, format: finish}"))
    #expect(try store.values("position") == ["1", "", ""])
    #expect(try store.values("outcome") == ["finished", "pulled_up", "unresolved"])
  }

  @Test func `days in several forms in one column`() throws {
    let store = TestStore()
    let yaml = mapping("number: number").replacing(
      "date: {column: date}", with: "date: {column: date, format: [YYYY-MM-DD, D/MM/YYYY]}")
    let imported = try store.add(
      "race_id,date,number\na,2024-03-01,1\nb,2/03/2024,1\nc,31/02/2024,1\nd,2024-13-01,1\n",
      yaml: yaml)
    #expect(imported.counts == [4, 2, 0, 2])
    #expect(try store.values("date") == ["2024-03-01", "2024-03-02"])
    #expect(
      try store.rejects().map(\.detail) == [
        "found 31/02/2024; expected YYYY-MM-DD or D/MM/YYYY",
        "found 2024-13-01; expected YYYY-MM-DD or D/MM/YYYY",
      ])
  }

  @Test func `times of day take the row's day and the mapping's zone`() throws {
    #expect(
      try Set(read("off_time", ", zone: Europe/London", "14:30", "2024-01-02T14:30"))
        == ["2024-07-01 13:30:00.000000Z", "2024-01-02 14:30:00.000000Z"])
    #expect(
      try Set(read("off_time", ", format: 'H:mm', earliest: '10:00'", "2:05", "11:30", "14:00"))
        == Set(["14:05", "11:30", "14:00"].map { "2024-07-01 \($0):00.000000Z" }))
    #expect(
      try Set(read("off_time", ", format: 'h:mm:ss a'", "4:09:00 PM", "12:10:00 am"))
        == ["2024-07-01 16:09:00.000000Z", "2024-07-01 00:10:00.000000Z"])
    #expect(
      try Set(read("off_time", ", format: epoch_seconds", "1719842400", "x"))
        == ["2024-07-01 14:00:00.000000Z", ""])
  }

  @Test(arguments: ["x", "\u{1F40E}", "\u{645}", "e\u{301}"])
  func `a name of a thousand characters is stored, a longer one refused`(letter: String) throws {
    let long = String(repeating: letter, count: 1000 / letter.unicodeScalars.count)
    let store = TestStore()
    let imported = try store.add(
      "race_id,date,horse\nr,2024-01-01,\(long)\nr,2024-01-01,\(long)x\n",
      yaml: mapping("horse: horse"))
    #expect(imported.counts == [2, 1, 0, 1])
    #expect(try store.values("horse") == [long])
    #expect(
      try store.rejects().map(\.detail)
        == ["found a text of 1001 characters; expected at most 1000"])
  }

  @Test func `marks without end on one letter are no name`() throws {
    let store = TestStore()
    let piled = "a" + String(repeating: "\u{301}", count: 1000)
    #expect(piled.count == 1)
    #expect(
      try store.add(
        "race_id,date,horse\nr,2024-01-01,\(piled)\n", yaml: mapping("horse: horse")
      ).counts == [1, 0, 0, 1])
  }
}
