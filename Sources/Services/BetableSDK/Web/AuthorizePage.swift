import APICore
import Foundation

/// The page on which a player logs in or registers, and authorizes the game.
public struct AuthorizePage: Equatable, Sendable {
  /// The two forms of the page.
  public enum Kind: String, CaseIterable, Sendable {
    /// The page of OAuth 2: client, redirect, state and `response_type=code`.
    case classic
    /// The preloaded page; a later message names the screen to show.
    case precache
  }

  /// The first screen of the page.
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
  /// The screen shown first.
  public var screen: Screen
  /// The `state` that the redirect must bring back; no text shows it.
  public let state: Secret

  /// The page in the presenters' form.
  public var page: WebPage { WebPage(kind: .authorize, url: url, screen: screen) }
}

extension AuthorizePage: CustomStringConvertible, CustomReflectable {
  /// The form, host and path; never the state or the session.
  public var description: String { "\(kind.rawValue): \(url.host() ?? "?")\(url.path())" }

  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["page": description]) }
}

/// A URL with added parameters.
struct DecoratedURL {
  private(set) var text: String

  /// Takes a URL that may already have a query.
  init(_ text: String) { self.text = text }

  /// Adds parameters after `?` or `&`, each at most once.
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

  /// Parses the text as a URL.
  func url() throws(BetableError) -> URL {
    guard let url = URL(string: text) else {
      throw .invalid("path: found no valid path of a URL; expected one such as /track")
    }
    return url
  }
}
