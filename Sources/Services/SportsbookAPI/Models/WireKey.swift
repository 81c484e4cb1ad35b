import APICore
import Foundation

/// The member names of all the service's objects.
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

/// Readers of members that many of the service's objects share.
extension KeyedDecodingContainer<WireKey> {
  /// Reads the start; without one it has always been active.
  func start() throws(DecodingError) -> Date { try moment(.startDate) ?? .distantPast }

  /// Reads the end; without one it never ends.
  func end() throws(DecodingError) -> Date { try moment(.endDate) ?? .distantFuture }

  /// Reads the status; the live service's objects without one are published.
  func status() throws(DecodingError) -> String {
    try text(.status) ?? PromotionStatus.published
  }

  /// Reads the action of a tap: the guide's action, or the live service's URL.
  func action() throws(DecodingError) -> (type: String, target: String) {
    if let type = try text(.actionType) { return (type, try text(.actionTarget) ?? "") }
    guard let url = try text(.ctaUrl), !url.isEmpty else {
      return ("", try text(.actionTarget) ?? "")
    }
    return (url.hasPrefix("/") ? ActionType.internalLink : ActionType.externalLink, url)
  }

  /// Reads an id; nil if there is none.
  func identity(_ key: WireKey) throws(DecodingError) -> ServiceID? {
    try text(key).map { ServiceID($0) }
  }

  /// Reads a required id under one of two names.
  func requiredIdentity(_ key: WireKey, or other: WireKey) throws(DecodingError) -> ServiceID {
    ServiceID(try requiredText(key, other))
  }

  /// Reads a moment in one of the forms of `APIDate`.
  func moment(_ key: WireKey) throws(DecodingError) -> Date? { try date(key).map { Date($0) } }

  /// Reads a required number.
  func requiredDouble(_ key: WireKey) throws(DecodingError) -> Double {
    guard let number = try double(key) else {
      throw .dataCorruptedError(
        forKey: key, in: self, debugDescription: "found nothing; expected a number")
    }
    return number
  }

  /// Whether a name has no value: no member, null, or an empty object, which PHP may write as an
  /// empty list.
  func isBlank(_ key: WireKey) -> Bool {
    guard let value = try? decodeIfPresent(JSONValue.self, forKey: key) else {
      return !contains(key) || ((try? decodeNil(forKey: key)) ?? false)
    }
    return value.isBlank
  }
}

extension JSONValue {
  /// Whether it is null, or an empty object or list.
  var isBlank: Bool { [.null, .object([:]), .array([])].contains(self) }
}

extension Date {
  /// The moment in the service's form; nil for `distantPast` and `distantFuture`, which mean none.
  var wireText: String? {
    self == .distantPast || self == .distantFuture ? nil : APIDate(self).iso
  }
}
