/// The teams of a running club's roster.
public enum Team: String, CaseIterable, Sendable {
  /// The team whose active members' points make the team total.
  case ua = "UA"
  /// The other one, which counts for no total.
  case nu = "NU"
}
