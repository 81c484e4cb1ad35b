/// The notations of odds in texts.
///
/// The raw value is the word that messages use.
public enum OddsNotation: String, CaseIterable, Sendable {
  /// Stake included: `3.25`.
  case decimal
  /// Winnings to stake: `9/4`, `Evens`, `11/8F`.
  case fractional
  /// Winnings on 100, or the stake that wins 100: `+225`, `-110`.
  case american
  /// Winnings to stake as a racecard of the United States prints them: `9-5`.
  case morningLine = "morning line"
  /// Winnings on one unit in whole hundredths: `130` is 1.30 to one.
  case hundredths = "hundredths-to-one"
  /// Decimal winnings on one unit, with a favourite's `*` or without: `0.90` is 0.90 to one.
  case toOne = "to-one"
  /// An amount paid for a stake, the stake included: `64.50` for HK$10.
  case payoff
}

extension OddsNotation {
  /// The form of a text, in the words of messages.
  var form: String {
    switch self {
    case .decimal: "digits with at most one decimal point"
    case .fractional: "a fraction such as 7/4, or Evens, with an optional favourite mark F, J or C"
    case .american: "a whole number of at least 100 with an optional sign, or EVEN"
    case .morningLine: "winnings and stake such as 9-5 or 9/5, or EVEN"
    case .hundredths: "a whole number of hundredths, such as 130 for 1.30 to one"
    case .toOne: "decimal winnings on one unit such as 0.90 or *0.90"
    case .payoff: "an amount such as 64.50 or 1,234.50"
    }
  }
}
