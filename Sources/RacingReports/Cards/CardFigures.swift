import Racing

/// The figures of one runner's jockey, trainer, horse …, one row of the report per window.
public struct CardFigures: Sendable {
  /// Whether the runner has all keys; without them there is nobody to have figures.
  public let isNamed: Bool
  /// Per window of the card, the row of the entity report; nil where it has none.
  public let rows: [EntityReport.Row?]

  /// Columns that are 0, not undefined, for a name without a run.
  private static let counts =
    Set(["runs", "wins", "places"] + PriceBasis.allCases.map { "\($0.rawValue)_bets" })

  /// A window's cells: those of the entity report, to the last digit.
  ///
  /// - Edge cases: a name without a run has 0 runs, wins, places and bets, and nothing else; a
  ///   runner without the name has no cell at all.
  ///
  /// - Parameters:
  ///   - columns: Names out of ``ReportColumns/names``.
  ///   - window: The window's index on the card.
  /// - Returns: A cell per column.
  public func cells(_ columns: [String], window: Int) -> [ReportCell] {
    guard let row = rows[window] else {
      return columns.map { isNamed && Self.counts.contains($0) ? .integer(0) : .empty }
    }
    let cells = row.cells.dropFirst(row.keys.count)
    return columns.map { column in
      cells[cells.startIndex + ReportColumns.names.firstIndex(of: column)!]
    }
  }
}
