import FlyingSocks
import Foundation
import Synchronization

/// An HTTP server on 127.0.0.1 for one user's browser: GET and HEAD, one request a connection.
///
///     let server = PageServer(token: token) { request in PageAnswer(html: "…") }
///     let url = try await server.start(port: 0)
///     await server.stop()
public final class PageServer: Sendable {
  private let token: String
  private let limits: PageLimits
  private let answer: @Sendable (PageRequest) async -> PageAnswer
  private let connections: OpenConnections
  private let running = Mutex<Task<Void, Never>?>(nil)

  /// Makes a server; does not start it.
  ///
  /// - Parameters:
  ///   - token: The first part of each path, which only the user knows.
  ///   - limits: The limits of requests.
  ///   - answer: Answers a request that has passed all checks.
  public init(
    token: String, limits: PageLimits = PageLimits(),
    answer: @escaping @Sendable (PageRequest) async -> PageAnswer
  ) {
    self.token = token
    self.limits = limits
    self.answer = answer
    connections = OpenConnections(limits)
  }

  /// Starts to listen.
  ///
  /// - Precondition: It is not started yet.
  /// - Parameter port: The port; 0 for any that is free.
  /// - Returns: The address of the first page, token included.
  /// - Throws: ``PageServerError`` if the port is in use or not allowed.
  public func start(port: UInt16) async throws(PageServerError) -> String {
    precondition(running.withLock { $0 == nil }, "a server is started once")
    let pool = HTTPSockets.pool()
    let (listener, bound) = try await HTTPSockets.listener(port: port, pool: pool)
    let check = RequestCheck(token: token, port: bound)
    let task = Task {
      await withTaskGroup { group in
        group.addTask { try? await pool.run() }
        group.addTask { await self.accept(listener, check) }
        // Either ends when the server is stopped; the other is cancelled with it.
        await group.next()
        group.cancelAll()
      }
      try? listener.close()
    }
    running.withLock { $0 = task }
    return "http://127.0.0.1:\(bound)/\(token)/"
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

  private func accept(_ listener: AsyncSocket, _ check: RequestCheck) async {
    while !Task.isCancelled {
      do {
        let socket = try await listener.accept()
        connections.open { id in await self.serve(socket, id, check) }
      } catch {
        // No descriptor is free, or the client has gone: the next one may fare better.
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private func serve(_ socket: AsyncSocket, _ id: Int, _ check: RequestCheck) async {
    defer { try? socket.close() }
    var isHead = false
    let reply: PageAnswer
    do throws(PageAnswer) {
      guard let head = try await RequestHead.read(from: socket, limits) else { return }
      isHead = head.method == "HEAD"
      let request = try check.request(head)
      guard connections.works(id) else {
        throw PageAnswer(refusal: 503, "too many questions at once")
      }
      reply = await answer(request)
    } catch {
      reply = error
    }
    connections.writes(id)
    guard (try? await socket.write(reply.data(isHead: isHead))) != nil else { return }
    await HTTPSockets.finish(socket)
  }
}

/// The limits of a server's requests.
public struct PageLimits: Sendable {
  /// Bytes of a request's target: path and question.
  public var targetBytes = 32 << 10
  /// Bytes of a request's head, target included.
  public var headBytes = 48 << 10
  /// Time for a whole head.
  public var headTime = Duration.seconds(10)
  /// Time for the client to take an answer.
  public var writeTime = Duration.seconds(60)
  /// Connections that have not sent a whole head; beyond them the oldest ends.
  public var waitingCount = 200
  /// Requests that wait for their answers; further ones are refused.
  public var workingCount = 32

  /// The standard limits.
  public init() {}
}

/// An error that prevents the start of a server.
public enum PageServerError: Error, Equatable, Sendable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system refuses the port; `reason` is its own.
  case cannotListen(port: Int, reason: String)
}

extension PageServerError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port): found another program that listens there; expected a free port "
        + "(leave it out to have one chosen)"
    case .cannotListen(let port, let reason): "port \(port): cannot be listened on (\(reason))"
    }
  }
}
