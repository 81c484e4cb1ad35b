/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Minutes before the off, a week; more are refused.
  static let minutesBefore = 7 * 24 * 60
  /// Moments before the off in one question; more are refused.
  static let moments = 20
}
