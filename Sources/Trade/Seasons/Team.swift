/// The teams of a running club's roster.
public enum Team: String, CaseIterable, Sendable {
  /// The team whose active members' points form the team total.
  case ua = "UA"
  /// The other team, which counts for no total.
  case nu = "NU"
}
