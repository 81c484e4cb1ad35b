import APICore
import CZlib
import Columns
import Foundation

/// The journal's text form: one JSON object a line, with the event's name and its table rows.
///
/// The rows are in lists named `bets`, `outcomes`, `wallets` and `sessions`, so a reader that fills
/// one table needs only the lists with that name. If you change one, also change the mapping
/// `betable`; stored lines stay as they are.
///
/// The last member, `crc32`, is the CRC-32 of the bytes before its comma, in eight hexadecimal
/// digits: without it, a failing disk could change a stake or payout unnoticed.
extension BetEvent: Codable {
  private enum Name: String, Codable { case sent, answered, indeterminate, wallet, session }
  private enum Keys: String, CodingKey { case event, bets, outcomes, wallets, sessions }

  /// Reads an event.
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Keys.self)
    switch try line.decode(Name.self, forKey: .event) {
    case .sent: self = .sent(try line.decode(OneRow<Sent>.self, forKey: .bets).row)
    case .answered:
      var event = try line.decode(OneRow<Answered>.self, forKey: .bets).row
      let outcomes = try line.decodeIfPresent([OutcomeRow].self, forKey: .outcomes) ?? []
      event.outcomes = outcomes.map(\.outcome)
      self = .answered(event)
    case .indeterminate:
      self = .indeterminate(try line.decode(OneRow<Indeterminate>.self, forKey: .bets).row)
    case .wallet: self = .wallet(try line.decode(OneRow<Wallet>.self, forKey: .wallets).row)
    case .session: self = .session(try line.decode(OneRow<Session>.self, forKey: .sessions).row)
    }
  }

  /// Writes the event.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Keys.self)
    switch self {
    case .sent(let event):
      try line.encode(Name.sent, forKey: .event)
      try line.encode([event], forKey: .bets)
    case .answered(let event):
      try line.encode(Name.answered, forKey: .event)
      try line.encode([event], forKey: .bets)
      guard !event.outcomes.isEmpty else { return }
      try line.encode(
        event.outcomes.map { OutcomeRow($0, of: event.betKey, at: event.at) }, forKey: .outcomes)
    case .indeterminate(let event):
      try line.encode(Name.indeterminate, forKey: .event)
      try line.encode([event], forKey: .bets)
    case .wallet(let event):
      try line.encode(Name.wallet, forKey: .event)
      try line.encode([event], forKey: .wallets)
    case .session(let event):
      try line.encode(Name.session, forKey: .event)
      try line.encode([event], forKey: .sessions)
    }
  }

  /// Reads a line of the journal.
  ///
  /// Lines of older versions have no checksum.
  ///
  /// - Parameter line: One line, with or without its line break.
  /// - Throws: `JSONFailure` if it is not a journal line, or has changed since it was written.
  public init(line: Data) throws(JSONFailure) {
    let text = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
    let rest = text.dropLast(Self.sumMember(of: Data()).count)
    if text.dropFirst(rest.count).starts(with: Self.sumStart) {
      guard text.dropFirst(rest.count) == Self.sumMember(of: rest) else {
        throw JSONFailure(path: "crc32", reason: "found a wrong checksum; expected the line's")
      }
    } else {
      let members = try JSONDecoder().value([String: JSONValue].self, of: line)
      if let other = members.keys.first(where: { Keys(rawValue: $0) == nil }) {
        // The member may be `crc32` with a damaged name.
        throw JSONFailure(path: other, reason: "found an unknown member; expected crc32")
      }
    }
    self = try JSONDecoder().value(BetEvent.self, of: line)
  }

  /// Returns the key of a line's bet; nil for lines of wallets and sessions.
  ///
  /// The bet of a damaged line was sent too, so its key is in use: neither the checksum nor the
  /// form of the line is checked.
  ///
  /// - Parameter line: One line, with or without its line break.
  /// - Returns: The key.
  public static func keySent(by line: Data) -> String? {
    switch try? JSONDecoder().value(BetEvent.self, of: line) {
    case .sent(let bet): return bet.betKey
    case .answered(let answer): return answer.betKey
    case .indeterminate(let bet): return bet.betKey
    case .wallet, .session: return nil
    case nil:
      guard let start = line.range(of: Data(#""bet_key":""#.utf8))?.upperBound else { return nil }
      var end = start
      while end < line.endIndex, line[end] != UInt8(ascii: "\"") {
        end += line[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < line.endIndex else { return nil }
      let text = Data("\"".utf8) + line[start..<end] + Data("\"".utf8)
      return try? JSONDecoder().decode(String.self, from: text)
    }
  }

  /// The event as a journal line, with its line break.
  public var line: Data {
    let members = JSONText.encoded(self).dropLast()
    return members + Self.sumMember(of: members) + [UInt8(ascii: "\n")]
  }

  private static let sumStart = Data(#","crc32":""#.utf8)

  /// Returns the end of a line, from the comma before its checksum on.
  private static func sumMember(of members: Data) -> Data {
    // Safety: zlib reads the bytes of this call alone.
    let sum = members.withUnsafeBytes { bytes in
      crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }
    let digits = String(UInt32(truncatingIfNeeded: sum), radix: 16)
    return sumStart + Data((String(repeating: "0", count: 8 - digits.count) + digits + "\"}").utf8)
  }
}

/// A list of one row.
private struct OneRow<Row: Decodable>: Decodable {
  let row: Row

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    row = try list.decode(Row.self)
  }
}

/// A line of a bet as a row.
struct OutcomeRow: Codable {
  let outcome: BetOutcome
  let betKey: String
  /// The time of the answer, µs since 1970 UTC.
  let at: Int64
  /// The service's id of the bet; nil if unknown.
  let statementID: Int64?

  private enum Keys: String, CodingKey {
    case at, line, outcome, payout, symbols
    case betKey = "bet_key"
    case statementID = "statement_id"
  }

  init(_ outcome: BetOutcome, of betKey: String, at: Int64, statementID: Int64? = nil) {
    (self.outcome, self.betKey, self.at, self.statementID) = (outcome, betKey, at, statementID)
  }

  init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: Keys.self)
    betKey = try row.decode(String.self, forKey: .betKey)
    at = try row.decode(Int64.self, forKey: .at)
    statementID = try row.decodeIfPresent(Int64.self, forKey: .statementID)
    outcome = BetOutcome(
      line: try row.decode(Int.self, forKey: .line),
      outcome: try row.decode(String.self, forKey: .outcome),
      payout: try row.decode(String.self, forKey: .payout),
      symbols: try row.decodeIfPresent(String.self, forKey: .symbols))
  }

  func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: Keys.self)
    try row.encode(betKey, forKey: .betKey)
    try row.encode(at, forKey: .at)
    try row.encodeIfPresent(statementID, forKey: .statementID)
    try row.encode(outcome.line, forKey: .line)
    try row.encode(outcome.outcome, forKey: .outcome)
    try row.encode(outcome.payout, forKey: .payout)
    try row.encodeIfPresent(outcome.symbols, forKey: .symbols)
  }
}

/// The service's own list of bets, and a wallet, as rows of the same form.
extension StatedBet {
  /// Returns the rows of a bet, by the list that they belong to.
  ///
  /// - Parameters:
  ///   - subjectKey: The user, as a salted hash.
  ///   - now: The time of the service's answer, µs since 1970 UTC.
  /// - Returns: Its row of `bets` and its rows of `outcomes`.
  public func rows(of subjectKey: String, at now: Int64) -> (bet: JSONValue, outcomes: [JSONValue])
  {
    // A bet without a client key was made by another program.
    let key = reference ?? "statement:\(id)"
    let row = StatedRow(
      at: now, betKey: key, subjectKey: subjectKey, statementID: id, sentAt: createdAt?.micros,
      settledAt: createdAt?.micros, gameID: gameID, creditGameID: creditGameID, kind: kind,
      economy: economy, currency: currency, wager: wager.text, lines: max(1, outcomes.count),
      payout: payout.text)
    return (
      JSONValue(encoding: row),
      outcomes.map {
        JSONValue(encoding: OutcomeRow($0, of: key, at: now, statementID: id))
      }
    )
  }

  private struct StatedRow: Encodable {
    let at: Int64
    let betKey: String
    let subjectKey: String
    let statementID: Int64
    /// The time at which the service accepted the bet.
    let sentAt: Int64?
    let settledAt: Int64?
    let gameID: String
    let creditGameID: String?
    let kind: BetableBetKind
    let economy: String?
    let currency: String?
    let wager: String
    let lines: Int
    let payout: String
    let result = BetEvent.Answered.Result.ok

    enum CodingKeys: String, CodingKey {
      case at, kind, economy, currency, wager, lines, payout, result
      case betKey = "bet_key"
      case subjectKey = "subject_key"
      case statementID = "statement_id"
      case sentAt = "sent_at"
      case settledAt = "settled_at"
      case gameID = "game_id"
      case creditGameID = "credit_game_id"
    }
  }
}

extension BetableWallet {
  /// Returns the balances as rows of `wallets`.
  ///
  /// - Parameters:
  ///   - subjectKey: The user, as a salted hash.
  ///   - now: The time of the service's answer, µs since 1970 UTC.
  /// - Returns: A row for each economy.
  public func rows(of subjectKey: String, at now: Int64) -> [JSONValue] {
    events(of: subjectKey, at: now).map { JSONValue(encoding: $0) }
  }

  /// Returns the balances as events of the journal.
  func events(of subjectKey: String, at now: Int64) -> [BetEvent.Wallet] {
    balances.map { balance in
      BetEvent.Wallet(
        at: now, subjectKey: subjectKey, economy: balance.economy, currency: balance.currency,
        balance: balance.balance.text,
        credits: balance.credits.isEmpty ? nil : balance.credits.mapValues(\.text))
    }
  }
}

extension JSONValue {
  /// Encodes a row's value.
  fileprivate init(encoding row: some Encodable) {
    guard let data = try? JSONEncoder().encode(row), let value = try? JSONValue(parsing: data)
    else { preconditionFailure("texts and whole numbers that JSON cannot write") }
    self = value
  }
}
