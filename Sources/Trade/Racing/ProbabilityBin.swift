/// Probabilities of winning, in the ten bins of Benter's tables.
///
/// A bin reaches up to, and not including, the first probability of the next one. The names sort by
/// their bytes as the bins do.
///
/// - Source: Benter (1994), "Computer Based Horse Race Handicapping and Wagering Systems".
@frozen
public enum ProbabilityBin: Int, CaseIterable, Sendable {
  /// Below 0.01.
  case belowOneHundredth
  /// 0.01 to below 0.025.
  case fromOneHundredth
  /// 0.025 to below 0.05.
  case fromOneFortieth
  /// 0.05 to below 0.1.
  case fromOneTwentieth
  /// 0.1 to below 0.15.
  case fromOneTenth
  /// 0.15 to below 0.2.
  case fromThreeTwentieths
  /// 0.2 to below 0.25.
  case fromOneFifth
  /// 0.25 to below 0.3.
  case fromOneQuarter
  /// 0.3 to below 0.4.
  case fromThreeTenths
  /// 0.4 and more.
  case fromTwoFifths

  /// The bin of a probability in 10⁻⁹.
  public init(nanos: Int64) {
    switch nanos {
    case ..<10_000_000: self = .belowOneHundredth
    case ..<25_000_000: self = .fromOneHundredth
    case ..<50_000_000: self = .fromOneFortieth
    case ..<100_000_000: self = .fromOneTwentieth
    case ..<150_000_000: self = .fromOneTenth
    case ..<200_000_000: self = .fromThreeTwentieths
    case ..<250_000_000: self = .fromOneFifth
    case ..<300_000_000: self = .fromOneQuarter
    case ..<400_000_000: self = .fromThreeTenths
    default: self = .fromTwoFifths
    }
  }

  /// The words used in reports.
  public var name: String {
    switch self {
    case .belowOneHundredth: "0.000_to_0.010"
    case .fromOneHundredth: "0.010_to_0.025"
    case .fromOneFortieth: "0.025_to_0.050"
    case .fromOneTwentieth: "0.050_to_0.100"
    case .fromOneTenth: "0.100_to_0.150"
    case .fromThreeTwentieths: "0.150_to_0.200"
    case .fromOneFifth: "0.200_to_0.250"
    case .fromOneQuarter: "0.250_to_0.300"
    case .fromThreeTenths: "0.300_to_0.400"
    case .fromTwoFifths: "0.400_up"
    }
  }
}
