import FlyingSocks
import Foundation

/// The sockets of a server on this machine.
enum LoopbackSockets {
  /// A pool that waits for sockets.
  static func pool() -> some AsyncSocketPool { SocketPool.make() }

  /// Listens on 127.0.0.1 alone.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - pool: The pool, which is prepared here.
  /// - Returns: The socket and its port.
  /// - Throws: ``LoopbackError`` if the port is in use or not allowed.
  static func listener(
    port: UInt16, pool: some AsyncSocketPool
  ) async throws(LoopbackError) -> (socket: AsyncSocket, port: UInt16) {
    var made: Socket?
    do {
      try await pool.prepare()
      let socket = try Socket(domain: AF_INET, type: .stream)
      made = socket
      try socket.setValue(true, for: .localAddressReuse)
      // Accepted sockets inherit this option: the last part of an answer is sent at once.
      try socket.setValue(
        true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: Int32(TCP_NODELAY)))
      try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
      guard case .ip4(_, let bound) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
      }
      return (try AsyncSocket(socket: socket, pool: pool), bound)
    } catch {
      try? made?.close()
      guard case SocketError.failed(_, let code, let message) = error else {
        throw .cannotListen(port: Int(port), reason: error.localizedDescription)
      }
      throw code == EADDRINUSE
        ? .portInUse(Int(port)) : .cannotListen(port: Int(port), reason: message)
    }
  }

  /// Ends an answer: without this, a client that still sends may lose what it has not read yet.
  static func finish(_ socket: AsyncSocket) async {
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    for _ in 0..<64 {
      guard (try? await socket.read(atMost: 4096)) != nil else { return }
    }
  }
}
