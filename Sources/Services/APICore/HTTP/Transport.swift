/// Carries one request to a server, and its answer back, once.
///
/// ``APIConnection`` waits, retries and caches. A transport decompresses gzip and deflate, enforces
/// the limits, drops credentials when a redirect leaves the host, calls
/// ``TransferLimits/beforeRedirect`` before it follows one, and never returns part of a body as if
/// it were complete.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: The limits of the exchange.
  /// - Returns: The answer, of any status.
  /// - Throws: ``TransportError`` when there is no whole answer.
  func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
    -> HTTPResponse
}

/// The limits of one exchange with a server.
public struct TransferLimits: Sendable {
  /// The maximum time to connect.
  public var connectTime = Limits.connectTime
  /// The maximum time to the answer's first byte, for each redirect.
  public var firstByteTime = Limits.firstByteTime
  /// The maximum time to the answer's last byte.
  public var totalTime = Limits.totalTime
  /// The maximum size of the decompressed body, in bytes.
  public var bodyBytes = Limits.bodyBytes
  /// The maximum number of redirects.
  public var redirects = Limits.redirects
  /// Waits until a redirect may be followed, because it is one more request; receives that request.
  public var beforeRedirect: @Sendable (HTTPRequest) async throws(TransportError) -> Void = { _ in }

  /// Sets limits; nil is the usual one.
  public init(
    connectTime: Duration? = nil, firstByteTime: Duration? = nil, totalTime: Duration? = nil,
    bodyBytes: Int? = nil, redirects: Int? = nil
  ) {
    if let connectTime { self.connectTime = connectTime }
    if let firstByteTime { self.firstByteTime = firstByteTime }
    if let totalTime { self.totalTime = totalTime }
    if let bodyBytes { self.bodyBytes = bodyBytes }
    if let redirects { self.redirects = redirects }
  }
}
