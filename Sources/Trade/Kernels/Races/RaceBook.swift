import Columns

/// The prices of one race, from which a method finds the parameter that shares out 1.
///
/// Each method's condition Σ p = 1 becomes a function on which Newton's steps only climb to the
/// root or, for Shin's z, stay between bounds. So iterations are few and always end.
struct RaceBook {
  private let baseline: Baseline
  /// Per priced runner: ln(odds) for powers, π² / S for Shin, odds − 1 for odds ratios.
  private var terms: [Double] = []
  /// Σ π.
  private var sum = 0.0
  /// Whether every price is above 1.
  private var isAboveOne = true
  private var parameter = 0.0

  private static let iterationLimit = 100

  init(_ baseline: Baseline) { self.baseline = baseline }

  /// Takes a race's prices, and finds the parameter.
  ///
  /// - Parameters:
  ///   - odds: Prices in 10⁻⁶, 0 for none.
  ///   - rows: The race's rows.
  /// - Returns: The parameter; nil if there is none: with fewer than two prices, a price of 1 or
  ///   less, or, for Shin, Σ π ≤ 1.
  mutating func solve(_ odds: Span<Int64>, _ rows: Range<Int>) -> Double? {
    read(odds, rows)
    guard terms.count > 1, isAboveOne else { return nil }
    switch baseline {
    case .multiplicative, .raw: return nil
    case .power: parameter = exponent()
    case .shin:
      guard sum > 1 else { return nil }
      for index in terms.indices { terms[index] /= sum }
      parameter = insiders()
    case .oddsRatio: parameter = ratio()
    }
    return parameter
  }

  /// The probability of a priced runner, by its index among them, once a parameter is found.
  func share(_ index: Int) -> Double {
    let term = terms[index]
    switch baseline {
    case .multiplicative, .raw: preconditionFailure("this baseline has no parameter")
    case .power: return PortableMath.exp(-parameter * term)
    case .shin: return Self.shinShare(term, parameter).share
    case .oddsRatio: return 1 / (1 + parameter * term)
    }
  }

  // MARK: - Implementation

  private mutating func read(_ odds: Span<Int64>, _ rows: Range<Int>) {
    terms.removeAll(keepingCapacity: true)
    sum = 0
    isAboveOne = true
    for row in rows where odds[row] > 0 {
      let price = Double(odds[row])
      let inverse = 1e6 / price
      sum += inverse
      isAboveOne = isAboveOne && odds[row] > 1_000_000
      switch baseline {
      case .multiplicative, .raw: break
      case .power: terms.append(PortableMath.log(price, over: 1e6))
      case .shin: terms.append(inverse * inverse)
      case .oddsRatio: terms.append((price - 1e6) / 1e6)
      }
    }
  }

  /// Solves ln Σ e^(−k·ln odds) = 0, which falls and is convex in k.
  private func exponent() -> Double {
    var k = sum >= 1 ? 1.0 : 0
    for _ in 0..<Self.iterationLimit {
      var (shares, slope) = (0.0, 0.0)
      for term in terms {
        let share = PortableMath.exp(-k * term)
        shares += share
        slope += share * term
      }
      let next = k + PortableMath.log(shares, over: 1) * shares / slope
      guard next > k else { break }
      k = next
    }
    return k
  }

  /// Solves 1 / Σ 1/(1 + c·(odds − 1)) = 1, which rises and is concave in c.
  private func ratio() -> Double {
    var c = sum >= 1 ? 1.0 : 0
    for _ in 0..<Self.iterationLimit {
      var (shares, slope) = (0.0, 0.0)
      for term in terms {
        let share = 1 / (1 + c * term)
        shares += share
        slope += share * share * term
      }
      let next = c + shares * (shares - 1) / slope
      guard next > c else { break }
      c = next
    }
    return c
  }

  /// Solves Σ p(z) = 1, which falls in z: above 1 at z = 0, below at z = 1.
  private func insiders() -> Double {
    var (low, high, z) = (0.0, 1.0, 0.0)
    for _ in 0..<Self.iterationLimit {
      var (shares, slope) = (0.0, 0.0)
      for term in terms {
        let (share, fall) = Self.shinShare(term, z)
        shares += share
        slope += fall
      }
      if shares > 1 { low = z } else { high = z }
      var next = z + (shares - 1) / slope
      if !(next > low && next < high) { next = (low + high) / 2 }
      guard abs(next - z) > 0x1p-52 else { break }
      z = next
    }
    return z
  }

  /// Shin's probability and −dp/dz, both without the division by 1 − z: for π²/S = a and
  /// r = √(z² + 4(1 − z)a), (r − z)/(2(1 − z)) = 2a/(r + z).
  private static func shinShare(_ a: Double, _ z: Double) -> (share: Double, fall: Double) {
    let root = (z * z + 4 * (1 - z) * a).squareRoot()
    let share = 2 * a / (root + z)
    return (share, share / (root + z) * ((z - 2 * a) / root + 1))
  }
}
