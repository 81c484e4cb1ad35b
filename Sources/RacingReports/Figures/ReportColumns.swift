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
    keys.map { .text($0) } + [.text(window.name), .text(from.iso), .text(to.iso)] + figures.cells
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
  /// The cells behind the window's days, each divided and rounded once.
  var cells: [ReportCell] {
    let rate = Wilson.interval(wins: wins, runs: runs)
    var cells: [ReportCell] = [
      .integer(runs), .integer(wins), .integer(places), .ratio(wins, runs),
      .end(rate?.low), .end(rate?.high), .ratio(places, runs),
    ]
    for basis in bets { cells += basis.cells }
    let hasStartingPrice = bets[0].bets > 0
    cells += [
      hasStartingPrice ? .rounded(expectedWins, from: 9, to: 4) : .empty,
      hasStartingPrice ? .ratio(winShares, expectedWins) : .empty,
      .ratio(Int128(wins) * Int128(population.runs), Int128(runs) * Int128(population.wins)),
      .ratio(Int128(prb.sum), Int128(prb.runs) * 1_000_000),
      .integer(Int64(sequence.longestLosingRun)), .integer(Int64(sequence.currentLosingRun)),
      hasStartingPrice ? .rounded(sequence.maxDrawdown, from: 6, to: 4) : .empty,
      .text(sequence.recentForm), .ratio(form.sum, Int128(form.weight) * 1_000_000),
      sequence.lastDay.map { .text(Day($0).iso) } ?? .empty,
    ]
    return cells
  }
}

extension BetTotals {
  fileprivate var cells: [ReportCell] {
    guard bets > 0 else { return [.integer(0)] + Array(repeating: .empty, count: 5) }
    return [
      .integer(bets), .rounded(profit + bets * Settlement.unitStakeMicros, from: 6, to: 4),
      .rounded(profit, from: 6, to: 4),
      .ratio(Int128(profit), Int128(bets) * Int128(Settlement.unitStakeMicros)),
      .end(interval?.low), .end(interval?.high),
    ]
  }
}

extension ReportCell {
  /// An exact quotient with six decimals; empty over zero.
  fileprivate static func ratio(_ numerator: Int128, _ denominator: Int128) -> ReportCell {
    guard denominator > 0 else { return .empty }
    return .decimal(
      scaled: Int64(Rounding.halfEven(numerator * 1_000_000, dividedBy: denominator)), places: 6)
  }

  fileprivate static func ratio(_ numerator: Int64, _ denominator: Int64) -> ReportCell {
    ratio(Int128(numerator), Int128(denominator))
  }

  /// A sum with fewer decimals than it was kept with.
  fileprivate static func rounded(_ sum: Int64, from kept: Int, to places: Int) -> ReportCell {
    let step = (0..<(kept - places)).reduce(Int64(1)) { power, _ in power * 10 }
    return .decimal(scaled: Rounding.halfEven(sum, dividedBy: step), places: places)
  }

  fileprivate static func end(_ value: Double?) -> ReportCell {
    value.map { .decimal(scaled: Rounding.halfEven($0, scaledBy: 1_000_000), places: 6) } ?? .empty
  }
}
