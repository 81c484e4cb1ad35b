import Columns
import Questions
import Racing
import RunnerKeys

/// One dimension's report: its rows in the order they are printed.
public struct EntityReport: Sendable {
  /// The keys that it is grouped by.
  public let dimension: Dimension
  /// The columns after the keys.
  package var columns: ReportColumns { rows.columns }
  /// The names of all columns.
  public var header: [String] { columns.header(of: dimension) }
  /// The rows: by window in the order requested, then in the question's order.
  public let rows: ReportRows

  package init(dimension: Dimension, rows: ReportRows) {
    self.dimension = dimension
    self.rows = rows
  }

  /// One entity in one window.
  public struct Row: Sendable {
    /// The entity's keys.
    public let keys: [String]
    /// The window.
    public let window: Window
    /// The first day the window covers.
    public let from: Day
    /// The last day the window covers.
    public let to: Day
    /// The exact sums.
    public let figures: EntityFigures

    /// The report's columns after the keys.
    package var columns: ReportColumns { figures.columns }
  }
}

extension EntityReport.Row {
  /// The row's cells: the keys, then one per column of the report's `ReportColumns.names`.
  ///
  /// Computing many rows' cells together is faster: see ``ReportRows/visitCells(of:_:)``.
  public var cells: [ReportCell] {
    keys.map { .text($0) } + [.text(window.name), .text(from.iso), .text(to.iso)] + figures.cells
  }

  /// Returns the cell of a column after the keys, as the report prints it.
  ///
  /// - Parameter column: One of the report's `ReportColumns.names`.
  /// - Returns: The cell; nil if no column has that name.
  public subscript(column: String) -> ReportCell? {
    figures.columns.names.firstIndex(of: column).map { cells[keys.count + $0] }
  }
}
