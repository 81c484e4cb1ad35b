import Foundation

/// A client that sends any bytes to 127.0.0.1 and reads the answer.
public final class RawClient: Sendable {
  /// The error of a failed call.
  public struct Failure: Error {
    /// The system's number.
    public let code: Int32
  }

  private let socket: Int32

  /// Connects to a port.
  public init(port: UInt16) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure(code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(code: errno) }
  }

  deinit { close(socket) }

  /// Sends all bytes of a text.
  public func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(code: errno) }
      sent += count
    }
  }

  /// Reads until the server ends the connection, on a thread that may wait: the server's tasks need
  /// the others.
  ///
  /// - Parameter end: A text behind which it reads no further.
  /// - Returns: What was read.
  public func read(upTo end: String? = nil) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = Foundation.read(socket, &chunk, chunk.count), count > 0 {
          bytes += chunk.prefix(count)
          if let end, String(decoding: bytes, as: UTF8.self).hasSuffix(end) { break }
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// Sends a request and returns the whole answer.
  public static func ask(_ port: UInt16, _ request: String) async throws -> String {
    let client = try RawClient(port: port)
    try client.send(request)
    return await client.read()
  }
}
