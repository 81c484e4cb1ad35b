import RunnerKeys

/// The unit of a report's column, for displaying its cells.
package enum ColumnUnit: Sendable {
  /// Names, windows and form.
  case text
  /// Days.
  case day
  /// Numbers that identify something, such as stalls and years.
  case key
  /// Whole numbers.
  case count
  /// Money, four decimals; a stake is one.
  case money
  /// Wins, four decimals.
  case wins
  /// Quotients, six decimals.
  case ratio
  /// Quotients, six decimals, displayed as a percentage.
  case percent
}

extension ColumnUnit {
  /// The unit of a key's column.
  init(key: String) {
    self = Dimension.isNumber(key) ? .key : key == "date" ? .day : .text
  }

  /// Whether the cells are numbers.
  package var isNumber: Bool { self != .text && self != .day }
}

extension ReportFigure {
  /// The unit of its columns.
  var unit: ColumnUnit {
    switch rule {
    case .count, .known, .losingRun: .count
    case .amount(let sum, _, _): sum == .expectedWins ? .wins : .money
    case .winInterval, .returnInterval: .percent
    case .rate(let rate, _): [.strikeRate, .placeRate, .roi].contains(rate) ? .percent : .ratio
    case .luck(let figure): figure.unit
    case .form: .text
    case .day: .day
    }
  }
}

extension LuckFigure {
  fileprivate var unit: ColumnUnit {
    switch self {
    case .expectedROI, .deviation, .returnWithoutTop1, .returnWithoutTop3, .returnWithoutTop5,
      .shrunkRate, .shrunkRateLow, .shrunkRateHigh:
      .percent
    case .losingRunMedian, .losingRun95: .count
    case .score, .chance, .adjustedChance, .shrunkAE, .shrunkAELow, .shrunkAEHigh: .ratio
    }
  }
}
