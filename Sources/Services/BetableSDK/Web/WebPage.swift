import Foundation
import Synchronization

/// Called when a page has closed; it does not say what the player did there.
public typealias BetableCancelHandler = @Sendable () -> Void

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

/// Shows pages to the player: in a web view on a phone, in a browser, or as a line of text.
public protocol WebPresenter: Sendable {
  /// Shows a page over the app.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - onClose: Call it when the page has closed; only the first call counts.
  func present(_ page: WebPage, onClose: @escaping BetableCancelHandler) async

  /// Closes the page shown, for example after a login.
  func dismiss() async

  /// Deletes the cookies of a login that has ended.
  ///
  /// - Parameter names: The cookies' names.
  func forgetCookies(_ names: [String]) async
}

extension WebPresenter {
  /// Does nothing.
  public func dismiss() async {}

  /// Does nothing: a presenter without its own browser has no cookies.
  public func forgetCookies(_ names: [String]) async {}
}

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

/// Runs a closure on the first call only, then releases it.
final class CallOnce: Sendable {
  private let closure: Mutex<BetableCancelHandler?>

  init(_ closure: @escaping BetableCancelHandler) { self.closure = Mutex(closure) }

  func callAsFunction() {
    let first = closure.withLock { closure in
      defer { closure = nil }
      return closure
    }
    first?()
  }
}
