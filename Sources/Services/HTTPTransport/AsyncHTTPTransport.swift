import APICore
import CCurl
import Foundation
import Synchronization

/// Sends requests through libcurl.
///
/// It decompresses gzip and deflate, follows redirects by the rules of `Redirect`, and reports
/// every failure as a `TransportError` that names the host and nothing else of the request. A
/// truncated or damaged body is a failure, never a shorter body. A request is sent once; the caller
/// retries.
///
/// One transport serves any number of clients at the same time. Connections are kept open between
/// requests and close with the transport. Proxies come from the environment, as in curl; this
/// machine is reached directly.
public final class AsyncHTTPTransport: Transport {
  private let gate = RequestGate()
  private let network: NetworkSettings
  private let loop = Mutex<CurlLoop?>(nil)

  /// Makes a transport; opens no connection.
  public convenience init() {
    self.init(NetworkSettings(environment: ProcessInfo.processInfo.environment))
  }

  /// Makes a transport with other proxies, or another trusted certificate.
  init(_ network: NetworkSettings) { self.network = network }

  deinit { loop.withLock { $0 }?.stop() }

  /// Installs a new transport for all clients made without one (`SharedTransport`).
  public static func useForSharedClients() {
    SharedTransport.install(AsyncHTTPTransport())
  }

  /// The versions of libcurl, such as `8.5.0`, and of its TLS library, such as `OpenSSL/3.0.19`.
  public static var libraries: (curl: String, tls: String) {
    // Safety: libcurl returns C strings in static storage.
    var (curl, tls): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    rb_net_versions(&curl, &tls)
    return (curl.map { String(cString: $0) } ?? "", tls.map { String(cString: $0) } ?? "")
  }

  /// Sends a request and follows its redirects.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: The limits of the exchange, redirects included.
  /// - Returns: The answer, of any status, with its body decompressed.
  /// - Throws: `TransportError` if there is no complete answer.
  public func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
    -> HTTPResponse
  {
    guard gate.begin() else { throw .cancelled }
    defer { gate.end() }
    var request = request
    // Time spent in this program between two exchanges does not count against the servers.
    var time = limits.totalTime
    for _ in 0...max(0, limits.redirects) {
      let (response, taken) = try await openLoop.answer(to: request, limits, within: time)
      time -= taken
      guard Redirect.statuses.contains(response.status) else { return response }
      let method = request.method
      request = try Redirect.next(after: response, to: request)
      guard limits.redirects > 0 else {
        throw .redirectRefused(
          host: request.host, reason: "this \(method.rawValue) follows no redirect")
      }
      try await limits.beforeRedirect(request)
    }
    throw .redirectRefused(
      host: request.host, reason: "more than \(limits.redirects) in a row")
  }

  /// Sends a request once and hands its answer's body over while it arrives.
  ///
  /// No redirect is followed. The size limit holds for the whole body.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: The limits of the exchange.
  ///   - receive: Takes the pieces, in order, on the transport's thread, and returns whether it
  ///     wants more; it must not wait.
  /// - Returns: The answer, of any status, without its body, with the trailer fields.
  /// - Throws: `TransportError` if there is no complete answer.
  public func stream(
    _ request: HTTPRequest, limits: TransferLimits, _ receive: @escaping @Sendable (Data) -> Bool
  ) async throws(TransportError) -> HTTPResponse {
    guard gate.begin() else { throw .cancelled }
    defer { gate.end() }
    return try await openLoop.answer(
      to: request, limits, within: limits.totalTime, receive: receive
    ).response
  }

  /// Refuses new requests, waits for running ones and closes all connections.
  ///
  /// - Parameter grace: The time for running requests; afterwards they are cut off.
  public func shutdown(grace: Duration = .seconds(5)) async {
    guard gate.shut() else { return }
    let timer = Task {
      try? await Task.sleep(for: grace)
      loop.withLock { $0 }?.stop()
    }
    await gate.allEnded()
    timer.cancel()
    await timer.value
  }

  // MARK: - Implementation

  /// The loop, opened by the first request: without requests libcurl costs nothing.
  private var openLoop: CurlLoop {
    loop.withLock { loop in
      let open = loop ?? CurlLoop(network)
      loop = open
      return open
    }
  }
}

extension HTTPRequest {
  /// The host, with the port if the URL has one.
  var host: String {
    let host = url.host() ?? "?"
    return url.port.map { "\(host):\($0)" } ?? host
  }
}
