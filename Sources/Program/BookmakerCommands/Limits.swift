/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Heartbeats in a row that may fail in `betable session --watch`; then the session is lost.
  static let failedHeartbeats = 3
  /// Time for the answer of the current bet after a signal; then the command ends.
  static let answerGrace = Duration.seconds(5)
}
