import APICore
import Foundation
import SportsbookAPI
import Testing

/// Encoding of models: the guide's names, and round trips.
struct WrittenModelTests {
  private static let decoder = JSONDecoder()

  private static func again<Value: Codable & Equatable>(
    _ type: Value.Type, _ json: String
  ) throws -> (same: Bool, names: Set<String>) {
    let value = try decoder.value(type, of: Data(json.utf8))
    let data = try JSONEncoder().encode(value)
    let isSame = try decoder.value(type, of: data) == value
    guard case .object(let members) = try JSONValue(parsing: data) else { return (isSame, []) }
    return (isSame, Set(members.keys))
  }

  /// Returns the first element of a list.
  private static func first(_ list: String) throws -> String {
    try #require(try JSONValue(parsing: Data(list.utf8))[0]).json
  }

  private static let scheduled: Set = ["id", "title", "start_date", "end_date", "status"]

  @Test func `each of the guide's models goes there and back under the guide's names`() throws {
    func check<Value: Codable & Equatable>(
      _ type: Value.Type, _ json: String, _ names: Set<String>
    ) throws {
      let result = try Self.again(type, json)
      #expect(result.same, "\(type)")
      #expect(result.names == names, "\(type)")
    }
    let linked = Self.scheduled.union(["action_type", "action_target", "image_url"])
    try check(
      HomeTemplate.self, Samples.homeTemplate,
      ["id", "client_id", "title", "platform", "sections", "created_at", "updated_at"])
    try check(
      AlertBanner.self, Samples.alertBanner,
      linked.union(["content", "background_color", "text_color"]))
    try check(Banner.self, try Self.first(Samples.banners), linked.union(["subtitle"]))
    try check(
      SportBanner.self, try Self.first(Samples.sportBanners),
      Self.scheduled.union(["subtitle", "image_url", "sport_event_id", "event"]))
    try check(
      BoostedOddsBanner.self, try Self.first(Samples.boostedOddsBanners),
      Self.scheduled.union(["image_url", "sport_event_id", "event", "original_odd", "boosted_odd"]))
    try check(
      HeroCard.self, try Self.first(Samples.heroCards), linked.union(["subtitle", "event_id"]))
    try check(
      Story.self, try Self.first(Samples.stories), linked.union(["content", "duration"]))
    try check(
      NewsItem.self, try Self.first(Samples.news),
      [
        "id", "title", "subtitle", "content", "author", "published_date", "status", "image_url",
        "tags",
      ])
    try check(
      ProChoice.self, try Self.first(Samples.proChoices),
      ["id", "title", "tipster", "event", "selection", "reasoning"])
    try check(
      AllPromotions.self, Samples.allPromotions,
      ["bannerAlert", "banners", "sportBanners", "stories"])
  }

  @Test func `each live answer goes there and back too`() throws {
    func check<Value: Codable & Equatable>(_ type: Value.Type, _ json: String) throws {
      #expect(try Self.again(type, json).same, "\(type)")
    }
    try check(HomeTemplate.self, LiveSamples.homeTemplate)
    try check(AllPromotions.self, LiveSamples.campaigns)
    try check(AlertBanner.self, LiveSamples.alertBanner)
    try check(Banner.self, try Self.first(LiveSamples.banners))
    try check(SportBanner.self, try Self.first(LiveSamples.sportBanners))
    try check(BoostedOddsBanner.self, try Self.first(LiveSamples.boostedOddsBanners))
    try check(HeroCard.self, try Self.first(LiveSamples.heroCards))
    try check(Story.self, try Self.first(LiveSamples.stories))
    try check(NewsItem.self, try Self.first(LiveSamples.news))
    try check(ProChoicePointer.self, try Self.first(LiveSamples.proChoices))
    try check(PromotionalCampaign.self, try Self.first(LiveSamples.campaigns))
  }

  @Test func `a written section keeps its options`() throws {
    let template = try Self.decoder.value(
      HomeTemplate.self, of: Data(Samples.homeTemplate.utf8))
    let written = try JSONValue(parsing: try JSONEncoder().encode(template))
    let original = try JSONValue(parsing: Data(Samples.homeTemplate.utf8))
    #expect(written["sections"] == original["sections"])
  }

  @Test func `a written login has a mask in the token's place`() throws {
    let login = try Self.decoder.value(
      LoginResponse.self, of: Data(#"{"token": "tok-123456", "user": {"id": 1, "a": 2}}"#.utf8))
    let text = String(decoding: try JSONEncoder().encode(login), as: UTF8.self)
    #expect(!text.contains("tok-123456") && text.contains(Secret.mask))
    #expect(!"\(login) \(String(reflecting: login))".contains("tok-123456"))
    #expect(try JSONValue(parsing: Data(text.utf8))["user"]?["a"] == 2)
  }

  /// Compiles only if the types conform.
  private func send<Value: Codable & Equatable & Sendable>(_ type: Value.Type) {}

  @Test func `the models are values that may be compared, written and sent`() {
    send(HomeTemplate.self)
    send(TemplateSection.self)
    send(AlertBanner.self)
    send(Banner.self)
    send(SportBanner.self)
    send(SportEvent.self)
    send(BoostedOddsBanner.self)
    send(HeroCard.self)
    send(Story.self)
    send(NewsItem.self)
    send(ProChoice.self)
    send(ProChoice.Tipster.self)
    send(ProChoice.EventSummary.self)
    send(ProChoice.Selection.self)
    send(AllPromotions.self)
    send(LoginResponse.self)
    send(User.self)
  }
}
