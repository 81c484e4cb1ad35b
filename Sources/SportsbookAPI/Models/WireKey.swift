import APICore
import Foundation

/// The members' names of all the service's objects, as they are written.
enum WireKey: String, CodingKey {
  case id, title, name, subtitle, content, description, status, platform, duration, author, tags
  case sections, widgets, type, source, options, orientation, slug, token, user
  case event, market, outcomes, price, logo, tipster, avatar, selection, odds, reasoning
  case bannerAlert, banners, sportBanners, stories
  case alertBanner = "alert_banner"
  case liveSportBanners = "sport_banners"
  case clientId = "client_id"
  case userType = "user_type"
  case createdAt = "created_at"
  case updatedAt = "updated_at"
  case startDate = "start_date"
  case endDate = "end_date"
  case publishedDate = "published_date"
  case dateTime = "date_time"
  case expiresAt = "expires_at"
  case backgroundColor = "background_color"
  case textColor = "text_color"
  case actionType = "action_type"
  case actionTarget = "action_target"
  case ctaText = "cta_text"
  case ctaUrl = "cta_url"
  case imageUrl = "image_url"
  case mediaType = "media_type"
  case mediaUrl = "media_url"
  case iconUrl = "icon_url"
  case backgroundUrl = "background_url"
  case sportId = "sport_id"
  case sportEventId = "sport_event_id"
  case sportEventMarketId = "sport_event_market_id"
  case sportEventMarketIds = "sport_event_market_ids"
  case boostedMarketId = "sport_event_boosted_market_id"
  case eventId = "event_id"
  case eventData = "event_data"
  case homeTeam = "home_team"
  case awayTeam = "away_team"
  case homeTeamId = "home_team_id"
  case awayTeamId = "away_team_id"
  case originalOdd = "original_odd"
  case boostedOdd = "boosted_odd"
  case winRate = "win_rate"
  case marketName = "market_name"
  case outcomeName = "outcome_name"
  case webNamespace = "web_namespace"
  case iosNamespace = "ios_namespace"
  case androidNamespace = "android_namespace"
  case sortOrder = "sort_order"
}

/// Reading of what many of the service's objects have.
extension KeyedDecodingContainer<WireKey> {
  /// When it begins; without a start it has always been.
  func start() throws(DecodingError) -> Date { try moment(.startDate) ?? .distantPast }

  /// When it ends; without an end it never does.
  func end() throws(DecodingError) -> Date { try moment(.endDate) ?? .distantFuture }

  /// The status; objects that the live service sends without one are published.
  func status() throws(DecodingError) -> String {
    try text(.status) ?? PromotionStatus.published
  }

  /// What a tap does: the guide's action, or the live service's URL.
  func action() throws(DecodingError) -> (type: String, target: String) {
    if let type = try text(.actionType) { return (type, try text(.actionTarget) ?? "") }
    guard let url = try text(.ctaUrl), !url.isEmpty else {
      return ("", try text(.actionTarget) ?? "")
    }
    return (url.hasPrefix("/") ? ActionType.internalLink : ActionType.externalLink, url)
  }

  /// An id; nil where there is none.
  func identity(_ key: WireKey) throws(DecodingError) -> ServiceID? {
    try text(key).map { ServiceID($0) }
  }

  /// An id that must be there under one of two names.
  func requiredIdentity(_ key: WireKey, or other: WireKey) throws(DecodingError) -> ServiceID {
    ServiceID(try requiredText(key, other))
  }

  /// A moment in one of the forms of `APIDate`.
  func moment(_ key: WireKey) throws(DecodingError) -> Date? { try date(key).map { Date($0) } }

  /// A number that must be there.
  func requiredDouble(_ key: WireKey) throws(DecodingError) -> Double {
    guard let number = try double(key) else {
      throw .dataCorruptedError(
        forKey: key, in: self, debugDescription: "found nothing; expected a number")
    }
    return number
  }

  /// Whether there is nothing under a name: no member, null, or an empty object, which PHP may
  /// write as an empty list.
  func isBlank(_ key: WireKey) -> Bool {
    guard let value = try? decodeIfPresent(JSONValue.self, forKey: key) else {
      return !contains(key) || ((try? decodeNil(forKey: key)) ?? false)
    }
    return value.isBlank
  }
}

extension JSONValue {
  /// Whether it is null, or an object or list with nothing in it.
  var isBlank: Bool { [.null, .object([:]), .array([])].contains(self) }
}

extension Date {
  /// The moment as the service writes it; nil for one that stands for none.
  var wireText: String? {
    self == .distantPast || self == .distantFuture ? nil : APIDate(self).iso
  }
}
