import Columns

/// A season of the year by calendar months, the same in both hemispheres.
enum SeasonOfYear: Int, CaseIterable, Sendable {
  /// March to May.
  case spring
  /// June to August.
  case summer
  /// September to November.
  case autumn
  /// December to February.
  case winter

  /// Finds the season of a day.
  init(of day: Day) {
    self = [.winter, .spring, .summer, .autumn, .winter][day.civil.month / 3]
  }

  /// The name in reports.
  var name: String {
    switch self {
    case .spring: "spring"
    case .summer: "summer"
    case .autumn: "autumn"
    case .winter: "winter"
    }
  }
}
