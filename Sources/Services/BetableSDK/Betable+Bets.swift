import APICore
import Foundation

/// The four kinds of bet.
///
/// Each is sent once and waits for its answer. `data` is sent unchanged; give money as text,
/// because a JSON number may be rounded in transit. `key` names the bet in the journal and to the
/// service; nil for a new key. Each returns the service's answer and throws ``BetableError``;
/// `indeterminate` means that the bet may or may not count.
extension Betable {
  /// Places a bet with money.
  public func bet(
    forGame gameID: String, withData data: JSONValue, key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.backed, gameID, nil, data, key)
  }

  /// Places a bet without money; no session is needed.
  public func unbackedBet(
    forGame gameID: String, withData data: JSONValue, key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.unbacked, gameID, nil, data, key)
  }

  /// Places a bet on `creditGameID` with credits won in `gameID`, the game that the player has
  /// authorized.
  public func creditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.credit, gameID, creditGameID, data, key)
  }

  /// Places an unbacked form of a credit bet.
  public func unbackedCreditBet(
    forGame gameID: String, creditGame creditGameID: String, withData data: JSONValue,
    key: String? = nil
  ) async throws(BetableError) -> BetResult {
    try await place(.unbackedCredit, gameID, creditGameID, data, key)
  }

  /// Builds the body of a slot-machine bet in the environment's economy.
  ///
  /// - Parameters:
  ///   - wager: The total stake of all lines.
  ///   - currency: The currency, such as `GBP`.
  ///   - paylines: The row on each reel, line by line.
  /// - Returns: The body.
  public func slotsBet(wager: BetAmount, currency: String, paylines: [[Int]]) -> JSONValue {
    [
      "wager": .string(wager.text), "currency": .string(currency),
      "economy": .string(settings.environment.economy),
      "paylines": .array(paylines.map { .array($0.map { .number(JSONNumber(Int64($0))) }) }),
    ]
  }

  /// Waits for background work that follows answered bets.
  public func finishPendingWork() async { await state.withLock { $0.keepingAlive }?.value }

  // MARK: - Implementation

  /// Whether a text may be a game's id: not a path step such as `..`, and not too long to store.
  private static func isGame(_ id: String) -> Bool {
    !["", ".", ".."].contains(id) && id.utf8.count <= Limits.gameBytes
  }

  private func place(
    _ kind: BetableBetKind, _ gameID: String, _ creditGameID: String?, _ data: JSONValue,
    _ key: String?
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
      try result.check(against: bet)
    } catch {
      throw unreadable([bet], answer.response, "\(error)")
    }
    report(result.rejected, of: call)
    note([answer.event(of: result, at: now)])
    if kind.isBacked { keepAliveAfterBet() }
    return result
  }
}
