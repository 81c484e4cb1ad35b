import Foundation

/// The content of a section of the home screen.
public enum SectionContent: Equatable, Sendable {
  /// All promotions in one answer.
  case allPromotions(AllPromotions)
  /// The alert banner, if there is one.
  case alertBanner(AlertBanner?)
  /// Rotating banners.
  case banners([Banner])
  /// Banners of sports events.
  case sportBanners([SportBanner])
  /// Banners with boosted odds.
  case boostedOddsBanners([BoostedOddsBanner])
  /// Cards of featured events.
  case heroCards([HeroCard])
  /// Stories.
  case stories([Story])
  /// News articles.
  case news([NewsItem])
  /// Tipsters' bets, and the live service's markets in their place.
  case proChoices([ProChoice], pointers: [ProChoicePointer])
}

extension SectionContent {
  /// The number of elements.
  public var count: Int {
    switch self {
    case .allPromotions(let all):
      (all.bannerAlert == nil ? 0 : 1) + all.banners.count + all.sportBanners.count
        + all.stories.count + all.campaigns.count
    case .alertBanner(let banner): banner == nil ? 0 : 1
    case .banners(let list): list.count
    case .sportBanners(let list): list.count
    case .boostedOddsBanners(let list): list.count
    case .heroCards(let list): list.count
    case .stories(let list): list.count
    case .news(let list): list.count
    case .proChoices(let list, let pointers): list.count + pointers.count
    }
  }

  /// Returns the elements to show at a moment.
  ///
  /// - Parameters:
  ///   - date: The moment; inactive elements are left out.
  ///   - limit: The maximum number of elements of each kind; nil for all.
  /// - Returns: The elements to show, in the service's order.
  public func shown(at date: Date, limit: Int? = nil) -> SectionContent {
    func active<Element: ScheduledPromotion>(_ list: [Element]) -> [Element] {
      first(list.filter { $0.isActive(at: date) })
    }
    func first<Element>(_ list: [Element]) -> [Element] {
      limit.map { Array(list.prefix(max(0, $0))) } ?? list
    }
    return switch self {
    case .allPromotions(let all):
      .allPromotions(
        AllPromotions(
          bannerAlert: active(all.bannerAlert.map { [$0] } ?? []).first,
          banners: active(all.banners), sportBanners: active(all.sportBanners),
          stories: active(all.stories), campaigns: active(all.campaigns)))
    case .alertBanner(let banner): .alertBanner(active(banner.map { [$0] } ?? []).first)
    case .banners(let list): .banners(active(list))
    case .sportBanners(let list): .sportBanners(active(list))
    case .boostedOddsBanners(let list): .boostedOddsBanners(active(list))
    case .heroCards(let list): .heroCards(active(list))
    case .stories(let list): .stories(active(list))
    case .news(let list): .news(first(list.filter { $0.isPublished(at: date) }))
    case .proChoices(let list, let pointers):
      .proChoices(first(list), pointers: first(pointers))
    }
  }
}
