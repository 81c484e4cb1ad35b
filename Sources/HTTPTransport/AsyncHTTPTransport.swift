import APICore
import CCurl
import Foundation
import Synchronization

/// Sends requests through libcurl.
///
/// It unpacks gzip and deflate, follows redirects by the rules of `Redirect`, and tells every
/// failure as a `TransportError` that names the host and nothing else of the request. A body that
/// was cut off or is damaged is a failure, never a shorter body. A request is sent once: to repeat
/// it is up to the caller.
///
/// One transport serves any number of clients at the same time. Connections are kept open between
/// requests and close when the transport is let go. Proxies are those of the environment, as curl
/// reads it; this machine is asked without one.
public final class AsyncHTTPTransport: Transport {
  private let gate = RequestGate()
  private let network: NetworkSettings
  private let loop = Mutex<CurlLoop?>(nil)

  /// Makes a transport; no connection is opened yet.
  public convenience init() {
    self.init(NetworkSettings(environment: ProcessInfo.processInfo.environment))
  }

  /// Makes a transport with other proxies, or another certificate to trust.
  init(_ network: NetworkSettings) { self.network = network }

  deinit { loop.withLock { $0 }?.stop() }

  /// Makes a new transport that of all clients made without one (`SharedTransport`).
  public static func useForSharedClients() {
    SharedTransport.install(AsyncHTTPTransport())
  }

  /// The versions of libcurl, such as `8.5.0`, and of its TLS library, such as `OpenSSL/3.0.19`.
  public static var libraries: (curl: String, tls: String) {
    var (curl, tls): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    rb_net_versions(&curl, &tls)
    return (curl.map { String(cString: $0) } ?? "", tls.map { String(cString: $0) } ?? "")
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
    guard gate.begin() else { throw .cancelled }
    defer { gate.end() }
    var request = request
    // Time that the program itself takes between two exchanges is not the servers'.
    var time = limits.totalTime
    for _ in 0...max(0, limits.redirects) {
      let (response, taken) = try await openLoop.answer(to: request, limits, within: time)
      time -= taken
      guard Redirect.statuses.contains(response.status) else { return response }
      request = try Redirect.next(after: response, to: request)
      try await limits.beforeRedirect(request)
    }
    throw .redirectRefused(
      host: request.host, reason: "more than \(limits.redirects) in a row")
  }

  /// Refuses new requests, waits for those under way and closes all connections.
  ///
  /// - Parameter grace: How long requests under way may take; then they are cut off.
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

  /// The loop, which the first request opens: libcurl costs nothing where nobody asks.
  private var openLoop: CurlLoop {
    loop.withLock { loop in
      let open = loop ?? CurlLoop(network)
      loop = open
      return open
    }
  }
}

extension HTTPRequest {
  /// The host, with the port where the URL has one.
  var host: String {
    let host = url.host() ?? "?"
    return url.port.map { "\(host):\($0)" } ?? host
  }
}
