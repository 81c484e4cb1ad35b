/// Decimal odds, stake included, in eight bands from odds-on to outsiders.
///
/// A band reaches up to, and not including, the first odds of the next one. The names sort by
/// their bytes as the bands do, and a spreadsheet takes them for text.
@frozen
public enum OddsBand: Int, CaseIterable, Sendable {
  /// Below 2: odds-on.
  case oddsOn
  /// 2 to below 3.
  case fromTwo
  /// 3 to below 5.
  case fromThree
  /// 5 to below 8.
  case fromFive
  /// 8 to below 12.
  case fromEight
  /// 12 to below 20.
  case fromTwelve
  /// 20 to below 50.
  case fromTwenty
  /// 50 and more.
  case fromFifty

  /// The band of odds in 10⁻⁶ units; nil if they are not above zero.
  public init?(oddsMicros: Int64) {
    switch oddsMicros {
    case ...0: return nil
    case ..<2_000_000: self = .oddsOn
    case ..<3_000_000: self = .fromTwo
    case ..<5_000_000: self = .fromThree
    case ..<8_000_000: self = .fromFive
    case ..<12_000_000: self = .fromEight
    case ..<20_000_000: self = .fromTwelve
    case ..<50_000_000: self = .fromTwenty
    default: self = .fromFifty
    }
  }

  /// The words used in reports.
  public var name: String {
    switch self {
    case .oddsOn: "01.00_to_01.99"
    case .fromTwo: "02.00_to_02.99"
    case .fromThree: "03.00_to_04.99"
    case .fromFive: "05.00_to_07.99"
    case .fromEight: "08.00_to_11.99"
    case .fromTwelve: "12.00_to_19.99"
    case .fromTwenty: "20.00_to_49.99"
    case .fromFifty: "50.00_up"
    }
  }
}
