import APICore
import Foundation

/// Sends requests through async-http-client.
///
/// It unpacks gzip and deflate, follows redirects by the rules of `Redirect`, and tells every
/// failure as a `TransportError` that names the host and nothing else of the request. A body that
/// was cut off or is damaged is a failure, never a shorter body.
///
/// One transport serves any number of clients at the same time. Connections are kept open between
/// requests and close when the transport is let go.
public final class AsyncHTTPTransport: Transport {
  private let clients = HTTPClients()

  /// Makes a transport; no connection is opened yet.
  public init() {}

  /// Makes a new transport that of all clients made without one (`SharedTransport`).
  public static func useForSharedClients() {
    SharedTransport.install(AsyncHTTPTransport())
  }

  /// Sends a request and follows its redirects.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: What the exchange may take, redirects included.
  /// - Returns: The answer, whatever its status, its body unpacked.
  /// - Throws: `TransportError` when there is no whole answer.
  public func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
    -> HTTPResponse
  {
    let ended = await withTaskGroup(of: Result<HTTPResponse, TransportError>?.self) { group in
      group.addTask { await self.followed(request, limits) }
      group.addTask {
        try? await Task.sleep(for: limits.totalTime)
        return nil
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? nil
    }
    if let ended { return try ended.get() }
    if Task.isCancelled { throw .cancelled }
    throw .timedOut(host: request.host, after: limits.totalTime)
  }

  /// Refuses new requests, waits for those under way and closes all connections.
  ///
  /// - Parameter grace: How long requests under way may take; then they are cut off.
  public func shutdown(grace: Duration = .seconds(5)) async {
    await clients.shutdown(grace: grace)
  }

  // MARK: - Implementation

  private func followed(
    _ request: HTTPRequest, _ limits: TransferLimits
  ) async -> Result<HTTPResponse, TransportError> {
    guard let client = clients.begin(connectTime: limits.connectTime) else {
      return .failure(.cancelled)
    }
    defer { clients.end() }
    var request = request
    do throws(TransportError) {
      for _ in 0...max(0, limits.redirects) {
        let response = try await Exchange(request, limits).run(on: client)
        guard Redirect.statuses.contains(response.status) else { return .success(response) }
        request = try Redirect.next(after: response, to: request)
      }
    } catch {
      return .failure(error)
    }
    return .failure(
      .redirectRefused(host: request.host, reason: "more than \(limits.redirects) in a row"))
  }
}

extension HTTPRequest {
  /// The host, with the port where the URL has one.
  var host: String {
    let host = url.host() ?? "?"
    return url.port.map { "\(host):\($0)" } ?? host
  }
}
