import Columns
import Mappings
import Racing

/// Odds of a log in the notation of files of bets.
enum LoggedOdds {
  /// Returns odds as a decimal or a fraction, exact as they are printed; nil for any other text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - mapping: The field; without a format, decimal and fractional odds go by their texts,
  ///     and American odds by their sign.
  /// - Returns: The odds, such as `4.5`, `7/2` or `100/110`.
  static func text(_ text: String, _ mapping: FieldMapping?) -> String? {
    var plain = text.filter { !$0.isWhitespace }
    if let mark = mapping?.decimalMark { plain.replace(mark, with: ".") }
    let formats = mapping?.formats ?? []
    guard !formats.isEmpty else { return american(plain, isSigned: true) ?? known(plain) }
    return formats.lazy.compactMap { format -> String? in
      guard case .odds(let notation) = format else { return nil }
      return read(plain, notation, stake: mapping?.stake ?? 1)
    }.first
  }

  // MARK: - Implementation

  private static func read(_ text: String, _ notation: OddsNotation, stake: Int64) -> String? {
    switch notation {
    case .decimal: return Decimal6(text) == nil ? nil : known(text)
    case .fractional: return Decimal6(text) == nil ? known(text) : nil
    case .american: return american(text, isSigned: false)
    case .morningLine: return known(text.replacing("-", with: "/"))
    default:
      let odds = try? Odds.parse(text.utf8.span, notation, stake: stake)
      return odds.map(\.description)
    }
  }

  private static func known(_ text: String) -> String? {
    (try? PrintedOdds.parse(text)).map { _ in text }
  }

  /// Returns American odds as a fraction, which no rounding changes.
  private static func american(_ text: String, isSigned: Bool) -> String? {
    guard !isSigned || text.hasPrefix("+") || text.hasPrefix("-"), let line = Int(text),
      line.magnitude >= 100
    else { return nil }
    return line > 0 ? "\(line)/100" : "100/\(line.magnitude)"
  }
}
