import APICore
import Foundation

/// A bet to be sent: its kind, its game, and the stake in its body.
struct OutgoingBet: Sendable {
  let key: String
  let kind: BetableBetKind
  let gameID: String
  let creditGameID: String?
  let economy: String?
  let currency: String?
  let wager: String?
  let lines: Int
  /// The first stake that no store can hold; nil if all can be stored.
  let oddStake: String?
  var batchID: String?

  /// Reads the stake of a bet's body: `wager` is the whole bet's stake, whatever its `paylines`;
  /// `wagers` are summed.
  init(key: String, kind: BetableBetKind, gameID: String, creditGameID: String?, data: JSONValue) {
    self.key = key
    self.kind = kind
    self.gameID = gameID
    self.creditGameID = creditGameID
    // An unbacked bet plays for no money, whatever the body says.
    economy = kind.isBacked ? data["economy"]?.text : nil
    currency = kind.isBacked ? data["currency"]?.text : nil
    if case .array(let wagers)? = data["wagers"] {
      let stakes = wagers.map { ($0["wager"] ?? $0["amount"])?.text }
      let sum = stakes.reduce(BetAmount?.some(.zero)) { sum, text in
        text.flatMap { BetAmount($0) }.flatMap { sum?.adding($0) }
      }
      wager = wagers.isEmpty ? nil : sum?.text
      oddStake = Self.oddStake(stakes + [wager])
      lines = max(1, wagers.count)
    } else {
      wager = data["wager"]?.text
      oddStake = Self.oddStake([wager])
      if case .array(let paylines)? = data["paylines"] {
        lines = max(1, paylines.count)
      } else {
        lines = 1
      }
    }
  }

  /// Reads one request of a batch; nil if it is not a bet.
  init?(key: String, method: String, path: String, data: JSONValue) {
    let bare = path.prefix { $0 != "?" }
    let parts = bare.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    guard method == "POST", (3...4).contains(parts.count), parts[0] == "games",
      let verb = parts.last, verb == "bet" || verb == "unbacked-bet"
    else { return nil }
    let isCredit = parts.count == 4
    let kind: BetableBetKind =
      verb == "bet" ? (isCredit ? .credit : .backed) : (isCredit ? .unbackedCredit : .unbacked)
    self.init(
      key: key, kind: kind, gameID: parts[1], creditGameID: isCredit ? parts[2] : nil, data: data)
  }

  /// Returns the first stake that no store can hold.
  private static func oddStake(_ stakes: [String?]) -> String? {
    stakes.lazy.compactMap(\.self).first { BetAmount($0)?.micros == nil }
  }

  /// Returns the path of a bet, each part percent-encoded.
  static func path(_ kind: BetableBetKind, _ gameID: String, _ creditGameID: String?) -> String {
    let games = [gameID, creditGameID].compactMap { $0 }.map { PercentEncoding.part($0) + "/" }
    return "/games/" + games.joined() + (kind.isBacked ? "bet" : "unbacked-bet")
  }

  /// Returns the template of a bet's path, for request records.
  static func endpoint(_ kind: BetableBetKind) -> String {
    switch kind {
    case .backed: "/games/{game}/bet"
    case .unbacked: "/games/{game}/unbacked-bet"
    case .credit: "/games/{game}/{credit_game}/bet"
    case .unbackedCredit: "/games/{game}/{credit_game}/unbacked-bet"
    }
  }
}

/// The four kinds of bet.
public enum BetableBetKind: String, Codable, CaseIterable, Sendable {
  /// A bet with money.
  case backed
  /// A bet without money, with the same mathematics.
  case unbacked
  /// A bet with credits won in another game.
  case credit
  /// An unbacked form of a credit bet.
  case unbackedCredit = "unbacked_credit"

  /// Whether money or credits are at stake; such a bet needs a session.
  public var isBacked: Bool { self == .backed || self == .credit }
}
