import ColumnStore
import Mappings
import Racing
import StoreImport
import Testing

/// Prices that have names: from the mapping into the store, and out of it as the table `prices`.
struct NamedPriceTests {
  private static let yaml = mapping(
    key: "[horse]", "horse: {column: horse}", "position: {column: fin, format: finish}",
    "sp: {column: sp, format: fractional}"
  ).replacing(
    "    key: [horse]\n",
    with: """
          key: [horse]
          prices:
            early: {column: Early, format: fractional}
            ten_am: {column: "10am", empty: ["-"]}
            morning_wap: {column: wap}

      """)

  private static let text = """
    race_id,date,horse,fin,sp,Early,10am,wap
    r1,2024-05-02,Ann,1,2/1,9/4,3.1,3.25
    r1,2024-05-02,Bea,2,4/1,,-,
    r1,2024-05-02,Cid,3,10/1,x,12,11.5
    """

  /// The table's rows in short.
  private static func prices(_ store: TestStore) throws -> [String] {
    try store.rows("prices").map { "\($0["horse"]!) \($0["name"]!) \($0["price"]!)" }
  }

  @Test func `a mapping names prices, and each is a row of its own`() throws {
    let store = TestStore()
    let file = try store.add(Self.text, yaml: Self.yaml)
    #expect(file.counts == [3, 3, 0, 0] && file.incomplete == 1)
    #expect(
      try store.rejects().map(\.detail) == [
        "price_early: found x; expected fractional odds above 1"
      ])
    #expect(
      try Self.prices(store) == [
        "Ann morning_wap 3.25", "Ann early 3.25", "Ann ten_am 3.1", "Cid morning_wap 11.5",
        "Cid ten_am 12",
      ])
    let first = try store.rows("prices")[0]
    #expect(first["race_id"] == "r1" && first["date"] == "2024-05-02")
    #expect(first["volume"] == "" && first["source"] == "test")
    // Beside the other columns of runners, as far as some month has one.
    #expect(try store.values("price_ten_am") == ["3.1", "", "12"])
  }

  @Test func `a retry, an undo and a replay keep prices as they keep other columns`() throws {
    let store = TestStore()
    try store.add(Self.text, yaml: Self.yaml)
    let lenient = Self.yaml.replacing(
      "early: {column: Early, format: fractional}",
      with: "early: {column: Early, format: fractional, bad: \"null\"}")
    try store.retry(1, yaml: lenient)
    let all = try Self.prices(store)
    #expect(all.suffix(2) == ["Cid morning_wap 11.5", "Cid ten_am 12"] && all.count == 5)
    try store.replay()
    #expect(try Self.prices(store) == all)
    _ = try store.undo(1)
    #expect(try Self.prices(store).isEmpty)
  }

  @Test func `a later file replaces the prices that it has`() throws {
    let store = TestStore()
    try store.add(Self.text, yaml: Self.yaml)
    let later = "race_id,date,horse,fin,sp,Early,10am,wap\nr1,2024-05-02,Ann,1,2/1,5/2,,3.25\n"
    #expect(try store.add(later, yaml: Self.yaml).replaced == 1)
    #expect(
      try Self.prices(store) == [
        "Ann morning_wap 3.25", "Ann early 3.5", "Cid morning_wap 11.5", "Cid ten_am 12",
      ])
    #expect(try store.add(later + " ", yaml: Self.yaml).duplicates == 1)
  }

  @Test func `two sources each bring prices to one race`() throws {
    let store = TestStore()
    func file(_ source: String, _ price: String, _ odds: [String]) throws -> ImportedFile {
      let yaml = mapping(
        key: "[horse]", "horse: {column: horse}", "course: {column: course}",
        "race_no: {column: no}", "position: {column: fin}"
      ).replacing("name: test", with: "name: \(source)").replacing(
        "    key: [horse]\n", with: "    key: [horse]\n    prices: {\(price): {column: p}}\n")
      let rows = zip(["Ann", "Bea", "Cid"], odds).enumerated().map {
        "\(source)-1,2024-05-02,Ascot,3,\($1.0),\($0 + 1),\($1.1)"
      }
      return try store.add(
        "race_id,date,course,no,horse,fin,p\n" + rows.joined(separator: "\n"), yaml: yaml)
    }
    _ = try file("one", "early", ["2", "3", "4"])
    let second = try file("two", "late", ["2.5", "3.5", "4.5"])
    #expect(second.matchedRaces == 1)
    let both = try Self.prices(store)
    #expect(both.prefix(2) == ["Ann early 2", "Ann late 2.5"] && both.count == 6)
    // The first source to name a price owns it.
    _ = try file("two", "early", ["7", "8", "9"])
    #expect(try Self.prices(store) == both)
    _ = try file("one", "early", ["2", "3", "5"])
    #expect(try Self.prices(store).contains("Cid early 5"))
  }

  @Test func `a pattern names the prices of a file's columns, and our own layout reads them`()
    throws
  {
    let store = TestStore()
    let yaml = mapping(key: "[horse]", "horse: {column: horse}", "position: {column: fin}")
      .replacing("    key: [horse]\n", with: "    key: [horse]\n    prices: \"Odds *\"\n")
    let file = try store.add(
      "race_id,date,horse,fin,Odds early,Odds B365,Odds on the day\nr1,2024-05-02,Ann,1,3,4,5\n",
      yaml: yaml)
    #expect(file.unusedColumns == nil)
    #expect(try Self.prices(store) == ["Ann b365 4", "Ann early 3", "Ann on_the_day 5"])
    let copy = TestStore()
    let again = try copy.add(try store.exported(), format: "railbird")
    #expect(again.unusedColumns == nil)
    #expect(try copy.exported("prices") == store.exported("prices"))
  }

  @Test func `a pattern may have ways, formats and named prices beside it`() throws {
    let store = TestStore()
    let yaml = mapping(key: "[horse]", "horse: {column: horse}", "position: {column: fin}")
      .replacing(
        "    key: [horse]\n",
        with: """
              key: [horse]
              prices:
                early: Early
                "*": {first_of: ["* frac", "* dec"], format: [fractional, decimal], bad: "null"}
              leaves: ["* notes"]

          """)
    let file = try store.add(
      "race_id,date,horse,fin,Early,Sky Bet frac,Sky Bet dec,10 Bet dec,late notes\n"
        + "r1,2024-05-02,Ann,1,3,85/40,3.12,4,x\nr1,2024-05-02,Bea,2,5,,x,7,\n", yaml: yaml)
    #expect(file.counts == [2, 2, 0, 0] && file.unusedColumns == nil)
    #expect(
      try Self.prices(store) == [
        "Ann 10_bet 4", "Ann early 3", "Ann sky_bet 3.125", "Bea 10_bet 7", "Bea early 5",
      ])
  }

  @Test func `a price of a JSON list has its element's name, without the path's escapes`() throws {
    let store = TestStore()
    let file = store.newPath("json")
    try #"""
    [{"race_id": "r1", "date": "2024-05-02", "horse": "Ann", "odds": [
      {"by": "Paddy/Power", "price": 3}, {"by": "Sky~Bet", "price": 4}, {"by": "*", "price": 5},
      {"by": "~1", "price": 6}]}]
    """#.write(toFile: file, atomically: true, encoding: .utf8)
    let yaml = mapping(key: "[horse]", "horse: {column: horse}").replacing(
      "    key: [horse]\n",
      with: """
            key: [horse]
            lists: {odds: {name: by}}
            prices: {"*": "odds/*/price"}

        """)
    _ = try store.add([file], yaml: yaml)
    #expect(try Self.prices(store) == ["Ann 1 6", "Ann paddy_power 3", "Ann sky_bet 4"])
  }

  @Test(arguments: [
    ("Sky Bet", "sky_bet"), ("10Bet", "10bet"), (" É–Bet™ (UK) ", "bet_uk"), ("--", ""),
    ("price_a", "price_a"), ("a__b", "a_b"),
  ])
  func `a text becomes a name of letters, digits and single underscores`(
    text: String, name: String
  ) {
    #expect(NamedPrice.cleaned(text) == name)
    #expect((NamedPrice.named(name) == nil) == name.isEmpty)
  }

  @Test(arguments: [
    ("morning_wap", "morning_wap", "morning_volume"),
    ("in_play_max", "in_play_max", "in_play_volume"),
    ("place_pre_play_min", "price_place_pre_play_min", "place_pre_play_volume"),
    ("place_in_play_max", "price_place_in_play_max", "place_in_play_volume"),
    ("place_early", "price_place_early", nil), ("early", "price_early", nil),
    ("place_", "price_place_", nil), ("place_tote", "price_place_tote", nil),
  ])
  func `the exchange's prices of both markets have volumes`(
    name: String, column: String, volume: String?
  ) throws {
    let price = try #require(NamedPrice.named(name))
    #expect(price.column == column && price.volume == volume)
    #expect(NamedPrice.of(column: column) == price)
    #expect(volume.map { RacingTables.flatField($0) != nil } ?? true)
  }

  @Test func `rpscrape's columns of the exchange are prices by name`() throws {
    let store = TestStore()
    let file = try store.add(
      "date,course,off,ran,pos,horse,bsp,wap,morning_wap,pre_min,pre_max,ip_min,ip_max,pre_vol,"
        + "ip_vol,morning_vol\n2024-05-02,Ascot,2:05,1,1,Ann,3.1,3.2,3.5,2.9,4,1.01,8,900,50,20\n",
      format: "rpscrape")
    #expect(file.unusedColumns == nil)
    #expect(
      try store.rows("prices").map { "\($0["name"]!) \($0["price"]!) \($0["volume"]!)" } == [
        "morning_wap 3.5 20", "pre_play_wap 3.2 900", "pre_play_min 2.9 900",
        "pre_play_max 4 900", "in_play_min 1.01 50", "in_play_max 8 50",
      ])
  }

  @Test(arguments: [
    (
      "prices: {Early: {column: a}}", "the price Early",
      "a name of at most 40 small letters, digits and _, such as early"
    ),
    (
      "prices: {\(String(repeating: "x", count: 41)): a}", "the price xxx",
      "a name of at most 40 small letters"
    ),
    ("prices: {\"*\": a}", "a", "a pattern with one *"),
    ("prices: {\"*\": {first_of: [\"* a\", b]}}", "b", "a pattern with one *"),
    ("prices: {\"*\": {column: \"* a\", format: written}}", "the format written", "decimal"),
    ("prices: {morning_wap: {column: a}}", "morning_wap among the fields too", "once"),
    ("prices: nothing", "nothing", "a pattern with one *"),
    (
      "prices: {early: {column: a, format: written}}", "the format written for price_early",
      "decimal"
    ),
  ])
  func `a mistake in the prices is reported`(line: String, found: String, expected: String) throws {
    let yaml = mapping("horse: {column: horse}", "morning_wap: {column: wap}").replacing(
      "    key: [number, horse]\n", with: "    key: [number, horse]\n    \(line)\n")
    do {
      _ = try Mapping(yaml: yaml, file: "a.yaml")
      Issue.record("the mistake passes")
    } catch {
      guard case .badMapping(_, let what, let wanted) = error else { throw error }
      #expect(what.contains(found) && wanted.contains(expected), "\(error)")
    }
  }
}
