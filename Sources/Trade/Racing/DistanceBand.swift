/// A race's distance in the categories of the international classifications ("SMILE").
///
/// - Source: IFHA, World's Best Racehorse Rankings: Sprint, Mile, Intermediate, Long, Extended.
@frozen
public enum DistanceBand: Int, CaseIterable, Sendable {
  /// Up to 1,300 m.
  case sprint
  /// 1,301 to 1,899 m.
  case mile
  /// 1,900 to 2,100 m.
  case intermediate
  /// 2,101 to 2,700 m.
  case long
  /// 2,701 m and more.
  case extended

  /// The band of a distance; nil if it is not above zero.
  public init?(metres: Int32) {
    switch metres {
    case ...0: return nil
    case ...1300: self = .sprint
    case ...1899: self = .mile
    case ...2100: self = .intermediate
    case ...2700: self = .long
    default: self = .extended
    }
  }

  /// The word used in reports.
  public var name: String {
    switch self {
    case .sprint: "sprint"
    case .mile: "mile"
    case .intermediate: "intermediate"
    case .long: "long"
    case .extended: "extended"
    }
  }
}
