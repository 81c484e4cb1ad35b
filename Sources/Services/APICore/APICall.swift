import Foundation

/// A client's request to its API, before host, credentials and waiting.
public struct APICall: Equatable, Sendable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The endpoint's template for records and logs, such as `/race/{id}`.
  public var endpoint: String
  /// The path below the base URL, each part percent-encoded: `/race/77`.
  public var path: String
  /// Query items in order, not yet encoded.
  public var query: [URLQueryItem]
  /// Header fields besides the credential; `Accept` and, with a body, `Content-Type` default to
  /// JSON.
  public var headers: HTTPHeaders
  /// The body; nil for none.
  public var body: Data?
  /// A body read while it is sent, in place of ``body``; its `Content-Type` is in ``headers``.
  public var stream: StreamedBody?
  /// Whether it may be repeated after a failure with an unknown outcome.
  public var isIdempotent: Bool
  /// The time for which an answer may be reused; nil for never.
  public var freshFor: Duration?
  /// Whether to ignore and replace a fresh answer.
  public var refreshes = false

  /// Makes a call.
  public init(
    _ method: HTTPMethod = .get, endpoint: String, path: String? = nil,
    query: [URLQueryItem] = [], body: Data? = nil, isIdempotent: Bool? = nil,
    freshFor: Duration? = nil, headers: HTTPHeaders = [:]
  ) {
    self.method = method
    self.endpoint = endpoint
    self.path = path ?? endpoint
    self.query = query
    self.headers = headers
    self.body = body
    self.isIdempotent = isIdempotent ?? method.isIdempotent
    self.freshFor = freshFor
  }
}

extension APICall: CustomStringConvertible {
  /// Method and path, such as `GET /race/77`; never the query or the body.
  public var description: String { "\(method.rawValue) \(ServerText.line(path, limit: 120))" }
}
