import Foundation
import Synchronization

/// An HTTP server on a free loopback port that answers with exactly the given bytes.
///
/// Each connection has its own thread. All requests are kept with their times of arrival.
public final class ScriptedServer: Sendable {
  private struct State {
    var requests: [ScriptedRequest] = []
    var open: [Int32: LoopbackSocket] = [:]
    var connectionCount = 0
    var isStopped = false
  }

  /// The server's port.
  public let port: Int
  private let listener: LoopbackSocket
  private let answer: @Sendable (ScriptedRequest) -> ScriptedAnswer
  private let state = Mutex(State())

  /// Starts a server.
  ///
  /// - Parameter answer: Returns the reaction to a request; called on the connection's thread.
  /// - Throws: If there is no free port.
  public init(answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer) throws {
    listener = try LoopbackSocket()
    port = listener.port
    self.answer = answer
    // The threads know the server weakly: it stops when the test lets it go.
    Thread.detachNewThread { [listener, weak self] in
      while let connection = listener.accepted() {
        guard let self, self.opens(connection) else { return connection.close() }
        Thread.detachNewThread { [weak self] in Self.serve(connection, of: { self }) }
      }
      listener.close()
    }
  }

  /// Starts a server that gives answers in order, then repeats the last one.
  ///
  /// - Parameter answers: At least one answer.
  /// - Throws: When there is no free port.
  public convenience init(_ answers: [ScriptedAnswer]) throws {
    try self.init { answers[min($0.index, answers.count - 1)] }
  }

  deinit { stop() }

  /// The server's URL by number.
  public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }

  /// The server's URL by another name of the same machine.
  public var otherURL: URL { URL(string: "http://localhost:\(port)")! }

  /// The requests so far, in order of arrival.
  public var requests: [ScriptedRequest] { state.withLock { $0.requests } }

  /// The number of connections so far.
  public var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// Closes the port and all connections.
  public func stop() {
    let open = state.withLock { state in
      let open = state.isStopped ? [] : [listener] + state.open.values
      state.isStopped = true
      return open
    }
    for socket in open { socket.shut() }
  }

  // MARK: - Implementation

  private func opens(_ connection: LoopbackSocket) -> Bool {
    state.withLock { state in
      if !state.isStopped { state.open[connection.descriptor] = connection }
      state.connectionCount += 1
      return !state.isStopped
    }
  }

  private func forget(_ connection: LoopbackSocket) {
    state.withLock { _ = $0.open.removeValue(forKey: connection.descriptor) }
  }

  private static func serve(_ connection: LoopbackSocket, of server: () -> ScriptedServer?) {
    var reader = ScriptedRequestReader(connection)
    var isReset = false
    serving: while let head = reader.next(), let owner = server() {
      let request = owner.state.withLock { state in
        let request = head.arrived(as: state.requests.count)
        state.requests.append(request)
        return request
      }
      for step in owner.answer(request).steps {
        switch step {
        case .send(let bytes): if !connection.write(bytes) { break serving }
        case .pause(let time):
          Thread.sleep(forTimeInterval: time / .seconds(1))
        case .close: break serving
        case .reset:
          isReset = true
          break serving
        }
      }
    }
    server()?.forget(connection)
    if isReset { connection.reset() } else { connection.close() }
  }
}
