import Columns
import EntityReports
import Racing
import RunnerKeys

/// The best angles of a search, and what it looked at.
public struct SearchReport: Sendable {
  /// The question.
  package let request: SearchRequest
  /// Only races before this day counted.
  public let asOf: Day
  /// Races whose winners were redrawn.
  package let races: Int
  /// Their runners that have a probability and count.
  package let runs: Int
  /// Races without a winner, or whose winner has no probability.
  package let leftOutRaces: Int
  /// Combinations of keys.
  package let combinations: Int
  /// Angles with enough runs.
  package let angles: Int
  /// The best of them, the best first.
  public let rows: [SearchRow]

  /// The columns of figures behind the keys: a report's with luck, then the search's own.
  package static let figureNames =
    [
      "runs", "wins", "win_rate", "expected_wins", "ae", "sp_bets", "sp_profit", "sp_roi",
      "sp_roi_low", "sp_roi_high", "expected_roi", "luck_sd", "z", "p",
    ] + ["ae_z", "ae_family_p", "roi_z", "roi_family_p"]

  /// The names of the keys' columns.
  package var keyNames: [String] { request.keys.flatMap(\.columnNames) }
}

/// One angle.
public struct SearchRow: Sendable {
  /// Its keys.
  public let dimension: Dimension
  /// Its row of the report by these keys, with luck, over all races before the as-of day.
  ///
  /// Its `q` is adjusted for the listed angles alone, and tells nothing.
  public let row: EntityReport.Row
  /// The excess of wins, in standard deviations; nil without a variance.
  public let excess: Double?
  /// The chance that the best of all angles has as high an excess by luck alone.
  public let excessChance: Ratio
  /// The luck in the return at the starting price; nil without a variance.
  public let luck: Double?
  /// The chance that the best of all angles has as much of it by luck alone.
  public let luckChance: Ratio

  /// The value of a key's column; nil where the angle says nothing of it.
  package func value(_ column: String) -> String? {
    dimension.columnNames.firstIndex(of: column).map { row.keys[$0] }
  }

  /// The cells of ``SearchReport/figureNames``.
  package var figures: [ReportCell] {
    SearchReport.figureNames.dropLast(4).map { row[$0]! } + [
      .end(excess), excess == nil ? .empty : .rate(excessChance),
      .end(luck), luck == nil ? .empty : .rate(luckChance),
    ]
  }
}
