import Foundation

/// One HTTP request, ready for sending.
public struct HTTPRequest: Equatable, Sendable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The URL; never holds a credential.
  public var url: URL
  /// Header fields, credentials included.
  public var headers: HTTPHeaders
  /// The body; nil for none.
  public var body: Data?
  /// A body read while it is sent, in place of ``body``; nil for none.
  public var stream: StreamedBody?
  /// Whether an unencrypted connection begins with HTTP/2, as gRPC servers expect (RFC 9113, §3.3).
  public var startsWithHTTP2 = false

  /// Makes a request.
  public init(
    _ method: HTTPMethod = .get, _ url: URL, headers: HTTPHeaders = [:], body: Data? = nil,
    stream: StreamedBody? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.stream = stream
  }
}

/// An HTTP method.
public enum HTTPMethod: String, Equatable, Sendable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether repeating the request has the same effect as one request (RFC 9110, §9.2.2; RFC 5789,
  /// §2).
  public var isIdempotent: Bool { ![.post, .patch].contains(self) }
}
