import APICore

/// The transport that the program has installed by the time a request is sent.
struct InstalledTransport: Transport {
  func send(
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
