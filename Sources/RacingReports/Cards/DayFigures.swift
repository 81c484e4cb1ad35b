import Columns

/// The reports' rows of a day's runners, found by runner.
struct DayFigures {
  private let day: Day
  private let dimensions: [Dimension]
  private let windows: [Window]
  private let codes: [Dimension: EntityCodes]
  /// Per question, the rows by their keys.
  private let rows: [[[String]: [EntityReport.Row]]]

  /// Sorts reports: one per dimension of the card, then the horses' form; none where no race lies
  /// before the day.
  init(_ request: CardRequest, _ reports: [EntityReport], _ codes: [Dimension: EntityCodes]) {
    day = request.day
    dimensions = request.dimensions
    windows = request.scope.windows
    self.codes = codes
    rows = reports.map { Dictionary(grouping: $0.rows, by: \.keys) }
  }

  /// A runner's figures, per dimension.
  func figures(_ month: Int, _ row: Int) -> [CardFigures] {
    dimensions.enumerated().map { question, dimension in
      guard let names = names(dimension, month, row) else {
        return CardFigures(isNamed: false, rows: windows.map { _ in nil })
      }
      let own = rows.isEmpty ? [] : rows[question][names] ?? []
      return CardFigures(
        isNamed: true, rows: windows.map { window in own.first { $0.window == window } })
    }
  }

  /// What the runner's horse did last.
  func form(_ month: Int, _ row: Int) -> CardForm {
    let last = (try? Dimension("horse")).flatMap { names($0, month, row) }.flatMap { name in
      rows.last?[name]?.first
    }
    let lastRun = last?.figures.sequence.lastDay.map { Day($0) }
    return CardForm(
      recent: last?.figures.sequence.recentForm, lastRun: lastRun,
      daysSinceLastRun: lastRun.map { Int(day.number - $0.number) })
  }

  private func names(_ dimension: Dimension, _ month: Int, _ row: Int) -> [String]? {
    guard let codes = codes[dimension], codes.months[month][row] >= 0 else { return nil }
    return codes.names(Int(codes.months[month][row]))
  }
}
