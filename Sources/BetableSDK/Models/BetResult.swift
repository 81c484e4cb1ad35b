import APICore

/// The service's answer to a bet that it accepted.
public struct BetResult: Equatable, Sendable {
  /// The key that the client gave the bet, as in the journal.
  public let key: String
  /// The currency of wager and payout; nil for unbacked bets.
  public let currency: String?
  /// The total payout.
  public let payout: BetAmount
  /// The outcome of each line.
  public let outcomes: [BetOutcome]
  /// The credits won, by the game that accepts them.
  public let credits: [String: String]
  /// The whole answer; its other members vary by game.
  public let response: JSONValue

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - response: The answer's body.
  ///   - key: The bet's key.
  /// - Throws: `JSONFailure` if it names no payout.
  init(_ response: JSONValue, key: String) throws(JSONFailure) {
    guard case .object = response else {
      throw JSONFailure(reason: "found no object; expected a bet's answer")
    }
    let (outcomes, sum) = try Self.outcomes(response["outcomes"])
    if let payout = response["payout"] {
      self.payout = try Self.stake(payout, "payout")
    } else if let sum {
      payout = sum
    } else {
      throw JSONFailure(path: "payout", reason: "found nothing; expected an amount")
    }
    self.key = key
    self.response = response
    self.outcomes = outcomes
    currency = response["currency"]?.text
    if case .object(let credits)? = response["credits"] {
      self.credits = credits.compactMapValues(\.text)
    } else {
      credits = [:]
    }
  }

  /// Checks that the answer is one to a bet in the same currency and economy.
  ///
  /// - Parameter bet: The bet that was sent.
  /// - Throws: `JSONFailure` if the answer names another one.
  func check(against bet: OutgoingBet) throws(JSONFailure) {
    for (name, sent) in [("currency", bet.currency), ("economy", bet.economy)] {
      guard let sent, let told = response[name]?.text, told.lowercased() != sent.lowercased()
      else { continue }
      throw JSONFailure(
        path: name, reason: "found \(told.prefix(40)); expected the bet's own, \(sent)")
    }
  }

  // MARK: - Implementation

  /// Reads the outcomes of all lines and their sum; the sum is nil if there are none.
  static func outcomes(_ json: JSONValue?) throws(JSONFailure) -> ([BetOutcome], BetAmount?) {
    guard case .array(let list)? = json else { return ([], nil) }
    var outcomes: [BetOutcome] = []
    var sum: BetAmount? = .zero
    for (place, item) in list.enumerated() {
      // An element that is no object is not a line and is not counted.
      guard case .object = item else { continue }
      let path = "outcomes[\(place)].payout"
      let payout = try item["payout"].map { json throws(JSONFailure) in try stake(json, path) }
      if let payout { sum = sum?.adding(payout) }
      outcomes.append(
        BetOutcome(
          line: outcomes.count, outcome: item["outcome"]?.text ?? "",
          payout: (payout ?? .zero).text,
          symbols: symbols(item["symbols"])))
    }
    return (outcomes, outcomes.isEmpty ? nil : sum)
  }

  /// Reads an amount; a JSON number counts by its text.
  static func amount(_ json: JSONValue, _ path: String) throws(JSONFailure) -> BetAmount {
    guard let amount = json.text.flatMap({ BetAmount($0) }) else {
      throw JSONFailure(path: path, reason: "found \(json.json.prefix(40)); expected an amount")
    }
    return amount
  }

  /// Reads an amount that a store can hold.
  private static func stake(_ json: JSONValue, _ path: String) throws(JSONFailure) -> BetAmount {
    let amount = try amount(json, path)
    guard amount.micros != nil else {
      throw JSONFailure(
        path: path, reason: "found \(amount.text); expected \(BetAmount.storable)")
    }
    return amount
  }

  private static func symbols(_ json: JSONValue?) -> String? {
    guard case .array(let list)? = json else { return json?.text }
    return list.compactMap(\.text).joined(separator: " ")
  }
}

/// The outcome of one line, or one wager, of a bet.
public struct BetOutcome: Codable, Equatable, Sendable {
  /// The line, from 0; its position in the answer if the service names none.
  public var line: Int
  /// The outcome, such as `win` or `lose`.
  public var outcome: String
  /// The payout.
  public var payout: String
  /// The symbols shown, separated by spaces; nil if there are none.
  public var symbols: String?

  /// Describes an outcome.
  public init(line: Int, outcome: String, payout: String, symbols: String? = nil) {
    self.line = line
    self.outcome = outcome
    self.payout = payout
    self.symbols = symbols
  }
}
