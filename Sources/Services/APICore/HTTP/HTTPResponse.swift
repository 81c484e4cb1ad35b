import Foundation

/// A server's complete answer, its body decompressed.
public struct HTTPResponse: Equatable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, without any content encoding.
  public var body: Data
  /// The trailer fields after a body that was handed over while it arrived; empty for other
  /// answers.
  public var trailers: HTTPHeaders = [:]

  /// Makes a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// The server's own reason for a refusal, on one line; nil if the body gives none.
  ///
  /// It is the member `message` or one of its usual equivalents, a page's title, or plain text:
  /// without control characters, at most 300 terminal cells.
  public var serverMessage: String? { ServerText.message(in: body) }
}
