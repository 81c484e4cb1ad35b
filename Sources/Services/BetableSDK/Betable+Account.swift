import APICore
import Foundation

/// The player's account, wallet and bets.
extension Betable {
  /// Fetches the account of the logged-in player.
  ///
  /// - Returns: The account.
  /// - Throws: ``BetableError``.
  public func userAccount() async throws(BetableError) -> BetableAccount {
    let call = APICall(endpoint: "/account")
    let account = try read(try await ask(call), of: call) { json throws(JSONFailure) in
      try BetableAccount(json)
    }
    if let credentials = login.credentials, credentials.userID == nil {
      login.hold(credentials.of(userID: account.id))
    }
    return account
  }

  /// Fetches the real and sandbox balances of the logged-in player.
  ///
  /// - Parameter games: Games whose credits are included.
  /// - Returns: The balances; they are also written to the journal.
  /// - Throws: ``BetableError``.
  public func userWallet(
    creditsOf games: [String] = []
  ) async throws(BetableError) -> BetableWallet {
    let query =
      games.isEmpty ? [] : [URLQueryItem(name: "games", value: games.joined(separator: ","))]
    let call = APICall(endpoint: "/account/wallet", query: query)
    let wallet = try read(try await ask(call), of: call) { json throws(JSONFailure) in
      try BetableWallet(json)
    }
    report(wallet.rejected, of: call)
    if let records = surroundings.journal, let credentials = login.credentials {
      let subject = records.identities.subject(try await knownUser(credentials))
      note(wallet.events(of: subject, at: now).map { .wallet($0) })
    }
    return wallet
  }

  /// Fetches one page of the player's bets, if the service offers the list.
  ///
  /// - Parameters:
  ///   - id: The last id of the previous page; 0 for the first page.
  ///   - limit: The maximum number of bets, up to 500.
  /// - Returns: The bets; nil if the service has no such list. An unreadable bet is left out and
  ///   given to `BetableSurroundings.reject`.
  /// - Throws: ``BetableError``.
  public func statement(
    after id: Int64 = 0, limit: Int = 500
  ) async throws(BetableError) -> BetStatement? {
    guard let path = settings.statementPath else { return nil }
    let call = APICall(
      endpoint: path,
      query: [
        URLQueryItem(name: "after", value: "\(id)"), URLQueryItem(name: "limit", value: "\(limit)"),
      ])
    let response: HTTPResponse
    do throws(BetableError) {
      response = try await ask(call)
    } catch {
      if case .refused(let refusal) = error, refusal.status == 404 { return nil }
      throw error
    }
    if EmptyForms.status204.hold(response) { return BetStatement(bets: [], lastID: nil) }
    // The reject message may quote the bet, so redact first.
    let body = redactor.redacted(response.body)
    do throws(JSONFailure) {
      let list = try LossyList<StatedBet>(body, under: ["bets"])
      try JSONNames.check(body)
      report(list.rejected + list.omitted, of: call)
      if list.elements.isEmpty, let first = list.rejected.first { throw first }
      let last = (try? JSONValue(parsing: response.body))?["last_id"]?.text.flatMap { Int64($0) }
      return BetStatement(
        bets: list.elements, lastID: last ?? list.elements.map(\.id).max())
    } catch {
      var failure = error
      failure.call = call.description
      throw .unreadable("\(failure)")
    }
  }

  /// Fetches all of the player's bets after an id, page by page.
  ///
  /// - Parameters:
  ///   - id: The last known id; 0 for all bets.
  ///   - take: Receives each page.
  /// - Returns: Whether the service has such a list.
  /// - Throws: ``BetableError``.
  public func eachStatement(
    after id: Int64 = 0, _ take: ([StatedBet]) -> Void
  ) async throws(BetableError) -> Bool {
    var last = id
    while let part = try await statement(after: last) {
      take(part.bets)
      guard let next = part.lastID, next > last, !part.bets.isEmpty else { return true }
      last = next
    }
    return false
  }

  // MARK: - Implementation

  /// Returns the player's id, and asks the service if it is unknown; nil for an unbacked token
  /// without one.
  func knownUser(_ credentials: BetableCredentials) async throws(BetableError) -> String? {
    if let known = credentials.userID ?? login.credentials?.userID { return known }
    guard !credentials.isUnbacked else { return nil }
    return try await userAccount().id
  }
}
