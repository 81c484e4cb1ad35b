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

  /// What the samples of the live service say beside a promotion's own members.
  private func details(
    _ created: String, _ updated: String, button: String? = nil
  ) throws -> LiveDetails {
    LiveDetails(
      clientId: 2, platform: "all", userType: "all", ctaText: button, createdAt: try date(created),
      updatedAt: try date(updated))
  }

  @Test func `a live template's widgets become sections in their order`() async throws {
    let (client, served) = try client(LiveSamples.homeTemplate)
    let template = try await client.homeTemplate()
    #expect(template.id == 4 && template.title == "Default Layout" && template.clientId == 0)
    #expect(template.createdAt == .distantPast && template.updatedAt == .distantPast)
    #expect(template.platform == "" && served.rejected.withLock { $0.isEmpty })
    #expect(
      template.sections == [
        TemplateSection(
          type: "alertBanners", title: "alertBanners", source: "promotions/v1/alert-banner"),
        TemplateSection(
          type: "boostedEvents", title: "boostedEvents",
          source: "promotions/v1/boosted-odds-banners", options: ["layout": "horizontal"]),
      ])
    #expect(template.sections[1].layout == "horizontal" && template.sections[0].layout == nil)
    let widgets = template.widgets
    #expect(widgets.map(\.id) == [1, 7, 9] && widgets.map(\.sortOrder) == [1, 2, 3])
    #expect(widgets.map(\.name) == ["alertBanners", "betSwipe", "boostedEvents"])
    #expect(widgets.map(\.description) == [nil, "Own bets", "Better odds"])
    #expect(widgets.map(\.webNamespace) == ["UserAlertBox", "Swipe", "Boosted"])
    #expect(widgets.map(\.iosNamespace) == ["UserProfile", "Swipe", "Boosted"])
    #expect(widgets.map(\.androidNamespace) == ["UserProfile", "Swipe", "Boosted"])
    #expect(widgets.map(\.userType) == ["authenticated", "all", "all"])
    #expect(widgets.map(\.orientation) == [nil, nil, "horizontal"])
    #expect(widgets.map(\.endpoint) == [.alertBanner, nil, .boostedOddsBanners])
  }

  @Test func `a live alert banner and banner lead where their URLs do`() async throws {
    let alert = try #require(try await client(LiveSamples.alertBanner).0.alertBanner())
    let expected = AlertBanner(
      id: 4, title: "Attention", content: "Read this", backgroundColor: "", textColor: "",
      actionType: "external_link", actionTarget: "https://sports.example/offers",
      startDate: try date("2025-02-26 12:39:00"), endDate: try date("2026-02-26 12:39:00"),
      status: "published", imageUrl: nil,
      live: try details("2025-02-26T12:39:57Z", "2025-02-26T13:28:03Z", button: "Open"))
    #expect(alert == expected)
    #expect(alert.action == .externalLink(URL(string: "https://sports.example/offers")!))
    #expect(alert.background == nil && alert.foreground == nil)
    let banners = try await client(LiveSamples.banners).0.banners()
    let banner = Banner(
      id: 4, title: "Banner 1", subtitle: "Line two", actionType: "", actionTarget: "",
      startDate: try date("2025-02-26 14:03:00"), endDate: .distantFuture, status: "published",
      imageUrl: "https://cms.example/storage/32/banner.jpg",
      live: try details("2025-02-26T14:03:33Z", "2025-02-26T14:03:33Z"))
    #expect(banners == [banner])
    #expect(banner.isActive(at: try date("2030-01-01")) && banner.action == nil)
    #expect(!banner.isActive(at: try date("2025-02-26 14:02:59")))
  }

  @Test func `live sport banners, boosts, cards and choices point at events and markets`()
    async throws
  {
    let sport = try await client(LiveSamples.sportBanners).0.sportBanners()
    #expect(
      sport == [
        SportBanner(
          id: 6, title: "", subtitle: nil, startDate: .distantPast, endDate: .distantFuture,
          status: "published", imageUrl: "https://cms.example/storage/33/match.png",
          sportEventId: "4067574.1", event: nil, marketId: "67677928.1")
      ])
    #expect(sport[0].isActive(at: Date()))
    let boosted = try await client(LiveSamples.boostedOddsBanners).0.boostedOddsBanners()
    #expect(
      boosted == [
        BoostedOddsBanner(
          id: 4, title: "", originalOdd: nil, boostedOdd: nil, startDate: .distantPast,
          endDate: .distantFuture, status: "published", imageUrl: nil, sportEventId: "4067992.1",
          event: nil, marketId: "67701007.1", boostedMarketId: "67701178.1")
      ])
    #expect(boosted[0].uplift == nil)
    let heroes = try await client(LiveSamples.heroCards).0.heroCards()
    #expect(
      heroes == [
        HeroCard(
          id: 3, title: "", subtitle: nil, actionType: "", actionTarget: "",
          startDate: .distantPast, endDate: .distantFuture, status: "published",
          imageUrl: "https://cms.example/storage/34/hero.png", eventId: "4067574.1",
          eventData: nil, marketIds: ["67677928.1", "67677925.1"])
      ])
    #expect(heroes[0].action == nil)
    let (choices, served) = try client(LiveSamples.proChoices)
    #expect(try await choices.proChoices() == [])
    #expect(
      try await choices.proChoicePointers() == [
        ProChoicePointer(
          sportEventId: "4067574.1", sportEventMarketId: "67677928.1",
          imageUrl: "https://cms.example/storage/43/choice.png")
      ])
    // Both come from one answer.
    #expect(served.asked.count == 1 && served.rejected.withLock { $0.isEmpty })
  }

  @Test func `a live story has a medium, and live news no author`() async throws {
    let stories = try await client(LiveSamples.stories).0.stories()
    let story = Story(
      id: 7, title: "Story 3", content: "", actionType: "internal_link",
      actionTarget: "/promotions/story", startDate: try date("2025-02-26 16:08:00"),
      endDate: try date("2026-02-26 16:08:00"), status: "published", imageUrl: nil, duration: 0,
      media: Story.Media(
        type: "video", url: "https://cms.example/storage/40/story.mp4",
        iconUrl: "https://cms.example/storage/39/icon.png"),
      live: try details("2025-02-26T16:11:10Z", "2025-02-26T16:11:10Z"))
    #expect(stories == [story])
    #expect(story.action == .internalLink(path: "/promotions/story"))
    let news = try await client(LiveSamples.news).0.news()
    #expect(
      news == [
        NewsItem(
          id: 11, title: "A new coach", subtitle: nil, content: "…", author: "",
          publishedDate: .distantPast, status: "published", imageUrl: nil, tags: [])
      ])
  }

  @Test func `the live list of campaigns is read in the place of all promotions`() async throws {
    let (client, served) = try client(LiveSamples.campaigns)
    let all = try await client.allPromotions()
    #expect(all.banners == [] && all.bannerAlert == nil)
    let campaign = try #require(all.campaigns.first)
    #expect(all.campaigns.count == 1 && all.sportBanners == [] && all.stories == [])
    #expect(campaign.id == 12 && campaign.title == "Welcome" && campaign.slug == "welcome")
    #expect(campaign.status == "published" && campaign.endDate == .distantFuture)
    #expect(campaign.startDate == (try date("2025-02-26 16:08:00")))
    // Everything else is kept as it came.
    #expect(campaign.details.count == 15 && campaign.details["tag"] == "new")
    #expect(campaign.details["static_page"]?["title"] == "Welcome")
    #expect(campaign.details["categories"]?[0]?["name"] == "Sports")
    #expect(client.keptAnswerCount == 1 && served.rejected.withLock { $0.isEmpty })
  }

  @Test func `a live login says when the token expires, and not who logged in`() async throws {
    let served = try ServedSportsbook(LiveSamples.login)
    let client = served.client(token: nil)
    let login = try await client.login(username: "u", password: "p")
    #expect(login.user == nil && login.type == "Bearer")
    #expect(login.token == Secret("7|live-token-0123456789"))
    #expect(client.session.token == login.token)
    #expect(login.expiresAt == Date(timeIntervalSince1970: 1_748_210_400))
  }

  /// Each body, and how many of the ten endpoints refuse it; nil where some elements fit others.
  @Test(arguments: [
    (LiveSamples.homeTemplate, 9), (LiveSamples.alertBanner, 9), (LiveSamples.banners, nil),
    (LiveSamples.sportBanners, nil), (LiveSamples.boostedOddsBanners, nil),
    (LiveSamples.heroCards, nil), (LiveSamples.stories, nil), (LiveSamples.news, nil),
    (LiveSamples.proChoices, nil), (LiveSamples.campaigns, nil), ("null", nil), ("1", 10),
    (#""text""#, 10), ("{}", 9), ("[]", 1), ("[[]]", 10), ("[null]", nil), (#"{"id": {}}"#, 10),
    ("", 9),
  ])
  func `an answer of any other endpoint is read or is a typed error`(
    body: String, refused: Int?
  ) async throws {
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
    var reasons: [String] = []
    for ask in asks {
      do {
        try await ask(client)
      } catch SportsbookError.decoding(let reason) {
        #expect(reason.contains("/api/") && reason.contains("found"), "\(reason)")
        reasons.append(reason)
      } catch {
        Issue.record("\(error)")
      }
    }
    if let refused { #expect(reasons.count == refused, "\(reasons)") }
  }
}
