import APICore
import Foundation

extension HTTPRequest {
  /// Path and query, unchanged.
  package var target: String {
    url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
  }

  /// The path, unescaped.
  package var path: String { url.path(percentEncoded: false) }

  /// Returns the first value of a query item.
  package func query(_ name: String) -> String? {
    URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?
      .first { $0.name == name }?.value
  }

  /// Returns the last path component after `prefix`; nil for any other path.
  package func part(behind prefix: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    return rest.isEmpty || rest.contains("/") ? nil : String(rest)
  }
}

extension HTTPResponse {
  /// Makes an answer in JSON.
  package init(status: Int = 200, json: WireJSON, headers: HTTPHeaders = [:]) {
    var headers = headers
    headers["Content-Type"] = "application/json"
    self.init(status: status, headers: headers, body: Data(json.bytes))
  }

  /// Makes an answer with one message.
  package init(status: Int, message: String, headers: HTTPHeaders = [:]) {
    self.init(status: status, json: .object([("message", .text(message))]), headers: headers)
  }
}
