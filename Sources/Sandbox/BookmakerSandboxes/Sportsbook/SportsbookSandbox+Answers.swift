import APICore
import Columns
import SandboxCore

/// The answers of home and promotions at a moment.
extension SportsbookSandbox {
  /// Returns one of the lists.
  func list(_ kind: SandboxPromotion.Kind, at now: Int64) -> WireJSON {
    .list(world.listed(kind, at: now).map { wire.json($0, at: now) })
  }

  /// Returns the active alert banner; if there is none, no content, or in the live form an empty
  /// object.
  func alertBanner(at now: Int64) -> HTTPResponse {
    if let banner = world.listed(.alertBanner, at: now).first {
      return HTTPResponse(json: wire.json(banner, at: now))
    }
    return settings.wire == .seed ? HTTPResponse(status: 204) : HTTPResponse(json: .object([]))
  }

  /// Returns everything in one answer; in the live form a list of campaigns.
  func everything(at now: Int64) -> WireJSON {
    guard settings.wire == .seed else { return campaigns(at: now) }
    let alert = world.listed(.alertBanner, at: now).first
    return .object([
      ("bannerAlert", alert.map { wire.json($0, at: now) } ?? .null),
      ("banners", list(.banner, at: now)), ("sportBanners", list(.sportBanner, at: now)),
      ("stories", list(.story, at: now)),
    ])
  }

  /// Returns the news, optionally page by page.
  func news(_ request: HTTPRequest, at now: Int64) throws(InvalidRequest) -> WireJSON {
    var articles = world.news(at: now)[...]
    func number(_ name: String) throws(InvalidRequest) -> Int? {
      guard let text = request.query(name) else { return nil }
      guard let number = Int(text), (1...1_000).contains(number) else {
        throw InvalidRequest(field: name, "The \(name) field must be an integer from 1 on.")
      }
      return number
    }
    let page = try number("page") ?? 1
    if let size = try number("page_size") {
      articles = articles.dropFirst((page - 1) * size).prefix(size)
    } else if page > 1 {
      articles = []
    }
    return .list(articles.map { wire.json($0) })
  }

  /// Returns the picks of coming events, with the tipsters' current records.
  func proChoices(at now: Int64) -> WireJSON {
    let rates = world.winRates(at: now)
    return .list(
      world.listedPicks(at: now).map { pick in
        wire.json(pick, winRate: rates[pick.tipster], seed: settings.seed)
      })
  }

  /// Returns a platform's home template.
  func homeTemplate(_ audience: AskedAudience, at now: Int64) -> WireJSON {
    guard settings.wire == .seed else { return liveTemplate }
    let platform = audience.platform ?? "ios"
    let names = ["web": "Web", "ios": "iOS", "android": "Android", "mobile": "Mobile"]
    // The template changes each Monday at 9:15.
    let today = SportsbookWorld.day(of: now)
    let monday = Int64(today.number - (today.number + 3) % 7) * SportsbookWorld.day
    return .object([
      ("id", .number(audience.client)), ("client_id", .number(audience.client)),
      ("title", .text("\(names[platform] ?? platform) Home Template")),
      ("platform", .text(platform)),
      (
        "sections",
        .list(
          Self.sections.filter { $0.isEverywhere || platform == "web" }.map { section in
            .object([
              ("type", .text(section.type)), ("title", .text(section.title)),
              ("source", .text("promotions/v1/" + section.source)),
              ("options", .object(section.options)),
            ])
          })
      ), ("created_at", .text("2023-10-15T14:30:00.000000Z")),
      ("updated_at", wire.instant(monday + 33_300_000_000)),
    ])
  }

  // MARK: - Implementation

  private struct Section {
    let type: String
    let title: String
    let source: String
    let options: [(name: String, value: WireJSON)]
    var isEverywhere = true
  }

  private static var sections: [Section] {
    [
      Section(
        type: "hero_carousel", title: "Featured", source: "hero-cards",
        options: [("autoplay", .boolean(true)), ("interval", .number(5_000))]),
      Section(
        type: "sport_banners", title: "Today's Top Events", source: "sport-banners",
        options: [("layout", .text("horizontal"))]),
      Section(
        type: "boosted_odds", title: "Boosted Odds", source: "boosted-odds-banners", options: [],
        isEverywhere: false),
      Section(
        type: "stories", title: "Stories", source: "stories", options: [("item_count", .number(5))]),
      Section(
        type: "news", title: "News", source: "news", options: [("display_mode", .text("card"))]),
    ]
  }

  private var liveTemplate: WireJSON {
    let widgets = [
      ("alertBanners", "UserAlertBox", "authenticated"), ("banners", "PromotionBanners", "all"),
      ("carouselEvents", "MatchBanners", "all"), ("stories", "PromotionStories", "all"),
      ("heroCardEvents", "HeroBanners", "all"), ("betSwipe", "MakeYourOwnBet", "all"),
      ("boostedEvents", "HighlightsBoostedCards", "all"),
      ("proChoices", "HighlightsProChoices", "all"),
    ]
    let list = widgets.enumerated().map { index, widget in
      WireJSON.object([
        ("id", .number(index + 1)), ("name", .text(widget.0)), ("description", .null),
        ("web_namespace", .text(widget.1)), ("ios_namespace", .text(widget.1)),
        ("android_namespace", .text(widget.1)), ("user_type", .text(widget.2)),
        ("sort_order", .number(index + 1)),
        ("orientation", index > 5 ? .text("horizontal") : .null),
      ])
    }
    return .object([
      ("id", .number(4)), ("name", .text("Default Layout")), ("widgets", .list(list)),
    ])
  }

  /// Returns the banners as campaigns with their own pages.
  private func campaigns(at now: Int64) -> WireJSON {
    .list(
      world.listed(.banner, at: now).map { banner in
        .object([
          ("id", .number(banner.id)), ("title", .text(banner.title)),
          ("slug", .text("campaign-\(banner.id)")), ("sort_order", .number(banner.id % 10)),
          ("platform", .text("all")), ("status", .text(banner.status)),
          ("user_type", .text("all")), ("list_display_note", .null),
          ("start_date", .text(ExactText.instant(banner.start))),
          ("end_date", .text(ExactText.instant(banner.end))),
          ("static_page_slug", .text("campaign-\(banner.id)")), ("tag", .null),
        ])
      })
  }
}
