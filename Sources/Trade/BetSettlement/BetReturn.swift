/// A settled bet: stake, return, and the explanation.
///
/// Profit is the return less the stake, before commission.
public struct BetReturn: Equatable, Sendable {
  /// The amount at risk, in millionths: the stakes of all parts, or a lay's liability.
  public var stakedMicros: Int64
  /// The returned stake of void parts.
  public var refundedMicros: Int64 = 0
  /// The whole amount paid back, stakes and refunds included.
  public var returnedMicros: Int64
  /// The win or place odds after all deductions, in millionths; nil if unknown, and for pools.
  public var oddsMicros: Int64?
  /// Whether the whole bet is void.
  public var isVoid = false
  /// The computation of the return, step by step.
  public var explanation: [String]

  /// The return less the stake, in millionths.
  public var profitMicros: Int64 { returnedMicros - stakedMicros }
}
