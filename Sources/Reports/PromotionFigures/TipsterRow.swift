import Kernels
import Racing

/// A tipster's pick: a bet of one unit, at the first odds that the service reported.
public struct PickRow: Equatable, Sendable {
  /// The pick's id.
  public var pickID: String
  /// The tipster's id.
  public var tipsterID: String
  /// The tipster's name.
  public var tipster: String?
  /// The event's id.
  public var eventID: String
  /// The event's home side.
  public var home: String?
  /// The event's away side.
  public var away: String?
  /// The event's start, µs since 1970 UTC.
  public var eventTime: Int64?
  /// The market.
  public var market: String
  /// The outcome.
  public var outcome: String
  /// Decimal odds, 10⁻⁶.
  public var oddsMicros: Int64
  /// The time of the service's first report, µs since 1970 UTC.
  public var ingestTime: Int64
  /// The state of the bet.
  public var state: BetState
}

/// A tipster's claimed win rate beside the results of the picks.
public struct TipsterRow: Equatable, Sendable {
  /// The tipster's id.
  public var id: String
  /// The name.
  public var name: String?
  /// The latest claimed rate, 10⁻⁶.
  public var claimedMicros: Int64?
  /// All picks.
  public var pickCount = 0
  /// Settled picks: starters.
  public var runs: Int64 = 0
  /// Starters placed first; a dead heat counts as a whole win.
  public var wins: Int64 = 0
  /// Picks with a returned stake.
  public var voidCount = 0
  /// Picks that match more than one race or runner.
  public var ambiguousCount = 0
  /// All other unsettled picks.
  public var openCount = 0
  /// Units returned, 10⁻⁶.
  public var returnedMicros: Int64 = 0
  /// Σ win shares of runs with a starting price, 10⁻⁹.
  public var winSharesNanos: Int64 = 0
  /// Σ probabilities of the same runs, 10⁻⁹; nil without any.
  public var expectedNanos: Int64?
  /// Profit by race.
  var clusters = RaceClusters()
  /// The odds of the runs.
  var prices = PriceSums()

  init(id: String) { self.id = id }

  /// `returned − runs`, 10⁻⁶.
  public var profitMicros: Int64 { returnedMicros - turnoverMicros }
  /// `wins / runs`.
  public var winRate: Ratio { Rate.strikeRate.of([.wins: wins, .runs: runs]) }
  /// The 95 % Wilson interval of the win rate; nil without runs.
  public var winRateInterval: Interval? { Wilson.interval(wins: wins, runs: runs) }
  /// `profit / runs`.
  public var roi: Ratio { Rate.roi.of([.profit: profitMicros, .turnover: turnoverMicros]) }
  /// The 95 % interval of the ROI, as reports compute it; nil without runs.
  public var roiInterval: Interval? {
    let sums = prices.net(of: runs)
    return ReturnMoments(clusters, odds: sums.odds, oddsSquares: sums.squares)
      .interval(stake: turnoverMicros, returned: returnedMicros)
  }
  /// Σ win shares ÷ Σ probabilities; nil without a starting price.
  public var actualOverExpected: Ratio? {
    expectedNanos.map {
      Rate.actualOverExpected.of([.winShares: winSharesNanos, .expectedWins: $0])
    }
  }

  private var turnoverMicros: Int64 { Settlement.turnoverMicros(bets: runs) }
}
