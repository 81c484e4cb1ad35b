/// The transport that is installed in the program at the time of a request.
public struct InstalledTransport: Transport {
  /// Makes the transport.
  public init() {}

  /// Sends a request by ``SharedTransport/current``.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: The limits of the exchange.
  /// - Returns: The answer, of any status.
  /// - Throws: ``TransportError``; `unreachable` if no transport is installed.
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
