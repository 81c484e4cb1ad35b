import Columns
import Foundation

extension BetEvent {
  /// A balance as the service reported it.
  public struct Wallet: Codable, Equatable, Sendable {
    /// The time, µs since 1970 UTC.
    public var at: Int64
    /// The user, as a salted hash.
    public var subjectKey: String
    /// `real` or `sandbox`.
    public var economy: String
    /// The currency, such as `GBP`.
    public var currency: String
    /// The balance.
    public var balance: String
    /// Credits by game; nil if the service named none.
    public var credits: [String: String]?

    private enum Keys: String, CodingKey {
      case at, economy, currency, balance, credits
      case subjectKey = "subject_key"
    }

    /// Describes a balance.
    public init(
      at: Int64, subjectKey: String, economy: String, currency: String, balance: String,
      credits: [String: String]? = nil
    ) {
      self.at = at
      self.subjectKey = subjectKey
      self.economy = economy
      self.currency = currency
      self.balance = balance
      self.credits = credits
    }

    /// Reads a row.
    public init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: Keys.self)
      at = try row.decode(Int64.self, forKey: .at)
      subjectKey = try row.decode(String.self, forKey: .subjectKey)
      economy = try row.decode(String.self, forKey: .economy)
      currency = try row.decode(String.self, forKey: .currency)
      balance = try row.decode(String.self, forKey: .balance)
      credits = try row.decodeIfPresent(String.self, forKey: .credits).map {
        try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
      }
    }

    /// Writes a row; credits are one cell of JSON text.
    public func encode(to encoder: any Encoder) throws {
      var row = encoder.container(keyedBy: Keys.self)
      try row.encode(at, forKey: .at)
      try row.encode(subjectKey, forKey: .subjectKey)
      try row.encode(economy, forKey: .economy)
      try row.encode(currency, forKey: .currency)
      try row.encode(balance, forKey: .balance)
      guard let credits else { return }
      try row.encode(JSONText.text(credits), forKey: .credits)
    }
  }

  /// A step in the life of a session.
  public struct Session: Codable, Equatable, Sendable {
    /// The steps.
    public enum Kind: String, Codable, Sendable {
      case login, heartbeat, keepalive, choice, logout
      case realityCheck = "reality_check"
    }

    /// The time, µs since 1970 UTC.
    public var at: Int64
    /// The session, as a salted hash.
    public var sessionHash: String
    /// The step.
    public var kind: Kind
    /// Whether the service reports the session as alive; nil if it was not asked.
    public var alive: Bool?
    /// Time to the next reality check; nil if the service named none.
    public var remaining: Int64?

    enum CodingKeys: String, CodingKey {
      case at, kind, alive
      case sessionHash = "session_hash"
      case remaining = "remaining_ms"
    }

    /// Describes a step.
    public init(
      at: Int64, sessionHash: String, kind: Kind, alive: Bool? = nil, remaining: Int64? = nil
    ) {
      self.at = at
      self.sessionHash = sessionHash
      self.kind = kind
      self.alive = alive
      self.remaining = remaining
    }
  }
}
