import APICore
import Foundation

/// The page on which a player logs in or registers, and authorizes the game.
public struct AuthorizePage: Equatable, Sendable {
  /// The two forms of the page.
  public enum Kind: String, CaseIterable, Sendable {
    /// The page of OAuth 2: client, redirect, state and `response_type=code`.
    case classic
    /// The page that is loaded before it is needed, and then told which screen to show.
    case precache
  }

  /// What the page shows first.
  public enum Screen: String, Sendable {
    /// The login; it asks for no deposit.
    case login = "chrome.auth.play"
    /// The registration, with a first deposit.
    case register = "chrome.nux.deposit"
  }

  /// The form of the page.
  public let kind: Kind
  /// The page's address.
  public let url: URL
  /// What it shows first.
  public var screen: Screen
  /// The `state` that the redirect must bring back; no text shows it.
  public let state: Secret

  /// The page as presenters take it.
  public var page: WebPage { WebPage(kind: .authorize, url: url, screen: screen) }
}

extension AuthorizePage: CustomStringConvertible, CustomReflectable {
  /// The form, host and path; never the state or the session.
  public var description: String { "\(kind.rawValue): \(url.host() ?? "?")\(url.path())" }

  /// Shows ``description`` only.
  public var customMirror: Mirror { Mirror(self, children: ["page": description]) }
}

/// Parameters put behind any URL.
struct DecoratedURL {
  private(set) var text: String

  /// Takes a URL that may have a query already.
  init(_ text: String) { self.text = text }

  /// Adds parameters behind `?` or `&`, none of them twice.
  mutating func add(_ items: [(String, String?)]) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var head = String(parts[0])
    let mark = head.firstIndex(of: "?")
    let query = mark.map { head[head.index(after: $0)...] } ?? ""
    var known = Set(query.split(separator: "&").map(String.init))
    var isFirst = mark == nil
    for (name, value) in items {
      guard let value else { continue }
      let pair = PercentEncoding.part(name) + "=" + PercentEncoding.part(value)
      guard known.insert(pair).inserted else { continue }
      head += isFirst ? "?" : head.hasSuffix("?") || head.hasSuffix("&") ? "" : "&"
      head += pair
      isFirst = false
    }
    text = head + (parts.count > 1 ? "#" + parts[1] : "")
  }

  /// The URL.
  func url() throws(BetableError) -> URL {
    guard let url = URL(string: text) else {
      throw .invalid("path: found what gives no URL; expected a path such as /track")
    }
    return url
  }
}
