import Foundation
import LoopbackHTTP

/// An answer: status, type and body.
public struct PageAnswer: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The header fields besides those that all answers have.
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

  /// Refuses a request with one line of text.
  public init(refusal status: Int, _ reason: String) {
    let refusal = WireAnswer(refusal: status, reason)
    self.status = status
    fields = refusal.fields
    body = refusal.body
  }

  /// The answer in the web server's form.
  var wire: WireAnswer {
    let common = [
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
    ]
    return WireAnswer(
      status, fields: fields.filter { field in !common.contains { $0.0 == field.name } } + common,
      body: body)
  }
}
