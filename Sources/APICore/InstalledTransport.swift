/// The transport that the program has installed by the time a request is sent.
public struct InstalledTransport: Transport {
  /// Makes the transport; which one it is, is asked for each request.
  public init() {}

  /// Sends a request by ``SharedTransport/current``.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: What the exchange may take.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``TransportError``; `unreachable` where no transport is installed.
  public func send(
    _ request: HTTPRequest, limits: TransferLimits
  ) async throws(TransportError) -> HTTPResponse {
    guard let transport = SharedTransport.current else {
      throw .unreachable(
        host: request.url.host() ?? "?",
        reason: "no transport; expected AsyncHTTPTransport.useForSharedClients() at the start")
    }
    return try await transport.send(request, limits: limits)
  }
}
