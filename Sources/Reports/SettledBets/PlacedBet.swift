import BetSettlement
import Racing

/// A bet of a file.
public struct PlacedBet: Sendable {
  /// The bet of a row, or the reason why it is none.
  public enum Ticket: Sendable {
    /// A bet on one runner.
    case race(RaceBet)
    /// A bet with a pool on several runners.
    case pool(PoolBet)
    /// A bet that cannot be settled, by the row alone.
    case unread(SettlementGap)
  }

  /// The row, with the race and runner that it names.
  public let row: BetRow
  /// The bet; of a dutch its part once the total is divided.
  public internal(set) var ticket: Ticket
  /// The rule book; nil if the row does not name one.
  public let book: RuleBook.Name?
  /// The row's own rate of commission.
  public let commission: Commission?
  /// The result that a log states; nil if it states none.
  public var logged: LoggedResult?
  /// The name that it shares with the other bets of a dutch on the race, whose total its stake is.
  public internal(set) var dutch: String?
  /// The reason why the dutch has no part for it.
  var gap: SettlementGap?
  /// The account with a commission and a running total of its own; nil for the file's only one.
  public internal(set) var account: String?

  /// Whether a bet on a place that states no number of places has that of reports.
  var hasReportedPlaces = false

  /// The bet on one runner; nil for any other.
  public var bet: RaceBet? {
    if case .race(let bet) = ticket { return bet }
    return nil
  }

  /// The kind of bet, in the row's own word if it is unknown.
  public var kind: String? {
    switch ticket {
    case .race(let bet): bet.kind.rawValue
    case .pool(let bet): bet.pool.rawValue
    case .unread: row.text("kind")
    }
  }

  /// The price; nil if it cannot be read.
  public var price: BetPrice? {
    switch ticket {
    case .race(let bet): bet.price
    case .pool: .tote
    case .unread: nil
    }
  }
}
