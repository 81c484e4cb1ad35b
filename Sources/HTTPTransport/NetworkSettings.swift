import APICore
import Foundation

/// How this machine reaches others: its proxies, and the certificates that it trusts.
struct NetworkSettings: Sendable {
  private let variables: [String: String]
  /// A file of certificates in place of the system's.
  let certificates: String?

  /// Reads an environment as curl does; it is read once.
  init(environment: [String: String], certificates: String? = nil) {
    let names: Set = [
      // Not HTTP_PROXY: to a CGI program that is a header field of whoever asks it.
      "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ]
    variables = environment.filter { names.contains($0.key) && !$0.value.isEmpty }
    self.certificates = certificates
  }

  /// The proxy for a URL unless its host is one of ``exceptions``; empty for none.
  func proxy(for url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? ""
    if BaseURL.isLoopback(url.host() ?? "") { return "" }
    return ["\(scheme)_proxy", "\(scheme.uppercased())_PROXY", "all_proxy", "ALL_PROXY"].lazy
      .compactMap { variables[$0] }.first ?? ""
  }

  /// The hosts that are asked without a proxy, as curl reads the list; empty for none.
  var exceptions: String { variables["no_proxy"] ?? variables["NO_PROXY"] ?? "" }
}
