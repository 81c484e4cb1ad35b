import Foundation

/// A page to show to the player.
public struct WebPage: Equatable, Sendable {
  /// The purpose of a page.
  public enum Kind: String, Sendable {
    /// Login or registration; ``AuthorizePage/screen`` says which comes first.
    case authorize
    case deposit, withdraw, wallet, redeem, support
    /// A page of the app's choice.
    case other
    /// An operator's game.
    case game
  }

  /// The page's purpose.
  public let kind: Kind
  /// The page's address, which may hold the session: do not log it.
  public let url: URL
  /// The screen that the page must show first; nil if the page decides.
  public let screen: AuthorizePage.Screen?

  /// Whether the page is made for a phone held upright.
  public var isPortraitOnly: Bool { kind == .authorize }
}

extension WebPage: CustomStringConvertible, CustomReflectable {
  /// The kind, host and path; never the query.
  public var description: String { "\(kind.rawValue): \(url.host() ?? "?")\(url.path())" }

  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["page": description]) }
}
