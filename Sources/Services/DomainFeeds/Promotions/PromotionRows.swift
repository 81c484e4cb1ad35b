import APICore
import Foundation
import SportsbookAPI
import StoreTables

/// The sportsbook's answer as rows of the store's tables, for the journal beside the body.
///
/// No mapping could read them from the body: the guide's and the live service's forms differ, and
/// one banner contains a promotion, an event and its prices. If you change a name here, also change
/// the mapping `sportsbook`; archived journals keep the old one.
struct PromotionRows {
  /// The rows by the member that holds them, as JSON; an answer without rows has no members.
  private(set) var members: [(name: String, rows: [JSONValue])] = []
  /// The unreadable elements of the answer.
  ///
  /// Each is a row without its id, which the import refuses.
  private(set) var rejected: [JSONFailure] = []
  /// The unreadable parts of other elements, which are rows without them.
  private(set) var omitted: [JSONFailure] = []

  /// Makes the rows of an answer.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - body: The answer's body.
  /// - Throws: `JSONFailure` if it is not an answer of the endpoint.
  init(of endpoint: SportsbookEndpoint, _ body: Data) throws(JSONFailure) {
    let kind = String(endpoint.path.split(separator: "/").last!)
    switch endpoint {
    case .homeTemplate:
      add("sections", Self.sections(try value(HomeTemplate.self, body)))
    case .alertBanner: try addAlert(body, kind)
    case .banners: try addItems(Banner.self, body, kind) { Self.details($0.live, Self.link($0)) }
    case .sportBanners:
      let banners = try addItems(SportBanner.self, body, kind) { banner in
        ["event_id": .string(banner.sportEventId.text)]
      }
      add("quotes", banners.flatMap { Self.quotes($0.event) })
    case .boostedOddsBanners:
      let banners = try addItems(BoostedOddsBanner.self, body, kind) { banner in
        ["event_id": .string(banner.sportEventId.text)]
      }
      add("boosts", banners.map(Self.boost))
      add("quotes", banners.flatMap { Self.quotes($0.event) + Self.quotes($0) })
    case .heroCards:
      let cards = try addItems(HeroCard.self, body, kind) { card in
        Self.link(card).merging(["event_id": Self.text(card.eventId?.text)]) { $1 }
      }
      add("quotes", cards.flatMap { Self.quotes($0.eventData) })
    case .stories:
      try addItems(Story.self, body, kind) { story in
        Self.details(story.live, Self.link(story)).merging([
          "content": .string(story.content), "duration_s": Self.number(story.duration),
        ]) { $1 }
      }
    case .news: try addAll("news", NewsItem.self, body, Self.article)
    case .proChoices:
      let choices = try list(ProChoiceElement.self, body).compactMap(\.choice)
      add("picks", choices.map(Self.pick) + rejected.map { _ in [:] })
      add("quotes", choices.map(Self.quote))
    case .login, .allPromotions: preconditionFailure("\(endpoint) is not fetched")
    }
  }

  // MARK: - Implementation

  private typealias Row = [String: JSONValue]

  private mutating func add(_ name: String, _ rows: [JSONValue]) {
    if !rows.isEmpty { members.append((name, rows)) }
  }

  private mutating func list<Element: Decodable & Sendable>(
    _ type: Element.Type, _ body: Data
  ) throws(JSONFailure) -> [Element] {
    let list = try LossyList<Element>(body, under: ["data"])
    (rejected, omitted) = (list.rejected, list.omitted)
    return list.elements
  }

  private mutating func value<Value: Decodable>(
    _ type: Value.Type, _ body: Data
  ) throws(JSONFailure) -> Value {
    let (value, omitted) = try JSONDecoder().reading(type, of: body)
    self.omitted = omitted
    return value
  }

  private mutating func addAll<Element: Decodable & Sendable>(
    _ name: String, _ type: Element.Type, _ body: Data, _ row: (Element) -> JSONValue
  ) throws(JSONFailure) {
    let elements = try list(type, body)
    add(name, elements.map(row) + rejected.map { _ in [:] })
  }

  /// Adds the elements of a list as promotions.
  @discardableResult
  private mutating func addItems<Element: Decodable & TitledPromotion>(
    _ type: Element.Type, _ body: Data, _ kind: String, _ more: (Element) -> Row
  ) throws(JSONFailure) -> [Element] {
    let elements = try list(type, body)
    add(
      "items",
      elements.map { Self.item($0, kind, more($0)) }
        + rejected.map { _ in ["kind": .string(kind)] })
    return elements
  }

  /// Adds the alert banner, if there is one; if the service sends a list, its first element counts.
  private mutating func addAlert(_ body: Data, _ kind: String) throws(JSONFailure) {
    let json = try JSONDecoder().value(JSONValue.self, of: body)
    let banner = try value(AlertBanner.self, json[0].map { Data($0.json.utf8) } ?? body)
    if case .array(let list) = json, list.count > 1 {
      omitted.append(
        JSONFailure(reason: "found \(list.count) alert banners; expected one, the first"))
    }
    let more = Self.details(banner.live, Self.link(banner))
    add(
      "items",
      [Self.item(banner, kind, more.merging(["content": .string(banner.content)]) { $1 })])
  }

  private static func item(
    _ promotion: some TitledPromotion, _ kind: String, _ more: Row
  ) -> JSONValue {
    let row = window(promotion).merging([
      "kind": .string(kind), "item_id": .string("\(promotion.id)"),
      "title": .string(promotion.title), "subtitle": text(promotion.subtitle),
      "image_url": text(promotion.imageUrl),
    ]) { $1 }
    // All members are present, so that a missing value overrides an earlier one.
    let none: Row = [
      "content": nil, "action_type": nil, "action_target": nil, "event_id": nil,
      "duration_s": nil, "client_id": nil, "platform": nil, "user_type": nil,
    ]
    return .object(none.merging(row) { $1 }.merging(more) { $1 })
  }

  private static func window(_ promotion: some ScheduledPromotion) -> Row {
    [
      "status": .string(promotion.status), "starts_at": moment(promotion.startDate),
      "ends_at": moment(promotion.endDate),
    ]
  }

  private static func link(_ promotion: some LinkedPromotion) -> Row {
    [
      "action_type": .string(promotion.actionType),
      "action_target": .string(promotion.actionTarget),
    ]
  }

  private static func details(_ live: LiveDetails, _ more: Row) -> Row {
    more.merging([
      "client_id": number(live.clientId), "platform": text(live.platform),
      "user_type": text(live.userType),
    ]) { $1 }
  }

  private static func sections(_ template: HomeTemplate) -> [JSONValue] {
    template.sections.enumerated().map { position, section in
      [
        "template_id": .string("\(template.id)"), "platform": .string(template.platform),
        "client_id": number(template.clientId), "position": number(position),
        "type": .string(section.type), "title": .string(section.title),
        "fills_from": .string(section.source),
        "options": text(section.options.map { JSONValue.object($0).json }),
        "updated_at": moment(template.updatedAt),
      ]
    }
  }

  private static func boost(_ banner: BoostedOddsBanner) -> JSONValue {
    .object(
      window(banner).merging([
        "banner_id": .string("\(banner.id)"), "event_id": .string(banner.sportEventId.text),
        "title": .string(banner.title), "original_odd": number(banner.originalOdd),
        "boosted_odd": number(banner.boostedOdd),
      ]) { $1 })
  }

  private static func pick(_ choice: ProChoice) -> JSONValue {
    [
      "pick_id": .string("\(choice.id)"), "title": .string(choice.title),
      "tipster_id": .string("\(choice.tipster.id)"), "tipster": .string(choice.tipster.name),
      "win_rate": number(choice.tipster.winRate), "event_id": .string(choice.event.id.text),
      "home": .string(choice.event.homeTeam), "away": .string(choice.event.awayTeam),
      "starts_at": moment(choice.event.dateTime),
      "market_name": .string(choice.selection.marketName),
      "outcome_name": .string(choice.selection.outcomeName),
      "odds": number(choice.selection.odds), "reasoning": .string(choice.reasoning),
    ]
  }

  private static func article(_ item: NewsItem) -> JSONValue {
    [
      "news_id": .string("\(item.id)"), "status": .string(item.status),
      "title": .string(item.title), "subtitle": text(item.subtitle),
      "author": .string(item.author), "tags": text(item.tags?.joined(separator: "|")),
      "published_at": moment(item.publishedDate), "image_url": text(item.imageUrl),
    ]
  }
}

/// Prices.
extension PromotionRows {
  /// Returns the market's prices in an event.
  private static func quotes(_ event: SportEvent?) -> [JSONValue] {
    guard let event, let market = event.market else { return [] }
    return market.outcomes.map { outcome in
      quote(
        .base, of: event, price: outcome.price,
        [
          "market_id": .string(market.id.text), "market_name": .string(market.name),
          "outcome_id": .string(outcome.id.text), "outcome_name": .string(outcome.name),
        ])
    }
  }

  /// Returns a boost's two prices; the service does not name their outcome.
  private static func quotes(_ banner: BoostedOddsBanner) -> [JSONValue] {
    let event = banner.event ?? SportEvent(id: banner.sportEventId)
    let prices: [(PriceKind, Double?)] = [
      (.original, banner.originalOdd), (.boosted, banner.boostedOdd),
    ]
    return prices.compactMap { kind, price in
      price.map { quote(kind, of: event, price: $0, ["item_id": .string("\(banner.id)")]) }
    }
  }

  private static func quote(_ choice: ProChoice) -> JSONValue {
    let event = SportEvent(
      id: choice.event.id, dateTime: choice.event.dateTime,
      homeTeam: SportEvent.Team(id: nil, name: choice.event.homeTeam, logo: nil),
      awayTeam: SportEvent.Team(id: nil, name: choice.event.awayTeam, logo: nil))
    return quote(
      .pick, of: event, price: choice.selection.odds,
      [
        "market_name": .string(choice.selection.marketName),
        "outcome_name": .string(choice.selection.outcomeName),
        "item_id": .string("\(choice.id)"),
      ])
  }

  private static func quote(
    _ kind: PriceKind, of event: SportEvent, price: Double, _ what: Row
  ) -> JSONValue {
    let row: Row = [
      "event_id": .string(event.id.text), "starts_at": moment(event.dateTime),
      "home": text(event.homeTeam?.name), "away": text(event.awayTeam?.name),
      "price_kind": .string(kind.rawValue), "price": number(price), "market_id": nil,
      "market_name": nil, "outcome_id": nil, "outcome_name": nil, "item_id": nil,
    ]
    return .object(row.merging(what) { $1 })
  }
}

/// Conversions of values; nothing becomes null.
extension PromotionRows {
  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func number(_ number: Int?) -> JSONValue {
    number.map { .number(JSONNumber(Int64($0))) } ?? .null
  }

  private static func number(_ number: Double?) -> JSONValue {
    number.flatMap { JSONNumber($0) }.map { .number($0) } ?? .null
  }

  /// Returns a moment; null for an unlimited start or end.
  private static func moment(_ date: Date?) -> JSONValue {
    guard let date, date != .distantPast, date != .distantFuture else { return .null }
    return .string(APIDate(date).iso)
  }
}

/// The members that the table of promotions needs from each kind.
private protocol TitledPromotion: ScheduledPromotion {
  var id: Int { get }
  var title: String { get }
  var subtitle: String? { get }
  var imageUrl: String? { get }
}

extension AlertBanner: TitledPromotion { fileprivate var subtitle: String? { nil } }
extension Banner: TitledPromotion {}
extension SportBanner: TitledPromotion {}
extension BoostedOddsBanner: TitledPromotion { fileprivate var subtitle: String? { nil } }
extension HeroCard: TitledPromotion {}
extension Story: TitledPromotion { fileprivate var subtitle: String? { nil } }
