import Columns
import SandboxCore

/// The sportsbook's world as CSV: every report on fetched data must agree with it.
///
/// If you change a column, also change it in `docs/sandbox.md`.
public enum SportsbookTruth: String, CaseIterable, Sendable {
  /// The events, with their results.
  case events
  /// The prices of all outcomes, with the start of each.
  case quotes
  /// The odds of all boosts, with their times.
  case boosts
  /// The tipsters' picks and their outcomes.
  case picks
  /// All promotions except news.
  case promotions
  /// The news.
  case news

  /// Returns the lines of some days.
  ///
  /// Events, quotes, boosts and picks belong to the day of the kick-off, others to the day that
  /// their kind names.
  func text(_ world: SportsbookWorld, _ days: ClosedRange<Int32>) -> String {
    CSVLines.lines(header, rows(world, days))
  }

  // MARK: - Implementation

  private var header: [String] {
    switch self {
    case .events:
      ["event_id", "sport_id", "sport", "home", "away", "kick_off", "settles_at", "result"]
    case .quotes:
      ["event_id", "market_id", "market", "outcome_id", "outcome", "valid_from", "price"]
    case .boosts:
      [
        "banner_id", "event_id", "market", "outcome", "valid_from", "valid_to", "original_odd",
        "boosted_odd",
      ]
    case .picks:
      [
        "pick_id", "tipster_id", "tipster", "event_id", "market", "outcome", "odds",
        "published_at", "kick_off", "settles_at", "won",
      ]
    case .promotions:
      [
        "kind", "item_id", "title", "subtitle", "action_type", "action_target", "status",
        "start_date", "end_date", "event_id",
      ]
    case .news: ["news_id", "title", "author", "published_at", "tags"]
    }
  }

  private func rows(_ world: SportsbookWorld, _ days: ClosedRange<Int32>) -> [[String]] {
    switch self {
    case .events: world.events(days).map(Self.event)
    case .quotes: world.events(days).flatMap(Self.quotes)
    case .boosts: world.promotions(.boostedOdds, days).compactMap(\.boost).flatMap(Self.boosts)
    case .picks: world.picks(days).map { Self.pick($0, seed: world.seed) }
    case .promotions:
      SandboxPromotion.Kind.allCases.flatMap { world.promotions($0, days) }.map(Self.promotion)
    case .news:
      days.flatMap { world.articles(Day($0)) }.map { article in
        [
          String(article.id), article.title, article.author, Self.instant(article.publishedAt),
          (article.tags ?? []).joined(separator: "|"),
        ]
      }
    }
  }

  private static func instant(_ micros: Int64) -> String {
    ExactText.instant(micros, separator: "T") + "Z"
  }

  private static func odds(_ price: Int) -> String { ExactText.decimal(Int64(price), places: 2) }

  private static func event(_ event: SandboxEvent) -> [String] {
    [
      String(event.id), String(event.sport.rawValue), event.sport.name, event.homeName,
      event.awayName, instant(event.kickOff), instant(event.settlesAt),
      event.sport.outcomes[event.result],
    ]
  }

  private static func quotes(_ event: SandboxEvent) -> [[String]] {
    event.sport.outcomes.enumerated().flatMap { index, outcome in
      event.prices(index).map { quote in
        [
          String(event.id), String(event.marketID), event.sport.marketName,
          String(event.outcomeID(index)), outcome, instant(quote.from), odds(quote.price),
        ]
      }
    }
  }

  private static func boosts(_ boost: SandboxBoost) -> [[String]] {
    boost.history.map { row in
      [
        String(boost.id), String(boost.event.id), boost.event.sport.marketName, boost.outcomeName,
        instant(row.from), instant(row.to), odds(row.original), odds(row.boosted),
      ]
    }
  }

  private static func pick(_ pick: SandboxPick, seed: UInt64) -> [String] {
    [
      String(pick.id), String(pick.tipsterID), pick.tipsterName(seed: seed),
      String(pick.event.id), pick.event.sport.marketName, pick.outcomeName, odds(pick.odds),
      instant(pick.publishedAt), instant(pick.event.kickOff), instant(pick.event.settlesAt),
      pick.isWon ? "1" : "0",
    ]
  }

  private static func promotion(_ promotion: SandboxPromotion) -> [String] {
    [
      promotion.kind.rawValue, String(promotion.id), promotion.title, promotion.subtitle ?? "",
      promotion.actionType, promotion.actionTarget, promotion.status, instant(promotion.start),
      instant(promotion.end), promotion.event.map { String($0.id) } ?? "",
    ]
  }
}
