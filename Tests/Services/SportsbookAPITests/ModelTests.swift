import APICore
import Foundation
import SportsbookAPI
import Testing

/// The guide's answers, field by field.
struct ModelTests {
  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().value(type, of: Data(json.utf8))
  }

  private func date(_ text: String) throws -> Date { Date(try #require(APIDate(text))) }

  @Test func `the guide's home template is read whole, its sections in order`() throws {
    let template = try read(HomeTemplate.self, Samples.homeTemplate)
    #expect(template.id == 1 && template.clientId == 1 && template.title == "iOS Home Template")
    #expect(template.platform == "ios" && template.widgets == [])
    #expect(
      template.sections.map(\.type) == [
        SectionType.heroCarousel, SectionType.sportBanners, SectionType.stories,
        SectionType.news,
      ])
    #expect(
      template.sections.map(\.title) == ["Featured", "Today's Top Events", "Stories", "News"])
    #expect(
      template.sections.map(\.source) == [
        "promotions/v1/hero-cards", "promotions/v1/sport-banners", "promotions/v1/stories",
        "promotions/v1/news",
      ])
    #expect(APIDate(template.createdAt) == APIDate("2023-10-15T14:30:00Z"))
    #expect(APIDate(template.updatedAt) == APIDate("2024-05-01T09:15:00Z"))
  }

  @Test func `a section's options are kept, and the guide's have accessors`() throws {
    let sections = try read(HomeTemplate.self, Samples.homeTemplate).sections
    #expect(sections[0].options == ["autoplay": true, "interval": 5000])
    #expect(sections[0].autoplay == true && sections[0].interval == 5000)
    #expect(sections[0].layout == nil && sections[0].itemCount == nil)
    #expect(sections[1].layout == "horizontal" && sections[1].autoplay == nil)
    #expect(sections[2].itemCount == 5)
    #expect(sections[3].displayMode == "card")
    let odd = try read(
      TemplateSection.self,
      #"{"type": "wheel", "title": "W", "source": "x", "options": {"autoplay": "yes", "n": [1]}}"#)
    #expect(odd.type == "wheel" && odd.autoplay == nil)
    #expect(odd.options?["n"] == [1])
    for empty in ["{}", "[]", "null"] {
      let section = try read(
        TemplateSection.self, #"{"type": "t", "source": "x", "options": \#(empty)}"#)
      #expect(section.options == nil && section.title == "")
    }
  }

  @Test func `a section that cannot be read is left out, and the others keep their order`() throws {
    let json = Samples.homeTemplate.replacing(#""type": "stories","#, with: "")
    let template = try read(HomeTemplate.self, json)
    #expect(template.sections.map(\.type) == ["hero_carousel", "sport_banners", "news"])
  }

  @Test func `the guide's alert banner is read field by field`() throws {
    let banner = try read(AlertBanner.self, Samples.alertBanner)
    #expect(
      banner
        == AlertBanner(
          id: 1, title: "Special Offer", content: "Get 50% bonus on your first deposit!",
          backgroundColor: "#FF5500", textColor: "#FFFFFF", actionType: "internal_link",
          actionTarget: "/promotions/details/1", startDate: try date("2024-05-01"),
          endDate: try date("2024-05-31T23:59:59Z"), status: "published",
          imageUrl: "https://\("example.com")/images/promo-banner.jpg"))
    #expect(banner.background == RGBAColor(red: 255, green: 85, blue: 0))
    #expect(banner.foreground == RGBAColor(red: 255, green: 255, blue: 255))
    #expect(banner.action == .internalLink(path: "/promotions/details/1"))
  }

  @Test(arguments: [
    ("#FF5500", RGBAColor(red: 255, green: 85, blue: 0)),
    ("#ff550080", RGBAColor(red: 255, green: 85, blue: 0, alpha: 128)),
    ("#f50", RGBAColor(red: 255, green: 85, blue: 0)),
    ("#f508", RGBAColor(red: 255, green: 85, blue: 0, alpha: 136)),
    ("FF5500", nil), ("#FF55", RGBAColor(red: 255, green: 255, blue: 85, alpha: 85)),
    ("#GG5500", nil), ("#FF550", nil), ("", nil), ("#", nil), ("#+F5500", nil),
    ("#ＦＦ５５００", nil), ("red", nil),
  ])
  func `a colour is read from its hex digits, and a bad one is none`(
    text: String, color: RGBAColor?
  ) {
    #expect(RGBAColor(hex: text) == color)
  }

  @Test func `the guide's banner and story are read field by field`() throws {
    let banner = try #require(try read([Banner].self, Samples.banners).first)
    #expect(banner.id == 1 && banner.title == "Summer Promotion")
    #expect(banner.subtitle == "Hot Odds for Hot Days" && banner.status == "published")
    #expect(banner.action == .internalLink(path: "/promotions/summer"))
    #expect(banner.endDate == (try date("2024-08-31T23:59:59Z")))
    #expect(banner.imageUrl?.hasSuffix("/images/summer-promo.jpg") == true)
    let story = try #require(try read([Story].self, Samples.stories).first)
    #expect(story.id == 1 && story.title == "Player Spotlight: Ronaldo" && story.duration == 5)
    #expect(story.content == "Cristiano Ronaldo's career achievements" && story.media == nil)
    guard case .externalLink(let url)? = story.action else {
      Issue.record("\(String(describing: story.action))")
      return
    }
    #expect(url.path() == "/articles/ronaldo-career")
  }

  @Test func `the guide's sport banner carries its event, market and prices`() throws {
    let banner = try #require(try read([SportBanner].self, Samples.sportBanners).first)
    #expect(banner.title == "Champions League Final" && banner.sportEventId == 12345)
    let event = try #require(banner.event)
    #expect(event.id == 12345 && event.sportId == 1 && event.homeTeamId == 101)
    #expect(try event.awayTeamId == 102 && event.dateTime == date("2024-05-25T20:00:00Z"))
    #expect(event.homeTeam?.name == "Real Madrid" && event.awayTeam?.id == 102)
    #expect(event.awayTeam?.logo?.hasSuffix("/teams/liverpool.png") == true)
    #expect(event.teams == "Real Madrid – Liverpool")
    #expect(event.market?.id == 201 && event.market?.name == "1X2")
    #expect(event.market?.outcomes.map(\.name) == ["1", "X", "2"])
    #expect(event.market?.outcomes.map(\.id) == [301, 302, 303])
    #expect(event.market?.outcomes.map(\.price) == [2.1, 3.5, 2.8])
  }

  @Test func `the guide's boosted odds have an uplift, and an event with an id alone`() throws {
    let banner = try #require(
      try read([BoostedOddsBanner].self, Samples.boostedOddsBanners).first)
    #expect(banner.title == "Boosted: Real Madrid to Win + Both Teams to Score")
    #expect(banner.originalOdd == 3.5 && banner.boostedOdd == 4.2)
    #expect(abs((banner.uplift ?? 0) - 0.2) < 1e-12)
    #expect(banner.event == SportEvent(id: 12345) && banner.sportEventId == 12345)
    #expect(banner.endDate == (try date("2024-05-25T19:59:59Z")))
    let free = #"{"id": 1, "original_odd": 0, "boosted_odd": 2, "sport_event_id": 1}"#
    #expect(try read(BoostedOddsBanner.self, free).uplift == nil)
  }

  @Test func `the guide's hero card has an event's id, a target text and an open object`() throws {
    let card = try #require(try read([HeroCard].self, Samples.heroCards).first)
    #expect(card.title == "NBA Finals Game 7" && card.subtitle == "Celtics vs Lakers")
    #expect(card.eventId == 12346 && card.eventId?.number == 12346 && card.eventData == nil)
    #expect(card.actionTarget == "12346" && card.action == .eventLink(12346))
    let whole = Samples.heroCards.replacing(
      "{}", with: #"{"id": 12346, "home_team": "Celtics", "away_team": {"name": "Lakers"}}"#)
    let event = try #require(try read([HeroCard].self, whole).first?.eventData)
    #expect(event.teams == "Celtics – Lakers")
    for other in ["null", "[]", #"{"note": "soon"}"#] {
      let json = Samples.heroCards.replacing("{}", with: other)
      #expect(try read([HeroCard].self, json).first?.eventData == nil)
    }
  }

  @Test func `the guide's news item is read field by field, also without tags`() throws {
    let item = try #require(try read([NewsItem].self, Samples.news).first)
    #expect(item.title == "Transfer News: Mbappe to Real Madrid" && item.author == "Sports Desk")
    #expect(item.publishedDate == (try date("2024-05-15T09:30:00Z")))
    #expect(item.tags == ["transfer", "football", "LaLiga", "Ligue1"])
    #expect(item.subtitle == "French superstar set to join Spanish giants")
    #expect(item.isPublished(at: try date("2024-05-15T09:30:00Z")))
    #expect(!item.isPublished(at: try date("2024-05-15T09:29:59Z")))
    let bare = #"{"id": 1, "title": "T", "published_date": "2024-05-15", "tags": null}"#
    #expect(try read(NewsItem.self, bare).tags == nil)
  }

  @Test func `the guide's pro choice has a tipster, teams as texts, and a bet`() throws {
    let choice = try #require(try read([ProChoice].self, Samples.proChoices).first)
    #expect(choice.id == 1 && choice.title == "Expert Pick of the Day")
    #expect(choice.tipster.id == 101 && choice.tipster.name == "John Expert")
    #expect(choice.tipster.winRate == 0.68 && choice.tipster.avatar != nil)
    #expect(choice.event.id == 12345 && choice.event.homeTeam == "Real Madrid")
    #expect(choice.event.awayTeam == "Liverpool")
    #expect(choice.event.dateTime == (try date("2024-05-25T20:00:00Z")))
    #expect(choice.selection.marketName == "1X2" && choice.selection.outcomeName == "1")
    #expect(choice.selection.odds == 2.1 && choice.reasoning.hasPrefix("Real Madrid has"))
  }

  @Test(arguments: [
    ("0", 0.0), ("1", 1), (#""0.5""#, 0.5), ("-0.01", nil), ("1.01", nil), ("68", nil),
  ])
  func `a tipster's rate is a share from 0 to 1`(rate: String, share: Double?) throws {
    let json = Samples.proChoices.replacing("0.68", with: rate)
    let list = try LossyList<ProChoice>(Data(json.utf8))
    #expect(list.elements.first?.tipster.winRate == share)
    #expect(
      list.rejected.map(\.description)
        == (share == nil
          ? ["[0].tipster.win_rate: found \(rate); expected a share from 0 to 1"]
          : []))
  }

  @Test func `all promotions have the guide's camel-case names`() throws {
    let all = try read(AllPromotions.self, Samples.allPromotions)
    #expect(all.bannerAlert?.title == "Special Offer" && all.banners.count == 1)
    #expect(all.sportBanners.first?.event != nil && all.stories.count == 1)
    #expect(all.campaigns == [])
    for nothing in ["null", "{}", "[]"] {
      let json = #"{"bannerAlert": \#(nothing), "banners": [], "sportBanners": [], "stories": []}"#
      #expect(try read(AllPromotions.self, json).bannerAlert == nil)
    }
    #expect(try read(AllPromotions.self, #"{"banners": []}"#).bannerAlert == nil)
    #expect(throws: JSONFailure.self) { try read(AllPromotions.self, #"{"message": "no"}"#) }
  }

  @Test func `a login has a token, a user, and what else the service tells of the user`() throws {
    let login = try read(LoginResponse.self, Samples.login)
    #expect(login.token == Secret("YOUR_API_TOKEN") && login.user?.id == 1)
    #expect(login.user?.name == "User Name" && login.expiresAt == nil)
    let more =
      #"{"token": "t", "user": {"id": "7", "name": "A", "email": "a@b", "roles": ["x"]}}"#
    let user = try #require(try read(LoginResponse.self, more).user)
    #expect(user == User(id: 7, name: "A", details: ["email": "a@b", "roles": ["x"]]))
    #expect(try read(LoginResponse.self, #"{"token": "t"}"#).user == nil)
    #expect(throws: JSONFailure.self) { try read(LoginResponse.self, #"{"token": ""}"#) }
    #expect(throws: JSONFailure.self) { try read(LoginResponse.self, #"{"user": {"id": 1}}"#) }
  }

  @Test(arguments: [
    ("2024-05-01T00:00:00.000000Z", "2024-05-01"), ("2024-05-01T00:00:00Z", "2024-05-01"),
    ("2024-05-01T02:00:00+02:00", "2024-05-01"), ("2024-05-01T00:00:00+0000", "2024-05-01"),
    ("2024-05-01 00:00:00", "2024-05-01"),
    ("2024-05-01T12:34:56.123456Z", "2024-05-01 12:34:56.123456"),
  ])
  func `a date is read in every form, to the microsecond`(text: String, same: String) throws {
    let json = Samples.alertBanner.replacing("2024-05-01T00:00:00.000000Z", with: text)
    let banner = try read(AlertBanner.self, json)
    #expect(APIDate(banner.startDate) == APIDate(same))
    let again = try read(
      AlertBanner.self, String(decoding: try JSONEncoder().encode(banner), as: UTF8.self))
    #expect(again == banner && APIDate(again.startDate) == APIDate(same))
    // The template's own times, too.
    let template = try read(
      HomeTemplate.self,
      Samples.homeTemplate.replacing("2023-10-15T14:30:00.000000Z", with: text)
        .replacing("2024-05-01T09:15:00.000000Z", with: text))
    #expect(APIDate(template.createdAt) == APIDate(same))
    #expect(APIDate(template.updatedAt) == APIDate(same))
    let written = String(decoding: try JSONEncoder().encode(template), as: UTF8.self)
    #expect(try read(HomeTemplate.self, written) == template)
  }

  @Test(arguments: [
    (#"12345"#, ServiceID(12345), 12345), (#""12345""#, "12345", 12345),
    (#""4067574.1""#, "4067574.1", nil), (#""007""#, "007", nil),
  ])
  func `an id is a number or a text`(json: String, id: ServiceID, number: Int?) throws {
    let banner = try read(
      SportBanner.self, #"{"id": "1", "sport_event_id": \#(json), "event": {"id": \#(json)}}"#)
    #expect(banner.id == 1 && banner.sportEventId == id && banner.event?.id == id)
    #expect(banner.sportEventId.number == number)
    let written = try JSONValue(parsing: try JSONEncoder().encode(banner))["sport_event_id"]
    #expect(written == (number.map { .number(JSONNumber(Int64($0))) } ?? .string(id.text)))
  }

  @Test func `what is missing or null leaves the rest as it is`() throws {
    for missing in ["", #", "image_url": null, "subtitle": null"#] {
      let banner = try read(Banner.self, #"{"id": 1, "title": "T"\#(missing)}"#)
      #expect(banner.imageUrl == nil && banner.subtitle == nil && banner.action == nil)
      #expect(banner.isActive(at: Date()) && banner.status == "published")
    }
  }

  @Test(arguments: [
    (ActionType.internalLink, "/a/b", PromotionAction.internalLink(path: "/a/b")),
    (ActionType.internalLink, "//evil.example", nil), (ActionType.internalLink, "a", nil),
    (
      ActionType.externalLink, "https://a.example/b",
      .externalLink(URL(string: "https://a.example/b")!)
    ),
    (ActionType.externalLink, "javascript:alert(1)", nil),
    (ActionType.externalLink, "file:///etc/passwd", nil), (ActionType.externalLink, "", nil),
    (ActionType.eventLink, "12346", .eventLink(12346)), (ActionType.eventLink, "", nil),
    ("deep_link", "app://x", nil),
  ])
  func `an action is told by its type, and one that does not fit is kept as it is`(
    type: String, target: String, action: PromotionAction?
  ) {
    let banner = Banner(
      id: 1, title: "T", subtitle: nil, actionType: type, actionTarget: target,
      startDate: .distantPast, endDate: .distantFuture, status: "published", imageUrl: nil)
    #expect(banner.action == action ?? .other(type: type, target: target))
  }

  @Test(arguments: [
    ("2024-04-30T23:59:59.999999Z", false), ("2024-05-01", true), ("2024-05-15", true),
    ("2024-05-31T23:59:59Z", true), ("2024-05-31T23:59:59.000001Z", false),
  ])
  func `a promotion is active from its first to its last moment`(
    moment: String, isActive: Bool
  ) throws {
    let banner = try read(AlertBanner.self, Samples.alertBanner)
    #expect(banner.isActive(at: try date(moment)) == isActive)
    for status in ["draft", "archived", ""] {
      let other = try read(
        AlertBanner.self, Samples.alertBanner.replacing("published", with: status))
      #expect(try other.status == status && !other.isActive(at: date(moment)))
    }
  }
}
