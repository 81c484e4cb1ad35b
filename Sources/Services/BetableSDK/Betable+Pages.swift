import APICore
import Foundation

/// The addresses of Betable's pages, and their presentation.
extension Betable {
  /// The cookies of a login, which presenters delete after it.
  public static let cookieNames = [
    "players-sid-players", "players-sid-games-wallet", "betable-players", "betable-games-wallet",
  ]

  /// Returns the address of a page for deposits, withdrawals, the wallet or support.
  ///
  /// - Parameters:
  ///   - action: The page.
  ///   - promotion: The promotion's full URL for `redeem`; nil for the others.
  /// - Returns: The address.
  /// - Throws: ``BetableError`` `invalid` unless the promotion is a full URL.
  public func trackURL(
    _ action: WebPage.Kind, promotion: String? = nil
  ) throws(BetableError) -> URL {
    if let promotion { try Self.check(promotion: promotion) }
    var place = DecoratedURL(settings.webURL.absoluteString + "/track")
    place.add([("action", action.rawValue)] + decoration + [("promotion", promotion)])
    return try place.url()
  }

  /// Returns the address of any path of Betable's pages, with client and session.
  ///
  /// - Parameters:
  ///   - path: The path after the host; it may have a query.
  ///   - linksBack: Whether the page shows a link that closes it.
  /// - Returns: The address.
  /// - Throws: ``BetableError`` `invalid` for a path that leads to another host.
  public func pageURL(path: String, linksBack: Bool = false) throws(BetableError) -> URL {
    var place = DecoratedURL(try webPlace(of: path))
    place.add(decoration + [("link_back_to_game", linksBack ? "true" : nil)])
    return try place.url()
  }

  /// Shows the page for deposits.
  public func deposit(
    in presenter: any WebPresenter, onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try await present(.deposit, nil, presenter, onClose)
  }

  /// Shows the page for withdrawals.
  public func withdraw(
    in presenter: any WebPresenter, onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try await present(.withdraw, nil, presenter, onClose)
  }

  /// Shows the page of the wallet.
  public func wallet(
    in presenter: any WebPresenter, onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try await present(.wallet, nil, presenter, onClose)
  }

  /// Shows the page that redeems a promotion.
  ///
  /// - Parameters:
  ///   - promotion: The promotion's full URL, not encoded.
  ///   - presenter: Shows the page.
  ///   - onClose: Called when the page has closed.
  /// - Throws: ``BetableError`` `invalid` unless the promotion is a full URL.
  public func redeemPromotion(
    _ promotion: String, in presenter: any WebPresenter,
    onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try await present(.redeem, promotion, presenter, onClose)
  }

  /// Shows the support page.
  public func support(
    in presenter: any WebPresenter, onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try await present(.support, nil, presenter, onClose)
  }

  /// Shows any page of Betable, with client and session.
  ///
  /// - Parameters:
  ///   - path: The path after the host; it may have a query.
  ///   - presenter: Shows the page.
  ///   - onClose: Called when the page has closed.
  /// - Throws: ``BetableError`` `invalid` for a path that leads to another host.
  public func loadBetablePath(
    _ path: String, in presenter: any WebPresenter, onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try checkLaunched()
    let page = WebPage(kind: .other, url: try pageURL(path: path), screen: nil)
    await presenter.present(page, onClose: CallOnce(onClose).callAsFunction)
  }

  // MARK: - Implementation

  /// The parameters that every page receives.
  private var decoration: [(String, String?)] {
    [
      ("client_id", settings.clientID), ("session_id", sessionOrNone),
      ("sdk_version", BetableServiceSettings.sdkVersion),
      ("device_identifier", settings.deviceIdentifier),
    ]
  }

  /// The session in the form of pages and the token endpoint.
  var sessionOrNone: String { login.credentials?.sessionID?.exposed ?? "none" }

  /// Resolves a path below the pages' host; refuses others, so that no session leaves it.
  func webPlace(of path: String) throws(BetableError) -> String {
    let isOpen = path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\")
    guard isOpen, !path.unicodeScalars.contains(where: { $0.value < 33 || $0.value == 127 }) else {
      throw .invalid(
        "path: found one that may lead to another host; expected one such as /track?action=wallet")
    }
    return settings.webURL.absoluteString + path
  }

  private static func check(promotion: String) throws(BetableError) {
    guard let parts = URLComponents(string: promotion), let host = parts.host, !host.isEmpty,
      ["http", "https"].contains(parts.scheme?.lowercased() ?? "")
    else {
      throw .invalid("promotion: found no whole URL; expected one such as https://host/promotion")
    }
  }

  private func present(
    _ kind: WebPage.Kind, _ promotion: String?, _ presenter: any WebPresenter,
    _ onClose: @escaping BetableCancelHandler
  ) async throws(BetableError) {
    try checkLaunched()
    if kind == .redeem, promotion == nil || promotion == "" {
      throw .invalid("promotion: found none; expected a whole URL such as https://host/promotion")
    }
    let page = WebPage(kind: kind, url: try trackURL(kind, promotion: promotion), screen: nil)
    await presenter.present(page, onClose: CallOnce(onClose).callAsFunction)
  }
}
