/// The state of a bet: a word of the column `result` of `bets`.
public enum BetStanding: String, CaseIterable, Sendable {
  /// About to be sent, nothing else known: the client may have died while it waited for the answer.
  case open
  /// Sent, with an unknown outcome.
  case indeterminate
  /// Refused, or never arrived, as the service's list shows.
  case rejected
  /// Accepted.
  case ok

  /// Whether the state is final.
  public var isSettled: Bool { self == .ok || self == .rejected }
}
