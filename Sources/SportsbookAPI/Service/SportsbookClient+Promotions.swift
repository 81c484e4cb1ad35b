import APICore
import Foundation

/// The guide's endpoints.
///
/// Each method takes whom to ask for (`SportsbookServiceSettings.audience` where nil), and whether
/// an answer that is kept is passed over; each throws ``SportsbookError``.
extension SportsbookClient {
  /// How the home screen of a platform is made up.
  ///
  /// - Parameters:
  ///   - platform: The platform; the service wants one here.
  ///   - clientId: The client application; nil for that of the settings.
  ///   - userType: The type of user; nil for that of the settings.
  ///   - refreshing: Whether an answer that is kept is passed over.
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
    let body = try await answer(.homeTemplate, audience, refreshing: refreshing)
    let template = try read(HomeTemplate.self, body, of: .homeTemplate)
    report(template.rejected, .homeTemplate)
    return template
  }

  /// Alert banner, banners, sport banners and stories in one answer, which also counts as fresh
  /// answer of each of these.
  public func allPromotions(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> AllPromotions {
    let body = try await answer(.allPromotions, audience, refreshing: refreshing)
    let all = try read(AllPromotions.self, body, of: .allPromotions)
    report(all.rejected, .allPromotions)
    return all
  }

  /// The alert banner; nil where none is active, in whatever way the service says so: 404, 204, an
  /// empty body, null, or an empty object or list.
  public func alertBanner(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> AlertBanner? {
    var body: Data
    do throws(SportsbookError) {
      body = try await answer(.alertBanner, audience, refreshing: refreshing)
    } catch .notFound {
      return nil
    }
    if body.isEmpty { return nil }
    if let json = try? JSONValue(parsing: body) {
      if json.isBlank { return nil }
      // Where the service sends a list, the first one counts.
      if let first = json[0] { body = Data(first.json.utf8) }
    }
    return try read(AlertBanner.self, body, of: .alertBanner)
  }

  /// The banners that rotate at the top, in the service's order.
  public func banners(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [Banner] {
    try await list(Banner.self, .banners, audience, refreshing: refreshing)
  }

  /// The banners of sports events.
  public func sportBanners(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [SportBanner] {
    try await list(SportBanner.self, .sportBanners, audience, refreshing: refreshing)
  }

  /// The banners of better odds.
  public func boostedOddsBanners(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [BoostedOddsBanner] {
    try await list(BoostedOddsBanner.self, .boostedOddsBanners, audience, refreshing: refreshing)
  }

  /// The cards of featured events.
  public func heroCards(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [HeroCard] {
    try await list(HeroCard.self, .heroCards, audience, refreshing: refreshing)
  }

  /// The stories.
  public func stories(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [Story] {
    try await list(Story.self, .stories, audience, refreshing: refreshing)
  }

  /// The news articles.
  ///
  /// - Parameters:
  ///   - audience: Whom to ask for; nil for that of the settings.
  ///   - page: The page, from 1 on, which only the live service knows; nil to leave it out.
  ///   - pageSize: Articles on a page; nil to leave it out.
  ///   - refreshing: Whether an answer that is kept is passed over.
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

  /// The bets that tipsters suggest.
  public func proChoices(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [ProChoice] {
    try await proChoiceLists(for: audience, refreshing: refreshing).choices
  }

  /// The markets that the live service names in the place of bets, from the same answer as
  /// ``proChoices(for:refreshing:)``.
  public func proChoicePointers(
    for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> [ProChoicePointer] {
    try await proChoiceLists(for: audience, refreshing: refreshing).pointers
  }

  /// Both of one answer.
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
