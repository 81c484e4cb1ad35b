import APICore
import Foundation

/// Sends the access token where Betable wants it: in the query.
///
/// Inside the program the token is a header field, which no text shows; it becomes part of the URL here
/// and nowhere else. A redirect that repeats it is followed on the same server alone
/// (`QuerySecretGuard`). Calls that change something follow no redirect: they have been sent, and once is enough.
public struct QueryTokenTransport: Transport {
  let transport: any Transport

  static let prefix = "Bearer "

  /// Takes what carries the requests.
  public init(transport: any Transport) {
    self.transport = QuerySecretGuard(transport: transport)
  }

  /// Sends a request, the token in its query.
  public func send(
    _ request: HTTPRequest, limits: TransferLimits
  ) async throws(TransportError) -> HTTPResponse {
    var (request, limits) = (request, limits)
    if request.method != .get { limits.redirects = 0 }
    if let field = request.headers["Authorization"], field.hasPrefix(Self.prefix) {
      request.headers["Authorization"] = nil
      let token = PercentEncoding.part(String(field.dropFirst(Self.prefix.count)))
      let text = request.url.absoluteString
      let whole = text + (text.contains("?") ? "&" : "?") + "access_token=" + token
      guard let url = URL(string: whole) else {
        preconditionFailure("percent-encoded text that is no URL")
      }
      request.url = url
    }
    return try await transport.send(request, limits: limits)
  }
}

/// One token for one call, whatever becomes of the login meanwhile.
struct FixedAuthorization: Authorization {
  let fields: HTTPHeaders

  /// Sends an access token.
  init(token: Secret) {
    fields = ["Authorization": QueryTokenTransport.prefix + token.exposed]
  }

  /// Sends a client's id and secret.
  init(clientID: String, secret: Secret) {
    let pair = Data("\(clientID):\(secret.exposed)".utf8).base64EncodedString()
    fields = ["Authorization": "Basic " + pair]
  }

  func headers() async -> HTTPHeaders? { fields }
  func renew(after refused: HTTPHeaders) async -> Bool { false }
}
