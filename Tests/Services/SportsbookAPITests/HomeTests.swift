import APICore
import FeedContract
import Foundation
import SportsbookAPI
import Synchronization
import Testing

/// The home screen: a template, and its sections.
struct HomeTests {
  private static func template(_ sources: [String]) -> String {
    let sections = sources.map { source in
      #"{"type": "t", "title": "S", "source": \#(JSONValue.string(source).json)}"#
    }
    return #"{"id": 1, "title": "Home", "sections": [\#(sections.joined(separator: ","))]}"#
  }

  private static func served(
    _ sources: [String],
    _ change: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer? = { _ in nil }
  ) throws -> ServedSportsbook {
    try ServedSportsbook.guide { request in
      change(request)
        ?? (request.path == "/api/home/v1/template" ? .json(template(sources)) : nil)
    }
  }

  @Test func `the guide's template is filled, each section from its source`() async throws {
    let served = try ServedSportsbook.guide()
    let client = served.client { $0.audience.userType = "all" }
    let home = try await client.home(clientId: 2)
    #expect(home.template.title == "iOS Home Template")
    #expect(home.sections.map(\.index) == [0, 1, 2, 3])
    #expect(home.sections.map(\.section) == home.template.sections)
    guard case .heroCards(let cards) = try home.sections[0].content.get(),
      case .sportBanners(let banners) = try home.sections[1].content.get(),
      case .stories(let stories) = try home.sections[2].content.get(),
      case .news(let news) = try home.sections[3].content.get()
    else {
      Issue.record("\(home.sections)")
      return
    }
    #expect(cards.first?.eventId == 12346 && banners.first?.event?.id == 12345)
    #expect(stories.count == 1 && news.count == 1)
    #expect(served.askedEndpoints.first == "template" && served.asked.count == 5)
    #expect(
      served.server.requests.allSatisfy {
        $0.target.hasSuffix("?client_id=2&platform=ios&user_type=all")
      })
  }

  @Test func `all sections are asked for at the same time`() async throws {
    let waiting = Mutex(0)
    let most = Mutex(0)
    let sources = ["banners", "sport-banners", "hero-cards", "stories", "news", "pro-choices"]
    let served = try Self.served(sources.map { "promotions/v1/" + $0 }) { request in
      guard request.path != "/api/home/v1/template" else { return nil }
      // Each answer waits until all requests have arrived.
      let count = waiting.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, count) }
      for _ in 0..<2_000 where waiting.withLock({ $0 }) < sources.count { usleep(5_000) }
      return nil
    }
    let home = try await served.client().home()
    #expect(most.withLock { $0 } == sources.count)
    #expect(home.sections.allSatisfy { (try? $0.content.get().count) == 1 })
  }

  @Test func `one section that fails leaves the others as they are`() async throws {
    let sources = ["promotions/v1/banners", "promotions/v1/stories", "promotions/v1/news"]
    let served = try Self.served(sources) { request in
      request.path.hasSuffix("/stories")
        ? .json(#"{"message": "Closed"}"#, status: 403) : nil
    }
    let home = try await served.client().home()
    #expect(try home.sections[0].content.get().count == 1)
    #expect(home.sections[1].content == .failure(.forbidden(ServiceMessage("Closed"))))
    #expect(try home.sections[2].content.get().count == 1)
  }

  @Test func `without a template there is no screen`() async throws {
    let served = try ServedSportsbook("{}", status: 403)
    await #expect(throws: SportsbookError.forbidden(ServiceMessage())) {
      try await served.client().home()
    }
    #expect(served.asked.count == 1)
  }

  /// Returns the endpoint whose type a content has.
  private func endpoint(_ content: SectionContent) -> String {
    switch content {
    case .allPromotions: "v1"
    case .alertBanner: "alert-banner"
    case .banners: "banners"
    case .sportBanners: "sport-banners"
    case .boostedOddsBanners: "boosted-odds-banners"
    case .heroCards: "hero-cards"
    case .stories: "stories"
    case .news: "news"
    case .proChoices: "pro-choices"
    }
  }

  @Test(arguments: [
    ("promotions/v1/alert-banner", "alert-banner"), ("/promotions/v1/banners", "banners"),
    ("/api/promotions/v1/stories", "stories"), ("api/promotions/v1/news", "news"),
    ("promotions/v1", "v1"), ("promotions/v1/boosted-odds-banners", "boosted-odds-banners"),
    ("promotions/v1/pro-choices", "pro-choices"), ("promotions/v1/hero-cards", "hero-cards"),
    ("promotions/v1/sport-banners", "sport-banners"),
  ])
  func `a source is found below the API`(source: String, asked: String) async throws {
    let served = try ServedSportsbook.guide()
    let section = TemplateSection(type: "t", title: "", source: source)
    let content = try await served.client().content(of: section)
    #expect(content.count > 0 && endpoint(content) == asked)
    #expect(served.askedEndpoints == [asked])
  }

  @Test(arguments: [
    "https://evil.example/promotions/v1/news", "//evil.example/promotions/v1/news",
    "http:promotions/v1/news", "promotions/v1/../../auth/v1/login", "auth/v1/login",
    "home/v1/template", "promotions/v1/news?platform=web", "promotions/v1/news#x",
    "promotions/v1/%2e%2e/news", "promotions\\v1\\news", "@evil.example/news", "promotions/v2/news",
    "javascript:alert(1)", "", "/", "/api/", "promotions/v1/news ",
  ])
  func `a source that is not the guide's is refused, and nothing is sent`(source: String)
    async throws
  {
    let served = try Self.served([source, "promotions/v1/news"])
    let section = TemplateSection(type: "t", title: "", source: source)
    do throws(SportsbookError) {
      _ = try await served.client().content(of: section)
      Issue.record("nothing was thrown")
    } catch {
      guard case .invalid(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.hasPrefix("section source: found “\(source)”; expected"), "\(reason)")
    }
    #expect(served.asked == [])
    // In a template it affects only its own section.
    let home = try await served.client().home()
    #expect(home.sections.count { (try? $0.content.get()) != nil } == 1)
  }

  @Test func `sections of one source share its answer`() async throws {
    let served = try Self.served(Array(repeating: "promotions/v1/news", count: 5))
    let home = try await served.client().home()
    #expect(home.sections.count == 5 && served.asked.count == 2)
  }

  @Test func `what is shown is active, and as much as the section takes`() throws {
    func banner(_ id: Int, _ start: String, _ status: String = "published") throws -> Banner {
      Banner(
        id: id, title: "B", subtitle: nil, actionType: "", actionTarget: "",
        startDate: Date(try #require(APIDate(start))), endDate: .distantFuture, status: status,
        imageUrl: nil)
    }
    let content = SectionContent.banners([
      try banner(1, "2024-05-01"), try banner(2, "2024-06-01"),
      try banner(3, "2024-05-01", "draft"),
      try banner(4, "2024-05-02"), try banner(5, "2024-05-03"),
    ])
    let now = Date(try #require(APIDate("2024-05-15")))
    func ids(_ content: SectionContent) -> [Int] {
      if case .banners(let banners) = content { banners.map(\.id) } else { [] }
    }
    #expect(ids(content.shown(at: now)) == [1, 4, 5] && content.count == 5)
    #expect(ids(content.shown(at: now, limit: 2)) == [1, 4])
    #expect(ids(content.shown(at: now, limit: 0)) == [])
    #expect(SectionContent.alertBanner(nil).shown(at: now).count == 0)
  }
}
