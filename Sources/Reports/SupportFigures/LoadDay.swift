import Columns

/// A day in UTC: the work of support, and the other events.
///
/// A domain is nil if the store has nothing of it before the as-of day, which differs from 0.
public struct LoadDay: Equatable, Sendable {
  /// The day.
  public let day: Day
  /// Tickets and messages.
  public let support: SupportLoad
  /// Races and their runners.
  public let racing: RacingLoad?
  /// Bets.
  public let betting: BettingLoad?
  /// Promotions that began and boosts that ended.
  public let promotions: PromotionLoad?
  /// Transactions of a club's points.
  public let points: PointsLoad?
}

/// Tickets and messages of a day.
public struct SupportLoad: Equatable, Sendable, DayLoad {
  /// Tickets with their first message on this day.
  public internal(set) var tickets = 0
  /// Messages of any author.
  public internal(set) var messages = 0
  /// Messages of customers.
  public internal(set) var customerMessages = 0
  /// Messages of agents.
  public internal(set) var agentMessages = 0
}

/// Races of a day.
public struct RacingLoad: Equatable, Sendable, DayLoad {
  /// Races scheduled for this day.
  public internal(set) var races = 0
  /// Their runners, non-runners included.
  public internal(set) var runners = 0
}

/// Bets of a day.
public struct BettingLoad: Equatable, Sendable, DayLoad {
  /// Bets made, with any result.
  public internal(set) var bets = 0
  /// Bets accepted by the service.
  public internal(set) var taken = 0
  /// Different known players who made bets.
  public internal(set) var players = 0
}

/// Promotions of a day.
public struct PromotionLoad: Equatable, Sendable, DayLoad {
  /// Published banners, cards and stories that began.
  public internal(set) var begun = 0
  /// Published boosts that began.
  public internal(set) var boostsBegun = 0
  /// Published boosts that ended.
  public internal(set) var boostsEnded = 0
}

/// A club's points of a day.
public struct PointsLoad: Equatable, Sendable, DayLoad {
  /// Transactions of points.
  public internal(set) var transactions = 0
}
