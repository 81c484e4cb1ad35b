import Columns

/// The scores of one runner's probability, after the result is known.
///
/// With the probability p and the win share y, which is 1 for a winner, 1/t in a dead heat of t and
/// otherwise 0:
/// ```
/// square = (p − y)²      loss = −y·ln p − (1 − y)·ln(1 − p)      winnerLoss = −y·ln p
/// ```
/// A logarithm takes p from 10⁻⁹ to 1 − 10⁻⁹, so that no loss is infinite.
///
/// - Units: p and y in 10⁻⁹; squares in 10⁻¹⁸, exact; losses in 10⁻⁹ of a nat, each product rounded
///   half to even.
public struct ProbabilityTerms: BitwiseCopyable, Sendable {
  /// One, in the unit of probabilities and win shares.
  public static let one: Int64 = 1_000_000_000

  let probability: Int64
  let share: Int64
  let square: Int128
  let loss: Int64
  let winnerLoss: Int64
  let fieldLoss: Int64

  /// Scores a runner.
  ///
  /// - Parameters:
  ///   - probability: p, in 10⁻⁹, not negative.
  ///   - share: y, in 10⁻⁹, from 0 to ``one``.
  ///   - fieldLogarithm: ``logarithm(ofField:)`` of its race.
  public init(probability: Int64, share: Int64, fieldLogarithm: Int64) {
    self.probability = probability
    self.share = share
    let miss = Int128(probability - share)
    square = miss * miss
    let known = min(max(probability, 1), Self.one - 1)
    winnerLoss = share == 0 ? 0 : Self.part(share, Self.loss(known))
    let rest = Self.one - share
    loss = winnerLoss + (rest == 0 ? 0 : Self.part(rest, Self.loss(Self.one - known)))
    fieldLoss = share == 0 ? 0 : Self.part(share, fieldLogarithm)
  }

  /// Computes the loss of a forecast that gives each starter of a field the same chance.
  ///
  /// - Parameter starters: Their number, at least 1.
  /// - Returns: ln n, in 10⁻⁹.
  public static func logarithm(ofField starters: Int) -> Int64 {
    nearest(PortableMath.log(Double(starters), over: 1))
  }

  // MARK: - Implementation

  private static func loss(_ probability: Int64) -> Int64 {
    nearest(PortableMath.log(1e9, over: Double(probability)))
  }

  private static func part(_ share: Int64, _ loss: Int64) -> Int64 {
    share == one ? loss : Rounding.halfEven(share, times: loss, dividedBy: one)
  }

  /// A loss below 21 in 10⁻⁹, to the nearest even.
  private static func nearest(_ loss: Double) -> Int64 {
    Int64(loss * 1e9 + 0x1.8p52 - 0x1.8p52)
  }
}
