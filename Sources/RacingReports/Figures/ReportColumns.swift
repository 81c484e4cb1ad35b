import Racing

/// The columns of an entity report, in the contract's order.
///
/// If you add one, ARCHITECTURE ("A report column") says what else to change.
public enum ReportColumns {
  /// The names behind the dimension's keys.
  public static let names: [String] = ["window", "from", "to"] + figureNames

  /// The number of columns that tell the window, between the keys and the figures.
  static let windowColumnCount = 3

  /// The figures behind the window's days, each with the rule that its cells follow.
  static let figures: [ReportFigure] =
    [
      ReportFigure("runs", .count(.runs)), ReportFigure("wins", .count(.wins)),
      ReportFigure("places", .count(.places)), ReportFigure("win_rate", .rate(.strikeRate)),
      ReportFigure("win_rate", .winInterval), ReportFigure("place_rate", .rate(.placeRate)),
    ]
    + PriceBasis.allCases.flatMap { basis -> [ReportFigure] in
      let bets = RowSum.bets(at: basis)
      return [
        ReportFigure("\(basis)_bets", .count(bets)),
        ReportFigure("\(basis)_returned", .amount(.returned(at: basis), ifAny: bets)),
        ReportFigure("\(basis)_profit", .amount(.profit(at: basis), ifAny: bets)),
        ReportFigure("\(basis)_roi", .rate(.roi, at: basis)),
        ReportFigure("\(basis)_roi", .returnInterval(at: basis)),
      ]
    }
    + [
      ReportFigure(
        "expected_wins", .amount(.expectedWins, one: Probability.one, ifAny: .bets(at: .sp))),
      ReportFigure("ae", .rate(.actualOverExpected)), ReportFigure("iv", .rate(.impactValue)),
      ReportFigure("prb", .rate(.rivalsBeaten)),
      ReportFigure("longest_losing_run", .count(.longestLosingRun)),
      ReportFigure("current_losing_run", .count(.currentLosingRun)),
      ReportFigure("max_drawdown", .amount(.drawdown, ifAny: .bets(at: .sp))),
      ReportFigure("recent_form", .form), ReportFigure("form_score", .rate(.formScore)),
      ReportFigure("last_run", .day(.lastDay)),
    ]

  /// The figures' columns, one after another.
  static let figureNames = figures.flatMap(\.names)

  /// The kind of each of these columns.
  static let kinds = figures.flatMap { figure in figure.names.map { _ in figure.kind } }

  /// Whether a column holds numbers; keys, windows, days and form are text.
  static func isNumber(_ name: String) -> Bool {
    guard let column = figureNames.firstIndex(of: name) else { return false }
    return kinds[column] != .form && kinds[column] != .day
  }

  /// A report's header.
  public static func header(of dimension: Dimension) -> [String] { dimension.keys + names }
}

/// A figure of a report: its columns' names and the rule that their cells follow.
struct ReportFigure: Sendable {
  /// The way from a row's sums to its cells.
  enum Rule: Sendable {
    /// The sum itself.
    case count(RowSum)
    /// A quotient; empty where it is undefined.
    case rate(Rate, at: PriceBasis? = nil)
    /// A sum in decimals, in as many units as are one; empty where the other sum is not positive.
    case amount(RowSum, one: Int64 = Decimal6.one, ifAny: RowSum)
    /// The two ends of the strike rate's interval.
    case winInterval
    /// The two ends of the interval of a return on investment.
    case returnInterval(at: PriceBasis)
    /// The characters of the last runs.
    case form
    /// A day.
    case day(RowSum)
  }

  /// The kind of a column's cells.
  enum Kind: Sendable {
    /// Whole numbers, which are always there.
    case count
    /// Six decimals.
    case rate
    /// Four decimals.
    case amount
    /// Characters of form.
    case form
    /// Days.
    case day
  }

  let names: [String]
  let rule: Rule

  /// Names a figure; the two ends of an interval have the name with an ending.
  init(_ name: String, _ rule: Rule) {
    self.rule = rule
    switch rule {
    case .winInterval, .returnInterval: names = [name + "_low", name + "_high"]
    default: names = [name]
    }
  }

  var kind: Kind {
    switch rule {
    case .count: .count
    case .rate, .winInterval, .returnInterval: .rate
    case .amount: .amount
    case .form: .form
    case .day: .day
    }
  }
}

/// A sum of a report's row, by its place among the sums of a block.
enum RowSum: Int, CaseIterable, Sendable {
  case runs, wins, places, winShares, expectedWins, rivalsBeaten, ratedRuns
  /// The low 64 bits of Σ weight · prb.
  case weightedRivalsBeaten
  case weights, allRuns, allWins
  case longestLosingRun, currentLosingRun, drawdown, lastDay
  /// Characters of recent form, the newest lowest, below their number in the highest byte.
  case form
  case spBets, spReturned, spProfit, spTurnover
  case toteBets, toteReturned, toteProfit, toteTurnover
  case bspBets, bspReturned, bspProfit, bspTurnover

  /// The last day of a row without a run.
  static let noDay = Int64(Int32.min)

  /// Bets at a price basis.
  static func bets(at basis: PriceBasis) -> RowSum { ofBasis(basis, 0) }
  /// Returns of these, 10⁻⁶.
  static func returned(at basis: PriceBasis) -> RowSum { ofBasis(basis, 1) }
  /// Returns less stakes, 10⁻⁶.
  static func profit(at basis: PriceBasis) -> RowSum { ofBasis(basis, 2) }
  /// Stakes, 10⁻⁶.
  static func turnover(at basis: PriceBasis) -> RowSum { ofBasis(basis, 3) }

  private static func ofBasis(_ basis: PriceBasis, _ offset: Int) -> RowSum {
    let first: RowSum =
      switch basis {
      case .sp: .spBets
      case .tote: .toteBets
      case .bsp: .bspBets
      }
    return RowSum(rawValue: first.rawValue + offset)!
  }

  /// The sum that a rate's term is, of bets at a price basis.
  init(_ term: Rate.Term, at basis: PriceBasis?) {
    self =
      switch term {
      case .runs: .runs
      case .wins: .wins
      case .places: .places
      case .profit: .profit(at: basis!)
      case .turnover: .turnover(at: basis!)
      case .winShares: .winShares
      case .expectedWins: .expectedWins
      case .rivalsBeaten: .rivalsBeaten
      case .ratedRuns: .ratedRuns
      case .weightedRivalsBeaten: .weightedRivalsBeaten
      case .weights: .weights
      case .allRuns: .allRuns
      case .allWins: .allWins
      }
  }
}

extension EntityReport.Row {
  /// The row's cells: the keys, then one per column of ``ReportColumns/names``.
  ///
  /// Many rows' cells are computed faster together: see ``ReportRows/visitCells(of:_:)``.
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
