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
