import APICore
import Foundation

/// The guide's endpoints.
///
/// Each method takes an audience (`SportsbookServiceSettings.audience` if nil), and whether to
/// ignore a cached answer; each throws ``SportsbookError``.
extension SportsbookClient {
  /// Fetches the structure of a platform's home screen.
  ///
  /// - Parameters:
  ///   - platform: The platform; the service requires one here.
  ///   - clientId: The client application; nil for the settings'.
  ///   - userType: The type of user; nil for the settings'.
  ///   - refreshing: Whether to ignore a cached answer.
  /// - Returns: The template.
  /// - Throws: ``SportsbookError``.
  public func homeTemplate(
    platform: Platform = .ios, clientId: Int? = nil, userType: String? = nil,
    refreshing: Bool = false
  ) async throws(SportsbookError) -> HomeTemplate {
    var audience = settings.audience
    audience.platform = platform
    audience.clientId = clientId ?? audience.clientId
    audience.userType = userType ?? audience.userType
    let body = try await answer(.homeTemplate, audience, refreshing: refreshing).body
    return try read(HomeTemplate.self, body, of: .homeTemplate)
  }

  /// Fetches alert banner, banners, sport banners and stories in one answer, which also serves as a
  /// fresh answer of each.
  public func allPromotions(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> AllPromotions {
    let body = try await answer(.allPromotions, audience, refreshing: refreshing).body
    return try read(AllPromotions.self, body, of: .allPromotions)
  }

  /// Fetches the alert banner; nil if none is active.
  ///
  /// The service says so by 404, 204, an empty body, null, or an empty object or list.
  public func alertBanner(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> AlertBanner? {
    let response: HTTPResponse
    do throws(SportsbookError) {
      response = try await answer(.alertBanner, audience, refreshing: refreshing)
    } catch .notFound {
      return nil
    }
    if SportsbookEndpoint.alertBanner.empty.hold(response) { return nil }
    // If the service sends a list, the first element counts.
    guard case .array(let list)? = try? JSONValue(parsing: response.body), let first = list.first
    else { return try read(AlertBanner.self, response.body, of: .alertBanner) }
    if list.count > 1 {
      let reason = "found \(list.count) alert banners; expected one, the first"
      report([JSONFailure(reason: reason)], .alertBanner)
    }
    return try read(AlertBanner.self, Data(first.json.utf8), of: .alertBanner)
  }

  /// Fetches the banners that rotate at the top, in the service's order.
  public func banners(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [Banner] {
    try await list(Banner.self, .banners, audience, refreshing: refreshing)
  }

  /// Fetches the banners of sports events.
  public func sportBanners(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [SportBanner] {
    try await list(SportBanner.self, .sportBanners, audience, refreshing: refreshing)
  }

  /// Fetches the banners with boosted odds.
  public func boostedOddsBanners(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [BoostedOddsBanner] {
    try await list(BoostedOddsBanner.self, .boostedOddsBanners, audience, refreshing: refreshing)
  }

  /// Fetches the cards of featured events.
  public func heroCards(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [HeroCard] {
    try await list(HeroCard.self, .heroCards, audience, refreshing: refreshing)
  }

  /// Fetches the stories.
  public func stories(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [Story] {
    try await list(Story.self, .stories, audience, refreshing: refreshing)
  }

  /// Fetches the news articles.
  ///
  /// - Parameters:
  ///   - audience: The audience; nil for the settings'.
  ///   - page: The page, from 1, a parameter of the live service only; nil to leave it out.
  ///   - pageSize: The number of articles on a page; nil to leave it out.
  ///   - refreshing: Whether to ignore a cached answer.
  /// - Returns: The articles, in the service's order.
  /// - Throws: ``SportsbookError``.
  public func news(
    for audience: PromotionAudience? = nil, page: Int? = nil, pageSize: Int? = nil,
    refreshing: Bool = false
  ) async throws(SportsbookError) -> [NewsItem] {
    let items = [("page", page), ("page_size", pageSize)].compactMap { name, value in
      value.map { URLQueryItem(name: name, value: String($0)) }
    }
    return try await list(NewsItem.self, .news, audience, items: items, refreshing: refreshing)
  }

  /// Fetches the tipsters' bets.
  public func proChoices(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [ProChoice] {
    try await proChoiceLists(for: audience, refreshing: refreshing).choices
  }

  /// Fetches the live service's markets in place of bets, from the same answer as
  /// ``proChoices(for:refreshing:)``.
  public func proChoicePointers(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [ProChoicePointer] {
    try await proChoiceLists(for: audience, refreshing: refreshing).pointers
  }

  /// Fetches bets and markets from one answer.
  func proChoiceLists(
    for audience: PromotionAudience?, refreshing: Bool
  ) async throws(SportsbookError) -> (choices: [ProChoice], pointers: [ProChoicePointer]) {
    let elements = try await list(
      ProChoiceElement.self, .proChoices, audience, refreshing: refreshing)
    var lists: (choices: [ProChoice], pointers: [ProChoicePointer]) = ([], [])
    for element in elements {
      switch element {
      case .choice(let choice): lists.choices.append(choice)
      case .pointer(let pointer): lists.pointers.append(pointer)
      }
    }
    return lists
  }
}
