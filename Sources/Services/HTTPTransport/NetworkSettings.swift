import APICore
import Foundation

/// The machine's connection to others: its proxies, and the trusted certificates.
struct NetworkSettings: Sendable {
  private let variables: [String: String]
  /// A file of certificates in place of the system's.
  let certificates: String?

  /// Reads the environment once, with curl's rules.
  init(environment: [String: String], certificates: String? = nil) {
    let names: Set = [
      // Not HTTP_PROXY: in a CGI program a client's header field can set it.
      "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ]
    variables = environment.filter { names.contains($0.key) && !$0.value.isEmpty }
    // OpenSSL reads it in the same way; it names a private certificate authority.
    let named = environment["SSL_CERT_FILE"] ?? ""
    self.certificates = certificates ?? (named.isEmpty ? nil : named)
  }

  /// Returns the proxy for a URL unless its host is one of ``exceptions``; empty for none.
  func proxy(for url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? ""
    if BaseURL.isLoopback(url.host() ?? "") { return "" }
    return ["\(scheme)_proxy", "\(scheme.uppercased())_PROXY", "all_proxy", "ALL_PROXY"].lazy
      .compactMap { variables[$0] }.first ?? ""
  }

  /// The hosts reached without a proxy, in curl's form; empty for none.
  var exceptions: String { variables["no_proxy"] ?? variables["NO_PROXY"] ?? "" }
}
