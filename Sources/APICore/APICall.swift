import Foundation

/// What a client wants of its API, before host, credentials and waiting.
public struct APICall: Equatable, Sendable {
  /// What is asked of the server.
  public var method: HTTPMethod
  /// The endpoint's template for records and logs, such as `/race/{id}`.
  public var endpoint: String
  /// The path below the base URL, each part percent-encoded: `/race/77`.
  public var path: String
  /// Query items in order, not yet encoded.
  public var query: [URLQueryItem]
  /// Header fields beside the credential; `Accept` and, with a body, `Content-Type` say JSON
  /// unless they stand here.
  public var headers: HTTPHeaders
  /// The body; nil for none.
  public var body: Data?
  /// A body that is read while it is sent, in place of ``body``; its `Content-Type` stands in
  /// ``headers``.
  public var stream: StreamedBody?
  /// Whether it may be sent again after a failure whose outcome is unknown.
  public var isIdempotent: Bool
  /// How long an answer may be given again; nil never.
  public var freshFor: Duration?
  /// Whether an answer that is still fresh is passed over, and replaced.
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
