/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a cluster's whole answer; a longer one is refused.
  static let answerBytes = 2 << 30
  /// Time of one connection that waits for a query's answer; it ends after that.
  static let connectionTime = Duration.seconds(30 * 86_400)
}
