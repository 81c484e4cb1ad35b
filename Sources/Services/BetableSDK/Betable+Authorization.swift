import APICore
import Foundation

/// The login: the authorize page, its redirect, and the token.
extension Betable {
  /// Makes an authorize page with a new `state` that the redirect must bring back.
  ///
  /// Only the state of the latest page counts, also in other processes with the same store.
  ///
  /// - Parameter screen: The screen that the page shows first.
  /// - Returns: The page.
  /// - Throws: ``BetableError`` `invalid` if the state cannot be kept.
  public func beginAuthorization(
    _ screen: AuthorizePage.Screen = .login
  ) throws(BetableError) -> AuthorizePage {
    try checkLaunched()
    let session = login.credentials?.sessionID
    let page = try madePage(screen)
    state.withLock { ($0.authorizePage, $0.authorizeSession) = (page, session) }
    return page
  }

  /// Returns the preloaded authorize page; the same one until the login or session changes.
  ///
  /// - Parameter screen: The screen that the page shows first.
  /// - Returns: The page.
  /// - Throws: ``BetableError`` `invalid` if the state cannot be kept.
  public func precachedPage(
    _ screen: AuthorizePage.Screen = .login
  ) throws(BetableError) -> AuthorizePage {
    let (kept, session) = state.withLock { ($0.authorizePage, $0.authorizeSession) }
    let held = login.stored
    guard var page = kept, held.pendingState == page.state,
      held.credentials?.sessionID == session
    else { return try beginAuthorization(screen) }
    page.screen = screen
    return page
  }

  /// Handles the URL that opened the app; completes the login if it is a login's redirect.
  ///
  /// A redirect without the `state` of the page shown ends here; nothing is sent.
  ///
  /// - Parameter url: The URL.
  /// - Returns: Whether it was a redirect of a login; false for any other URL.
  /// - Throws: ``BetableError`` if the login fails; the callbacks are called too.
  @discardableResult
  public func handleAuthorizeURL(_ url: URL) async throws(BetableError) -> Bool {
    try checkLaunched()
    guard settings.redirectURI.matches(url) else { return false }
    do throws(BetableError) {
      let redirect = try checkedRedirect(url)
      let credentials = try await exchange(
        code: redirect.code, sessionID: redirect.sessionID, redirect.state)
      try await begin(credentials, isNew: true)
    } catch {
      // A forged redirect must not end the login in progress.
      if error != .authorization(.forgedState) {
        await dismissPage()
        await notify(.failure)
      }
      throw error
    }
    return true
  }

  /// Exchanges a code for a token; a code is valid for one exchange, which is sent once.
  ///
  /// - Parameters:
  ///   - code: The code of the redirect.
  ///   - sessionID: The session of the redirect; nil for none.
  /// - Returns: The login, with the player's id; it is neither in use nor kept.
  /// - Throws: ``BetableError``.
  public func token(
    code: Secret, sessionID: Secret?
  ) async throws(BetableError) -> BetableCredentials {
    try checkLaunched()
    return try await exchange(code: code, sessionID: sessionID)
  }

  /// Gets a token valid for unbacked bets only, and uses it if no player is logged in.
  ///
  /// - Parameter clientUserID: The id that the app gives its user.
  /// - Returns: The token.
  /// - Throws: ``BetableError``.
  @discardableResult
  public func unbackedToken(_ clientUserID: String) async throws(BetableError) -> Secret {
    try checkLaunched()
    var fields: [(String, String?)] = [
      ("grant_type", "client_credentials"), ("redirect_uri", settings.redirectURI.text),
      ("client_user_id", clientUserID),
    ]
    if let session = login.credentials?.sessionID {
      fields.append(("session_id", session.exposed))
    }
    let (token, _) = try await askToken(fields, secrets: [])
    if login.credentials?.isUnbacked ?? true {
      try login.keep(
        BetableCredentials(accessToken: token, sessionID: nil, userID: clientUserID))
    }
    return token
  }

  // MARK: - Implementation

  private func madePage(_ screen: AuthorizePage.Screen) throws(BetableError) -> AuthorizePage {
    let secret = Secret(UUID().uuidString.lowercased())
    try login.begin(secret)
    var place: DecoratedURL
    switch settings.authorizePage {
    case .classic:
      place = DecoratedURL(settings.authorizeURL.absoluteString)
      place.add([
        ("client_id", settings.clientID), ("redirect_uri", settings.redirectURI.text),
        ("response_type", "code"), ("state", secret.exposed),
      ])
    case .precache:
      place = DecoratedURL(settings.webURL.absoluteString + "/ext/precache")
      place.add([
        ("redirect_uri", settings.redirectURI.text), ("state", secret.exposed),
        ("load", "chrome.nux.wallet"), ("session_id", sessionOrNone),
        ("client_id", settings.clientID), ("device_identifier", settings.deviceIdentifier),
        ("sdk_version", BetableServiceSettings.sdkVersion),
      ])
    }
    return AuthorizePage(
      kind: settings.authorizePage, url: try place.url(), screen: screen, state: secret)
  }

  /// Checks a redirect's `state` and returns its code and session.
  private func checkedRedirect(
    _ url: URL
  ) throws(BetableError) -> (code: Secret, sessionID: Secret?, state: Secret) {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems
    var values: [String: [String]] = [:]
    for item in items ?? [] {
      let value = item.value ?? ""
      values[item.name, default: []].append(value.removingPercentEncoding ?? value)
    }
    // A parameter given twice is ambiguous, so it does not count.
    let one = { (name: String) in values[name]?.count == 1 ? values[name]?.first : nil }
    // The page's words may repeat the redirect's parameters.
    let redactor = redactor(
      and: ["state", "code", "session_id"].flatMap { values[$0] ?? [] }.map { Secret($0) })
    let isRefusal = values["error"] != nil || one("action") == "close"
    // A closed page may return no state; it brings no login either.
    if values["state"] == nil, isRefusal {
      try login.endsAny()
    } else {
      guard let state = one("state"), try login.ends(state) else {
        throw .authorization(.forgedState)
      }
    }
    if let error = values["error"]?.first {
      let description = values["error_description"]?.first
      guard description != "user_close" else { throw .authorization(.closedByUser) }
      throw .authorization(
        .denied(
          error: Self.shown(error, redactor),
          description: description.map { Self.shown($0, redactor) }))
    }
    if one("action") == "close" { throw .authorization(.closedByUser) }
    guard let code = one("code"), !code.isEmpty else { throw .authorization(.noCode) }
    let session = one("session_id").flatMap { ["", "none"].contains($0) ? nil : Secret($0) }
    return (Secret(code), session, Secret(one("state") ?? ""))
  }

  private static func shown(_ text: String, _ redactor: Redactor) -> String {
    let scalars = redactor.redacted(text).unicodeScalars
    return String(scalars.filter { $0.properties.generalCategory != .control }.prefix(200))
  }

  private func exchange(
    code: Secret, sessionID: Secret?, _ state: Secret? = nil
  ) async throws(BetableError) -> BetableCredentials {
    let secrets = [code, sessionID, state].compactMap { $0 }
    let (token, session) = try await askToken(
      [
        ("grant_type", "authorization_code"), ("redirect_uri", settings.redirectURI.text),
        ("code", code.exposed), ("session_id", sessionID?.exposed ?? "none"),
      ], secrets: secrets)
    let credentials = BetableCredentials(accessToken: token, sessionID: session ?? sessionID)
    let account = try await account(of: credentials, secrets)
    return credentials.of(userID: account.id)
  }

  /// Fetches the account of a login that is not in use yet.
  private func account(
    of credentials: BetableCredentials, _ secrets: [Secret]
  ) async throws(BetableError) -> BetableAccount {
    let redactor = redactor(
      and: secrets + [credentials.accessToken] + [credentials.sessionID].compactMap { $0 })
    let call = APICall(endpoint: "/account")
    let connection = APIConnection(
      settings.connection, transport: surroundings.transport,
      authorization: FixedAuthorization(token: credentials.accessToken),
      clock: surroundings.clock, limiter: connection.limiter, log: surroundings.log,
      observe: surroundings.observe, waits: surroundings.waits)
    let response: HTTPResponse
    do throws(APIFailure) {
      response = try await connection.send(call)
    } catch {
      throw BetableError(error, of: call, redactor)
    }
    return try read(response, of: call, redactor) { json throws(JSONFailure) in
      try BetableAccount(json)
    }
  }

  private func askToken(
    _ fields: [(String, String?)], secrets: [Secret]
  ) async throws(BetableError) -> (token: Secret, session: Secret?) {
    let call = Form.call("/token", fields)
    var settings = settings.connection
    settings.retries = RetryPolicy.never
    let connection = APIConnection(
      settings, transport: surroundings.transport,
      authorization: FixedAuthorization(
        clientID: self.settings.clientID, secret: self.settings.clientSecret),
      clock: surroundings.clock, limiter: connection.limiter, log: surroundings.log,
      observe: surroundings.observe, waits: surroundings.waits)
    let response: HTTPResponse
    do throws(APIFailure) {
      response = try await connection.send(call)
    } catch {
      throw BetableError(error, of: call, redactor(and: secrets))
    }
    // The reason may quote the answer, which may hold the token.
    guard let json = try? JSONValue(parsing: response.body),
      let token = json["access_token"]?.text, !token.isEmpty
    else { throw .unreadable("\(call): found an answer without a token; expected one") }
    let session = json["session_id"]?.text.flatMap { ["", "none"].contains($0) ? nil : Secret($0) }
    return (Secret(token), session)
  }
}
