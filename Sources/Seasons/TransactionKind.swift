/// What a points transaction does to a runner's balance.
public enum TransactionKind: String, CaseIterable, Sendable {
  /// Points for an activity; the only ones that count for a season.
  case earned = "EARNED"
  /// Points that were paid for a feature.
  case spent = "SPENT"
  /// Points that came back.
  case refund = "REFUND"
}
