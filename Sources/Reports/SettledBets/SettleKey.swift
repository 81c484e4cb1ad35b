import BetSettlement
import Columns

/// The grouping of totals: one key or several together.
public struct SettleKey: Sendable {
  /// The keys that every file of bets has.
  public static let builtIn = [
    "kind", "rule_book", "price", "state", "course", "country", "horse", "jockey", "trainer",
    "day", "month", "year",
  ]

  /// The keys, in the order requested.
  public let names: [String]

  /// Groups by keys.
  ///
  /// - Parameters:
  ///   - text: One to four different keys joined by `+`.
  ///   - file: The bets; the file's other columns are keys too.
  /// - Throws: ``SettleError`` `.unknownKey` for any other text.
  public init(_ text: String, _ file: BetFile) throws(SettleError) {
    let known = Self.builtIn + file.otherColumns.filter { !Self.builtIn.contains($0) }
    names = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard (1...4).contains(names.count), Set(names).count == names.count,
      names.allSatisfy(known.contains)
    else { throw .unknownKey(found: text, known: known) }
  }

  /// The file's name without its extension; a column's name may contain `/`.
  public var fileName: String {
    "totals-" + names.joined(separator: "-").replacing("/", with: "_")
  }

  /// Returns the values for a bet; nil for unknown ones.
  func values(_ line: SettledLine, _ file: BetFile) -> [String?] {
    names.map { Self.value($0, line, file) }
  }

  // MARK: - Implementation

  private static func value(_ name: String, _ line: SettledLine, _ file: BetFile) -> String? {
    let day = line.bet.race.day
    switch name {
    case "kind": return line.bet.bet.kind.rawValue
    case "rule_book": return line.bet.book.rawValue
    case "price": return line.bet.bet.price.name
    case "state": return line.state
    case "course": return line.race?.course
    case "country": return line.race?.country
    case "horse": return line.selection?.horse
    case "jockey": return line.selection?.jockey
    case "trainer": return line.selection?.trainer
    case "day": return day.iso
    case "month": return Month(of: day).iso
    case "year": return String(day.iso.prefix(4))
    default: return file.text(name, line.bet)
    }
  }
}
