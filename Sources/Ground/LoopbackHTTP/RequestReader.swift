import FlyingSocks
import Foundation

/// Reads a connection's requests within limits.
struct RequestReader {
  private let socket: AsyncSocket
  private let pool: any AsyncSocketPool
  private let limits: LoopbackLimits
  /// Received bytes that are not used yet.
  private var bytes: [UInt8] = []
  private var isFirst = true

  init(_ socket: AsyncSocket, in pool: any AsyncSocketPool, _ limits: LoopbackLimits) {
    self.socket = socket
    self.pool = pool
    self.limits = limits
  }

  /// Reads the next head.
  ///
  /// - Returns: The head; nil if the client has gone, or sends no further request.
  /// - Throws: The refusal.
  mutating func head() async throws(WireAnswer) -> RequestHead? {
    var searched = 0
    while true {
      if let end = Self.headEnd(in: bytes, from: max(0, searched - 3)) {
        let head = try RequestHead(Array(bytes[..<end]), limits)
        bytes.removeFirst(end + 4)
        isFirst = false
        return head
      }
      guard bytes.count <= limits.headBytes else {
        throw WireAnswer(refusal: 431, "the head is longer than \(limits.headBytes) bytes")
      }
      searched = bytes.count
      guard try await fill(isIdle: !isFirst && bytes.isEmpty) else { return nil }
    }
  }

  /// Reads the body of a request.
  ///
  /// - Parameter head: Its head.
  /// - Returns: The body; nil if the client has gone.
  /// - Throws: The refusal.
  mutating func body(of head: RequestHead) async throws(WireAnswer) -> Data? {
    let framing = try head.framing(limits)
    if framing != .length(0), bytes.isEmpty, head.field("expect")?.lowercased() == "100-continue" {
      guard (try? await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))) != nil else {
        return nil
      }
    }
    switch framing {
    case .length(let count): return try await take(count).map { Data($0) }
    case .chunked: return try await chunks()
    }
  }

  // MARK: - Implementation

  /// Reads the chunks of a body, and the fields after them, which are ignored.
  private mutating func chunks() async throws(WireAnswer) -> Data? {
    var body = Data()
    while let line = try await line() {
      guard let size = RequestHead.chunkSize(line) else {
        throw WireAnswer(refusal: 400, "a chunk does not begin with its size")
      }
      guard size <= limits.bodyBytes - body.count else { throw tooLong }
      guard size > 0 else {
        var fieldBytes = 0
        while let field = try await self.line() {
          if field.isEmpty { return body }
          fieldBytes += field.count
          guard fieldBytes <= limits.headBytes else {
            throw WireAnswer(refusal: 431, "the fields after the body are too long")
          }
        }
        return nil
      }
      guard let chunk = try await take(size), let end = try await self.line() else { return nil }
      guard end.isEmpty else {
        throw WireAnswer(refusal: 400, "a chunk is longer than its size")
      }
      body += chunk
    }
    return nil
  }

  /// Takes a line, which ends in a line feed.
  private mutating func line() async throws(WireAnswer) -> [UInt8]? {
    let limit = LoopbackLimits.chunkLineBytes
    while true {
      if let end = bytes.prefix(limit).firstIndex(of: UInt8(ascii: "\n")) {
        let line = bytes[..<end]
        bytes.removeFirst(end + 1)
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      guard bytes.count < limit else {
        throw WireAnswer(refusal: 400, "a line of the body is longer than \(limit) bytes")
      }
      guard try await fill() else { return nil }
    }
  }

  private mutating func take(_ count: Int) async throws(WireAnswer) -> [UInt8]? {
    while bytes.count < count {
      guard try await fill() else { return nil }
    }
    let taken = Array(bytes[..<count])
    bytes.removeFirst(count)
    return taken
  }

  private var tooLong: WireAnswer {
    WireAnswer(refusal: 413, "the body is longer than \(limits.bodyBytes) bytes")
  }

  /// Waits for bytes, and takes what has arrived; false if the client has gone.
  ///
  /// The end is no fault before a request has begun.
  private mutating func fill(isIdle: Bool = false) async throws(WireAnswer) -> Bool {
    do {
      while true {
        try Task.checkCancellation()
        do {
          // The socket's own `read(atMost:)` takes 4 KiB at most, which makes uploads slow.
          bytes += try socket.socket.read(atMost: 64 << 10)
          return true
        } catch SocketError.blocked {
          try await pool.suspendSocket(socket.socket, untilReadyFor: .read)
        }
      }
    } catch is CancellationError {
      if isIdle { return false }
      throw WireAnswer(
        refusal: 408, "the request did not arrive in time, or newer ones needed its place")
    } catch {
      return false
    }
  }

  /// The place of the empty line that ends a head.
  private static func headEnd(in bytes: [UInt8], from first: Int) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4 else { return nil }
    return (first...max(first, bytes.count - 4)).first {
      $0 + 4 <= bytes.count && bytes[$0..<($0 + 4)].elementsEqual(mark)
    }
  }
}
