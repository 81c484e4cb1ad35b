import APICore
import Foundation

/// The four kinds of bet.
///
/// Each is sent once, and waits for its answer. `data` is sent as it is; money in it should be text, for
/// a number may be rounded on its way. `key` names the bet in the journal and to the service; nil for a
/// new one. Each returns the service's answer and throws ``BetableError``, `indeterminate` where
/// nobody knows whether the bet counts.
extension Betable {
  /// Places a bet with money.
  public func bet(
    forGame gameID: String, withData data: JSONValue, key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.backed, gameID, nil, data, key)
  }

  /// Places a bet without money; it wants no session.
  public func unbackedBet(
    forGame gameID: String, withData data: JSONValue, key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.unbacked, gameID, nil, data, key)
  }

  /// Places a bet on `creditGameID` with credits that were won in `gameID`, the game that the player
  /// has authorized.
  public func creditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.credit, gameID, creditGameID, data, key)
  }

  /// Places a bet as with credits, without any.
  public func unbackedCreditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.unbackedCredit, gameID, creditGameID, data, key)
  }

  /// The body of a bet with a slot machine, in the environment's economy.
  ///
  /// - Parameters:
  ///   - wager: The stake of all lines together.
  ///   - currency: Such as `GBP`.
  ///   - paylines: The row of each reel, line by line.
  /// - Returns: The body.
  public func slotsBet(wager: BetAmount, currency: String, paylines: [[Int]]) -> JSONValue {
    [
      "wager": .string(wager.text), "currency": .string(currency),
      "economy": .string(settings.environment.economy),
      "paylines": .array(paylines.map { .array($0.map { .number(JSONNumber(Int64($0))) }) }),
    ]
  }

  /// Waits for what the client does behind bets that were answered.
  public func finishPendingWork() async { await state.withLock { $0.keepingAlive }?.value }

  // MARK: - Implementation

  /// Whether a text may be a game's id: one that a path could take for a step, or no store would keep,
  /// may not.
  private static func isGame(_ id: String) -> Bool {
    !["", ".", ".."].contains(id) && id.utf8.count <= 200
  }

  private func place(
    _ kind: BetKind, _ gameID: String, _ creditGameID: String?, _ data: JSONValue, _ key: String?
  ) async throws(BetableError) -> BetResult {
    guard case .object = data else {
      throw .invalid("bet: found a body that is no object of JSON; expected one")
    }
    for game in [gameID, creditGameID].compactMap({ $0 }) where !Self.isGame(game) {
      throw .invalid("bet: found the game “\(game.prefix(60))”; expected a game's id")
    }
    let key = key ?? UUID().uuidString.lowercased()
    let bet = OutgoingBet(
      key: key, kind: kind, gameID: gameID, creditGameID: creditGameID, data: data)
    let call = APICall(
      .post, endpoint: OutgoingBet.endpoint(kind),
      path: OutgoingBet.path(kind, gameID, creditGameID), body: Data(data.json.utf8),
      isIdempotent: false, headers: ["Idempotency-Key": key])
    let answer = try await send([bet], as: call)
    let result: BetResult
    do throws(JSONFailure) {
      result = try BetResult(try JSONValue(parsing: answer.response.body), key: key)
    } catch {
      throw unreadable([bet], answer.response, "\(error)")
    }
    note([answer.event(of: result, at: now)])
    if kind.isBacked { keepAliveAfterBet() }
    return result
  }
}
