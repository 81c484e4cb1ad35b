import Columns
import Kernels
import Racing

/// A figure of features that needs few sums; `docs/features.md` defines each.
///
/// Other figures of reports have names only: ``FeatureRequest/setMetrics(_:)``.
public enum FeatureMetric: String, CaseIterable, Sendable {
  /// Starters.
  case runs
  /// Starters with position 1.
  case wins
  /// Wins per run.
  case winRate = "win_rate"
  /// Starters within the paid places.
  case places
  /// Places per run.
  case placeRate = "place_rate"
  /// Starters with a starting price.
  case spBets = "sp_bets"
  /// Profit per unit staked at the starting price.
  case spROI = "sp_roi"
  /// The wins expected from the market's prices.
  case expectedWins = "expected_wins"
  /// Win shares per expected win.
  case ae
  /// The mean share of rivals beaten.
  case prb

  /// The default metrics.
  package static let standard: [FeatureMetric] = [.runs, .wins, .winRate, .spROI]

  /// The names of the default metrics, with the return at the exchange's starting price if it is
  /// the market.
  package static func standardNames(at market: Market) -> [String] {
    standard.map { $0 == .spROI && market == .bsp ? "bsp_roi" : $0.rawValue }
  }

  /// Its meaning of the earlier runs of some keys.
  var meaning: ColumnMeaning {
    func made(_ text: String, _ unit: String? = nil) -> ColumnMeaning {
      ColumnMeaning(text, unit: unit, source: "record")
    }
    return switch self {
    case .runs: made("runs", "runs")
    case .wins: made("wins, dead heats in full", "wins")
    case .winRate: made("wins per run")
    case .places: made("runs within the paid places", "places")
    case .placeRate: made("places per run with known places")
    case .spBets: made("runs with a starting price", "bets")
    case .spROI: made("profit per unit staked at the starting price")
    case .expectedWins: made("wins expected from the market's prices", "wins")
    case .ae: made("win shares per expected win")
    case .prb: made("mean share of rivals beaten")
    }
  }

  /// The kind of sums that the metric is computed from.
  var sums: FeatureSums {
    switch self {
    case .runs, .wins, .winRate, .spBets, .spROI: .record
    case .places, .placeRate: .placings
    case .expectedWins, .ae: .chances
    case .prb: .rivals
    }
  }

  /// The figure of the sums that the metric is.
  var figure: WindowFigure {
    switch self {
    case .runs: .count(FeatureSums.runs)
    case .wins: .count(FeatureSums.wins)
    case .winRate: WindowFigure(.strikeRate)
    case .places:
      .knownCount(
        FeatureSums.places, ifCount: FeatureSums.runs, orNo: FeatureSums.unplaceable)
    case .placeRate: WindowFigure(.placeRate)
    case .spBets: .count(FeatureSums.bets)
    case .spROI: WindowFigure(.roi)
    case .expectedWins:
      .total(amount: 1, unit: Probability.one, ifCount: FeatureSums.runs)
    case .ae: WindowFigure(.actualOverExpected)
    case .prb: WindowFigure(.rivalsBeaten)
    }
  }
}

/// The kinds of sums over starters, each with a list of marks and amounts.
enum FeatureSums: Hashable, Sendable {
  /// Runs, wins and bets; first amount: the return of a unit at the starting price.
  case record
  /// Counts runs in races with known places, those within the paid places, and other runs.
  case placings
  /// Counts starters with the market's price; amounts: win share and probability, 10⁻⁹.
  case chances
  /// Counts starters with rivals; first amount: the share of rivals beaten, 10⁻⁶.
  case rivals

  /// The positions of the counts in a mark.
  static let runs = 0
  static let wins = 1
  static let bets = 2
  static let places = 3
  static let unplaceable = 1
}

extension WindowFigure {
  /// Makes the figure of a rate from the sums of features.
  fileprivate init(_ rate: Rate) {
    switch (FeatureTerm(rate.numerator), FeatureTerm(rate.denominator)) {
    case (.count(let part), .count(let whole)): self = .share(of: part, among: whole)
    case (.amount(0), .amount(1)): self = .ratio
    case (.amount(let amount), .count(let rows)):
      self = .mean(amount: amount, perCount: rows, unit: rate.unit, less: 0)
    case (.profit(let returned, let bets), .turnover(let staked)) where staked == bets:
      self = .mean(amount: returned, perCount: bets, unit: Settlement.unitStakeMicros, less: 1)
    default: preconditionFailure("features have no sums of such a rate")
    }
  }
}

/// A rate's term as one of the sums of features.
private enum FeatureTerm: Equatable {
  case count(Int)
  case amount(Int)
  /// An amount of returns minus the stakes of the bets counted.
  case profit(returned: Int, bets: Int)
  case turnover(bets: Int)

  init(_ terms: [Rate.Term]) {
    precondition(terms.count == 1, "features have no products of sums")
    switch terms[0] {
    case .runs, .ratedRuns, .placeRuns: self = .count(FeatureSums.runs)
    case .wins: self = .count(FeatureSums.wins)
    case .places: self = .count(FeatureSums.places)
    case .profit: self = .profit(returned: 0, bets: FeatureSums.bets)
    case .turnover: self = .turnover(bets: FeatureSums.bets)
    case .winShares, .rivalsBeaten: self = .amount(0)
    case .expectedWins: self = .amount(1)
    case .weightedRivalsBeaten, .weights, .allRuns, .allWins:
      preconditionFailure("features have no such sum")
    }
  }
}
