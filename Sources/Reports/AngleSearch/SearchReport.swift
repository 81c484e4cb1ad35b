import Columns
import EntityReports
import Racing
import RunnerKeys

/// The best angles of a search, and the size of the search.
public struct SearchReport: Sendable {
  /// The question.
  package let request: SearchRequest
  /// Only races before this day counted.
  public let asOf: Day
  /// Races whose winners were redrawn.
  package let races: Int
  /// Their runners that count and have a probability.
  package let runs: Int
  /// Races without a winner, or whose winner has no probability.
  package let leftOutRaces: Int
  /// Combinations of keys.
  package let combinations: Int
  /// Angles with enough runs.
  package let angles: Int
  /// The best angles, the best first.
  public let rows: [SearchRow]

  /// The columns of figures after the keys: a report's with luck, then the search's own.
  ///
  /// - Parameter market: The market's name.
  /// - Returns: The names.
  package static func figureNames(at market: String) -> [String] {
    ["runs", "wins", "win_rate", "expected_wins", "ae"]
      + ["bets", "profit", "roi", "roi_low", "roi_high"].map { "\(market)_\($0)" }
      + ["longest_losing_run", "losing_run_95", "max_drawdown"]
      + ["expected_roi", "luck_sd", "z", "p"]
      + ["ae_z", "ae_family_p", "roi_z", "roi_family_p"]
  }

  /// The columns of figures.
  package var figureNames: [String] { Self.figureNames(at: request.market.column) }

  /// The names of the keys' columns.
  package var keyNames: [String] { request.keys.flatMap(\.columnNames) }
}

/// One angle.
public struct SearchRow: Sendable {
  /// Its keys.
  public let dimension: Dimension
  /// Its row of the report by these keys, with luck, over all races before the as-of day.
  ///
  /// Its `q` is meaningless: it is adjusted only for the listed angles.
  public let row: EntityReport.Row
  /// The excess of wins, in standard deviations; nil without a variance.
  public let excess: Double?
  /// The chance that luck alone gives the best of all angles as high an excess.
  public let excessChance: Ratio
  /// The luck in the return at the market's price; nil without a variance.
  public let luck: Double?
  /// The chance that luck alone gives the best of all angles as much luck.
  public let luckChance: Ratio

  /// Returns the value of a key's column; nil if the angle does not use the key.
  package func value(_ column: String) -> String? {
    dimension.columnNames.firstIndex(of: column).map { row.keys[$0] }
  }

  /// The cells of the search's columns of figures.
  package var figures: [ReportCell] {
    SearchReport.figureNames(at: row.columns.marketName).dropLast(4).map { row[$0]! } + [
      .end(excess), excess == nil ? .empty : .rate(excessChance),
      .end(luck), luck == nil ? .empty : .rate(luckChance),
    ]
  }
}
