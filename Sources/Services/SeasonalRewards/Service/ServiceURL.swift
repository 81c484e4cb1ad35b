import APICore
import Foundation

/// A caller's URL below the service's base, split into the parts of a call.
struct ServiceURL {
  let path: String
  let query: [URLQueryItem]

  /// Splits a URL.
  ///
  /// - Edge cases: a query item that is not percent-encoded is kept unchanged.
  ///
  /// - Parameters:
  ///   - text: The full URL.
  ///   - base: The service's base URL, without a trailing slash.
  /// - Throws: ``SeasonalRewardsError`` `badURL` unless the URL is below the base: credentials must
  ///   not go anywhere else.
  init(_ text: String, below base: String) throws(SeasonalRewardsError) {
    let rest = text.dropFirst(base.count)
    guard text.hasPrefix(base), rest.hasPrefix("/"), !rest.contains("#") else {
      throw .badURL("URL: found one that is not below \(base); expected \(base)/…")
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count < 2 ? [] : parts[1].split(separator: "&").map(Self.item)
  }

  /// The path with `{id}` in place of each part that contains a number: ids stay out of records.
  var endpoint: String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.contains(where: \.isNumber) && !part.contains(/^v\d+$/) ? "{id}" : String(part)
    }.joined(separator: "/")
  }

  private static func item(_ text: Substring) -> URLQueryItem {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
      String($0).removingPercentEncoding ?? String($0)
    }
    return URLQueryItem(name: parts[0], value: parts.count < 2 ? nil : parts[1])
  }
}
