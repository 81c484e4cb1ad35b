import Columns

/// A day in UTC: what support had to do, and what else happened.
///
/// A domain is nil if the store has nothing of it before the as-of day: that is not the same as 0.
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
  /// Tickets whose first message was sent.
  public internal(set) var tickets = 0
  /// Messages of anybody.
  public internal(set) var messages = 0
  /// Those of customers.
  public internal(set) var customerMessages = 0
  /// Those of agents.
  public internal(set) var agentMessages = 0
}

/// Races of a day.
public struct RacingLoad: Equatable, Sendable, DayLoad {
  /// Races that were to start.
  public internal(set) var races = 0
  /// Their runners, non-runners included.
  public internal(set) var runners = 0
}

/// Bets of a day.
public struct BettingLoad: Equatable, Sendable, DayLoad {
  /// Bets that were made, whatever became of them.
  public internal(set) var bets = 0
  /// Those that the service has taken.
  public internal(set) var taken = 0
  /// Different players who made them, those that are not known left out.
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
