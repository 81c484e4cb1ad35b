import APICore
import FeedContract
import Foundation
import SportsbookAPI
import Testing

/// The reuse of answers, by a clock that the test moves.
struct CacheTests {
  private typealias Ask =
    @Sendable (SportsbookClient, Bool) async throws(SportsbookError) -> Void

  /// Each cached endpoint with its time in seconds and its call.
  private static let kinds: [(SportsbookEndpoint, Int64, Ask)] = [
    (
      .homeTemplate, 3_600,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.homeTemplate(refreshing: fresh)
      }
    ),
    (
      .alertBanner, 300,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.alertBanner(refreshing: fresh)
      }
    ),
    (
      .banners, 900,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.banners(refreshing: fresh)
      }
    ),
    (
      .sportBanners, 900,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.sportBanners(refreshing: fresh)
      }
    ),
    (
      .stories, 1_800,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.stories(refreshing: fresh)
      }
    ),
    (
      .news, 3_600,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.news(refreshing: fresh)
      }
    ),
    (
      .allPromotions, 300,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.allPromotions(refreshing: fresh)
      }
    ),
    (
      .boostedOddsBanners, 300,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.boostedOddsBanners(refreshing: fresh)
      }
    ),
    (
      .heroCards, 900,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.heroCards(refreshing: fresh)
      }
    ),
    (
      .proChoices, 900,
      { client, fresh async throws(SportsbookError) in
        _ = try await client.proChoices(refreshing: fresh)
      }
    ),
  ]

  @Test(arguments: kinds.indices)
  func `an answer is given again until its time is over, and not after`(index: Int) async throws {
    let (endpoint, seconds, ask) = Self.kinds[index]
    let served = try ServedSportsbook.guide()
    let client = served.client()
    #expect(PromotionLifetimes()[endpoint] == .seconds(seconds))
    try await ask(client, false)
    served.clock.advance(by: .seconds(seconds - 1))
    try await ask(client, false)
    #expect(served.asked.count == 1)
    #expect(served.records.withLock { $0.map(\.cache) } == [.miss, .hit])
    served.clock.advance(by: .seconds(2))
    try await ask(client, false)
    #expect(served.asked.count == 2)
    #expect(served.records.withLock { $0.last?.cache } == .stale)
    try await ask(client, true)
    #expect(served.asked.count == 3, "a refresh passes it over")
    try await ask(client, false)
    #expect(served.asked.count == 3, "and is kept in its place")
  }

  @Test(arguments: kinds.indices)
  func `each time can be set, and zero keeps nothing`(index: Int) async throws {
    let (_, _, ask) = Self.kinds[index]
    for (lifetime, count) in [(Duration.seconds(7), 2), (.zero, 3)] {
      let served = try ServedSportsbook.guide()
      let client = served.client { $0.lifetimes = Self.all(lifetime) }
      for _ in 0..<3 {
        try await ask(client, false)
        served.clock.advance(by: .seconds(4))
      }
      #expect(served.asked.count == count)
    }
  }

  private static func all(_ time: Duration) -> PromotionLifetimes {
    var lifetimes = PromotionLifetimes()
    let members: [WritableKeyPath<PromotionLifetimes, Duration>] = [
      \.homeTemplate, \.allPromotions, \.alertBanner, \.banners, \.sportBanners,
      \.boostedOddsBanners, \.heroCards, \.stories, \.news, \.proChoices,
    ]
    for member in members { lifetimes[keyPath: member] = time }
    return lifetimes
  }

  @Test func `platforms, clients, types of users and users have answers of their own`()
    async throws
  {
    let served = try ServedSportsbook { request in
      let who = (request.header("Authorization") ?? "") + request.target.drop { $0 != "?" }
      return .json(#"[{"id": 1, "title": \#(JSONValue.string(who).json)}]"#)
    }
    let client = served.client(token: nil) { $0.lifetimes.banners = .seconds(900) }
    let other = served.client(token: "another-token-0123456789")
    let whom = [
      PromotionAudience(), PromotionAudience(platform: .ios), PromotionAudience(platform: .web),
      PromotionAudience(clientId: 1), PromotionAudience(clientId: 2),
      PromotionAudience(userType: "all"), PromotionAudience(clientId: 1, platform: .ios),
    ]
    for _ in 0..<2 {
      var titles: Set<String> = []
      for audience in whom {
        titles.insert(try #require(try await other.banners(for: audience).first).title)
      }
      #expect(titles.count == whom.count)
    }
    #expect(served.asked.count == whom.count)
    // The same client with another token does not see the first one's answers.
    #expect(client.keptAnswerCount == 0)
  }

  @Test func `whoever logs in next does not see the answers of the one before`() async throws {
    let served = try ServedSportsbook { request in
      if request.isLogin {
        let name = (try? JSONValue(parsing: Data(request.body)))?["username"]?.text ?? ""
        return .json(#"{"token": "token-of-\#(name)"}"#)
      }
      // Not the token itself: a client masks it in every answer.
      let who = request.header("Authorization")?.split(separator: "-").last ?? ""
      return .json(#"[{"id": 1, "title": "Bets for \#(who)"}]"#)
    }
    let client = served.client(token: nil)
    for name in ["anna", "bert", "anna"] {
      try await client.login(username: name, password: "p")
      #expect(client.keptAnswerCount == 0)
      for _ in 0..<2 {
        let title = try await client.banners().first?.title
        #expect(title == "Bets for \(name)")
      }
    }
    #expect(served.asked.count == 6)
  }

  @Test func `all promotions in one answer are fresh answers of each part`() async throws {
    let served = try ServedSportsbook.guide()
    let client = served.client()
    _ = try await client.allPromotions()
    #expect(try await client.alertBanner()?.title == "Special Offer")
    #expect(try await client.banners().first?.title == "Summer Promotion")
    #expect(
      try await client.sportBanners().first?.event?.market?.outcomes.map(\.price)
        == [2.1, 3.5, 2.8])
    #expect(try await client.stories().first?.duration == 5)
    #expect(served.askedEndpoints == ["v1"])
    // Each for its own time.
    served.clock.advance(by: .seconds(301))
    _ = try await client.alertBanner()
    _ = try await client.banners()
    #expect(served.askedEndpoints == ["v1", "alert-banner"])
    served.clock.advance(by: .seconds(600))
    _ = try await client.banners()
    _ = try await client.stories()
    #expect(served.askedEndpoints == ["v1", "alert-banner", "banners"])
    // And only for the requested audience.
    _ = try await client.stories(for: PromotionAudience(platform: .web))
    #expect(served.askedEndpoints.count == 4)
  }

  @Test func `without an alert banner in it there is none, and a null list says nothing`()
    async throws
  {
    let served = try ServedSportsbook.guide { request in
      request.path == "/api/promotions/v1"
        ? .json(#"{"bannerAlert": null, "banners": [], "sportBanners": null}"#) : nil
    }
    let client = served.client()
    _ = try await client.allPromotions()
    #expect(try await client.alertBanner() == nil)
    #expect(try await client.banners() == [])
    #expect(served.askedEndpoints == ["v1"])
    #expect(try await client.sportBanners().count == 1)
    #expect(try await client.stories().count == 1)
    #expect(served.askedEndpoints == ["v1", "sport-banners", "stories"])
  }

  @Test func `a logout while all promotions are asked for keeps nothing of them`() async throws {
    let served = try ServedSportsbook.guide { request in
      ScriptedAnswer([.pause(.milliseconds(50))] + ServedSportsbook.guideAnswer(to: request).steps)
    }
    let client = served.client()
    async let all = client.allPromotions()
    while served.asked.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    client.logout()
    #expect(try await all.banners.count == 1)
    #expect(client.keptAnswerCount == 0)
  }

  @Test func `refusals and unread answers are not kept`() async throws {
    let served = try ServedSportsbook.guide { request in
      request.index == 0 ? .json("{}", status: 403) : nil
    }
    let client = served.client()
    await #expect(throws: SportsbookError.self) { try await client.banners() }
    #expect(try await client.banners().count == 1)
    #expect(served.asked.count == 2)
  }
}
