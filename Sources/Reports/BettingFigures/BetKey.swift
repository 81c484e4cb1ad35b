import Columns
import Racing

/// A key that bets are grouped by.
public enum BetKey: String, CaseIterable, Sendable {
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

  /// The keys of every row: amounts that differ in one of them are never added.
  public static let ofMoney: [BetKey] = [.kind, .economy, .currency]

  /// Whether the value is a text from outside.
  public var isName: Bool {
    switch self {
    case .game, .creditGame, .kind, .economy, .currency, .player: true
    case .month, .week, .day, .batched: false
    }
  }

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

/// The keys by which a file's rows are grouped: one or several together.
public struct BetGrouping: Hashable, Sendable {
  /// The requested keys, in order.
  public let asked: [BetKey]

  /// Makes a grouping by keys.
  ///
  /// - Parameter text: One to four different keys joined by `+`, such as `game+month`.
  /// - Throws: ``BettingError`` `.unknownGrouping` for any other text.
  public init(_ text: String) throws(BettingError) {
    guard let keys = KeyList.read(text, of: BetKey.self) else {
      throw .unknownGrouping(found: text)
    }
    asked = keys
  }

  /// Makes a grouping by one key.
  init(_ key: BetKey) { asked = [key] }

  /// The keys of the rows: the requested ones, then the remaining ones of ``BetKey/ofMoney``.
  public var keys: [BetKey] { asked + BetKey.ofMoney.filter { !asked.contains($0) } }

  /// The file's name without its extension.
  public var fileName: String { asked.map(\.rawValue).joined(separator: "-") }
}
