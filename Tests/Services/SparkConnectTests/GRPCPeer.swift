@testable import FeedContract
import Foundation
import SparkConnect
import Synchronization
import Testing

@testable import SparkConnect

/// A gRPC server on loopback that answers calls in order, without knowing their names.
///
/// It speaks as much HTTP/2 as that needs (RFC 9113): no header block is decoded, and its own are
/// literals of HPACK.
final class GRPCPeer: Sendable {
  /// The answer to a call.
  struct Answer: Sendable {
    /// The messages, in order.
    var messages: [Data] = []
    /// Fields behind them; nil to end the connection instead.
    var status: [(name: String, value: String)]? = [("grpc-status", "0")]
    /// Whether the connection stays open without an end.
    var isSilent = false
    /// The HTTP status.
    var isForbidden = false
  }

  private struct State {
    var calls: [Data] = []
    var answers: [Answer]
    var open: [LoopbackSocket] = []
  }

  private let listener: LoopbackSocket
  private let state: Mutex<State>
  /// The server's port.
  let port: Int

  /// Starts a server; after its last answer it gives an empty one to each call.
  init(_ answers: [Answer]) throws {
    listener = try LoopbackSocket()
    port = listener.port
    state = Mutex(State(answers: answers))
    Thread.detachNewThread { [listener, weak self] in
      while let connection = listener.accepted() {
        self?.state.withLock { $0.open.append(connection) }
        Thread.detachNewThread { [weak self] in self?.serve(connection) }
      }
      listener.close()
    }
  }

  deinit {
    listener.shut()
    for connection in state.withLock({ $0.open }) { connection.shut() }
  }

  /// The server's address.
  var address: SparkAddress {
    get throws { try SparkAddress("sc://127.0.0.1:\(port)") }
  }

  /// The requests so far, without their frames.
  var calls: [Data] { state.withLock { $0.calls } }

  // MARK: - Implementation

  private enum Frame {
    static let (data, headers, settings, ping): (UInt8, UInt8, UInt8, UInt8) =
      (0, 1, 4, 6)
    static let (end, endHeaders, acknowledged): (UInt8, UInt8, UInt8) = (1, 4, 1)
  }

  private func serve(_ connection: LoopbackSocket) {
    var bytes: [UInt8] = []
    /// Reads so many bytes; nil at the end.
    func take(_ count: Int) -> [UInt8]? {
      while bytes.count < count {
        let more = connection.read()
        guard !more.isEmpty else { return nil }
        bytes += more
      }
      defer { bytes.removeFirst(count) }
      return Array(bytes.prefix(count))
    }
    var bodies: [UInt32: Data] = [:]
    // The client's opening words.
    guard take(24) != nil, connection.write(Self.frame(Frame.settings, 0, 0, [])) else { return }
    while let head = take(9) {
      let length = head.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let stream = head.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
      guard let content = take(length) else { break }
      switch (head[3], head[4]) {
      case (Frame.settings, let flags) where flags & Frame.acknowledged == 0:
        guard connection.write(Self.frame(Frame.settings, Frame.acknowledged, 0, [])) else {
          return
        }
      case (Frame.ping, let flags) where flags & Frame.acknowledged == 0:
        guard connection.write(Self.frame(Frame.ping, Frame.acknowledged, 0, content)) else {
          return
        }
      case (Frame.data, let flags):
        bodies[stream, default: Data()] += content
        guard flags & Frame.end != 0, let body = bodies[stream] else { continue }
        guard reply(to: body, on: stream, connection) else { return connection.shut() }
      default: continue
      }
    }
    connection.shut()
  }

  /// Answers a call; returns false to end the connection.
  private func reply(to body: Data, on stream: UInt32, _ connection: LoopbackSocket) -> Bool {
    let answer = state.withLock { state in
      state.calls.append(Data(body.dropFirst(5)))
      return state.answers.isEmpty ? Answer(messages: [Data()]) : state.answers.removeFirst()
    }
    // Of HPACK's static table, entry 8 is `:status: 200`; entry 13 is 404.
    let head = [answer.isForbidden ? 0x8D : 0x88] + Self.field("content-type", "application/grpc")
    var frames = Self.frame(Frame.headers, Frame.endHeaders, stream, head)
    for message in answer.messages {
      var rest = GRPCFrames.framed(message)[...]
      while !rest.isEmpty {
        frames += Self.frame(Frame.data, 0, stream, Array(rest.prefix(16_384)))
        rest = rest.dropFirst(16_384)
      }
    }
    if let status = answer.status, !answer.isSilent {
      let fields = status.flatMap { Self.field($0.name, $0.value) }
      frames += Self.frame(Frame.headers, Frame.endHeaders | Frame.end, stream, fields)
    }
    return connection.write(frames) && (answer.status != nil || answer.isSilent)
  }

  private static func frame(
    _ kind: UInt8, _ flags: UInt8, _ stream: UInt32, _ content: [UInt8]
  ) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0.dropFirst()) }
    return length + [kind, flags] + withUnsafeBytes(of: stream.bigEndian) { Array($0) } + content
  }

  /// A header field as HPACK's literal without a place in any table (RFC 7541, §6.2.2).
  private static func field(_ name: String, _ value: String) -> [UInt8] {
    [0] + text(name) + text(value)
  }

  private static func text(_ text: String) -> [UInt8] {
    var length: [UInt8] = []
    let count = text.utf8.count
    if count < 127 {
      length = [UInt8(count)]
    } else {
      length = [127]
      var rest = count - 127
      while rest >= 128 {
        length.append(UInt8(rest % 128) | 128)
        rest /= 128
      }
      length.append(UInt8(rest))
    }
    return length + Array(text.utf8)
  }
}
