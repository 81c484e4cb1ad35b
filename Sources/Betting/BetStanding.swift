/// The state of a bet: a word of the column `result` of `bets`.
public enum BetStanding: String, CaseIterable, Sendable {
  /// It was about to leave, and nothing else is known: the client may have died while it waited.
  case open
  /// It left, and no answer told what became of it.
  case indeterminate
  /// It was refused, or the service's own list shows that it never arrived.
  case rejected
  /// It was taken.
  case ok

  /// Whether nothing that is heard later changes it.
  public var isSettled: Bool { self == .ok || self == .rejected }
}
