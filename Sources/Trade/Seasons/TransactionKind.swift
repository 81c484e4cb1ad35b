/// The effect of a points transaction on a runner's balance.
public enum TransactionKind: String, CaseIterable, Sendable {
  /// Points for an activity; only these count for a season.
  case earned = "EARNED"
  /// Points paid for a feature.
  case spent = "SPENT"
  /// Points returned.
  case refund = "REFUND"
}
