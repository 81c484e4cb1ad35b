/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Time to connect; then the call fails, or is repeated.
  static let connectTime = Duration.seconds(10)
  /// Time to the first byte of an answer, for each redirect; then the call fails, or is repeated.
  static let firstByteTime = Duration.seconds(60)
  /// Time to the last byte of an answer; then the call fails, or is repeated.
  static let totalTime = Duration.seconds(60)
  /// Bytes of an answer's unpacked body; a longer one is refused.
  static let bodyBytes = 64 << 20
  /// Redirects of a request; more are refused.
  static let redirects = 5
  /// Attempts of a call, the first included; then it fails.
  static let attempts = 4
  /// Time of a wait between two attempts, which doubles up to it.
  static let longestDelay = Duration.seconds(30)
  /// Time of all waits of a call; a wait beyond it is not begun, and the call fails.
  static let totalWait = Duration.seconds(120)
  /// Bytes of a file of credentials; a larger one is refused.
  static let credentialBytes = 65_536
  /// Bytes of the shortest secret that is masked in messages and answers.
  static let shortestSecret = 6
}
