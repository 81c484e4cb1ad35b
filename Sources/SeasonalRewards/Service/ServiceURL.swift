import APICore
import Foundation

/// A URL below the service's base, as a caller writes it, taken apart into what a call is made of.
struct ServiceURL {
  let path: String
  let query: [URLQueryItem]

  /// Takes a URL apart.
  ///
  /// - Edge cases: a query item that is not percent-encoded is taken as it is.
  ///
  /// - Parameters:
  ///   - text: The whole URL.
  ///   - base: The service's base URL, without a slash at its end.
  /// - Throws: ``SeasonalRewardsError`` `badURL` where the URL is not below the base: credentials go
  ///   nowhere else.
  init(_ text: String, below base: String) throws(SeasonalRewardsError) {
    let rest = text.dropFirst(base.count)
    guard text.hasPrefix(base), rest.hasPrefix("/"), !rest.contains("#") else {
      throw .badURL("URL: found one that is not below \(base); expected \(base)/…")
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count < 2 ? [] : parts[1].split(separator: "&").map(Self.item)
  }

  /// The path with a mark in place of each part that is no word of the API: ids stay out of
  /// records.
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
