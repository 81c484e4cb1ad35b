import FlyingSocks
import Foundation
import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that no other site's page can use.
///
///     let server = LoopbackServer { request in WireAnswer(200, body: request.body) }
///     let port = try await server.start(port: 0)
///     await server.stop()
public final class LoopbackServer: Sendable {
  private let limits: LoopbackLimits
  private let admit: @Sendable (RequestHead) throws(WireAnswer) -> Void
  private let answer: @Sendable (LoopbackRequest) async -> WireAnswer
  private let connections: OpenConnections
  private let running = Mutex<Task<Void, Never>?>(nil)

  /// Makes a server; does not start it.
  ///
  /// - Parameters:
  ///   - limits: The limits of requests.
  ///   - admit: Refuses a request by its head, before a body is read.
  ///   - answer: Answers a request whose host and origin are this server's.
  public init(
    limits: LoopbackLimits = LoopbackLimits(),
    admit: @escaping @Sendable (RequestHead) throws(WireAnswer) -> Void = { _ in },
    answer: @escaping @Sendable (LoopbackRequest) async -> WireAnswer
  ) {
    self.limits = limits
    self.admit = admit
    self.answer = answer
    connections = OpenConnections(limits)
  }

  /// Starts to listen.
  ///
  /// - Precondition: It is not started yet.
  /// - Parameter port: The port; 0 for any that is free.
  /// - Returns: The port.
  /// - Throws: ``LoopbackError`` if the port is in use or not allowed.
  public func start(port: UInt16) async throws(LoopbackError) -> UInt16 {
    precondition(running.withLock { $0 == nil }, "a server is started once")
    let pool = LoopbackSockets.pool()
    let (listener, bound) = try await LoopbackSockets.listener(port: port, pool: pool)
    let task = Task {
      await withTaskGroup { group in
        group.addTask { try? await pool.run() }
        group.addTask { await self.accept(listener, pool, RequestSource(port: bound)) }
        // Either ends when the server is stopped; the other is cancelled with it.
        await group.next()
        group.cancelAll()
      }
      try? listener.close()
    }
    running.withLock { $0 = task }
    return bound
  }

  /// Stops listening and ends all connections.
  public func stop() async {
    guard let task = running.withLock({ $0 }) else { return }
    task.cancel()
    connections.endAll()
    await task.value
  }

  /// Waits until the server has been stopped.
  public func waitUntilStopped() async { await running.withLock { $0 }?.value }

  // MARK: - Implementation

  private func accept(
    _ listener: AsyncSocket, _ pool: any AsyncSocketPool, _ source: RequestSource
  ) async {
    while !Task.isCancelled {
      do {
        let socket = try await listener.accept()
        let reader = RequestReader(socket, in: pool, limits)
        connections.open { id in await self.serve(socket, reader, id, source) }
      } catch {
        // No descriptor is free, or the client has gone: the next connection may succeed.
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Answers a connection's requests, one after another.
  private func serve(
    _ socket: AsyncSocket, _ reader: RequestReader, _ id: Int, _ source: RequestSource
  ) async {
    defer { try? socket.close() }
    var reader = reader
    while true {
      var isHead = false
      var isKept = false
      let reply: WireAnswer
      do throws(WireAnswer) {
        guard let head = try await reader.head() else { return }
        isHead = head.method == "HEAD"
        try source.check(head)
        try admit(head)
        guard let body = try await reader.body(of: head) else { return }
        guard connections.works(id) else {
          throw WireAnswer(refusal: 503, "too many requests at once")
        }
        isKept = limits.keepsConnections && head.keepsConnection
        reply = await answer(LoopbackRequest(head: head, body: body))
      } catch {
        reply = error
      }
      guard reply.delivery != .dropped else { return }
      isKept = isKept && reply.delivery == .whole
      connections.writes(id)
      guard (try? await socket.write(reply.data(isHead: isHead, isKept: isKept))) != nil else {
        return
      }
      guard isKept else {
        if reply.delivery == .whole { await LoopbackSockets.finish(socket) }
        return
      }
      guard connections.waits(id) else { return }
    }
  }
}

/// A request that has passed the checks of host and origin.
public struct LoopbackRequest: Sendable {
  /// Method, target and fields.
  public let head: RequestHead
  /// The body, its chunks joined.
  public let body: Data
}

/// An error that prevents the start of a server.
public enum LoopbackError: Error, Equatable, Sendable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system refuses the port; `reason` is the system's.
  case cannotListen(port: Int, reason: String)
}

extension LoopbackError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port): found another program that listens there; expected a free port "
        + "(without one, the system chooses)"
    case .cannotListen(let port, let reason): "port \(port): cannot listen (\(reason))"
    }
  }
}

/// The checks that a request comes from this machine, and from no other site's page.
///
/// A browser sends the requests of any site's pages to 127.0.0.1.
struct RequestSource: Sendable {
  private let hosts: [String]

  /// Checks the requests of the server on a port.
  init(port: UInt16) { hosts = ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Checks a request.
  ///
  /// - Parameter head: Its head.
  /// - Throws: The refusal.
  func check(_ head: RequestHead) throws(WireAnswer) {
    // Another site's host name that resolves to 127.0.0.1 arrives here as that name.
    guard let host = head.field("host"), hosts.contains(host.lowercased()) else {
      throw WireAnswer(refusal: 403, "the host is not this server")
    }
    if let origin = head.field("origin"), origin.lowercased() != "http://" + host.lowercased() {
      throw WireAnswer(refusal: 403, "the request comes from another site")
    }
    // Another site's page may link to a page here, but not send it a form.
    let site = head.field("sec-fetch-site") ?? "none"
    let isLink =
      head.field("sec-fetch-mode") == "navigate" && ["GET", "HEAD"].contains(head.method)
    guard ["none", "same-origin"].contains(site) || isLink else {
      throw WireAnswer(refusal: 403, "the request comes from another site")
    }
  }
}
