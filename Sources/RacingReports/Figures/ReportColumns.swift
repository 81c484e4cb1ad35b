import Columns
import Foundation
import Kernels
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
  public static let names: [String] =
    ["window", "from", "to", "runs", "wins", "places", "win_rate", "win_rate_low"]
    + ["win_rate_high", "place_rate"]
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

extension EntityFigures {
  /// The cells behind the window's days.
  var cells: [ReportCell] {
    var cells: [ReportCell] = []
    cells.reserveCapacity(ReportColumns.names.count)
    visitCells { cells.append($0) }
    return cells
  }

  /// Hands on the cells behind the window's days, each divided and rounded once.
  func visitCells(_ visit: (ReportCell) -> Void) {
    let rate = Wilson.interval(wins: wins, runs: runs)
    visit(.integer(runs))
    visit(.integer(wins))
    visit(.integer(places))
    visit(.ratio(wins, runs))
    visit(.end(rate?.low))
    visit(.end(rate?.high))
    visit(.ratio(places, runs))
    for basis in PriceBasis.allCases { bets(at: basis).visitCells(visit) }
    let hasStartingPrice = bets(at: .sp).bets > 0
    visit(hasStartingPrice ? .rounded(expectedWins, by: 100_000, places: 4) : .empty)
    visit(hasStartingPrice ? .ratio(winShares, expectedWins) : .empty)
    visit(.ratio(Int128(wins) * Int128(population.runs), Int128(runs) * Int128(population.wins)))
    visit(.ratio(Int128(prb.sum), Int128(prb.runs) * 1_000_000))
    visit(.integer(Int64(sequence.longestLosingRun)))
    visit(.integer(Int64(sequence.currentLosingRun)))
    visit(hasStartingPrice ? .rounded(sequence.maxDrawdown, by: 100, places: 4) : .empty)
    visit(.text(sequence.recentForm))
    visit(.ratio(form.sum, Int128(form.weight) * 1_000_000))
    visit(sequence.lastDay.map { .text(Day($0).iso) } ?? .empty)
  }
}

extension BetTotals {
  fileprivate func visitCells(_ visit: (ReportCell) -> Void) {
    visit(.integer(bets))
    guard bets > 0 else {
      for _ in 0..<5 { visit(.empty) }
      return
    }
    visit(.rounded(profit + bets * Settlement.unitStakeMicros, by: 100, places: 4))
    visit(.rounded(profit, by: 100, places: 4))
    visit(.ratio(profit, bets * Settlement.unitStakeMicros))
    let interval = interval
    visit(.end(interval?.low))
    visit(.end(interval?.high))
  }
}

extension ReportCell {
  /// An exact quotient with six decimals; empty over zero.
  fileprivate static func ratio(_ numerator: Int128, _ denominator: Int128) -> ReportCell {
    guard denominator > 0 else { return .empty }
    if let numerator = Int64(exactly: numerator), let denominator = Int64(exactly: denominator) {
      return ratio(numerator, denominator)
    }
    return .decimal(
      scaled: Int64(Rounding.halfEven(numerator * 1_000_000, dividedBy: denominator)), places: 6)
  }

  fileprivate static func ratio(_ numerator: Int64, _ denominator: Int64) -> ReportCell {
    guard denominator > 0 else { return .empty }
    return .decimal(
      scaled: Rounding.halfEven(numerator, times: 1_000_000, dividedBy: denominator), places: 6)
  }

  /// A sum with fewer decimals than it was kept with.
  fileprivate static func rounded(_ sum: Int64, by step: Int64, places: Int) -> ReportCell {
    .decimal(scaled: Rounding.halfEven(sum, dividedBy: step), places: places)
  }

  fileprivate static func end(_ value: Double?) -> ReportCell {
    value.map { .decimal(scaled: Rounding.halfEven($0, scaledBy: 1_000_000), places: 6) } ?? .empty
  }
}
