import APICore
import Foundation
import SportsbookAPI
import Testing

/// The guide's code, compiled as it prints it, and the code that it announces.
struct SnippetTests {
  private func written<Value: Codable>(_ type: Value.Type, _ json: String) throws -> Data {
    try JSONEncoder().encode(try JSONDecoder().value(type, of: Data(json.utf8)))
  }

  private let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }()

  @Test func `the guide's own models read what the module's models write`() throws {
    let template = try decoder.decode(
      SeedModels.HomeTemplate.self,
      from: try written(HomeTemplate.self, Samples.homeTemplate))
    #expect(template.clientId == 1 && template.sections.map(\.type).last == "news")
    let alert = try decoder.decode(
      SeedModels.AlertBanner.self, from: try written(AlertBanner.self, Samples.alertBanner))
    #expect(alert.backgroundColor == "#FF5500" && alert.actionType == "internal_link")
    let banners = try decoder.decode(
      [SeedModels.Banner].self, from: try written([Banner].self, Samples.banners))
    #expect(banners[0].subtitle == "Hot Odds for Hot Days")
    let sport = try decoder.decode(
      [SeedModels.SportBanner].self, from: try written([SportBanner].self, Samples.sportBanners))
    #expect(sport[0].sportEventId == 12345 && sport[0].event?.market?.outcomes.count == 3)
    let stories = try decoder.decode(
      [SeedModels.Story].self, from: try written([Story].self, Samples.stories))
    #expect(stories[0].duration == 5)
    let news = try decoder.decode(
      [SeedModels.NewsItem].self, from: try written([NewsItem].self, Samples.news))
    #expect(news[0].tags?.count == 4)
    let choices = try decoder.decode(
      [SeedModels.ProChoice].self, from: try written([ProChoice].self, Samples.proChoices))
    #expect(choices[0].tipster.winRate == 0.68 && choices[0].selection.odds == 2.1)
    #expect(choices[0].event.dateTime == Date(timeIntervalSince1970: 1_716_667_200))
  }

  @Test func `the guide's own models read the guide's answers, dates to the microsecond`() throws {
    let all = try decoder.decode(
      [SeedModels.SportBanner].self, from: Data(Samples.sportBanners.utf8))
    let ours = try JSONDecoder().value([SportBanner].self, of: Data(Samples.sportBanners.utf8))
    #expect(all.map(\.startDate) == ours.map(\.startDate))
    #expect(all.map(\.event) == ours.map(\.event))
  }

  @Test func `the module's models are made with the guide's members in its order`() {
    let now = Date(timeIntervalSince1970: 0)
    let template = HomeTemplate(
      id: 1, clientId: 2, title: "T", platform: "ios",
      sections: [TemplateSection(type: "news", title: "News", source: "promotions/v1/news")],
      createdAt: now, updatedAt: now)
    let event = ProChoice.EventSummary(id: 1, homeTeam: "A", awayTeam: "B", dateTime: now)
    let choice = ProChoice(
      id: 1, title: "T", tipster: .init(id: 1, name: "N", winRate: 0.5, avatar: nil),
      event: event, selection: .init(marketName: "1X2", outcomeName: "1", odds: 2.1),
      reasoning: "R")
    let banner = SportBanner(
      id: 1, title: "T", subtitle: nil, startDate: now, endDate: now, status: "published",
      imageUrl: nil, sportEventId: 12345, event: SportEvent(id: 12345))
    #expect(template.sections[0].options == nil && choice.selection.odds == 2.1)
    #expect(banner.event?.id == banner.sportEventId && banner.isActive(at: now))
  }

  @Test func `the sample code that the guide announces runs from login to logout`() async throws {
    let served = try ServedSportsbook.guide()
    let client = SportsbookClient(
      SampleCode.settings(served.server.url), surroundings: served.surroundings)
    let app = SampleCode(client: client)
    #expect(
      try await app.homeScreen(username: "user@example.test", password: "password") == [
        "Welcome, User Name", "Featured: 0", "Today's Top Events: 1", "Stories: 0", "News: 1",
      ])
    let before = served.asked.count
    #expect(try await app.quickStart() == 3)
    #expect(served.asked.count == before + 1)
    #expect(try await app.pullToRefresh().count == 1)
    #expect(app.logout() == 0)
    await #expect(throws: SportsbookError.notAuthenticated) { try await app.quickStart() }
    #expect(
      app.explain(.validation(ServiceMessage("", errors: ["platform": ["is required."]])))
        == "platform: is required.")
    #expect(app.explain(.server(status: 503, ServiceMessage())).contains("503"))
  }
}
