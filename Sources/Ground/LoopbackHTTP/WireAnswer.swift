import Foundation

/// An answer as it is sent: status, fields and body.
public struct WireAnswer: Error, Sendable {
  /// The part of an answer that is sent before the connection ends.
  public enum Delivery: Sendable {
    case whole
    /// Half of the body.
    case truncated
    /// Nothing.
    case dropped
  }

  /// The status, such as 200.
  public var status: Int
  /// The fields besides the body's length and the connection's state.
  public var fields: [(name: String, value: String)]
  /// The body.
  public var body: Data
  /// The part that is sent.
  public var delivery: Delivery

  /// Makes an answer.
  public init(
    _ status: Int, fields: [(name: String, value: String)] = [], body: Data = Data(),
    delivery: Delivery = .whole
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.delivery = delivery
  }

  /// Refuses a request, in a line of text.
  public init(refusal status: Int, _ reason: String) {
    self.init(
      status,
      fields: [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Security-Policy", "default-src 'none'"), ("X-Content-Type-Options", "nosniff"),
      ],
      body: Data("\(status) \(Self.phrase(status)): \(reason)\n".utf8))
  }

  /// The bytes to send.
  ///
  /// - Parameters:
  ///   - isHead: Whether the head alone is wanted.
  ///   - isKept: Whether the connection may bring another request.
  /// - Returns: Head and body.
  func data(isHead: Bool, isKept: Bool) -> Data {
    var lines = ["HTTP/1.1 \(status) \(Self.phrase(status))"]
    let common = [
      ("Content-Length", "\(body.count)"), ("Connection", isKept ? "keep-alive" : "close"),
    ]
    lines += (fields + common).map { name, value in
      // A line end in a value would begin another field.
      "\(name): \(value.filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" })"
    }
    let sent = delivery == .truncated ? body.prefix(body.count / 2) : body
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? Data() : sent)
  }

  // MARK: - Implementation

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 302: "Found"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    default: "Status"
    }
  }
}
