import Kernels
import Racing

/// A figure of features; docs/features.md defines each.
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
  /// Starters that have a starting price.
  case spBets = "sp_bets"
  /// Profit per unit staked at the starting price.
  case spROI = "sp_roi"
  /// The wins that starting prices let expect.
  case expectedWins = "expected_wins"
  /// Win shares per expected win.
  case ae
  /// The mean share of rivals beaten.
  case prb

  /// The metrics of features that ask for none.
  public static let standard: [FeatureMetric] = [.runs, .wins, .winRate, .spROI]

  /// Which rows' sums it is made of.
  var sums: FeatureSums {
    switch self {
    case .runs, .wins, .winRate, .places, .placeRate, .spBets, .spROI: .record
    case .expectedWins, .ae: .chances
    case .prb: .rivals
    }
  }

  /// How it follows from the sums.
  var figure: WindowFigure {
    let stake = Settlement.unitStakeMicros
    return switch self {
    case .runs: .count(FeatureSums.runs)
    case .wins: .count(FeatureSums.wins)
    case .winRate: .share(of: FeatureSums.wins, among: FeatureSums.runs)
    case .places: .count(FeatureSums.places)
    case .placeRate: .share(of: FeatureSums.places, among: FeatureSums.runs)
    case .spBets: .count(FeatureSums.bets)
    case .spROI: .mean(amount: 0, perCount: FeatureSums.bets, unit: stake, less: 1)
    case .expectedWins:
      .total(amount: 1, unit: FairProbability.one, ifCount: FeatureSums.runs)
    case .ae: .ratio
    case .prb: .mean(amount: 0, perCount: FeatureSums.runs, unit: stake, less: 0)
    }
  }
}

/// What is added up of each starter; one list of marks and amounts each.
enum FeatureSums: CaseIterable, Sendable {
  /// Runs, wins, bets and places; first amount: what a unit at the starting price returned.
  case record
  /// Counts starters with a starting price; amounts: win share and probability, 10⁻⁹.
  case chances
  /// Counts starters with rivals; first amount: the share of them beaten, 10⁻⁶.
  case rivals

  /// The places of the counts in a mark.
  static let runs = 0
  static let wins = 1
  static let bets = 2
  static let places = 3
}
