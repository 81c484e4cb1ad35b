import Testing

struct MappingFeatureTests {
  /// Imports one cell through a field's mapping.
  private func value(_ field: String, _ mapped: String, _ text: String) throws -> String? {
    let store = TestStore()
    let imported = try store.add(
      "race_id,date,who,x\nr1,2024-05-06,Ann,\"\(text)\"\n",
      yaml: mapping("horse: {column: who}", "\(field): {column: x\(mapped)}"))
    return imported.stored == 1 ? try store.values(field)[0] : nil
  }

  @Test func `harness races are of their type`() throws {
    let store = TestStore()
    let row = "2024-01-01_Oak Lane_1_Ann_False,2024-01-01_Oak Lane_1_False,12-1,2,4\n"
    _ = try store.add(
      "row_id,entry_id,morning_line,post_pos,finish_pos\n" + row, format: "harness")
    #expect(try store.values("race_type") == ["harness"])
  }

  @Test(
    arguments: [
      ("3", "3"), ("0.5", "0.5"), ("1/2", "0.5"), ("2-3/4", "2.75"), ("12-1/3", "12.333333"),
      ("頭位", "0.2"), ("-", ""),
      ("1-2-3", nil), ("-3", nil), ("1/0", nil), ("a", nil), ("2-", nil),
      ("9223372036854.775807-9223372036854", nil), ("9223372036854775807/1", nil),
    ] as [(String, String?)])
  func `lengths are read`(text: String, expected: String?) throws {
    let rules = ", bad: reject, format: lengths, empty: [\"-\"], words: {頭位: \"0.2\"}"
    #expect(try value("beaten_lengths", rules, text) == expected)
  }

  @Test(arguments: [
    ("草地 - A", "turf"), ("草地", "turf"), ("全天候", "dirt"), ("a 全天候 b", "dirt"),
    ("exact", "word"), ("exactly", "prefix"), ("other", "other"), ("草", "草"),
  ])
  func `a whole word goes before a pattern and a longer pattern before a shorter`(
    text: String, expected: String
  ) throws {
    let rules = ", words: {\"草地*\": turf, \"*全天候*\": dirt, exact: word, \"exact*\": prefix}"
    #expect(try value("surface", rules, text) == expected)
  }

  @Test func `a pattern of one star matches whatever is left`() throws {
    let rules = ", words: {\"*讓賽*\": \"true\", \"*\": \"false\"}"
    #expect(try value("handicap", rules, "春季讓賽第一組") == "true")
    #expect(try value("handicap", rules, "打吡") == "false")
    #expect(try value("handicap", rules, "") == "")
  }

  @Test func `a suffix is cut off`() throws {
    let rules = ", strip_suffix: \" dh\""
    #expect(try value("number", rules, "3 dh") == "3")
    #expect(try value("number", rules, "3") == "3")
    #expect(try value("number", rules, " dh") == nil)
  }

  @Test func `the text between the last marks is taken`() throws {
    let rules = ", between: [\"(\", \")\"]"
    #expect(try value("horse_id", rules, "Ann (IRE) (S246)") == "S246")
    #expect(try value("horse_id", rules, "Ann") == "")
    #expect(try value("horse_id", rules, "Ann )(") == "")
    #expect(try value("horse_id", rules, "Ann ()") == "")
  }

  @Test func `thousands and stakes are taken out of an amount`() throws {
    let rules = ", thousands: \",\", stake: 8"
    #expect(try value("prize", rules, "1,234,567.50") == "154320.9375")
    #expect(try value("prize", rules, "0.000004") == "0")
    #expect(try value("prize", rules, "0.000012") == "0.000002")
  }

  @Test func `a mapping may let odds of one pass`() throws {
    #expect(try value("sp", ", bad: reject, at_least: \"1\"", "1") == "1")
    #expect(try value("sp", ", bad: reject, at_least: \"1\"", "0.99") == nil)
  }

  @Test func `a bad value may stand for none`() throws {
    #expect(try value("draw", ", bad: \"null\"", "scratched") == "")
    #expect(try value("sp", ", bad: \"null\"", "-1") == "")
  }

  @Test func `columns are joined, and all of them are needed`() throws {
    let store = TestStore()
    let yaml = mapping(
      "horse: {column: who}", "number: {column: n}",
      "race_name: {join: [{column: a, words: {沙田: ST}}, {column: b}], separator: \"-\"}")
    try store.add(
      "race_id,date,who,n,a,b\nr1,2024-05-06,Ann,1,沙田,4\nr1,2024-05-06,Bea,2,,4\n", yaml: yaml)
    #expect(try store.values("race_name") == ["ST-4", "ST-4"])
  }

  @Test func `constants fill a field on every row`() throws {
    let store = TestStore()
    let yaml = mapping("horse: {column: who}").replacing(
      "    fields:", with: "    constants: {country: HK, distance_m: \"1200\"}\n    fields:")
    try store.add("race_id,date,who\nr1,2024-05-06,Ann\n", yaml: yaml)
    let row = try store.rows()[0]
    #expect([row["country"], row["distance_m"], row["source"]] == ["HK", "1200", "test"])
  }
}
