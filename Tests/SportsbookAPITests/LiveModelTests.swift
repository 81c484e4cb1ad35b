import APICore
import FeedContract
import Foundation
import SportsbookAPI
import Testing

/// The live service's form of each answer, through the client.
struct LiveModelTests {
  private func client(_ body: String) throws -> (SportsbookClient, ServedSportsbook) {
    let served = try ServedSportsbook(body)
    return (served.client(), served)
  }

  private func date(_ text: String) throws -> Date { Date(try #require(APIDate(text))) }

  @Test func `a live template's widgets become sections in their order`() async throws {
    let (client, _) = try client(LiveSamples.homeTemplate)
    let template = try await client.homeTemplate()
    #expect(template.id == 4 && template.title == "Default Layout" && template.clientId == 0)
    #expect(template.createdAt == .distantPast && template.platform == "")
    #expect(template.widgets.map(\.name) == ["alertBanners", "betSwipe", "boostedEvents"])
    #expect(
      template.sections.map(\.source) == [
        "promotions/v1/alert-banner", "promotions/v1/boosted-odds-banners",
      ])
    #expect(template.sections[1].layout == "horizontal" && template.sections[0].options == nil)
    #expect(template.widgets[0].userType == "authenticated")
  }

  @Test func `a live alert banner and banner lead where their URLs do`() async throws {
    let alert = try #require(try await client(LiveSamples.alertBanner).0.alertBanner())
    #expect(alert.content == "Read this" && alert.backgroundColor == "" && alert.background == nil)
    #expect(alert.action == .externalLink(URL(string: "https://sports.example/offers")!))
    #expect(alert.live.ctaText == "Open" && alert.live.clientId == 2)
    #expect(alert.startDate == (try date("2025-02-26 12:39:00")))
    #expect(alert.live.updatedAt == (try date("2025-02-26T13:28:03Z")))
    let banner = try #require(try await client(LiveSamples.banners).0.banners().first)
    #expect(banner.action == nil && banner.endDate == .distantFuture)
    #expect(banner.isActive(at: try date("2030-01-01")) && banner.live.platform == "all")
  }

  @Test func `live sport banners, boosts, cards and choices point at events and markets`()
    async throws
  {
    let sport = try #require(try await client(LiveSamples.sportBanners).0.sportBanners().first)
    #expect(sport.sportEventId == "4067574.1" && sport.marketId == "67677928.1")
    #expect(sport.event == nil && sport.title == "" && sport.isActive(at: Date()))
    let boosted = try #require(
      try await client(LiveSamples.boostedOddsBanners).0.boostedOddsBanners().first)
    #expect(boosted.originalOdd == nil && boosted.uplift == nil)
    #expect(boosted.marketId == "67701007.1" && boosted.boostedMarketId == "67701178.1")
    let hero = try #require(try await client(LiveSamples.heroCards).0.heroCards().first)
    #expect(hero.eventId == "4067574.1" && hero.marketIds == ["67677928.1", "67677925.1"])
    #expect(hero.action == nil)
    let (choices, served) = try client(LiveSamples.proChoices)
    #expect(try await choices.proChoices() == [])
    let pointer = try #require(try await choices.proChoicePointers().first)
    #expect(pointer.sportEventId == "4067574.1" && pointer.sportEventMarketId == "67677928.1")
    // Both come from one answer.
    #expect(served.asked.count == 1 && served.rejected.withLock { $0.isEmpty })
  }

  @Test func `a live story has a medium, and live news no author`() async throws {
    let story = try #require(try await client(LiveSamples.stories).0.stories().first)
    #expect(story.media?.type == "video" && story.duration == 0 && story.content == "")
    #expect(story.media?.url?.hasSuffix("story.mp4") == true && story.media?.iconUrl != nil)
    #expect(story.action == .internalLink(path: "/promotions/story"))
    let news = try #require(try await client(LiveSamples.news).0.news().first)
    #expect(news.author == "" && news.publishedDate == .distantPast && news.tags == [])
  }

  @Test func `the live list of campaigns is read in the place of all promotions`() async throws {
    let (client, served) = try client(LiveSamples.campaigns)
    let all = try await client.allPromotions()
    #expect(all.banners == [] && all.bannerAlert == nil)
    let campaign = try #require(all.campaigns.first)
    #expect(campaign.title == "Welcome" && campaign.slug == "welcome")
    #expect(campaign.details["tag"] == "new" && campaign.endDate == .distantFuture)
    #expect(client.keptAnswerCount == 1 && served.rejected.withLock { $0.isEmpty })
  }

  @Test func `a live login says when the token expires, and not who logged in`() async throws {
    let served = try ServedSportsbook(LiveSamples.login)
    let login = try await served.client(token: nil).login(username: "u", password: "p")
    #expect(login.user == nil && login.type == "Bearer")
    #expect(login.expiresAt == Date(timeIntervalSince1970: 1_748_210_400))
  }

  @Test(arguments: [
    LiveSamples.homeTemplate, LiveSamples.alertBanner, LiveSamples.banners,
    LiveSamples.sportBanners, LiveSamples.boostedOddsBanners, LiveSamples.heroCards,
    LiveSamples.stories, LiveSamples.news, LiveSamples.proChoices, LiveSamples.campaigns,
    "null", "1", #""text""#, "{}", "[]", "[[]]", "[null]", #"{"id": {}}"#, "",
  ])
  func `an answer of any other endpoint is read or is a typed error`(body: String) async throws {
    let (client, _) = try client(body)
    let asks: [@Sendable (SportsbookClient) async throws -> Void] = [
      { _ = try await $0.homeTemplate() },
      { _ = try await $0.allPromotions() },
      { _ = try await $0.alertBanner() },
      { _ = try await $0.banners() },
      { _ = try await $0.sportBanners() },
      { _ = try await $0.boostedOddsBanners() },
      { _ = try await $0.heroCards() },
      { _ = try await $0.stories() },
      { _ = try await $0.news() },
      { _ = try await $0.proChoices() },
    ]
    for ask in asks {
      do {
        try await ask(client)
      } catch {
        guard case SportsbookError.decoding(let reason) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(reason.contains("/api/") && reason.contains("found"), "\(reason)")
      }
    }
  }
}
