import Foundation

/// The URI to which the authorize page returns: `betable+company+game://authorize`.
public struct RedirectURI: Equatable, Sendable {
  /// The registered URI.
  public let text: String
  private let parts: URLComponents

  /// Reads a redirect URI.
  ///
  /// - Parameter text: A URI with the game's own scheme and the host `authorize`.
  /// - Throws: ``BetableError`` `invalid` for any other URI: a web address may belong to any owner.
  public init(_ text: String) throws(BetableError) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme, !scheme.isEmpty else {
      throw Self.invalid("no URI")
    }
    guard !["http", "https", "file", "data", "javascript"].contains(scheme.lowercased()) else {
      throw Self.invalid("the scheme \(scheme.lowercased())")
    }
    guard parts.host?.lowercased() == "authorize" else {
      throw Self.invalid("the host \((parts.host ?? "").prefix(40))")
    }
    guard parts.user == nil, parts.query == nil else { throw Self.invalid("a user or a query") }
    self.text = text
    self.parts = parts
  }

  /// Builds the URI that the guide suggests, `betable+company+game://authorize`.
  ///
  /// - Parameters:
  ///   - company: Letters, digits and hyphens.
  ///   - game: Letters, digits and hyphens.
  /// - Throws: ``BetableError`` `invalid` if they form no URI.
  public init(company: String, game: String) throws(BetableError) {
    try self.init("betable+\(company)+\(game)://authorize")
  }

  /// Whether a URL that opened the app is this one: same scheme, host and fragment, in either case.
  public func matches(_ url: URL) -> Bool {
    guard let other = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return false }
    func same(_ part: (URLComponents) -> String?) -> Bool {
      (part(parts) ?? "").lowercased() == (part(other) ?? "").lowercased()
    }
    let path = { (parts: URLComponents) in parts.path == "/" ? "" : parts.path }
    return same { $0.scheme } && same { $0.host } && same { $0.fragment } && other.port == nil
      && other.user == nil && path(parts) == path(other)
  }

  private static func invalid(_ found: String) -> BetableError {
    .invalid(
      "redirect URI: found \(found); expected a scheme of your own and the host authorize, such as "
        + "betable+company+game://authorize")
  }
}
