import APICore
import Foundation

/// The service's endpoints, by their paths below the host.
public enum SportsbookEndpoint: String, CaseIterable, Sendable {
  /// A token for a username and password.
  case login = "/api/auth/v1/login"
  /// The structure of the home screen.
  case homeTemplate = "/api/home/v1/template"
  /// Alert banner, banners, sport banners and stories in one answer.
  case allPromotions = "/api/promotions/v1"
  /// The alert banner, if there is one.
  case alertBanner = "/api/promotions/v1/alert-banner"
  /// Rotating banners.
  case banners = "/api/promotions/v1/banners"
  /// Banners of sports events.
  case sportBanners = "/api/promotions/v1/sport-banners"
  /// Banners with boosted odds.
  case boostedOddsBanners = "/api/promotions/v1/boosted-odds-banners"
  /// Cards of featured events.
  case heroCards = "/api/promotions/v1/hero-cards"
  /// Stories.
  case stories = "/api/promotions/v1/stories"
  /// News articles.
  case news = "/api/promotions/v1/news"
  /// Tipsters' bets.
  case proChoices = "/api/promotions/v1/pro-choices"

  /// The service's name in records and logs.
  public static let api = "sportsbook"

  /// The path below the host.
  public var path: String { rawValue }

  /// The forms in which the service says that it has nothing.
  ///
  /// For the alert banner the guide says “if any” and leaves the form open; an empty list of the
  /// other promotions is `[]`.
  public var empty: EmptyForms {
    switch self {
    case .alertBanner: .any
    case .login, .homeTemplate: []
    default: .status204
    }
  }

  /// Makes a call of any endpoint except ``login``, which ``SportsbookSession`` calls.
  ///
  /// - Parameters:
  ///   - audience: The audience of the promotions.
  ///   - items: Further parameters.
  ///   - freshFor: The time for which the answer may be reused; nil for never.
  /// - Returns: The call.
  public func call(
    for audience: PromotionAudience = PromotionAudience(), items: [URLQueryItem] = [],
    freshFor: Duration? = nil
  ) -> APICall {
    APICall(endpoint: path, query: audience.query + items, freshFor: freshFor)
  }
}

/// The times for which answers are reused.
///
/// The guide sets the times of home template, alert banner, banners, sport banners, stories and
/// news; the other four are this client's. The service caches too, so even a fresh answer may be
/// old.
public struct PromotionLifetimes: Equatable, Sendable {
  /// One hour, by the guide.
  public var homeTemplate = Duration.seconds(3_600)
  /// Five minutes, as for its shortest-lived part, the alert banner.
  public var allPromotions = Duration.seconds(300)
  /// Five minutes, by the guide.
  public var alertBanner = Duration.seconds(300)
  /// Fifteen minutes, by the guide.
  public var banners = Duration.seconds(900)
  /// Fifteen minutes, by the guide.
  public var sportBanners = Duration.seconds(900)
  /// Five minutes: odds move.
  public var boostedOddsBanners = Duration.seconds(300)
  /// Fifteen minutes, as for banners.
  public var heroCards = Duration.seconds(900)
  /// Half an hour, by the guide.
  public var stories = Duration.seconds(1_800)
  /// An hour, by the guide.
  public var news = Duration.seconds(3_600)
  /// Fifteen minutes, as for sport banners.
  public var proChoices = Duration.seconds(900)

  /// Makes the default times.
  public init() {}

  /// The time of an endpoint; nil if its answers are not cached.
  public subscript(endpoint: SportsbookEndpoint) -> Duration? {
    let time: Duration =
      switch endpoint {
      case .login: .zero
      case .homeTemplate: homeTemplate
      case .allPromotions: allPromotions
      case .alertBanner: alertBanner
      case .banners: banners
      case .sportBanners: sportBanners
      case .boostedOddsBanners: boostedOddsBanners
      case .heroCards: heroCards
      case .stories: stories
      case .news: news
      case .proChoices: proChoices
      }
    return time > .zero ? time : nil
  }
}
