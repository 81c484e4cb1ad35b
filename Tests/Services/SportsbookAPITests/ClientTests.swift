import APICore
import FeedContract
import Foundation
import SportsbookAPI
import Testing

/// The requests to the service, over loopback.
struct ClientTests {
  /// Each of the guide's promotions, and the last part of its path.
  private static let asks:
    [(
      String, @Sendable (SportsbookClient, PromotionAudience?) async throws(SportsbookError) -> Int
    )] =
      [
        (
          "v1",
          { client, whom async throws(SportsbookError) in
            try await client.allPromotions(for: whom).banners.count
          }
        ),
        (
          "alert-banner",
          { client, whom async throws(SportsbookError) in
            try await client.alertBanner(for: whom) == nil ? 0 : 1
          }
        ),
        (
          "banners",
          { client, whom async throws(SportsbookError) in
            try await client.banners(for: whom).count
          }
        ),
        (
          "sport-banners",
          { client, whom async throws(SportsbookError) in
            try await client.sportBanners(for: whom).count
          }
        ),
        (
          "boosted-odds-banners",
          { client, whom async throws(SportsbookError) in
            try await client.boostedOddsBanners(for: whom).count
          }
        ),
        (
          "hero-cards",
          { client, whom async throws(SportsbookError) in
            try await client.heroCards(for: whom).count
          }
        ),
        (
          "stories",
          { client, whom async throws(SportsbookError) in
            try await client.stories(for: whom).count
          }
        ),
        (
          "news",
          { client, whom async throws(SportsbookError) in try await client.news(for: whom).count }
        ),
        (
          "pro-choices",
          { client, whom async throws(SportsbookError) in
            try await client.proChoices(for: whom).count
          }
        ),
      ]

  @Test(arguments: asks.indices)
  func `each endpoint is asked with the token, and gives the guide's answer`(index: Int)
    async throws
  {
    let (name, ask) = Self.asks[index]
    let served = try ServedSportsbook.guide()
    #expect(try await ask(served.client(), nil) == 1)
    let path = name == "v1" ? "/api/promotions/v1" : "/api/promotions/v1/" + name
    #expect(served.asked == ["GET " + path])
    let request = try #require(served.server.requests.first)
    #expect(request.header("Authorization") == "Bearer " + ServedSportsbook.token)
    #expect(request.header("Accept") == "application/json" && request.body.isEmpty)
    #expect(served.records.withLock { $0.map(\.endpoint) } == [path])
    #expect(served.records.withLock { $0.map(\.api) } == ["sportsbook"])
  }

  @Test(arguments: asks.indices)
  func `the common parameters go along where they are set`(index: Int) async throws {
    let (_, ask) = Self.asks[index]
    let served = try ServedSportsbook.guide()
    let client = served.client {
      $0.audience = PromotionAudience(clientId: 3, platform: .web, userType: "VIP & Söhne")
    }
    _ = try await ask(client, nil)
    _ = try await ask(client, PromotionAudience(platform: .android, language: "sv"))
    let queries = served.server.requests.map { $0.target.drop { $0 != "?" } }
    #expect(queries[0] == "?client_id=3&platform=web&user_type=VIP%20%26%20S%C3%B6hne")
    #expect(queries[1] == "?platform=android&language=sv")
  }

  @Test func `the home template always names a platform, iOS where nothing is said`() async throws {
    let served = try ServedSportsbook.guide()
    let client = served.client { $0.audience.clientId = 3 }
    #expect(try await client.homeTemplate().title == "iOS Home Template")
    _ = try await client.homeTemplate(platform: .web, clientId: 4, userType: "all")
    #expect(
      served.asked == [
        "GET /api/home/v1/template?client_id=3&platform=ios",
        "GET /api/home/v1/template?client_id=4&platform=web&user_type=all",
      ])
    for request in served.server.requests {
      #expect(request.header("Authorization") == "Bearer " + ServedSportsbook.token)
      #expect(request.header("Accept") == "application/json" && request.body.isEmpty)
    }
    await #expect(throws: SportsbookError.notAuthenticated) {
      try await served.client(token: nil).homeTemplate()
    }
    #expect(served.asked.count == 2)
  }

  @Test func `the platforms are the guide's four`() {
    #expect(Platform.allCases.map(\.rawValue) == ["web", "ios", "android", "mobile"])
    #expect(Platform(rawValue: "iOS") == nil)
  }

  @Test func `news can be asked page by page, and further header fields sent`() async throws {
    let served = try ServedSportsbook.guide()
    let client = served.client { $0.headers = ["App-Origin": "ios"] }
    _ = try await client.news(page: 2, pageSize: 10)
    #expect(served.asked == ["GET /api/promotions/v1/news?page=2&page_size=10"])
    #expect(served.server.requests[0].header("App-Origin") == "ios")
  }

  @Test func `the service's order is kept`() async throws {
    let json = [5, 1, 9, 2].map { #"{"id": \#($0), "title": "T\#($0)"}"# }.joined(separator: ",")
    let served = try ServedSportsbook("[\(json)]")
    #expect(try await served.client().banners().map(\.id) == [5, 1, 9, 2])
    let wrapped = try ServedSportsbook(#"{"data": [\#(json)]}"#)
    #expect(try await wrapped.client().banners().map(\.id) == [5, 1, 9, 2])
  }

  @Test func `one element that cannot be read is reported, and the others are given`()
    async throws
  {
    let served = try ServedSportsbook(
      #"[{"id": 1, "title": "A"}, {"title": "no id"}, {"id": 2, "title": "B"}]"#)
    #expect(try await served.client().banners().map(\.id) == [1, 2])
    #expect(served.rejected.withLock { $0.map(\.index) } == [1])
    #expect(
      served.log.lines.contains { $0.contains("left out: GET /api/promotions/v1/banners, [1].id") })
    let none = try ServedSportsbook(#"[{"title": "no id"}]"#)
    await #expect(throws: SportsbookError.self) { try await none.client().banners() }
    let all = try ServedSportsbook.guide { request in
      request.path == "/api/promotions/v1"
        ? .json(#"{"banners": [{"id": 1, "title": "A"}, {}], "stories": [[]]}"#) : nil
    }
    #expect(try await all.client().allPromotions().banners.map(\.id) == [1])
    #expect(all.rejected.withLock(\.count) == 2)
  }

  @Test(arguments: [
    (204, ""), (200, ""), (200, "null"), (200, "{}"), (200, "[]"), (200, " {} "),
    (404, #"{"message": "none"}"#), (404, ""),
  ])
  func `without an active alert banner there is none, however the service says so`(
    status: Int, body: String
  ) async throws {
    let served = try ServedSportsbook(body, status: status)
    #expect(try await served.client().alertBanner() == nil)
    #expect(served.asked.count == 1)
  }

  @Test func `an alert banner in a list is the banner`() async throws {
    let served = try ServedSportsbook("[\(Samples.alertBanner)]")
    #expect(try await served.client().alertBanner()?.title == "Special Offer")
  }

  @Test(arguments: [
    (nil, "found nothing"), ("", "found nothing"), ("api.example", "api.example"),
    ("ftp://api.example", "ftp://api.example"), ("http://api.example", "http://api.example"),
    ("https://\("me:pw@")api.example", "a user name"),
  ])
  func `there is no standard place, and a bad one is reported`(text: String?, found: String) {
    do throws(SportsbookError) {
      _ = try SportsbookClient(baseUrl: text)
      Issue.record("nothing was thrown")
    } catch {
      guard case .invalid(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.contains("base URL: ") && reason.contains(found), "\(reason)")
      #expect(!reason.contains("pw"))
    }
  }

  @Test func `slashes at the end and a path in front are taken as they should`() async throws {
    let served = try ServedSportsbook("[]")
    let text = served.server.url.absoluteString + "/book//"
    let client = try SportsbookClient(baseUrl: text, surroundings: served.surroundings)
    await #expect(throws: SportsbookError.notAuthenticated) { try await client.stories() }
    let settings = try SportsbookServiceSettings(baseURL: text)
    let other = SportsbookClient(
      settings, surroundings: served.surroundings, token: Secret(ServedSportsbook.token))
    #expect(try await other.stories() == [])
    #expect(served.asked == ["GET /book/api/promotions/v1/stories"])
  }
}
