import APICore
import Foundation

/// Sends the access token in the query, where Betable expects it.
///
/// Inside the program the token is a header field, which no text shows; only here does it become
/// part of the URL. A redirect that repeats it is followed on the same server only
/// (`QuerySecretGuard`). Calls that change something follow no redirect: they must not be sent
/// twice.
public struct QueryTokenTransport: Transport {
  let transport: any Transport

  static let prefix = "Bearer "

  /// Takes the underlying transport.
  public init(transport: any Transport) {
    self.transport = QuerySecretGuard(transport: transport)
  }

  /// Sends a request with the token in its query.
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

/// Refuses redirects that would take the query's secrets to another server.
///
/// Some servers redirect to the requested path and query on any host that the request names, and
/// would so send the access token or the session there.
struct QuerySecretGuard: Transport {
  let transport: any Transport

  /// The parameters that only the first server may see.
  private static let names: Set = ["access_token", "session_id"]

  func send(
    _ request: HTTPRequest, limits: TransferLimits
  ) async throws(TransportError) -> HTTPResponse {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let redactor = Redactor(
      items.filter { Self.names.contains($0.name) }.map { Secret($0.value ?? "") })
    let (origin, before) = (Self.origin(of: request.url), limits.beforeRedirect)
    var limits = limits
    limits.beforeRedirect = { next async throws(TransportError) -> Void in
      let text = next.url.absoluteString
      guard Self.origin(of: next.url) == origin || redactor.redacted(text) == text else {
        throw .redirectRefused(
          host: request.url.host() ?? "?", reason: "to another server, with a credential in it")
      }
      try await before(next)
    }
    return try await transport.send(request, limits: limits)
  }

  /// Scheme, host and port.
  private static func origin(of url: URL) -> [String] {
    [url.scheme, url.host(), url.port.map(String.init)].map { $0?.lowercased() ?? "" }
  }
}
