import APICore
import Foundation

/// One line of the journal: the client's intention, or its outcome.
///
/// Times are µs since 1970 UTC; money is the decimal text sent or received. Users and sessions
/// appear only as salted hashes; no line holds a token.
public enum BetEvent: Equatable, Sendable {
  /// A bet that is about to be sent.
  case sent(Sent)
  /// The service's definite answer to a bet: accepted or refused.
  case answered(Answered)
  /// A bet that was sent and whose outcome is unknown.
  case indeterminate(Indeterminate)
  /// A balance as the service reported it.
  case wallet(Wallet)
  /// A step in the life of a session.
  case session(Session)

  /// A bet that is about to be sent.
  public struct Sent: Codable, Equatable, Sendable {
    /// The time, µs since 1970 UTC.
    public var at: Int64
    /// The key that the client gave the bet.
    public var betKey: String
    /// The user, as a salted hash.
    public var subjectKey: String
    /// The game that the user plays.
    public var gameID: String
    /// The game that a credit bet is on; nil for other bets.
    public var creditGameID: String?
    /// The kind of bet.
    public var kind: BetableBetKind
    /// `real` or `sandbox`; nil for unbacked bets.
    public var economy: String?
    /// The currency, such as `GBP`; nil for unbacked bets.
    public var currency: String?
    /// The total stake: per line times lines, or the sum of the wagers; nil if the body names none.
    public var wager: String?
    /// The number of lines or wagers that share the stake.
    public var lines: Int
    /// The key of the batch that holds the bet; nil for a bet sent alone.
    public var batchID: String?
    /// The value of the row's `result` column: the bet is open.
    private var result = "open"

    enum CodingKeys: String, CodingKey {
      case kind, economy, currency, wager, lines, result
      case at = "sent_at"
      case betKey = "bet_key"
      case subjectKey = "subject_key"
      case gameID = "game_id"
      case creditGameID = "credit_game_id"
      case batchID = "batch_id"
    }

    /// Describes a bet that is about to be sent.
    public init(
      at: Int64, betKey: String, subjectKey: String, gameID: String, creditGameID: String? = nil,
      kind: BetableBetKind, economy: String? = nil, currency: String? = nil, wager: String?,
      lines: Int = 1, batchID: String? = nil
    ) {
      self.at = at
      self.betKey = betKey
      self.subjectKey = subjectKey
      self.gameID = gameID
      self.creditGameID = creditGameID
      self.kind = kind
      self.economy = economy
      self.currency = currency
      self.wager = wager
      self.lines = lines
      self.batchID = batchID
    }
  }

  /// The service's answer to a bet.
  public struct Answered: Codable, Equatable, Sendable {
    /// The definite answer: accepted or refused.
    public enum Result: String, Codable, Sendable { case ok, rejected }

    /// The time, µs since 1970 UTC.
    public var at: Int64
    /// The bet's key.
    public var betKey: String
    /// Accepted or refused.
    public var result: Result
    /// The total payout; nil if the bet was refused.
    public var payout: String?
    /// The outcome of each line.
    public var outcomes: [BetOutcome] = []
    /// The service's code of a refusal, such as `insufficient_funds`; nil if the bet was accepted.
    public var error: String?
    /// The HTTP status; nil if the answer was found in a statement.
    public var status: Int?
    /// The time from sending to the answer, in µs.
    public var latency: Int64?

    enum CodingKeys: String, CodingKey {
      case result, payout, error, status
      case at = "settled_at"
      case betKey = "bet_key"
      case latency = "latency_us"
    }

    /// Describes an answer.
    public init(
      at: Int64, betKey: String, result: Result, payout: String? = nil,
      outcomes: [BetOutcome] = [], error: String? = nil, status: Int? = nil, latency: Int64? = nil
    ) {
      self.at = at
      self.betKey = betKey
      self.result = result
      self.payout = payout
      self.outcomes = outcomes
      self.error = error
      self.status = status
      self.latency = latency
    }
  }

  /// A bet whose outcome is unknown.
  public struct Indeterminate: Codable, Equatable, Sendable {
    /// The time, µs since 1970 UTC.
    public var at: Int64
    /// The bet's key.
    public var betKey: String
    /// Why there is no answer.
    public var error: String
    /// The value of the row's `result` column.
    private var result = "indeterminate"

    enum CodingKeys: String, CodingKey {
      case at, error, result
      case betKey = "bet_key"
    }

    /// Describes a bet without an answer.
    public init(at: Int64, betKey: String, error: String) {
      self.at = at
      self.betKey = betKey
      self.error = error
    }
  }
}
