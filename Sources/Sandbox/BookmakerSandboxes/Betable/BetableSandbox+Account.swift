import APICore
import Foundation
import SandboxCore

extension BetableSandbox {
  /// The maximum number of bets in one page of the statement.
  private static let longestStatement: Int64 = 500

  /// Answers `GET /account`.
  func account(_ token: BetToken) throws(RefusedCall) -> HTTPResponse {
    let player = try player(token)
    return HTTPResponse(
      json: .object([
        ("id", .text(player.account)), ("first_name", .text(player.firstName)),
        ("last_name", .text(player.lastName)),
      ]))
  }

  /// Answers `GET /account/wallet`, with the credits for the named games.
  func wallet(_ call: BetableCall, _ token: BetToken) throws(RefusedCall) -> HTTPResponse {
    let player = try player(token)
    let games = call.query("games").map { $0.split(separator: ",").map { String($0) } }
    return try reading { book throws(SandboxError) in
      var economies: [(name: String, value: WireJSON)] = []
      for economy in BetEconomy.allCases {
        func amount(_ game: String?) throws(SandboxError) -> WireJSON {
          let purse = BetPurse(player: player.id, economy: economy, game: game)
          return .text(MinorUnits.text(try book.balance(purse), player.currency))
        }
        var members: [(name: String, value: WireJSON)] = [
          ("balance", try amount(nil)), ("currency", .text(player.currency)),
          ("economy", .text(economy.rawValue)),
        ]
        if let games {
          var credits: [(name: String, value: WireJSON)] = []
          for game in games { credits.append((game, try amount(game))) }
          members.append(("credits", .object(credits)))
        }
        economies.append((economy.rawValue, .object(members)))
      }
      return HTTPResponse(json: .object(economies))
    }
  }

  /// Answers `GET /account/bets`: the bets of the token's owner after an id; a sandbox extension.
  func statement(_ call: BetableCall, _ token: BetToken) throws(RefusedCall) -> HTTPResponse {
    guard let after = Int64(call.query("after") ?? "0"), after >= 0,
      let limit = Int64(call.query("limit") ?? "100"), (1...Self.longestStatement).contains(limit)
    else {
      throw RefusedCall(
        400, "invalid_request",
        "after: expected 0 or more; limit: expected 1 to \(Self.longestStatement)")
    }
    let bets = try reading { book throws(SandboxError) in
      try book.bets(of: token, after: after, limit: limit)
    }
    return HTTPResponse(
      json: .object([
        ("bets", .list(bets.map(\.json))),
        ("last_id", .digits(String(bets.last?.id ?? after))),
      ]))
  }

  /// Answers `GET /application_manifests/slug/{slug}/play`: the address of the game's page.
  func manifest(_ call: BetableCall) throws(RefusedCall) -> HTTPResponse {
    let parts = call.path.split(separator: "/")
    guard call.method == .get, parts.count == 4, parts[3] == "play",
      let game = BetableGame.all.first(where: { $0.id == parts[2] })
    else { throw RefusedCall(404, "not_found", "\(call.path): no such manifest.") }
    var query = "unbacked=true"
    if call.query("unbacked") != "true" {
      guard let economy = BetEconomy(rawValue: call.query("economy") ?? "") else {
        throw RefusedCall(400, "invalid_economy", "economy: expected real or sandbox")
      }
      query = "economy=" + economy.rawValue
    }
    return HTTPResponse(
      json: .object([
        ("name", .text(game.name)), ("slug", .text(game.id)),
        ("url", .text("/ext/play/\(game.id)?\(query)")),
      ]))
  }

  /// The answer to `GET /can-i-gamble`, the same for every place.
  var gambling: HTTPResponse {
    HTTPResponse(
      json: .object([
        ("can_gamble", .boolean(true)), ("country", .text("Great Britain")),
        ("country_code", .text("GB")),
      ]))
  }

  // MARK: - Implementation

  private func player(_ token: BetToken) throws(RefusedCall) -> BetPlayer {
    guard let number = token.player,
      let found = try reading({ book throws(SandboxError) in try book.player(number) })
    else {
      throw RefusedCall(403, "unbacked_token", "The token is good for unbacked bets alone.")
    }
    return found
  }
}

extension BookedBet {
  /// The bet in the statement's form.
  fileprivate var json: WireJSON {
    var members: [(name: String, value: WireJSON)] = [("id", .digits(String(id)))]
    if let reference { members.append(("reference", .text(reference))) }
    members.append(("game_id", .text(game)))
    if let creditGame { members.append(("credit_game_id", .text(creditGame))) }
    members.append(("kind", .text(kind.rawValue)))
    if let economy { members.append(("economy", .text(economy.rawValue))) }
    if let currency { members.append(("currency", .text(currency))) }
    members.append(("wager", .text(MinorUnits.text(wager, currency))))
    members.append(("payout", .text(MinorUnits.text(payout, currency))))
    members.append(("outcomes", .digits(outcomes)))
    members.append(("created_at", .text(Self.moment(at))))
    return .object(members)
  }

  /// Formats a moment with six decimals, even if they are zero.
  private static func moment(_ micros: Int64) -> String {
    let fraction = String(micros % 1_000_000)
    return ExactText.instant(micros, separator: "T") + "."
      + String(repeating: "0", count: 6 - fraction.count) + fraction + "Z"
  }
}
