import Foundation

/// A whole answer of a server, its body unpacked.
public struct HTTPResponse: Equatable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, without any content encoding.
  public var body: Data

  /// Makes a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// The server's own words of why it refused, on one line; nil where the body has none.
  ///
  /// They are those of the member `message`, or of another that services use for it, a page's title,
  /// or a plain text: without control characters, at most 300 terminal cells.
  public var serverMessage: String? { ServerText.message(in: body) }
}
