import APICore
import Foundation

/// One line of the journal: what the client was about to do, or what came of it.
///
/// Moments are µs since 1970 UTC, money is the decimal text that was sent or received. Users and
/// sessions appear as salted hashes alone; no line holds a token.
public enum BetEvent: Equatable, Sendable {
  /// A bet that is about to leave.
  case sent(Sent)
  /// The service's answer to a bet: accepted, or refused for certain.
  case answered(Answered)
  /// A bet that left, and of which nobody knows what became.
  case indeterminate(Indeterminate)
  /// A balance, as the service told it.
  case wallet(Wallet)
  /// A step in the life of a session.
  case session(Session)

  /// A bet that is about to leave.
  public struct Sent: Codable, Equatable, Sendable {
    /// When, µs since 1970 UTC.
    public var at: Int64
    /// The key that the client gave the bet.
    public var betKey: String
    /// The user, as a salted hash.
    public var subjectKey: String
    /// The game that the user plays.
    public var gameID: String
    /// The game that a credit bet is on; nil for other bets.
    public var creditGameID: String?
    /// Which of the four kinds of bet it is.
    public var kind: BetKind
    /// `real` or `sandbox`; nil for unbacked bets.
    public var economy: String?
    /// Such as `GBP`; nil for unbacked bets.
    public var currency: String?
    /// The stake of the whole bet: per line times lines, or the sum of its wagers; nil where the
    /// body names none.
    public var wager: String?
    /// The number of lines or wagers that the stake is on.
    public var lines: Int
    /// The key of the batch that the bet is part of; nil for a bet of its own.
    public var batchID: String?
    /// The bet's state then, as the row says it.
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

    /// Describes a bet that is about to leave.
    public init(
      at: Int64, betKey: String, subjectKey: String, gameID: String, creditGameID: String? = nil,
      kind: BetKind, economy: String? = nil, currency: String? = nil, wager: String?,
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
    /// Accepted, or refused for certain.
    public enum Result: String, Codable, Sendable { case ok, rejected }

    /// When, µs since 1970 UTC.
    public var at: Int64
    /// The bet's key.
    public var betKey: String
    /// Accepted or refused.
    public var result: Result
    /// What the bet paid in all; nil where it was refused.
    public var payout: String?
    /// What each line gave.
    public var outcomes: [BetOutcome] = []
    /// The service's code of a refusal, such as `insufficient_funds`; nil where it was accepted.
    public var error: String?
    /// The HTTP status; nil where the answer was found in a statement.
    public var status: Int?
    /// From leaving to answer, in µs.
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

  /// A bet of which nobody knows what became.
  public struct Indeterminate: Codable, Equatable, Sendable {
    /// When, µs since 1970 UTC.
    public var at: Int64
    /// The bet's key.
    public var betKey: String
    /// Why there is no answer.
    public var error: String
    /// The bet's state then, as the row says it.
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
