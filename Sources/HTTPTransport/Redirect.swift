import APICore
import Foundation

/// Which redirects are followed, and what goes along.
///
/// - GET is followed; of the other methods only to a 303, with GET and without the body.
/// - Another scheme, host or port gets no header fields but `Accept…` and `User-Agent`, whoever
///   supplied them; nor does anyone after it.
/// - From https never to http.
enum Redirect {
  /// The status codes that name another place (RFC 9110, §15.4).
  static let statuses: Set = [301, 302, 303, 307, 308]

  /// The request that a redirect asks for.
  ///
  /// - Parameters:
  ///   - response: An answer with one of ``statuses``.
  ///   - request: What it answers.
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
    else { throw refused("it names no place") }
    parts.fragment = nil
    guard let url = parts.url, let host = url.host(), !host.isEmpty,
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https"
    else { throw refused("to a place that is not http or https") }
    guard parts.user == nil, parts.password == nil else {
      throw refused("to a place with a user name")
    }
    if request.url.scheme?.lowercased() == "https", scheme == "http" {
      throw refused("from https to http")
    }
    var next = request
    next.url = url
    if request.method != .get {
      guard response.status == 303 else {
        throw refused("\(request.method.rawValue) is not sent to another place")
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

  /// Scheme, host and port.
  private static func origin(of url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    return [
      scheme, url.host()?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80)),
    ]
  }

  /// What may be told to any host.
  private static func harmless(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.fields.filter { field in
        let name = field.name.lowercased()
        return name == "user-agent" || name == "accept" || name.hasPrefix("accept-")
      })
  }
}
