import APICore
import Foundation

/// The watch over the player's session: heartbeats, and reality checks as they fall due.
extension Betable {
  /// Asks whether the session is alive.
  ///
  /// - Returns: The service's answer.
  /// - Throws: ``BetableError``; `notAuthorized` if there is no session.
  public func heartbeat() async throws(BetableError) -> SessionStatus {
    let session = try currentSession()
    let call = APICall(
      endpoint: "/sessions/alive",
      query: [URLQueryItem(name: "session_id", value: session.exposed)])
    let status = try read(
      try await ask(call), of: call, redactor(and: [session])
    ) { json throws(JSONFailure) in try SessionStatus(json) }
    noteSession(session, .heartbeat, status)
    return status
  }

  /// Extends the session.
  ///
  /// - Parameter afterRealityCheck: Whether the player has just decided to go on.
  /// - Returns: The service's answer.
  /// - Throws: ``BetableError``; `notAuthorized` if there is no session.
  @discardableResult
  public func keepAlive(
    afterRealityCheck: Bool = false
  ) async throws(BetableError) -> SessionStatus {
    let session = try currentSession()
    var body: [String: JSONValue] = ["session_id": .string(session.exposed)]
    if afterRealityCheck { body.merge(["keep_alive": true, "reality_checked": true]) { $1 } }
    // Extending twice has the same effect as once.
    let call = APICall(
      .post, endpoint: "/sessions/keep-alive", body: Data(JSONValue.object(body).json.utf8),
      isIdempotent: true)
    let status = try read(
      try await ask(call), of: call, redactor(and: [session])
    ) { json throws(JSONFailure) in try SessionStatus(json) }
    noteSession(session, .keepalive, status)
    return status
  }

  /// Whether the session is watched.
  public var isWatching: Bool { state.withLock { $0.monitor != nil } }

  // MARK: - Implementation

  private func currentSession() throws(BetableError) -> Secret {
    try checkLaunched()
    guard let session = login.credentials?.sessionID else {
      throw .notAuthorized(needsSession: true)
    }
    return session
  }

  /// Watches the session from now on, in place of an earlier watch.
  ///
  /// A watch in the middle of this session's reality check continues, so that the player's answer
  /// counts.
  func watch(from status: SessionStatus) {
    let session = login.credentials?.sessionID
    guard state.withLock({ $0.checking == nil || $0.checking != session }) else { return }
    let monitor = Task { [weak self, clock = surroundings.clock] in
      var status = status
      var failures = 0
      while !Task.isCancelled {
        guard let wait = await self?.turn(status) else { return }
        do throws(CancellationError) {
          // The task does not retain the client while it sleeps: the watch ends with the client's
          // last user.
          try await clock.sleep(until: clock.uptime + wait)
        } catch {
          return
        }
        guard let next = await self?.beat(after: status, &failures) else { return }
        status = next
      }
    }
    state.withLock { state in
      state.monitor?.cancel()
      state.monitor = monitor
    }
  }

  /// Holds a reality check if one is due, and returns the time to the next heartbeat; nil if the
  /// session has ended.
  private func turn(_ status: SessionStatus) async -> Duration? {
    var status = status
    // A check has just been held; if the service reports another as due at once, do not loop.
    if settings.heartbeats.next(remaining: status.remaining) == .zero {
      guard let after = await realityCheck() else { return nil }
      status = after
      let next = settings.heartbeats.next(remaining: status.remaining)
      return next == .zero ? settings.heartbeats.lead : next
    }
    return settings.heartbeats.next(remaining: status.remaining)
  }

  /// Sends a heartbeat; returns nil, and notifies the game, if the session has ended.
  private func beat(after last: SessionStatus, _ failures: inout Int) async -> SessionStatus? {
    let isActive = state.withLock { state in
      defer { state.hasActivity = false }
      return state.hasActivity
    }
    do throws(BetableError) {
      let status = isActive ? try await keepAlive() : try await heartbeat()
      guard status.isAlive else { return await lose() }
      failures = 0
      return status
    } catch {
      if error == .cancelled || Task.isCancelled { return nil }
      failures += 1
      if isActive { recordUserActivity() }
      guard failures <= settings.heartbeats.grace, !error.isRefusal else { return await lose() }
      return last
    }
  }

  private func lose() async -> SessionStatus? {
    try? await logout()
    return nil
  }

  /// Holds a reality check; returns nil if it ended the login.
  private func realityCheck() async -> SessionStatus? {
    // Without a view to ask in, the session runs out by itself.
    guard let session = login.credentials?.sessionID,
      let callbacks = state.withLock({ state -> (any BetableCredentialCallbacks)? in
        guard state.checking == nil, let callbacks = state.callbacks else { return nil }
        state.checking = session
        return callbacks
      })
    else { return nil }
    noteSession(session, .realityCheck, nil)
    await notify(.preRealityCheck)
    let status = await decided(callbacks, session)
    state.withLock { $0.checking = nil }
    await notify(.postRealityCheck)
    return status
  }

  /// Asks until the player decides to go on or to stop.
  private func decided(
    _ callbacks: any BetableCredentialCallbacks, _ session: Secret
  ) async -> SessionStatus? {
    while true {
      let choice = await callbacks.currentGameView.chooseAtRealityCheck(RealityCheckChoice.allCases)
      // The login may have ended before the player answered.
      guard login.credentials?.sessionID == session else { return nil }
      noteSession(session, .choice, nil)
      if choice == .logout { return await lose() }
      guard let status = try? await keepAlive(afterRealityCheck: true), status.isAlive else {
        return await lose()
      }
      if choice == .continuePlaying { return status }
      await showWallet(callbacks.currentGameView)
    }
  }

  /// Shows the wallet until the player closes it.
  private func showWallet(_ presenter: any BetablePresenter) async {
    guard let url = try? trackURL(.wallet) else { return }
    await withCheckedContinuation { continuation in
      let closed = CallOnce { continuation.resume() }
      Task {
        await presenter.present(
          WebPage(kind: .wallet, url: url, screen: nil), onClose: closed.callAsFunction)
      }
    }
  }

  /// Extends the session after a bet, once for all bets in the meantime; failures are ignored.
  func keepAliveAfterBet() {
    guard settings.keepsAliveAfterBets else { return }
    state.withLock { state in
      guard state.keepingAlive == nil else { return }
      state.keepingAlive = Task { [weak self] in
        _ = try? await self?.keepAlive()
        self?.state.withLock { $0.keepingAlive = nil }
      }
    }
  }
}

extension BetableError {
  /// Whether the refusal is definite: asking again would not change it.
  public var isRefusal: Bool {
    if case .refused(let refusal) = self {
      refusal.isCertain && refusal.status != 429
    } else {
      false
    }
  }
}
