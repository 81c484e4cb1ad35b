import APICore
import Foundation

/// Refuses redirects that would take the query's secrets to another server.
///
/// Some servers redirect to the requested path and query on any host they are told: the access
/// token or the session would arrive there.
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
