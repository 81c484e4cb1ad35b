import Columns
import Foundation
import Mappings
import TabularFiles
import Testing

/// The Racing API's pages by the built-in mapping.
struct RacingAPIMappingTests {
  private func imported(_ text: String, ending: String = "json") throws -> TestStore {
    let store = TestStore()
    _ = try store.add([store.file(text, ending: ending)], format: "racing-api")
    return store
  }

  private func cells(_ store: TestStore, _ columns: [String]) throws -> [[String]] {
    try store.rows().map { row in columns.map { row[$0]! } }
  }

  private static let resultColumns = [
    "horse", "position", "outcome", "beaten_lengths", "sp", "tote", "tote_paid", "official_rating",
  ]

  @Test func `a page of results states positions, exact prices and the winner's dividend`() throws {
    let store = try imported(RacingAPIPages.results)
    #expect(
      try cells(store, Self.resultColumns) == [
        ["Grey Lantern", "1", "finished", "0", "4.5", "4.5", "true", "81"],
        // 85/40 is 3.125; the decimal beside it is rounded.
        ["Tidewrack", "2", "finished", "0.5", "3.125", "", "true", ""],
        ["Marl", "", "pulled_up", "", "11", "", "true", ""],
        // A dead heat's two dividends do not say which is whose.
        ["Old Accord", "1", "finished", "0", "2", "", "", ""],
        ["Bellfounder", "1", "finished", "0", "5", "", "", ""],
        ["Long Acre", "3", "finished", "0.2", "2.375", "", "", ""],
      ])
    let races = ["off_time", "country", "class", "handicap", "distance_m", "surface"]
    #expect(
      try cells(store, races).enumerated().filter { $0.offset % 3 == 0 }.map(\.element) == [
        ["2025-05-01 13:05:00.000000Z", "GB", "Class 4", "true", "1400", "turf"],
        ["2025-05-01 13:40:00.000000Z", "IE", "Group 3", "false", "1200", "aw"],
      ])
  }

  @Test func `pages stand alone, one per line, in a list, packed, or are single races`() throws {
    let page = RacingAPIPages.results
    let expected = try imported(page).exported()
    #expect(try imported(page + "\n", ending: "ndjson").exported() == expected)
    #expect(try imported("[\(page)]").exported() == expected)
    let store = TestStore()
    let packed = try store.file(
      Array(Compression.zstdFrame(of: Array((page + "\n").utf8))), ending: "ndjson.zst")
    _ = try store.add([packed], format: "racing-api")
    #expect(try store.exported() == expected)
    // A race alone has no columns of values that only the other has.
    let single = try imported(RacingAPIPages.result).rows().map { $0.filter { !$0.value.isEmpty } }
    let first = try store.rows().prefix(3).map { $0.filter { !$0.value.isEmpty } }
    #expect(single == first)
  }

  @Test func `cards state runners without results, non-runners and abandoned races`() throws {
    let columns = [
      "race_id", "horse", "number", "draw", "outcome", "distance_m", "prize", "field_size",
      "handicap", "weight_lb", "sex",
    ]
    func rows(_ race: String, _ outcomes: [String]) -> [[String]] {
      let runners = [("Grey Lantern", "1", "1"), ("Tidewrack", "2", ""), ("Stray", "", "")]
      return zip(runners, outcomes).map { runner, outcome in
        [race, runner.0, runner.1, runner.2, outcome, "1509", "8000", "2", "true", "126", "mare"]
      }
    }
    let open = ["unresolved", "unresolved", "non_runner"]
    #expect(try cells(imported(RacingAPIPages.cards), columns) == rows("rac_3", open))
    #expect(try cells(imported(RacingAPIPages.card), columns) == rows("rac_5", open))
    #expect(
      try cells(imported(RacingAPIPages.proCards), columns)
        == rows("rac_4", ["void", "void", "void"]))
    let free = try imported(RacingAPIPages.freeCards)
    #expect(
      try cells(free, columns) == rows("racing-api-free-2025-05-02-Thornbury-2:05", open))
    #expect(try free.values("source").first == "racing-api-free")
  }

  @Test func `a claim is behind the rider's name, and NON-RUNNER is no rider`() throws {
    let riders = ["A Marsh(3)", "Ann (Nan) Ash (10)", "NON-RUNNER(5)"]
    for page in [
      RacingAPIPages.cards, RacingAPIPages.proCards, RacingAPIPages.freeCards, RacingAPIPages.card,
    ] {
      var parts = page.components(separatedBy: "\"jockey\":\"A Marsh\"")
      try #require(parts.count == 4)
      for (index, rider) in riders.enumerated() { parts[index] += "\"jockey\":\"\(rider)\"" }
      let store = try imported(parts.joined().replacing("\"NR\"", with: "\"3\""))
      #expect(
        try cells(store, ["jockey", "claim_lb"]) == [
          ["A Marsh", "3"], ["Ann (Nan) Ash", "10"], ["", "5"],
        ])
      #expect(try ["non_runner", "void"].contains(store.values("outcome")[2]))
    }
  }

  @Test func `a card becomes its result, also one without keys`() throws {
    for (card, id) in [(RacingAPIPages.cards, "rac_3"), (RacingAPIPages.freeCards, "rac_9")] {
      let store = try imported(card)
      let result = RacingAPIPages.results
        .replacing("\"rac_1\"", with: "\"\(id)\"")
        .replacing("2025-05-01", with: "2025-05-02")
      _ = try store.add([store.file(result, ending: "json")], format: "racing-api")
      let thornbury = try store.rows().filter { $0["course"] == "Thornbury" }
      #expect(Set(thornbury.map { $0["race_id"]! }).count == 1)
      #expect(thornbury.first { $0["horse"] == "Grey Lantern" }?["sp"] == "4.5")
      #expect(thornbury.count { $0["horse"] == "Grey Lantern" } == 1)
    }
  }

  @Test func `Australian races state results; trials are void and a time needs its zone`() throws {
    let store = try imported(RacingAPIPages.australia)
    let columns = [
      "race_id", "off_time", "horse", "position", "outcome", "sp", "distance_m", "weight_lb",
    ]
    let (first, weight) = ("racing-api-au-met_1-1", "126.765801")
    let (trial, off) = ("racing-api-au-met_1-2", "2025-05-03 03:05:00.000000Z")
    #expect(
      try cells(store, columns) == [
        [trial, "", "Cold Harbour", "", "void", "3.5", "1000", weight],
        [trial, "", "Second Cousin", "", "void", "7", "1000", weight],
        [trial, "", "Pennywhistle", "", "non_runner", "", "1000", weight],
        [first, off, "Cold Harbour", "1", "finished", "3.5", "1200", weight],
        [first, off, "Second Cousin", "2", "finished", "7", "1200", weight],
        [first, off, "Pennywhistle", "", "non_runner", "", "1200", weight],
      ])
    #expect(Set(try store.values("country")) == ["AU"])
    #expect(
      try imported(RacingAPIPages.australianRace).values("race_id")
        == Array(repeating: "racing-api-au-met_1-3", count: 3))
  }

  @Test func `North American entries state runners and scratches, and no price`() throws {
    let store = try imported(RacingAPIPages.entries)
    let columns = [
      "race_id", "off_time", "horse", "number", "draw", "jockey", "trainer", "outcome",
      "distance_m", "sp",
    ]
    let (first, second) = ("racing-api-na-ELP_1746230400000-1", "racing-api-na-ELP_1746230400000-2")
    func row(_ race: String, _ own: [String], _ outcome: String, _ metres: String) -> [String] {
      [race, "2025-05-03 18:05:00.000000Z"] + own + ["Dan Ward", "Fane", outcome, metres, ""]
    }
    #expect(
      try cells(store, columns) == [
        row(first, ["Lady Sexton", "1", "1"], "unresolved", "1207"),
        row(first, ["Stray", "3", "3"], "non_runner", "1207"),
        row(first, ["Long Acre", "", "2"], "unresolved", "1207"),
        row(second, ["Lady Sexton", "1", "1"], "void", "1710"),
        row(second, ["Stray", "3", "3"], "void", "1710"),
        row(second, ["Long Acre", "", "2"], "void", "1710"),
      ])
    #expect(Set(try store.values("country")) == ["US"])
    // 1 and 1A are one betting interest; the morning line is a price by its own name.
    #expect(try store.values("betting_interest") == ["1", "3", "1", "1", "3", "1"])
    let prices = try store.rows("prices")
    #expect(
      prices.count == 6
        && Set(prices.map { "\($0["name"]!) \($0["price"]!)" }) == ["morning_line 3.5"])
  }

  @Test func `North American results are refused, for they do not tell who lost`() throws {
    #expect(throws: ImportError.self) { try imported(RacingAPIPages.americanResults) }
  }
}
