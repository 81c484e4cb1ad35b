import APICore
import Foundation
import SandboxCore

extension BetableSandbox {
  /// Answers `POST /games/{game}/bet`, `/games/{game}/unbacked-bet`, and both with `/{credit game}`
  /// in between.
  ///
  /// The bet is atomic: wager, payout, credits and the bet itself are one transaction.
  func bet(_ call: BetableCall, _ token: BetToken) throws(RefusedCall) -> HTTPResponse {
    let asked = try AskedBet(call)
    guard token.player != nil || !asked.kind.isBacked else {
      throw RefusedCall(403, "unbacked_token", "The token is good for unbacked bets alone.")
    }
    let body = try call.json()
    return try writing { book throws(SandboxError) in
      try place(asked, body, call.reference, token, book)
    }.get()
  }

  // MARK: - Implementation

  /// The money of a backed bet.
  private struct Backing {
    /// The balance that pays the wager.
    let purse: BetPurse
    let currency: String
  }

  private func place(
    _ asked: AskedBet, _ body: JSONValue, _ reference: String?, _ token: BetToken,
    _ book: BookStatements
  ) throws(SandboxError) -> Result<HTTPResponse, RefusedCall> {
    let now = try now(book)
    var backing: Backing?
    if asked.kind.isBacked {
      switch try self.backing(asked, body, token, book, at: now) {
      case .failure(let refusal): return .failure(refusal)
      case .success(let found): backing = found
      }
    }
    let slip: BetSlip
    do throws(RefusedCall) {
      slip = try BetSlip(body, asked.played, backing?.currency)
    } catch {
      return .failure(error)
    }
    if let backing, case let balance = try book.balance(backing.purse), balance < slip.wager {
      let has = MinorUnits.text(balance, backing.currency)
      let wants = MinorUnits.text(slip.wager, backing.currency)
      return .failure(
        RefusedCall(
          402, "insufficient_funds", "The wager is \(wants), and the balance \(has)."))
    }
    let id = try book.nextBet()
    let play = Play(slip, on: asked.played, SeededDraw(settings.seed, 25, Int(id)))
    let outcomes = play.outcomes(backing?.currency)
    try book.add(
      BookedBet(
        id: id, reference: reference, player: token.player, clientUser: token.clientUser,
        game: asked.game.id, creditGame: asked.creditGame?.id, kind: asked.kind,
        economy: backing?.purse.economy, currency: backing?.currency, wager: slip.wager,
        payout: play.payout, outcomes: String(decoding: outcomes.bytes, as: UTF8.self), at: now))
    if let backing { try settle(play, slip.wager, id, backing, asked.played, book, at: now) }
    return .success(answer(play, asked.played, outcomes, backing))
  }

  private func backing(
    _ asked: AskedBet, _ body: JSONValue, _ token: BetToken, _ book: BookStatements, at now: Int64
  ) throws(SandboxError) -> Result<Backing, RefusedCall> {
    guard let id = token.session, let session = try book.session(id), isAlive(session, at: now),
      let number = token.player, let player = try book.player(number)
    else {
      return .failure(RefusedCall(401, "session_expired", "A backed bet wants a live session."))
    }
    guard let economy = body["economy"]?.text.flatMap({ BetEconomy(rawValue: $0) }) else {
      return .failure(
        RefusedCall(400, "invalid_economy", "economy: expected real or sandbox"))
    }
    guard body["currency"]?.text == player.currency else {
      return .failure(
        RefusedCall(400, "invalid_currency", "currency: expected \(player.currency)"))
    }
    return .success(
      Backing(
        purse: BetPurse(player: player.id, economy: economy, game: asked.creditGame?.id),
        currency: player.currency))
  }

  private func settle(
    _ play: Play, _ wager: Int64, _ bet: Int64, _ backing: Backing, _ game: BetableGame,
    _ book: BookStatements, at now: Int64
  ) throws(SandboxError) {
    let money = BetPurse(
      player: backing.purse.player, economy: backing.purse.economy, game: nil)
    try book.enter(BetEntry(kind: .wager, amount: -wager, bet: bet, at: now), backing.purse)
    if play.payout > 0 {
      try book.enter(BetEntry(kind: .payout, amount: play.payout, bet: bet, at: now), money)
    }
    if play.credits > 0 {
      let credits = BetPurse(player: money.player, economy: money.economy, game: game.creditGame)
      try book.enter(BetEntry(kind: .credit, amount: play.credits, bet: bet, at: now), credits)
    }
  }

  private func answer(
    _ play: Play, _ game: BetableGame, _ outcomes: WireJSON, _ backing: Backing?
  ) -> HTTPResponse {
    var members: [(name: String, value: WireJSON)] = []
    if let backing { members.append(("currency", .text(backing.currency))) }
    members.append(("outcomes", outcomes))
    members.append(("payout", .text(MinorUnits.text(play.payout, backing?.currency))))
    members.append(("stops", .list(play.stops.map { .number($0) })))
    if !play.window.isEmpty {
      members.append(
        ("window", .list(play.window.map { row in .list(row.map { .text($0) }) })))
    }
    if play.credits > 0, let credited = game.creditGame {
      let amount = MinorUnits.text(play.credits, backing?.currency)
      members.append(("credits", .object([(credited, .text(amount))])))
    }
    return HTTPResponse(json: .object(members))
  }
}

/// The games and the kind of a bet, from its path.
struct AskedBet {
  let game: BetableGame
  let creditGame: BetableGame?
  let kind: BookedBet.Kind

  /// The game that decides the outcome.
  var played: BetableGame { creditGame ?? game }

  init(_ call: BetableCall) throws(RefusedCall) {
    let parts = call.path.split(separator: "/").dropFirst().map { String($0) }
    guard let verb = parts.last, ["bet", "unbacked-bet"].contains(verb),
      (2...3).contains(parts.count)
    else { throw RefusedCall(404, "not_found", "POST \(call.path): no such call.") }
    var games: [BetableGame] = []
    for id in parts.dropLast() {
      guard let game = BetableGame.all.first(where: { $0.id == id }) else {
        throw RefusedCall(404, "unknown_game", "\(id): no such game.")
      }
      games.append(game)
    }
    game = games[0]
    creditGame = games.count > 1 ? games[1] : nil
    if let creditGame, game.creditGame != creditGame.id {
      throw RefusedCall(400, "invalid_credit_game", "\(game.id) gives no such credits.")
    }
    kind =
      verb == "bet"
      ? (creditGame == nil ? .backed : .credit)
      : (creditGame == nil ? .unbacked : .unbackedCredit)
  }
}
