import APICore
import Foundation

/// The rules for following redirects.
///
/// - GET is followed; other methods only to a 303, as a GET without the body.
/// - Another scheme, host or port receives only the header fields `Accept…` and `User-Agent`; later
///   redirects too.
/// - https never leads to http.
enum Redirect {
  /// The status codes of redirects (RFC 9110, §15.4).
  static let statuses: Set = [301, 302, 303, 307, 308]

  /// Returns the request that a redirect asks for.
  ///
  /// - Parameters:
  ///   - response: An answer with one of ``statuses``.
  ///   - request: The request that it answers.
  /// - Returns: The next request.
  /// - Throws: `TransportError.redirectRefused(host:reason:)`.
  static func next(
    after response: HTTPResponse, to request: HTTPRequest
  ) throws(TransportError) -> HTTPRequest {
    func refused(_ reason: String) -> TransportError {
      .redirectRefused(host: request.host, reason: reason)
    }
    guard let location = response.headers["Location"],
      var parts = URL(string: location, relativeTo: request.url)
        .flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) })
    else { throw refused("it names no address") }
    parts.fragment = nil
    guard let url = parts.url, let host = url.host(), !host.isEmpty,
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https"
    else { throw refused("to an address that is not http or https") }
    guard parts.user == nil, parts.password == nil else {
      throw refused("to an address with a user name")
    }
    if request.url.scheme?.lowercased() == "https", scheme == "http" {
      throw refused("from https to http")
    }
    var next = request
    next.url = url
    if request.method != .get {
      guard response.status == 303 else {
        throw refused("\(request.method.rawValue) is not sent to another address")
      }
      next.method = .get
      next.body = nil
      next.stream = nil
      next.headers["Content-Type"] = nil
    }
    if origin(of: url) != origin(of: request.url) { next.headers = harmless(next.headers) }
    return next
  }

  // MARK: - Implementation

  /// Returns scheme, host and port.
  private static func origin(of url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    return [
      scheme, url.host()?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80)),
    ]
  }

  /// Returns the fields that any host may receive.
  private static func harmless(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.fields.filter { field in
        let name = field.name.lowercased()
        return name == "user-agent" || name == "accept" || name.hasPrefix("accept-")
      })
  }
}
