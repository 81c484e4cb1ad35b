import FlyingSocks
import Foundation

/// A client that sends any bytes to 127.0.0.1 and reads the answer.
final class RawClient {
  private let socket: Socket

  init(port: UInt16) throws {
    socket = try Socket(domain: AF_INET, type: .stream)
    try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
  }

  deinit { try? socket.close() }

  func send(_ text: String) throws {
    let data = Data(text.utf8)
    var sent = 0
    while sent < data.count { sent = try socket.write(data, from: sent) }
  }

  /// Reads until the server ends the connection, on a thread that may wait: the server's tasks need
  /// the others.
  func read() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [socket] in
        var bytes: [UInt8] = []
        while true {
          do { bytes += try socket.read(atMost: 4096) } catch { break }
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// Sends a request and returns the whole answer.
  static func ask(_ port: UInt16, _ request: String) async throws -> String {
    let client = try RawClient(port: port)
    try client.send(request)
    return await client.read()
  }
}
