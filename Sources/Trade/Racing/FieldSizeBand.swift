/// A race's starters, in bands that end where the place terms of Great Britain and Ireland step.
@frozen
public enum FieldSizeBand: Int, CaseIterable, Sendable {
  /// A walkover.
  case one
  /// 2 to 4: win only.
  case upToFour
  /// 5 to 7: two places.
  case upToSeven
  /// 8 to 11: three places, the smaller fields.
  case upToEleven
  /// 12 to 15: three places, the larger fields.
  case upToFifteen
  /// 16 and more: four places in handicaps.
  case sixteenUp

  /// The band of a count of starters; nil if there is none.
  public init?(starters: Int) {
    switch starters {
    case ...0: return nil
    case 1: self = .one
    case ...4: self = .upToFour
    case ...7: self = .upToSeven
    case ...11: self = .upToEleven
    case ...15: self = .upToFifteen
    default: self = .sixteenUp
    }
  }

  /// The words used in reports.
  public var name: String {
    switch self {
    case .one: "01"
    case .upToFour: "02_to_04"
    case .upToSeven: "05_to_07"
    case .upToEleven: "08_to_11"
    case .upToFifteen: "12_to_15"
    case .sixteenUp: "16_up"
    }
  }
}
