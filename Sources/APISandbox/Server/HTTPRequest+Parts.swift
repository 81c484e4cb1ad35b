import APICore
import Foundation

extension HTTPRequest {
  /// Path and query as they came.
  var target: String {
    url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
  }

  /// The path, its escapes read.
  var path: String { url.path(percentEncoded: false) }

  /// The first value of a query item.
  func query(_ name: String) -> String? {
    URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?
      .first { $0.name == name }?.value
  }

  /// What follows `prefix` as the path's last part; nil for any other path.
  func part(behind prefix: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    return rest.isEmpty || rest.contains("/") ? nil : String(rest)
  }
}

extension HTTPResponse {
  /// An answer in JSON.
  init(status: Int = 200, json: WireJSON, headers: HTTPHeaders = [:]) {
    var headers = headers
    headers["Content-Type"] = "application/json"
    self.init(status: status, headers: headers, body: Data(json.bytes))
  }

  /// An answer that is one message.
  init(status: Int, message: String, headers: HTTPHeaders = [:]) {
    self.init(status: status, json: .object([("message", .text(message))]), headers: headers)
  }
}
