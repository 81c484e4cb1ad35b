import Foundation

/// A connected or listening TCP socket of 127.0.0.1.
struct LoopbackSocket: Sendable {
  /// The reason why no socket could be opened.
  struct Failure: Error { let code: Int32 }

  let descriptor: Int32

  /// Makes a connection that was accepted.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a socket on a free port.
  ///
  /// - Parameter listens: Whether it accepts connections; otherwise it refuses them.
  /// - Throws: ``Failure`` if there is none.
  init(listens: Bool = true) throws(Failure) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeBytes(of: &address) {
      bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, size)
    }
    guard descriptor >= 0, bound == 0,
      !listens || listen(descriptor, 128) == 0
    else {
      throw Failure(code: errno)
    }
  }

  /// The port.
  var port: Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &address) {
      getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, &size)
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Waits for a connection; nil when the socket was shut.
  func accepted() -> LoopbackSocket? {
    let connection = accept(descriptor, nil, nil)
    return connection < 0 ? nil : LoopbackSocket(descriptor: connection)
  }

  /// Reads the available bytes; empty at the end.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : []
  }

  /// Sends all bytes; returns false when the other side is gone.
  func write(_ bytes: [UInt8]) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress!, $0.count, flags)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Ends both directions, so that pending reads and accepts return.
  func shut() { _ = shutdown(descriptor, Int32(2)) }

  /// Closes the socket.
  func close() { _ = Foundation.close(descriptor) }

  /// Closes the socket with RST.
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close()
  }
}
