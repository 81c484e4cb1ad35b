/// The guide's calls for games that do not check credentials yet.
///
/// They do not watch the player's session: `checkCredentials(_:loginOverRegister:)` does.
extension Betable {
  /// Keeps the login; logging in already keeps it.
  ///
  /// - Throws: ``BetableError`` `invalid` where it cannot be kept.
  @available(*, deprecated, message: "use checkCredentials(_:loginOverRegister:)")
  public func storeAccessToken() throws(BetableError) {
    if let credentials { try login.keep(credentials) }
  }

  /// Loads the kept login.
  ///
  /// - Returns: Whether there is one.
  @available(*, deprecated, message: "use checkCredentials(_:loginOverRegister:)")
  public func loadStoredAccessToken() -> Bool { loadStoredLogin() }

  /// Shows the authorize page.
  ///
  /// - Parameters:
  ///   - presenter: Shows the page.
  ///   - onClose: Called when the page has closed.
  /// - Throws: ``BetableError``.
  @available(*, deprecated, message: "use checkCredentials(_:loginOverRegister:)")
  public func authorize(
    presenter: any WebPresenter, onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    try checkLaunched()
    let page = try precachedPage()
    await presenter.present(page.page, onClose: CallOnce(onClose).callAsFunction)
  }
}
