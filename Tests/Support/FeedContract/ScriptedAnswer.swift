import Foundation

/// The reaction of a scripted server to one request, byte by byte.
public struct ScriptedAnswer: Sendable {
  /// One step of an answer.
  public enum Step: Sendable {
    /// Bytes are sent as they are.
    case send([UInt8])
    /// Nothing happens for a while.
    case pause(Duration)
    /// The connection is closed in order.
    case close
    /// The connection is reset (RST).
    case reset
  }

  /// The steps, in order; without an end the connection stays open for the next request.
  public var steps: [Step]

  /// Makes an answer of steps.
  public init(_ steps: [Step]) { self.steps = steps }

  /// Returns a whole answer.
  ///
  /// - Parameters:
  ///   - body: The body's bytes.
  ///   - status: The status code.
  ///   - headers: Further header fields; `Content-Length` is added.
  /// - Returns: The answer; the connection stays open.
  public static func whole(
    _ body: [UInt8], status: Int = 200, headers: [(String, String)] = []
  ) -> ScriptedAnswer {
    ScriptedAnswer([
      .send(head(status, headers + [("Content-Length", "\(body.count)")])), .send(body),
    ])
  }

  /// Returns a whole answer of JSON.
  ///
  /// - Parameters:
  ///   - text: The JSON.
  ///   - status: The status code.
  ///   - headers: Further header fields.
  /// - Returns: The answer; the connection stays open.
  public static func json(
    _ text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> ScriptedAnswer {
    whole(
      Array(text.utf8), status: status,
      headers: [("Content-Type", "application/json")] + headers)
  }

  /// Returns the bytes of a status line and header fields, with the empty line after them.
  public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    let fields = headers.map { "\($0): \($1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) Scripted\r\n\(fields)\r\n".utf8)
  }
}

/// A request as it arrived.
public struct ScriptedRequest: Sendable {
  /// The place among all requests of the server, from 0.
  public let index: Int
  /// The arrival of its last byte.
  public let arrival: ContinuousClock.Instant
  /// The method, such as `GET`.
  public let method: String
  /// Path and query as sent.
  public let target: String
  /// Header fields as sent.
  public let headers: [(name: String, value: String)]
  /// The body.
  public let body: [UInt8]

  /// Returns the first value of a header field; nil where it is absent.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether a text is anywhere in the request.
  public func mentions(_ text: String) -> Bool {
    target.contains(text) || headers.contains { $0.value.contains(text) }
      || String(decoding: body, as: UTF8.self).contains(text)
  }
}
