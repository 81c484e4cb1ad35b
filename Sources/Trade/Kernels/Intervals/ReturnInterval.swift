/// The 95 % interval of a return on investment, by a score test with a correction for skewness.
///
/// Every bet is assumed to win with probability θ / odds, so that it returns θ times its stake on
/// average. The ends are the least and the greatest θ whose 97.5 % and 2.5 % points are the
/// observed return. With S the stake, R the return, M the second moment of the returns for θ = 1,
/// Q = Σ stake² over races and P = Σ stake² over bets:
/// ```
/// E(θ) = θ·P + min(θ, θ₀)·(Q − P)
/// V(θ) = θ·(M − E)                           θ₀ = 1 with prices, R / S without
/// γ(θ) = (k·M − (k + 1)·E) / (S·√V)
/// R − S·θ = w(±z, γ)·√V(θ)                   z = 1.959963984540054; the ends are θ − 1
/// ```
/// Bets on one race exclude one another, which lowers the variance V, but no more than at θ₀: bets
/// on all runners of a race do not return more because θ is greater. γ is the skewness. With k = 1
/// it is the skewness of bets at one price, the least that M allows. The more the prices differ,
/// the longer the tail:
/// ```
/// k = min(1.85, 1 + 1.5·(thirdMoment·S / M² − 1))
/// ```
/// It is 1.5 without a third moment. With k = 2 a row without a winner would be impossible. w is
/// the quantile of a distribution with that skewness, by Cornish and Fisher for a long tail, by
/// Wilson and Hilferty for a short one:
/// ```
/// w(z, γ) = z + min(γ, 4)·(z² − 1)/6                   z > 0, γ ≥ 0
///         = ((1 + u)³ − 1)·2/γ, u = γ·(z/6 − γ/36)     z > 0, γ < 0; u not below −1
/// w(−z, γ) = −w(z, −γ)
/// ```
/// Without prices the second moment is the sum of squared returns times 1 + 2/n. n is R² over that
/// sum: the number of winners if all returned the same. The factor covers long prices that have not
/// yet won. Then k is 1.
///
/// Bets to lay are the bets to back with the other sign. A layer of the backer's stake has
/// −high and −low of the backer's interval; with another unit of stake, such as the liability,
/// both are multiplied by backers' stake / that unit.
///
/// - Units: money in 10⁻⁶ of a stake unit, moments in powers of units; ends are fractions.
/// - Edge cases: the low end is never below −1. Without a stake, or without a winner and a price,
///   there is no interval.
/// - Accuracy: IEEE `+ − × ÷ √` in a fixed order, so the same bits everywhere; the roots to 10⁻¹³.
///   `scripts/interval-coverage.py` prints how often the interval holds.
/// - Source: the score interval of Wilson (1927), corrected as in Hall (1992), "On the removal of
///   skewness by transformation"; Cornish and Fisher (1938); Wilson and Hilferty (1931).
public struct ReturnInterval: Sendable {
  /// The k of bets whose third moment is unknown.
  static let usualSkewness = 1.5
  /// The growth of k with the third moment over the least one possible.
  static let skewnessSlope = 1.5
  /// The greatest k, safely below 2.
  static let skewnessLimit = 1.85
  /// The k of bets whose prices are known only from their returns.
  static let unpricedSkewness = 1.0
  /// The number of winners by which a second moment from returns falls short.
  static let missingWinners = 2.0
  /// The greatest skewness at which the long tail's quantile is trusted.
  static let greatestSkewness = 4.0

  /// The stakes S, in units.
  let stake: Double
  /// The return R, in units.
  let returned: Double
  /// The second moment M of the returns for θ = 1, in units².
  let moment: Double
  /// The sum Q of the races' squared stakes, in units².
  let squares: Double
  /// The part P of it that the bets have singly, in units².
  let own: Double
  /// The θ₀ up to which the mutual exclusion of bets on one race grows with θ.
  let centre: Double
  /// The factor k of the skewness.
  let skewness: Double

  /// Creates the interval of bets whose prices are known.
  ///
  /// - Parameters:
  ///   - stake: The stakes, in 10⁻⁶.
  ///   - returned: The payouts of these bets, in 10⁻⁶; not negative.
  ///   - secondMoment: Σ stake²·odds, which for a stake of one unit is Σ odds; in units².
  ///   - stakeSquares: Σ of the races' squared stakes, in units²; for a stake of one unit the
  ///     races' squared numbers of bets.
  ///   - betSquares: Σ of the bets' squared stakes, in units²; nil for bets of one unit.
  ///   - thirdMoment: Σ stake³·odds², which for a stake of one unit is Σ odds²; in units³.
  public init(
    stake: Int64, returned: Int64, secondMoment: Double, stakeSquares: Double,
    betSquares: Double? = nil, thirdMoment: Double? = nil
  ) {
    precondition(returned >= 0, "a return must not be negative")
    self.stake = Double(stake) / 1e6
    self.returned = Double(returned) / 1e6
    moment = secondMoment
    centre = 1
    squares = stakeSquares
    own = min(squares, betSquares ?? self.stake)
    if let thirdMoment, secondMoment > 0 {
      let spread = thirdMoment * self.stake / (secondMoment * secondMoment)
      skewness = min(Self.skewnessLimit, 1 + Self.skewnessSlope * max(0, spread - 1))
    } else {
      skewness = Self.usualSkewness
    }
  }

  /// Creates the interval of bets whose prices are unknown, from their returns alone.
  ///
  /// - Parameters:
  ///   - stake: The stakes, in 10⁻⁶.
  ///   - returned: The payouts of these bets, in 10⁻⁶; not negative.
  ///   - returnSquares: Σ of the races' squared payouts, in units².
  ///   - stakeSquares: Σ of the races' squared stakes, in units².
  ///   - betSquares: Σ of the bets' squared stakes, in units²; nil for bets of one unit.
  public init(
    stake: Int64, returned: Int64, returnSquares: Double, stakeSquares: Double,
    betSquares: Double? = nil
  ) {
    precondition(returned >= 0, "a return must not be negative")
    self.stake = Double(stake) / 1e6
    self.returned = Double(returned) / 1e6
    let winners = max(1, self.returned * self.returned / returnSquares)
    let second = returnSquares * (1 + Self.missingWinners / winners)
    moment = returned > 0 ? second * self.stake / self.returned : 0
    centre = self.returned / self.stake
    // Races with more bets may have returned less.
    squares = returned > 0 ? min(stakeSquares, moment / centre) : stakeSquares
    own = min(squares, betSquares ?? self.stake)
    skewness = Self.unpricedSkewness
  }

  /// Whether bets at these prices can have returned so much, if prices are rounded.
  package var isPossible: Bool {
    stake > 0 && returned <= stake * Self.greatest(moment, squares, own, centre) * (1 + 1e-6)
  }

  /// The two ends; nil if the bets say nothing about their return.
  public var interval: Interval? {
    interval { z, above, below in root(z: z, above: above, below: below) }
  }

  // MARK: - Implementation

  /// The greatest θ, at which the variance vanishes.
  private static func greatest(
    _ moment: Double, _ squares: Double, _ own: Double, _ centre: Double
  ) -> Double {
    moment <= centre * squares ? moment / squares : (moment - centre * (squares - own)) / own
  }

  /// Computes the ends by a search for a root, given z and two θ around it.
  func interval(by root: (Double, Double, Double) -> Double) -> Interval? {
    guard stake > 0, squares > 0, moment > 0 else { return nil }
    let z = Interval.normalQuantile
    let greatest = Self.greatest(moment, squares, own, centre)
    let observed = min(returned / stake, greatest)
    return Interval(
      low: (returned > 0 ? root(z, 0, turn(z: z, observed: observed)) : 0) - 1,
      high: root(-z, observed, greatest) - 1)
  }

  /// A θ that lies between the least solution for the low end and any other.
  ///
  /// Without skewness the excess is convex up to θ₀, and convex beyond it, and not positive at the
  /// observed θ; so other solutions exist only if the observed θ is beyond θ₀. In that case 64
  /// steps search for the least.
  private func turn(z: Double, observed: Double) -> Double {
    guard observed > centre, excess(at: centre, z: z) >= 0 else { return min(observed, centre) }
    guard squares > own else { return observed }
    for step in 1..<64 {
      let theta = centre * Double(step) / 64
      if excess(at: theta, z: z) < 0 { return theta }
    }
    return observed
  }

  /// Computes R − S·θ − w·√V, which falls from positive to negative at an end.
  ///
  /// - Parameters:
  ///   - theta: A mean return of one unit, not negative.
  ///   - z: The normal quantile of the end.
  /// - Returns: The excess of the return over that quantile's, in units.
  func excess(at theta: Double, z: Double) -> Double {
    let shared = theta * own + min(theta, centre) * (squares - own)
    let variance = theta * (moment - shared)
    let distance = returned - stake * theta
    guard variance > 0 else { return distance }
    let deviation = variance.squareRoot()
    let third = skewness * moment - (skewness + 1) * shared
    return distance - Self.quantile(z: z, skewness: third / (stake * deviation)) * deviation
  }

  /// Computes the quantile w of a standardised distribution with a skewness.
  static func quantile(z: Double, skewness: Double) -> Double {
    guard z > 0 else { return -quantile(z: -z, skewness: -skewness) }
    guard skewness < 0 else {
      return z + min(skewness, greatestSkewness) * (z * z - 1) / 6
    }
    let slope = z / 6 - skewness / 36
    let shift = skewness * slope
    return shift <= -1 ? -2 / skewness : 2 * slope * (3 + shift * (3 + shift))
  }

  /// Finds an end by secants from the end without skewness, by bisection if they leave the bracket.
  private func root(z: Double, above: Double, below: Double) -> Double {
    guard var (low, high) = bracket(z: z, above: above, below: below).map({ ($0.low, $0.high) })
    else { return below }
    var last: Point? = nil
    var theta = guess(z: z)
    for step in 1...200 {
      if !(theta > low.theta && theta < high.theta) || step % 12 == 0 {
        theta = low.theta + (high.theta - low.theta) / 2
        last = nil
      }
      guard theta > low.theta, theta < high.theta else { return theta }
      let found = excess(at: theta, z: z)
      guard found != 0 else { return theta }
      if found > 0 { low = (theta, found) } else { high = (theta, found) }
      if let last, (theta - last.theta).magnitude <= 1e-10 * theta {
        // An end, if the excess changes its sign here; if every bet has won, the excess nearly
        // vanishes.
        let probe = theta * (found > 0 ? 1 + 1e-12 : 1 - 1e-12)
        guard probe > low.theta, probe < high.theta else { return theta }
        guard (excess(at: probe, z: z) > 0) == (found > 0) else { return theta }
      }
      let slope: Double
      if let last, last.excess != found {
        slope = (found - last.excess) / (theta - last.theta)
      } else {
        slope = self.slope(at: theta, z: z)
      }
      last = (theta, found)
      theta -= found / slope
    }
    return theta
  }

  /// Solves (R − S·θ)² = z²·V without skewness, as if all bets excluded one another at every θ.
  private func guess(z: Double) -> Double {
    let squared = z * z
    let square = stake * stake + squared * squares
    let half = returned * stake + squared * moment / 2
    let root = max(0, half * half - square * returned * returned).squareRoot()
    return (z > 0 ? half - root : half + root) / square
  }

  /// Computes the derivative of the excess without skewness.
  private func slope(at theta: Double, z: Double) -> Double {
    let shared = theta * own + min(theta, centre) * (squares - own)
    let deviation = max(theta * (moment - shared), 1e-300).squareRoot()
    let growth = moment - shared - theta * (theta < centre ? squares : own)
    return -stake - z * growth / (2 * deviation)
  }

  /// A θ and its excess.
  typealias Point = (theta: Double, excess: Double)

  /// Two θ with an end between them, and their excesses; nil if the end is the upper one.
  ///
  /// The excess vanishes at θ = 0 without a return, and at the greatest θ if every bet has won.
  func bracket(z: Double, above: Double, below: Double) -> (low: Point, high: Point)? {
    let low = above > 0 || z > 0 ? above : below * 0x1p-40
    var high = below
    var highExcess = excess(at: high, z: z)
    // So small an excess is nothing but rounding.
    if z > 0 && highExcess > -1e-9 * returned {
      high = below * (1 - 0x1p-20)
      highExcess = excess(at: high, z: z)
    }
    let lowExcess = excess(at: low, z: z)
    guard lowExcess > 0, highExcess < 0 else { return nil }
    return (low: (low, lowExcess), high: (high, highExcess))
  }
}
