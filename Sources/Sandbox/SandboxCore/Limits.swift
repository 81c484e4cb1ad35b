/// Bounds on the requests to a sandbox; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of a request's body; a longer one is refused.
  static let bodyBytes = 256 << 20
  /// Time for a whole request; then the connection ends.
  static let requestTime = Duration.seconds(120)
  /// Time for the client to take an answer; then the connection ends.
  static let writeTime = Duration.seconds(600)
  /// Connections that have not sent a whole request, and requests that wait for their answers; more
  /// are refused.
  static let connections = 400
}
