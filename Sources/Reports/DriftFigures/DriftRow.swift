import Racing

/// One name's sums at one moment, and the figures computed from them.
///
/// ```
/// drift = Σ p(early) / Σ p(closing) − 1        p = 1 / price
/// closing-line value = Σ early / closing / n − 1
/// ```
/// The early price is the last one traded up to the moment, the closing price the last one before
/// the off. Drift is positive if prices lengthened; closing-line value is positive if early prices
/// were better than closing prices.
///
/// - Units: probabilities and quotients of prices are 10⁻⁹, each rounded once, half to even.
/// - Edge cases: without a runner with both prices, both figures are undefined.
public struct DriftRow: Equatable, Sendable {
  /// The value of the key.
  public let name: String
  /// The minutes before the off.
  public let minutes: Int
  /// Runners that were not withdrawn.
  public var runners: Int64 = 0
  /// Runners with an early price and a closing price.
  public var priced: Int64 = 0
  /// The sum of the probabilities at the early prices.
  public var early: Int128 = 0
  /// The sum of the probabilities at the closing prices.
  public var closing: Int128 = 0
  /// The sum of early price / closing price.
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

/// The rows of a question, and the number of runners without a row.
public struct DriftReport: Equatable, Sendable {
  /// The question.
  public let question: DriftQuestion
  /// The rows, by name in order of its bytes, then in the question's order of minutes.
  public let rows: [DriftRow]
  /// Runners with an unknown key: the dataset's store was not used, or lacks them.
  public let unnamed: Int64
}
