import APICore
import Foundation

/// The player's login, from the first check to the logout.
extension Betable {
  /// Makes sure that the player has a login, and reports every change of it to the game.
  ///
  /// A kept login counts until the service refuses it. Without one, the player sees the authorize
  /// page. The session is watched from then on.
  ///
  /// - Parameters:
  ///   - callbacks: Receives the login's changes until another call replaces it.
  ///   - loginOverRegister: Whether the page shows the login first, not the registration.
  /// - Throws: ``BetableError`` `notLaunched`, or `invalid` if the store cannot be used.
  public func checkCredentials(
    _ callbacks: any BetableCredentialCallbacks, loginOverRegister: Bool = true
  ) async throws(BetableError) {
    try checkLaunched()
    state.withLock { state in
      state.callbacks = callbacks
      state.loginOverRegister = loginOverRegister
    }
    if let credentials = try login.load(), !credentials.isUnbacked {
      try await begin(credentials, isNew: false)
    } else {
      try await prompt(loginOverRegister ? .login : .register)
    }
  }

  /// Loads the kept login, for programs without a player's screen.
  ///
  /// - Returns: Whether there is one; false also if the store cannot be read.
  @discardableResult
  public func loadStoredLogin() -> Bool { ((try? login.load()) ?? nil) != nil }

  /// Uses a login from elsewhere, such as the environment's; it is not kept.
  public func use(_ credentials: BetableCredentials) { login.hold(credentials) }

  /// Ends the player's login: forgets token and session here and in the store, stops watching the
  /// session, clears the login's cookies, and notifies the game once.
  ///
  /// - Throws: ``BetableError`` `invalid` if the store cannot be emptied; the login is forgotten
  ///   here anyway.
  public func logout() async throws(BetableError) {
    let (monitor, callbacks) = state.withLock { state in
      defer { (state.monitor, state.authorizePage, state.hasActivity) = (nil, nil, false) }
      return (state.monitor, state.callbacks)
    }
    monitor?.cancel()
    let failure: BetableError?
    let before: BetableCredentials?
    do throws(BetableError) {
      (before, failure) = (try login.forget(), nil)
    } catch {
      (before, failure) = (nil, error)
    }
    connection.cache.invalidate()
    if let session = before?.sessionID { noteSession(session, .logout, nil) }
    await callbacks?.currentGameView.forgetCookies(Self.cookieNames)
    if before != nil || failure != nil { await notify(.revoked) }
    if let failure { throw failure }
  }

  /// Records that the player was active, so that the next heartbeat extends the session.
  public func recordUserActivity() { state.withLock { $0.hasActivity = true } }

  // MARK: - Implementation

  /// Starts a session: keeps it, notifies the game, and watches it.
  func begin(_ credentials: BetableCredentials, isNew: Bool) async throws(BetableError) {
    if isNew { try login.keep(credentials) }
    state.withLock { $0.authorizePage = nil }
    if isNew { await dismissPage() }
    guard let session = credentials.sessionID else { return await notify(.success(credentials)) }
    if isNew { noteSession(session, .login, nil) }
    await notify(.success(credentials))
    let status = try? await keepAlive()
    if let status, status.isAlive { return watch(from: status) }
    // A command that only logs in for other programs does not watch the session; those programs do.
    if status == nil, state.withLock({ $0.callbacks == nil }) { return }
    try await logout()
    // With a dead session after a fresh login, asking again would never end.
    if isNew { return await notify(.failure) }
    try await prompt(.login)
  }

  /// Shows the authorize page.
  private func prompt(_ screen: AuthorizePage.Screen) async throws(BetableError) {
    guard let callbacks = state.withLock({ $0.callbacks }) else { return }
    let page = try precachedPage(screen)
    let pending = page.state
    let closed = CallOnce { [weak self] in
      Task { [weak self] in await self?.pageClosed(pending) }
    }
    await callbacks.currentGameView.present(page.page, onClose: closed.callAsFunction)
  }

  /// Handles a closed authorize page; a login that has already completed stays.
  private func pageClosed(_ pending: Secret) async {
    guard login.stored.pendingState == pending else { return }
    _ = try? login.ends(pending.exposed)
    await notify(.failure)
  }

  func dismissPage() async {
    await state.withLock { $0.callbacks }?.currentGameView.dismiss()
  }

  /// Journals a step of the session.
  func noteSession(
    _ session: Secret, _ kind: BetEvent.Session.Kind, _ status: SessionStatus?
  ) {
    guard let identities = surroundings.journal?.identities else { return }
    note([
      .session(
        BetEvent.Session(
          at: now, sessionHash: identities.session(session.exposed), kind: kind,
          alive: status?.isAlive, remaining: status?.remainingMilliseconds))
    ])
  }
}
