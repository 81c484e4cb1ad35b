import Racing

/// One name's sums at one moment, and the figures that follow from them.
///
/// ```
/// drift = Σ p(early) / Σ p(closing) − 1        p = 1 / price
/// closing-line value = Σ early / closing / n − 1
/// ```
/// The early price is the last one traded until the moment, the closing price the last one before
/// the off. Drift is above zero where prices went out, closing-line value where a bet at the early
/// price had the better of the closing price.
///
/// - Units: probabilities and quotients of prices are 10⁻⁹, each rounded once, half to even.
/// - Edge cases: without a runner that has both prices there is neither figure.
public struct DriftRow: Equatable, Sendable {
  /// The value of the key.
  public let name: String
  /// The minutes before the off.
  public let minutes: Int
  /// Runners that were not withdrawn.
  public var runners: Int64 = 0
  /// Those with an early price and a closing price.
  public var priced: Int64 = 0
  /// The sum of the probabilities at the early prices.
  public var early: Int128 = 0
  /// The sum of the probabilities at the closing prices.
  public var closing: Int128 = 0
  /// The sum of early prices by closing prices.
  public var quotients: Int128 = 0

  /// One in the units of probabilities and quotients.
  static let one: Int128 = 1_000_000_000

  /// The change of probabilities.
  public var drift: Ratio { Ratio(early - closing, over: closing) }

  /// The mean advantage of the early price.
  public var closingLineValue: Ratio {
    Ratio(quotients - Int128(priced) * Self.one, over: Int128(priced) * Self.one)
  }
}

/// The rows of a question, and the runners that none of them has.
public struct DriftReport: Equatable, Sendable {
  /// The question.
  public let question: DriftQuestion
  /// The rows, by name in order of its bytes, then in the question's order of minutes.
  public let rows: [DriftRow]
  /// Runners whose key is unknown: a store that was not asked, or does not have them.
  public let unnamed: Int64
}
