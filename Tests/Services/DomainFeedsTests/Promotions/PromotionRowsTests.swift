import APICore
import Foundation
import SportsbookAPI
import Testing

@testable import DomainFeeds

/// An answer's rows, as they are beside its body in a journal.
struct PromotionRowsTests {
  private func rows(
    _ endpoint: SportsbookEndpoint, _ body: String
  ) throws(JSONFailure) -> [String: [JSONValue]] {
    let rows = try PromotionRows(of: endpoint, Data(body.utf8))
    return Dictionary(uniqueKeysWithValues: rows.members.map { ($0.name, $0.rows) })
  }

  private static let event = """
    {"id": 12345, "date_time": "2024-05-25T20:00:00.000000Z", "home_team": {"id": 1, "name": "Reds"},
     "away_team": {"id": 2, "name": "Blues"}, "market": {"id": 201, "name": "1X2", "outcomes":
     [{"id": 301, "name": "1", "price": 2.1}, {"id": 302, "name": "X", "price": 3.5}]}}
    """
  private static let window = """
    "start_date": "2024-05-01T00:00:00.000000Z", "end_date": "2024-05-31T23:59:59.000000Z",
    "status": "published"
    """

  @Test func `a boost is a promotion, a boost, two prices, and its event's market`() throws {
    let body = """
      [{"id": 1, "title": "Reds to win", "original_odd": 2.1, "boosted_odd": 2.4, \(Self.window),
        "sport_event_id": 12345, "event": \(Self.event)}]
      """
    let rows = try rows(.boostedOddsBanners, body)
    #expect(Set(rows.keys) == ["items", "boosts", "quotes"])
    #expect(
      rows["boosts"] == [
        [
          "banner_id": "1", "event_id": "12345", "title": "Reds to win", "original_odd": 2.1,
          "boosted_odd": 2.4, "status": "published", "starts_at": "2024-05-01T00:00:00Z",
          "ends_at": "2024-05-31T23:59:59Z",
        ]
      ])
    #expect(rows["items"]?[0]["kind"] == "boosted-odds-banners")
    #expect(rows["items"]?[0]["event_id"] == "12345" && rows["items"]?[0]["content"] == .null)
    let quotes = try #require(rows["quotes"])
    #expect(quotes.map { $0["price_kind"] } == ["base", "base", "original", "boosted"])
    #expect(quotes.map { $0["price"] } == [2.1, 3.5, 2.1, 2.4])
    #expect(quotes.map { $0["outcome_id"] } == ["301", "302", .null, .null])
    #expect(quotes.map { $0["item_id"] } == [.null, .null, "1", "1"])
    #expect(quotes.allSatisfy { $0["starts_at"] == "2024-05-25T20:00:00Z" && $0["home"] == "Reds" })
  }

  @Test func `a pick is a pick and its price`() throws {
    let body = """
      [{"id": 1, "title": "T", "tipster": {"id": 101, "name": "Jo", "win_rate": 0.68},
        "event": {"id": 7, "home_team": "Reds", "away_team": "Blues",
          "date_time": "2024-05-25T20:00:00.000000Z"},
        "selection": {"market_name": "1X2", "outcome_name": "X", "odds": 3.4}, "reasoning": "R"}]
      """
    let rows = try rows(.proChoices, body)
    #expect(Set(rows.keys) == ["picks", "quotes"])
    #expect(rows["picks"]?[0]["win_rate"] == 0.68 && rows["picks"]?[0]["tipster"] == "Jo")
    #expect(rows["picks"]?[0]["odds"] == 3.4 && rows["picks"]?[0]["outcome_name"] == "X")
    #expect(rows["quotes"]?[0]["price_kind"] == "pick" && rows["quotes"]?[0]["item_id"] == "1")
    let live = #"[{"sport_event_id": "4067574.1", "sport_event_market_id": "67677928.1"}]"#
    #expect(try self.rows(.proChoices, live) == [:])
  }

  @Test func `a template's sections keep place and options`() throws {
    let body = """
      {"id": 1, "client_id": 2, "title": "T", "platform": "ios", "sections": [
        {"type": "news", "title": "News", "source": "promotions/v1/news",
         "options": {"display_mode": "card"}}],
       "created_at": "2023-10-15T14:30:00.000000Z", "updated_at": "2024-05-01T09:15:00.000000Z"}
      """
    #expect(
      try rows(.homeTemplate, body) == [
        "sections": [
          [
            "template_id": "1", "client_id": 2, "platform": "ios", "position": 0, "type": "news",
            "title": "News", "fills_from": "promotions/v1/news",
            "options": #"{"display_mode":"card"}"#, "updated_at": "2024-05-01T09:15:00Z",
          ]
        ]
      ])
  }

  @Test func `dates that stand for none are null`() throws {
    let body = #"[{"id": 5, "title": "T", "status": "published"}]"#
    let item = try #require(try rows(.banners, body)["items"]?.first)
    #expect(item["starts_at"] == .null && item["ends_at"] == .null)
  }

  @Test(arguments: [
    (SportsbookEndpoint.stories, "items", ["kind": "stories"] as JSONValue),
    (.news, "news", [:] as JSONValue), (.proChoices, "picks", [:] as JSONValue),
  ])
  func `an element that cannot be read is a row that the import refuses`(
    endpoint: SportsbookEndpoint, member: String, row: JSONValue
  ) throws {
    let read = try PromotionRows(of: endpoint, Data(#"[{"id": {}}]"#.utf8))
    #expect(read.members.map(\.name) == [member] && read.members[0].rows == [row])
    #expect(read.rejected.count == 1)
  }

  @Test(arguments: [SportsbookEndpoint.homeTemplate, .banners, .news, .alertBanner])
  func `what is no answer at all is an error`(endpoint: SportsbookEndpoint) {
    #expect(throws: JSONFailure.self) { try rows(endpoint, "<html>") }
    #expect(throws: JSONFailure.self) { try rows(endpoint, "1") }
  }
}
