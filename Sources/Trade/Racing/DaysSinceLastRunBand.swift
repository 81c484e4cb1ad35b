/// The days since a horse's previous start, in bands.
@frozen
public enum DaysSinceLastRunBand: Int, CaseIterable, Sendable {
  /// No earlier start is known.
  case firstRun
  /// Back within a week.
  case upToSeven
  /// 8 to 14 days.
  case upToFourteen
  /// 15 to 21 days.
  case upToTwentyOne
  /// 22 to 28 days.
  case upToTwentyEight
  /// 29 to 60 days.
  case upToSixty
  /// 61 to 90 days.
  case upToNinety
  /// 91 to 180 days.
  case upToHalfYear
  /// 181 days and more.
  case longer

  /// The band of a number of days; nil means a first run.
  public init(days: Int32?) {
    switch days {
    case nil: self = .firstRun
    case .some(...7): self = .upToSeven
    case .some(...14): self = .upToFourteen
    case .some(...21): self = .upToTwentyOne
    case .some(...28): self = .upToTwentyEight
    case .some(...60): self = .upToSixty
    case .some(...90): self = .upToNinety
    case .some(...180): self = .upToHalfYear
    default: self = .longer
    }
  }

  /// The words used in reports.
  public var name: String {
    switch self {
    case .firstRun: "first_run"
    case .upToSeven: "001_to_007"
    case .upToFourteen: "008_to_014"
    case .upToTwentyOne: "015_to_021"
    case .upToTwentyEight: "022_to_028"
    case .upToSixty: "029_to_060"
    case .upToNinety: "061_to_090"
    case .upToHalfYear: "091_to_180"
    case .longer: "181_up"
    }
  }
}
