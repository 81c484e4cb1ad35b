import Foundation
import Synchronization

/// Called when a page has closed; it tells nothing of what the player did there.
public typealias BetableCancelHandler = @Sendable () -> Void

/// A page that is to be shown to the player.
public struct WebPage: Equatable, Sendable {
  /// What the page is for.
  public enum Kind: String, Sendable {
    /// Log in, or register: which comes first says ``AuthorizePage/screen``.
    case authorize
    case deposit, withdraw, wallet, redeem, support
    /// A page that the app names.
    case other
    /// A game of an operator.
    case game
  }

  /// What the page is for.
  public let kind: Kind
  /// Its address, which may hold the session: not for logs.
  public let url: URL
  /// The screen that the page is told to show first; nil where it decides itself.
  public let screen: AuthorizePage.Screen?

  /// Whether the page is meant for a phone that is held upright.
  public var isPortraitOnly: Bool { kind == .authorize }
}

extension WebPage: CustomStringConvertible, CustomReflectable {
  /// The kind, host and path; never the query.
  public var description: String { "\(kind.rawValue): \(url.host() ?? "?")\(url.path())" }

  /// Shows ``description`` only.
  public var customMirror: Mirror { Mirror(self, children: ["page": description]) }
}

/// Shows pages to the player: a web view on a phone, a browser or a line of text elsewhere.
public protocol WebPresenter: Sendable {
  /// Shows a page over the app.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - onClose: To be called when the page has closed; only the first call counts.
  func present(_ page: WebPage, onClose: @escaping BetableCancelHandler) async

  /// Closes the page that is shown, as after a login.
  func dismiss() async

  /// Forgets the cookies of a login that has ended.
  ///
  /// - Parameter names: The cookies' names.
  func forgetCookies(_ names: [String]) async
}

extension WebPresenter {
  /// Does nothing.
  public func dismiss() async {}

  /// Does nothing: a presenter without a browser of its own has no cookies.
  public func forgetCookies(_ names: [String]) async {}
}

/// What a page's navigation means.
public enum WebNavigation: Equatable, Sendable {
  /// An ordinary page, to be loaded.
  case load
  /// The login's redirect, to be given to `handleAuthorizeURL(_:)`.
  case authorized
  /// The page wants to be closed.
  case close
  /// A place that no page of Betable leads to; not to be loaded.
  case refused

  /// Decides what a navigation means.
  ///
  /// - Parameters:
  ///   - url: Where the page goes.
  ///   - redirectURI: The game's redirect URI.
  /// - Returns: What to do.
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

/// Calls a closure at its first call alone, and lets go of it then.
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
