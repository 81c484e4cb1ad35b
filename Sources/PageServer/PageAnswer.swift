import Foundation

/// An answer: status, type and body.
public struct PageAnswer: Error, Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The fields of its head besides those that all answers have.
  public var fields: [(name: String, value: String)]
  /// The body.
  public var body: Data

  /// Answers with a page.
  ///
  /// - Parameters:
  ///   - html: The page.
  ///   - status: The status.
  ///   - policy: The content security policy: the parts that the page may load and run.
  public init(html: String, status: Int = 200, policy: String) {
    self.status = status
    fields = [
      ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
    ]
    body = Data(html.utf8)
  }

  /// Answers with JSON.
  public init(json: String) {
    status = 200
    fields = [("Content-Type", "application/json")]
    body = Data(json.utf8)
  }

  /// Refuses a request, in a line of text.
  public init(refusal status: Int, _ reason: String) {
    self.status = status
    fields = [
      ("Content-Type", "text/plain; charset=utf-8"),
      ("Content-Security-Policy", "default-src 'none'"),
    ]
    body = Data("\(status) \(Self.phrase(status)): \(reason)\n".utf8)
  }

  /// The bytes to send.
  ///
  /// - Parameter isHead: Whether the head alone is wanted.
  /// - Returns: Head and body.
  func data(isHead: Bool) -> Data {
    var lines = ["HTTP/1.1 \(status) \(Self.phrase(status))"]
    let common = [
      ("Content-Length", "\(body.count)"), ("Connection", "close"), ("Cache-Control", "no-store"),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("X-Frame-Options", "DENY"),
    ]
    lines += (fields + common).map { "\($0.0): \($0.1)" }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? Data() : body)
  }

  // MARK: - Implementation

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }
}
