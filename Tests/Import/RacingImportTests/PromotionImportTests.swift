import ColumnStore
import Columns
import Mappings
import RowReading
import StoreImport
import TestSupport
import Testing
import StoreTables

/// A sportsbook's answers as a fetch archives them: one journal, six tables.
struct PromotionImportTests {
  private let store = TestStore()

  /// Returns a line of a journal, with the members beside the body.
  private static func line(_ second: Int, _ members: String) -> String {
    """
    {"api":"sportsbook","request":"/x","fetched_at":\(1_715_774_400_000_000 + second * 1_000_000),\
    "status":200,\(members),"body":[]}

    """
  }

  @discardableResult
  private func add(_ lines: [String], tables: [String] = PromotionTables.rebuiltTables) throws
    -> [ImportedFile]
  {
    let path = try store.file(lines.joined(), ending: "ndjson")
    return try job().run(tables.map { ImportFile(path, table: $0) })
  }

  private func job() throws -> ImportJob {
    let text = Mapping.builtInText("sportsbook")!
    return ImportJob(
      store: store.path, mapping: try Mapping(yaml: text, file: "sportsbook"), mappingText: text,
      now: 1_775_001_600_000_000)
  }

  private func tables() throws -> [String] {
    try PromotionTables.rebuiltTables.map { name in
      try store.snapshot.tableNames.contains(name) ? store.exported(name) : ""
    }
  }

  private static let item = """
    "items":[{"kind":"banners","item_id":"7","title":"Summer","subtitle":null,"content":null,\
    "action_type":"internal_link","action_target":"/summer","status":"published",\
    "starts_at":"2024-05-01T00:00:00Z","ends_at":"2024-08-31T23:59:59.500000Z","event_id":null,\
    "image_url":null,"duration_s":null,"client_id":1,"platform":"all","user_type":"all"}]
    """
  private static let sections = """
    "sections":[{"template_id":"1","platform":"ios","client_id":1,"position":0,"type":"stories",\
    "title":"Stories","fills_from":"promotions/v1/stories","options":"{\\"item_count\\":5}",\
    "updated_at":"2024-05-01T09:15:00Z"},{"template_id":"1","platform":"ios","client_id":1,\
    "position":1,"type":"news","title":"News","fills_from":"promotions/v1/news","options":null,\
    "updated_at":"2024-05-01T09:15:00Z"}]
    """
  private static let quotes = """
    "quotes":[{"event_id":"12345","starts_at":"2024-05-25T20:00:00Z","home":"Reds","away":"Blues",\
    "price_kind":"base","market_id":"201","market_name":"1X2","outcome_id":"301",\
    "outcome_name":"1","item_id":null,"price":2.1},{"event_id":"12345","starts_at":null,\
    "home":null,"away":null,"price_kind":"boosted","market_id":null,"market_name":null,\
    "outcome_id":null,"outcome_name":null,"item_id":"9","price":2.4}]
    """
  private static let boosts = """
    "boosts":[{"banner_id":"9","event_id":"12345","title":"Reds to win","original_odd":2.1,\
    "boosted_odd":2.4,"status":"published","starts_at":"2024-05-24T00:00:00Z",\
    "ends_at":"2024-05-25T19:59:59Z"}]
    """
  private static let picks = """
    "picks":[{"pick_id":"4","title":"Pick","tipster_id":"101","tipster":"Jo","win_rate":0.68,\
    "event_id":"12345","home":"Reds","away":"Blues","starts_at":"2024-05-25T20:00:00Z",\
    "market_name":"1X2","outcome_name":"1","odds":2.1,"reasoning":"Strong at home"}]
    """
  private static let news = """
    "news":[{"news_id":"3","status":"published","title":"Transfer","subtitle":null,"author":"Desk",\
    "tags":"football|LaLiga","published_at":"2024-05-15T09:30:00Z","image_url":null}]
    """
  private static let all = [sections, item, quotes, boosts, picks, news]

  private static func fetch(at second: Int, _ members: [String] = all) -> [String] {
    members.enumerated().map { line(second + $0, $1) }
  }

  @Test func `one journal fills six tables, each row with event and ingest time`() throws {
    let imports = try add(Self.fetch(at: 0))
    #expect(imports.map(\.table) == PromotionTables.rebuiltTables)
    #expect(imports.map(\.counts) == [1, 2, 2, 1, 1, 1].map { [$0, $0, 0, 0] })
    #expect(imports.map(\.id) == [1, 2, 3, 4, 5, 6])
    #expect(Set(imports.map(\.callID)) == [1] && Set(imports.map(\.sha256)).count == 1)

    let item = try #require(try store.rows("promo_items").first)
    #expect(item["kind"] == "banners" && item["item_id"] == "7" && item["title"] == "Summer")
    #expect(item["event_time"] == "2024-05-01 00:00:00.000000Z")
    #expect(item["end_time"] == "2024-08-31 23:59:59.500000Z")
    #expect(item["ingest_time"] == "2024-05-15 12:00:01.000000Z")
    #expect(item["source"] == "sportsbook" && item["client_id"] == "1")
    let sections = try store.rows("home_sections")
    #expect(sections.map { $0["position"] } == ["0", "1"])
    #expect(sections[0]["options"] == #"{"item_count":5}"# && sections[1]["options"] == "")
    let quotes = try store.rows("odds_quotes")
    #expect(quotes.map { $0["price_kind"] } == ["base", "boosted"])
    #expect(quotes.map { $0["price"] } == ["2.1", "2.4"])
    #expect(quotes.map { $0["item_id"] } == ["", "9"] && quotes[0]["home"] == "Reds")
    let boost = try #require(try store.rows("odds_boosts").first)
    #expect(boost["original_odd"] == "2.1" && boost["boosted_odd"] == "2.4")
    let pick = try #require(try store.rows("tipster_picks").first)
    #expect(pick["win_rate"] == "0.68" && pick["outcome_name"] == "1" && pick["odds"] == "2.1")
    #expect(pick["event_time"] == "2024-05-25 20:00:00.000000Z")
    let news = try #require(try store.rows("news_items").first)
    #expect(news["tags"] == "football|LaLiga" && news["author"] == "Desk")
  }

  @Test func `what is said again is not stored again, and what changes is a new row`() throws {
    try add(Self.fetch(at: 0))
    let before = try tables()
    let again = try add(Self.fetch(at: 600))
    #expect(again.map(\.counts) == [1, 2, 2, 1, 1, 1].map { [$0, 0, $0, 0] })
    #expect(try tables() == before)

    let changed = try add(
      Self.fetch(
        at: 1200,
        [
          Self.sections.replacing(#""title":"News""#, with: #""title":"Latest""#),
          Self.item.replacing(#""subtitle":null"#, with: #""subtitle":"Hot""#),
          Self.quotes.replacing("2.1", with: "2.05"), Self.boosts,
          Self.picks.replacing("0.68", with: "0.7"), Self.news,
        ]))
    // Sections are reported as a whole.
    #expect(changed.map(\.stored) == [1, 2, 1, 0, 1, 0])
    #expect(try store.rows("promo_items").map { $0["subtitle"] } == ["", "Hot"])
    #expect(try store.rows("home_sections").count == 4)
    let base = try store.rows("odds_quotes").filter { $0["price_kind"] == "base" }
    #expect(base.map { $0["price"] } == ["2.1", "2.05"])
    #expect(
      base.map { $0["ingest_time"] } == [
        "2024-05-15 12:00:02.000000Z", "2024-05-15 12:20:02.000000Z",
      ])
    // A removed value also replaces the earlier one.
    try add(Self.fetch(at: 1800, [Self.item]))
    #expect(try store.rows("promo_items").map { $0["subtitle"] } == ["", "Hot", ""])
  }

  @Test func `prices are told apart by event, kind, market, outcome and item`() throws {
    let other = Self.quotes.replacing(#""item_id":"9""#, with: #""item_id":"10""#)
    #expect(try add(Self.fetch(at: 0, [Self.quotes, other])).map(\.stored) == [0, 0, 3, 0, 0, 0])
    let moved = Self.quotes.replacing("12345", with: "12346")
    #expect(try add(Self.fetch(at: 9, [moved])).map(\.stored) == [0, 0, 2, 0, 0, 0])
  }

  @Test func `fields that share names are read alike by one thread and by many`() throws {
    // Home and away have their names of one dictionary.
    let lines = (0..<1_500).map { number in
      let quotes = Self.quotes.replacing("Reds", with: "H\(number % 700)")
      return Self.line(number, quotes.replacing("Blues", with: "A\(number % 900)"))
    }
    let path = try store.file(lines.joined(), ending: "ndjson")
    let sums = try (0..<6).map { run in
      let other = TestStore()
      var job = try job()
      job.store = other.path
      job.threads = run == 0 ? 1 : 8
      _ = try job.run([ImportFile(path, table: PromotionTables.quotes)])
      return try files(below: other.path).map { file in
        "\(file) \(try Checksum.ofFile(other.path + "/" + file).hex)"
      }
    }
    #expect(Set(sums.dropFirst()) == [sums[0]])
  }

  @Test func `the same journal is known, table by table`() throws {
    let lines = Self.fetch(at: 0)
    let path = try store.file(lines.joined(), ending: "ndjson")
    _ = try job().run([ImportFile(path, table: "promo_items")])
    let rest = try job().run(PromotionTables.rebuiltTables.map { ImportFile(path, table: $0) })
    #expect(rest.map(\.wasKnown) == [true, false, false, false, false, false])
    #expect(rest.map(\.stored) == [0, 2, 2, 1, 1, 1])
    let again = try job().run(PromotionTables.rebuiltTables.map { ImportFile(path, table: $0) })
    #expect(again.allSatisfy { $0.wasKnown })
  }

  @Test func `a row that cannot be read is refused, and the others are stored`() throws {
    let bad = """
      "items":[{"kind":"stories"}],"quotes":[{"event_id":"1","price_kind":"base","price":1.0},\
      {"event_id":"1","price_kind":"base","price":1.5},\
      {"event_id":"1","price_kind":"lay","price":1.5}],"picks":[{}],\
      "boosts":[{"banner_id":"2","event_id":"1","original_odd":0.5,"boosted_odd":3}]
      """
    let imports = try add([Self.line(0, bad)] + Self.fetch(at: 1))
    #expect(imports.map(\.rejected) == [1, 0, 2, 1, 1, 0])
    #expect(imports.map(\.stored) == [1, 2, 3, 1, 1, 1])
    let details = try store.rejects().map { "\($0.reason): \($0.detail)" }
    #expect(
      Set(details) == [
        "item_id: found nothing; expected a value",
        "price: found 1; expected decimal odds above 1",
        "price_kind: found lay; expected base, original, boosted or pick",
        "original_odd: found 0.5; expected decimal odds above 1",
        "pick_id: found nothing; expected a value",
      ])
    let far = Self.item.replacing("2024-08-31T23:59:59.500000Z", with: "9999-12-31T00:00:00Z")
    try add([Self.line(99, far)])
    #expect(try store.rows("promo_items").last?["end_time"] == "")
  }

  @Test func `a fetch is undone as a whole, the latest and an earlier one`() throws {
    let first = Self.fetch(at: 0)
    try add(first)
    let before = try tables()
    let news = Self.news.replacing(#""news_id":"3""#, with: #""news_id":"5""#)
    try add(Self.fetch(at: 60, [Self.quotes.replacing("2.1", with: "2.2"), news]))
    var steps: [String] = []
    try store.undo(9) { steps.append($0) }
    #expect(steps == ["committing"])
    #expect(try tables() == before)
    try add(Self.fetch(at: 120, [news]))
    try store.undo(2)
    #expect(try tables().prefix(5).allSatisfy { $0 == "" })
    #expect(try store.rows("news_items").map { $0["news_id"] } == ["5"])
  }

  @Test func `a replay fills the tables to the last cell`() throws {
    try add(Self.fetch(at: 0))
    try store.add("race_id,date,horse,position\n1,2024-10-01,Red,1\n")
    try add(Self.fetch(at: 60, [Self.quotes.replacing("2.1", with: "2.2"), Self.picks]))
    let before = try tables()
    let outcome = try store.replay()
    #expect(outcome.before == outcome.after)
    #expect(try tables() == before && before.allSatisfy { $0 != "" })
  }
}
