/// Carries one request to a server and its answer back, once.
///
/// Waiting, repeating and caching are ``APIConnection``'s. A transport unpacks gzip and deflate,
/// holds the limits, drops credentials when a redirect leaves the host, asks
/// ``TransferLimits/beforeRedirect`` before it follows one, and never returns part of a body as if it
/// were whole.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: What the exchange may take.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``TransportError`` when there is no whole answer.
  func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
    -> HTTPResponse
}

/// What one exchange with a server may take.
public struct TransferLimits: Sendable {
  /// Time to the end of the connection's set-up.
  public var connectTime: Duration
  /// Time to the answer's first byte, redirect by redirect.
  public var firstByteTime: Duration
  /// Time to the answer's last byte.
  public var totalTime: Duration
  /// Size of the unpacked body, in bytes.
  public var bodyBytes: Int
  /// Redirects that are followed.
  public var redirects: Int
  /// Waits until a redirect may be followed, for it is one more request; given that request.
  public var beforeRedirect: @Sendable (HTTPRequest) async throws(TransportError) -> Void = { _ in }

  /// Sets limits.
  public init(
    connectTime: Duration = .seconds(10), firstByteTime: Duration = .seconds(60),
    totalTime: Duration = .seconds(60), bodyBytes: Int = 64 << 20, redirects: Int = 5
  ) {
    self.connectTime = connectTime
    self.firstByteTime = firstByteTime
    self.totalTime = totalTime
    self.bodyBytes = bodyBytes
    self.redirects = redirects
  }
}
