import Foundation

/// The guide's kinds of action; others are kept unchanged.
public enum ActionType {
  /// Leads to a place in the app.
  public static let internalLink = "internal_link"
  /// Leads to a web page.
  public static let externalLink = "external_link"
  /// Leads to an event.
  public static let eventLink = "event_link"
}

/// The destination of a tap on a promotion.
public enum PromotionAction: Equatable, Sendable {
  /// A place in the app, such as `/promotions/summer`.
  case internalLink(path: String)
  /// A web page, http or https.
  case externalLink(URL)
  /// An event.
  case eventLink(ServiceID)
  /// An unknown kind, or a target that does not fit its kind.
  case other(type: String, target: String)
}

/// A promotion that may have a destination.
public protocol LinkedPromotion: Sendable {
  /// The kind of action, such as `internal_link`; empty for none.
  var actionType: String { get }
  /// A path, URL or event id, by the kind of action.
  var actionTarget: String { get }
}

extension LinkedPromotion {
  /// The destination of a tap; nil for none.
  ///
  /// - Edge cases: an external link must be http or https with a host, so that no server can make
  ///   the app open `javascript:` or a file; an internal link must be a path.
  public var action: PromotionAction? {
    if actionType.isEmpty, actionTarget.isEmpty { return nil }
    switch actionType {
    case ActionType.internalLink
    where actionTarget.hasPrefix("/") && !actionTarget.hasPrefix("//"):
      return .internalLink(path: actionTarget)
    case ActionType.externalLink:
      guard let url = URL(string: actionTarget), url.host()?.isEmpty == false,
        ["http", "https"].contains(url.scheme?.lowercased())
      else { break }
      return .externalLink(url)
    case ActionType.eventLink where !actionTarget.isEmpty:
      return .eventLink(ServiceID(actionTarget))
    default: break
    }
    return .other(type: actionType, target: actionTarget)
  }
}
