import Columns
import Foundation
import Racing

/// One cell of a report.
public enum ReportCell: Equatable, Sendable {
  /// Undefined: 0/0, or no price.
  case empty
  /// A name, a day or a line of form.
  case text(String)
  /// A count.
  case integer(Int64)
  /// An exact decimal: `scaled` units of 10^−`places`.
  case decimal(scaled: Int64, places: Int)

  /// The cell's number; nil for text and where it is undefined.
  public var number: Double? {
    switch self {
    case .empty, .text: nil
    case .integer(let count): Double(count)
    case .decimal(let scaled, let places): Double(scaled) / pow(10, Double(places))
    }
  }
}

/// The columns of an entity report, in the contract's order.
public enum ReportColumns {
  /// The names behind the dimension's keys.
  public static let names: [String] = ["window", "from", "to"] + figureNames

  /// The names behind the window's days.
  static let figureNames: [String] =
    ["runs", "wins", "places", "win_rate", "win_rate_low", "win_rate_high", "place_rate"]
    + PriceBasis.allCases.flatMap { basis in
      ["bets", "returned", "profit", "roi", "roi_low", "roi_high"].map { "\(basis.rawValue)_\($0)" }
    }
    + ["expected_wins", "ae", "iv", "prb", "longest_losing_run", "current_losing_run"]
    + ["max_drawdown", "recent_form", "form_score", "last_run"]

  /// How many columns tell the window, between the keys and the figures.
  static let windowColumnCount = 3

  /// Whether a column holds numbers; keys, windows, days and form are text.
  static func isNumber(_ name: String) -> Bool {
    !["window", "from", "to", "recent_form", "last_run"].contains(name)
      && !Dimension.keyNames.contains(name)
  }

  /// Whether a column holds whole numbers, which are always there.
  static func isCount(_ name: String) -> Bool {
    ["runs", "wins", "places", "longest_losing_run", "current_losing_run"].contains(name)
      || name.hasSuffix("_bets")
  }

  /// A report's header.
  public static func header(of dimension: Dimension) -> [String] { dimension.keys + names }
}

extension EntityReport.Row {
  /// The row's cells: the keys, then one per column of ``ReportColumns/names``.
  public var cells: [ReportCell] {
    var cells: [ReportCell] = []
    cells.reserveCapacity(keys.count + ReportColumns.names.count)
    visitCells { cells.append($0) }
    return cells
  }

  /// Hands on the row's cells one by one: the keys, then one per column of ``ReportColumns/names``.
  ///
  /// - Parameter visit: Takes each cell.
  public func visitCells(_ visit: (ReportCell) -> Void) {
    for key in keys { visit(.text(key)) }
    visit(.text(window.name))
    visit(.text(from.iso))
    visit(.text(to.iso))
    figures.visitCells(visit)
  }

  /// The cell of a column behind the keys, as the report prints it.
  ///
  /// - Parameter column: One of ``ReportColumns/names``.
  /// - Returns: The cell; nil where no column has that name.
  public subscript(column: String) -> ReportCell? {
    ReportColumns.names.firstIndex(of: column).map { cells[keys.count + $0] }
  }
}
