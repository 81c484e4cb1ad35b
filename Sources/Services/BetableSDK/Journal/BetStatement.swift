import APICore

/// One page of the service's list of the user's bets.
public struct BetStatement: Equatable, Sendable {
  /// The bets, in the order of their ids.
  public let bets: [StatedBet]
  /// The page's last id, for the next page; nil if the page is empty.
  public let lastID: Int64?
}

/// One bet in the service's list.
public struct StatedBet: Decodable, Equatable, Sendable {
  /// The service's id.
  public let id: Int64
  /// The key that the client gave the bet; nil if none.
  public let reference: String?
  /// The game.
  public let gameID: String
  /// The game of a credit bet; nil for other bets.
  public let creditGameID: String?
  /// The kind of bet.
  public let kind: BetableBetKind
  /// The economy; nil for unbacked bets.
  public let economy: String?
  /// The currency; nil for unbacked bets.
  public let currency: String?
  /// The stake.
  public let wager: BetAmount
  /// The payout.
  public let payout: BetAmount
  /// The outcome of each line.
  public let outcomes: [BetOutcome]
  /// The time at which the service accepted the bet.
  public let createdAt: APIDate?

  enum CodingKeys: String, CodingKey {
    case id, reference, kind, economy, currency, wager, payout, outcomes
    case gameID = "game_id"
    case creditGameID = "credit_game_id"
    case createdAt = "created_at"
  }

  /// Reads a bet.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = Int64(try container.requiredInteger(.id))
    reference = try container.text(.reference)
    gameID = try container.requiredText(.gameID)
    creditGameID = try container.text(.creditGameID)
    let word = try container.requiredText(.kind)
    guard let kind = BetableBetKind(rawValue: word) else {
      let kinds = BetableBetKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container,
        debugDescription: "found “\(word.prefix(40))”; expected one of \(kinds)")
    }
    self.kind = kind
    economy = try container.text(.economy)
    currency = try container.text(.currency)
    wager = try container.decode(BetAmount.self, forKey: .wager)
    payout = try container.decode(BetAmount.self, forKey: .payout)
    for (name, amount) in [(CodingKeys.wager, wager), (.payout, payout)] where amount.micros == nil
    {
      throw DecodingError.dataCorruptedError(
        forKey: name, in: container,
        debugDescription: "found \(amount.text); expected \(BetAmount.storable)")
    }
    var rejected: [JSONFailure] = []
    outcomes = try BetResult.outcomes(
      try container.decodeIfPresent(JSONValue.self, forKey: .outcomes), &rejected
    ).0
    for part in rejected { decoder.leaveOut(part, below: []) }
    createdAt = try container.date(.createdAt)
  }
}

extension StatedBet {
  /// Returns the event that settles an indeterminate bet of the journal.
  ///
  /// - Parameter now: The time of the finding, µs since 1970 UTC.
  /// - Returns: The event; nil if the bet has no key.
  public func settlement(at now: Int64) -> BetEvent? {
    reference.map { key in
      .answered(
        BetEvent.Answered(
          at: now, betKey: key, result: .ok, payout: payout.text, outcomes: outcomes))
    }
  }
}
