import Columns
import Racing

/// A key that bets are grouped by.
public enum BetKey: String, CaseIterable, GroupKey {
  /// The game.
  case game
  /// The game of a credit bet.
  case creditGame = "credit_game"
  /// `backed`, `unbacked`, `credit` or `unbacked_credit`.
  case kind
  /// `real` or `sandbox`.
  case economy
  /// The currency.
  case currency
  /// The player, as a salted hash.
  case player
  /// The month of the bet's day in UTC, `YYYY-MM`.
  case month
  /// The Monday of the bet's ISO week.
  case week
  /// The day.
  case day
  /// `yes` for a bet in a batch, otherwise `no`.
  case batched

  /// The keys of money: amounts that differ in one of them are never added.
  public static let ofMoney: [BetKey] = [.kind, .economy, .currency]

  /// The keys of every row.
  public static var required: [BetKey] { ofMoney }

  /// Returns the value for a bet; nil if unknown.
  func value(of bet: StoredBet) -> String? {
    switch self {
    case .game: bet.game
    case .creditGame: bet.creditGame
    case .kind: bet.kind
    case .economy: bet.economy
    case .currency: bet.currency
    case .player: bet.player
    case .month: Month(of: bet.day).iso
    case .week: Weekday.monday(of: bet.day).iso
    case .day: bet.day.iso
    case .batched: bet.isBatched ? "yes" : "no"
    }
  }
}
