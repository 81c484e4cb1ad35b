import APISandbox
import Foundation

/// Sends a request over a bare socket and reads until the connection ends.
struct PlainSocket {
  /// All bytes of the answer.
  let all: Data

  /// The part after the header.
  var body: Data { all.range(of: Data("\r\n\r\n".utf8)).map { all[$0.upperBound...] } ?? Data() }

  /// The announced size of the body.
  var announced: Int? {
    String(decoding: all, as: UTF8.self).firstMatch(of: /Content-Length: (\d+)/).flatMap {
      Int($0.1)
    }
  }

  /// The error of a failed connection.
  struct Failure: Error { let code: Int32 }

  /// Sends a request with the standard key, on its own thread: it blocks while the server works.
  static func get(_ path: String, from url: URL, headers: [String] = []) async throws -> PlainSocket
  {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try exchange(path, url, headers) })
      }
    }
  }

  private static func exchange(_ path: String, _ url: URL, _ headers: [String]) throws
    -> PlainSocket
  {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure(code: errno) }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(url.port!).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(code: errno) }
    let lines =
      ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(url.port!)", "Connection: close"]
      + ["X-RapidAPI-Key: \(RacingSettings.standardKey)"] + headers + ["", ""]
    let request = Array(lines.joined(separator: "\r\n").utf8)
    guard write(socket, request, request.count) == request.count else {
      throw Failure(code: errno)
    }
    var all = Data()
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(socket, &chunk, chunk.count), count > 0 {
      all += chunk.prefix(count)
    }
    return PlainSocket(all: all)
  }
}
