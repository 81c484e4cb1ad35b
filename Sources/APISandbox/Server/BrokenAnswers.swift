import FlyingFox
import FlyingSocks
import Foundation

/// Ends a connection without a byte of an answer.
///
/// The server ends a connection whose answer fails, and only an upgrade can fail before its header
/// is sent.
struct DroppedConnection: WSHandler {
  static let response = HTTPResponse(webSocket: DroppedConnection())

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws(SocketError) -> AsyncStream<WSFrame> {
    throw .disconnected
  }
}

/// A body that announces its full length, sends half of it, and ends the connection.
struct TruncatedBody: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
  private var half: Data?

  /// Returns the same answer with half of its body.
  static func response(_ whole: HTTPResponse, _ body: Data) -> HTTPResponse {
    let half = TruncatedBody(half: body.prefix(body.count / 2))
    return HTTPResponse(
      statusCode: whole.statusCode, headers: whole.headers,
      body: HTTPBodySequence(from: half, count: body.count))
  }

  func makeAsyncIterator() -> TruncatedBody { self }

  mutating func next() async throws(SocketError) -> UInt8? { throw .disconnected }

  mutating func nextBuffer(suggested count: Int) async throws(SocketError) -> Data? {
    guard let chunk = half, !chunk.isEmpty else { throw .disconnected }
    half = chunk.dropFirst(count)
    return chunk.prefix(count)
  }
}
