import BetSettlement
import Columns

/// A key of totals: one that every file of bets has, or another column of the file.
public struct SettleKey: GroupKey {
  /// The keys that every file of bets has.
  public static let builtIn = [
    "kind", "rule_book", "price", "state", "course", "country", "horse", "jockey", "trainer",
    "day", "month", "year",
  ]

  /// The name.
  public let rawValue: String

  /// Names a key.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Returns the keys of a file.
  public static func all(of file: BetFile) -> [SettleKey] {
    (builtIn + file.otherColumns.filter { !builtIn.contains($0) }).map(SettleKey.init(rawValue:))
  }

  /// Returns the value for a bet; nil if unknown.
  func value(of line: SettledLine) -> String? {
    switch rawValue {
    case "kind": line.bet.kind
    case "rule_book": line.bet.book?.rawValue
    case "price": line.bet.price?.name
    case "state": line.state
    case "course": line.race?.course
    case "country": line.race?.country
    case "horse": line.selection?.horse
    case "jockey": line.selection?.jockey
    case "trainer": line.selection?.trainer
    case "day": line.day.iso
    case "month": Month(of: line.day).iso
    case "year": String(line.day.iso.prefix(4))
    default: line.bet.row.text(rawValue)
    }
  }
}
