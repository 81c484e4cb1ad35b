/// What the guide keeps for games that do not check credentials yet.
///
/// These know nothing of the player's session: `checkCredentials(_:loginOverRegister:)` does.
extension Betable {
  /// Keeps the login; it is kept anyway.
  ///
  /// - Throws: ``BetableError`` `invalid` where it cannot be kept.
  @available(*, deprecated, message: "use checkCredentials(_:loginOverRegister:)")
  public func storeAccessToken() throws(BetableError) {
    if let credentials { try login.keep(credentials) }
  }

  /// Takes the login that is kept.
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
