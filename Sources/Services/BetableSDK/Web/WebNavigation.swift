import Foundation

/// The meaning of a page's navigation.
public enum WebNavigation: Equatable, Sendable {
  /// An ordinary page, to be loaded.
  case load
  /// The login's redirect, to be given to `handleAuthorizeURL(_:)`.
  case authorized
  /// The page wants to be closed.
  case close
  /// A destination that no page of Betable links to; not to be loaded.
  case refused

  /// Classifies a navigation.
  ///
  /// - Parameters:
  ///   - url: The destination.
  ///   - redirectURI: The game's redirect URI.
  /// - Returns: The navigation's meaning.
  public static func of(_ url: URL, redirectURI: RedirectURI) -> WebNavigation {
    let scheme = url.scheme?.lowercased() ?? ""
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let isClosing = items.contains {
      ($0.name == "action" && $0.value == "close")
        || ($0.name == "error_description" && $0.value == "user_close")
    }
    if redirectURI.matches(url) { return isClosing ? .close : .authorized }
    guard scheme == "https" || scheme == "http" else { return isClosing ? .close : .refused }
    return .load
  }
}
