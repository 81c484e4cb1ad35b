import FlyingFox
import FlyingSocks
import Foundation

/// Sends written data at once.
///
/// FlyingFox writes an answer's header and body separately. By default the system holds back the
/// second until the client has acknowledged the first, which takes some 40 ms.
struct PromptSockets: AsyncSocketPool {
  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

  func prepare() async throws(SocketError) {
    do { try await pool.prepare() } catch { throw Self.socketError(error) }
  }

  func run() async throws(SocketError) {
    do { try await pool.run() } catch { throw Self.socketError(error) }
  }

  /// Waits until a socket is ready.
  ///
  /// The listening socket passes here for each client, and accepted sockets inherit its options.
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

  /// Converts an error; any other error means that the server's task was cancelled.
  private static func socketError(_ error: any Error) -> SocketError {
    error as? SocketError ?? .disconnected
  }
}
