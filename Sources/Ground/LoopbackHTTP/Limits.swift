/// The limits of a server's requests.
public struct LoopbackLimits: Sendable {
  /// Bytes of a request's target, path and query; a longer one is refused.
  public var targetBytes = 32 << 10
  /// Bytes of a request's head, target included; a longer one is refused.
  public var headBytes = 48 << 10
  /// Bytes of a body, 0 if no request has one; a longer one is refused.
  public var bodyBytes = 0
  /// Time for a whole request, head and body; then the connection ends.
  public var requestTime = Duration.seconds(10)
  /// Time for the client to take an answer; then the connection ends.
  public var writeTime = Duration.seconds(60)
  /// Connections that have not sent a whole request; beyond them the oldest ends.
  public var waitingCount = 200
  /// Requests that wait for their answers; further ones are refused.
  public var workingCount = 32
  /// Whether a connection may bring further requests, each within ``requestTime``.
  public var keepsConnections = false

  /// Bytes of a line in a body of chunks; a longer one is refused.
  static let chunkLineBytes = 4096

  /// The standard limits.
  public init() {}
}
