import Columns
import EntityReports
import Racing
import RunnerKeys

/// The reports' rows of a day's runners, found by runner.
struct DayFigures {
  private let day: Day
  private let dimensions: [Dimension]
  private let windows: [Window]
  private let codes: [Dimension: EntityCodes]
  /// Per question, the rows by their keys.
  private let rows: [[[String]: [EntityReport.Row]]]

  /// Sorts reports: one per dimension of the card, then the horses' form; none if no race is before
  /// the day.
  init(_ request: CardRequest, _ reports: [EntityReport], _ codes: [Dimension: EntityCodes]) {
    day = request.day
    dimensions = request.dimensions
    windows = request.scope.windows
    self.codes = codes
    rows = reports.map { Dictionary(grouping: $0.rows, by: \.keys) }
  }

  /// Returns a runner's figures, per dimension.
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

  /// Returns the last runs of the runner's horse.
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

/// The figures of one runner's jockey, trainer, horse …: one row of the report per window.
public struct CardFigures: Sendable {
  /// Whether the runner has all keys of the dimension; otherwise no figures exist.
  package let isNamed: Bool
  /// Per window of the card, the row of the entity report; nil without a row.
  public let rows: [EntityReport.Row?]

  /// The name of the column with the return at the market's price.
  package var returnColumn: String {
    (rows.lazy.compactMap(\.self).first?.columns.marketName ?? "sp") + "_roi"
  }

  /// Columns that are 0, not empty, for a name without runs.
  private static func isCount(_ column: String) -> Bool {
    ["runs", "wins", "places"].contains(column) || column.hasSuffix("_bets")
  }

  /// Returns a window's cells, equal to the entity report's to the last digit.
  ///
  /// - Edge cases: a name without runs has 0 runs, wins, places and bets, and otherwise empty
  ///   cells; a runner without the name has only empty cells.
  ///
  /// - Parameters:
  ///   - columns: Names out of the card's `ReportColumns.names`.
  ///   - window: The window's index on the card.
  /// - Returns: A cell per column.
  public func cells(_ columns: [String], window: Int) -> [ReportCell] {
    guard let row = rows[window] else {
      return columns.map { isNamed && Self.isCount($0) ? .integer(0) : .empty }
    }
    let cells = row.cells.dropFirst(row.keys.count)
    return columns.map { column in
      cells[cells.startIndex + row.figures.columns.names.firstIndex(of: column)!]
    }
  }
}
