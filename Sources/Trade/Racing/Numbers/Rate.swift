/// A rate of the trade as a quotient of sums; each is defined here and nowhere else.
///
/// ```
/// rate = Π numerator / (unit · Π denominator)
/// ```
/// Reports and features divide many rows' sums side by side, other reports one row's (`of`); all of
/// them read the terms here.
///
/// - Edge cases: undefined where the denominator is zero.
public struct Rate: Hashable, Sendable {
  /// A sum that rates use.
  public enum Term: Hashable, CaseIterable, Sendable {
    /// Starters, or settled bets.
    case runs
    /// Winners among them; a dead heat is one whole win.
    case wins
    /// Starters within the paid places.
    case places
    /// Starters of races whose places are known.
    case placeRuns
    /// Returns less stakes, 10⁻⁶.
    case profit
    /// Stakes, 10⁻⁶: 10⁶ for each level-stakes bet.
    case turnover
    /// Win shares, 10⁻⁹: 10⁹ for a winner, a part in a dead heat.
    case winShares
    /// Probabilities at the starting prices, 10⁻⁹.
    case expectedWins
    /// Shares of rivals beaten, 10⁻⁶.
    case rivalsBeaten
    /// Runs in races with rivals.
    case ratedRuns
    /// Shares of rivals beaten times the weight of their age, 10⁻¹⁵.
    case weightedRivalsBeaten
    /// Weights of ages, 10⁻⁹.
    case weights
    /// Starters of the population.
    case allRuns
    /// Wins of the population.
    case allWins
  }

  /// The factors of the numerator.
  public let numerator: [Term]
  /// The factors of the denominator.
  public let denominator: [Term]
  /// The numerator's units in one of the denominator's.
  public let unit: Int64

  private init(_ numerator: Term..., over denominator: Term..., unit: Int64 = 1) {
    self.numerator = numerator
    self.denominator = denominator
    self.unit = unit
  }

  /// Divides one row's sums.
  ///
  /// - Parameter sums: The value of each of the rate's terms.
  /// - Returns: The exact quotient.
  public func of(_ sums: [Term: Int64]) -> Ratio {
    of { term in
      guard let sum = sums[term] else { preconditionFailure("a rate needs the sum \(term)") }
      return Int128(sum)
    }
  }

  /// Divides one row's sums.
  ///
  /// - Parameter sum: Gives the value of each of the rate's terms.
  /// - Returns: The exact quotient.
  public func of(_ sum: (Term) -> Int128) -> Ratio {
    Ratio(
      numerator.reduce(1) { $0 * sum($1) },
      over: denominator.reduce(Int128(unit)) { $0 * sum($1) })
  }
}

extension Rate {
  /// Wins per run.
  public static let strikeRate = Rate(.wins, over: .runs)

  /// Places per run in races whose places are known.
  public static let placeRate = Rate(.places, over: .placeRuns)

  /// Profit per unit staked: ROI, also "yield" and "profit on turnover".
  public static let roi = Rate(.profit, over: .turnover)

  /// Win shares per expected win: A/E.
  ///
  /// Above 1 the runners won more often than the baseline expected; name the baseline beside the
  /// number.
  public static let actualOverExpected = Rate(.winShares, over: .expectedWins)

  /// The strike rate divided by the population's: IV.
  ///
  /// It ignores prices; show it beside A/E.
  public static let impactValue = Rate(.wins, .allRuns, over: .runs, .allWins)

  /// The mean share of rivals beaten: PRB.
  public static let rivalsBeaten = Rate(.rivalsBeaten, over: .ratedRuns, unit: 1_000_000)

  /// The mean share of rivals beaten, recent runs weighing more.
  public static let formScore = Rate(.weightedRivalsBeaten, over: .weights, unit: 1_000_000)
}

/// The unit of probabilities and win shares.
public enum Probability {
  /// One, in 10⁻⁹.
  public static let one: Int64 = 1_000_000_000
}
