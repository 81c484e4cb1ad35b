import FlyingFox
import FlyingSocks
import Foundation

/// Sends what is written at once.
///
/// FlyingFox writes an answer's header and body one after the other. By default the system keeps
/// the second back until the client has confirmed the first, which takes clients some 40 ms.
struct PromptSockets: AsyncSocketPool {
  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

  func prepare() async throws(SocketError) {
    do { try await pool.prepare() } catch { throw Self.socketError(error) }
  }

  func run() async throws(SocketError) {
    do { try await pool.run() } catch { throw Self.socketError(error) }
  }

  /// Waits, as the listening socket does for each client; accepted sockets inherit its options.
  func suspendSocket(
    _ socket: Socket, untilReadyFor events: Socket.Events
  ) async throws(SocketError) {
    do {
      try socket.setValue(
        true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: Int32(TCP_NODELAY)))
      try await pool.suspendSocket(socket, untilReadyFor: events)
    } catch {
      throw Self.socketError(error)
    }
  }

  /// What is no error of a socket is the end of the server: its task was cancelled.
  private static func socketError(_ error: any Error) -> SocketError {
    error as? SocketError ?? .disconnected
  }
}
