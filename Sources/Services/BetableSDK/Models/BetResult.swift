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
  /// The parts of outcomes and credits that cannot be read, with reasons.
  public let rejected: [JSONFailure]

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
    var rejected: [JSONFailure] = []
    let (outcomes, sum) = try Self.outcomes(response["outcomes"], &rejected)
    if let payout = response["payout"], payout != .null {
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
    credits = Self.members(of: response["credits"], "credits", &rejected) {
      credit, path throws(JSONFailure) in
      guard let text = credit.text else {
        throw JSONFailure(path: path, reason: "found \(Self.found(credit)); expected an amount")
      }
      return text
    }
    self.rejected = rejected
  }

  /// Checks that the answer is to a bet in the same currency and economy.
  ///
  /// - Parameter bet: The bet that was sent.
  /// - Throws: `JSONFailure` if the answer names another one.
  func check(against bet: OutgoingBet) throws(JSONFailure) {
    for (name, sent) in [("currency", bet.currency), ("economy", bet.economy)] {
      guard let sent, let stated = response[name]?.text, stated.lowercased() != sent.lowercased()
      else { continue }
      throw JSONFailure(
        path: name, reason: "found \(stated.prefix(40)); expected the bet's own, \(sent)")
    }
  }

  // MARK: - Implementation

  /// Reads the outcomes of all lines and their sum; the sum is nil if there are none.
  ///
  /// A payout that cannot be read fails, because it is money. An unreadable outcome or list of
  /// symbols is left out, and so is an element that is no object, because it is no line.
  static func outcomes(
    _ json: JSONValue?, _ rejected: inout [JSONFailure]
  ) throws(JSONFailure) -> ([BetOutcome], BetAmount?) {
    guard let json, json != .null else { return ([], nil) }
    guard case .array(let list) = json else {
      rejected.append(
        JSONFailure(path: "outcomes", reason: "found \(found(json)); expected a list"))
      return ([], nil)
    }
    var outcomes: [BetOutcome] = []
    var sum: BetAmount? = .zero
    for (place, item) in list.enumerated() {
      let path = "outcomes[\(place)]"
      guard case .object = item else {
        rejected.append(JSONFailure(path: path, reason: "found \(found(item)); expected an object"))
        continue
      }
      var payout: BetAmount?
      if let paid = item["payout"], paid != .null { payout = try stake(paid, path + ".payout") }
      if let payout { sum = sum?.adding(payout) }
      outcomes.append(
        BetOutcome(
          line: outcomes.count, outcome: text(item["outcome"], path + ".outcome", &rejected) ?? "",
          payout: (payout ?? .zero).text,
          symbols: symbols(item["symbols"], path + ".symbols", &rejected)))
    }
    return (outcomes, outcomes.isEmpty ? nil : sum)
  }

  /// Reads an object's members; null means none, and an unreadable member is left out.
  static func members<Value>(
    of json: JSONValue?, _ path: String, _ rejected: inout [JSONFailure],
    _ read: (JSONValue, String) throws(JSONFailure) -> Value
  ) -> [String: Value] {
    guard let json, json != .null else { return [:] }
    // An empty object may come as an empty list.
    if json == .array([]) { return [:] }
    guard case .object(let members) = json else {
      rejected.append(JSONFailure(path: path, reason: "found \(found(json)); expected an object"))
      return [:]
    }
    var values: [String: Value] = [:]
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
      do throws(JSONFailure) {
        values[name] = try read(value, "\(path).\(name)")
      } catch {
        rejected.append(error)
      }
    }
    return values
  }

  /// Reads an amount; a JSON number is taken by its text.
  static func amount(_ json: JSONValue, _ path: String) throws(JSONFailure) -> BetAmount {
    guard let amount = json.text.flatMap({ BetAmount($0) }) else {
      throw JSONFailure(path: path, reason: "found \(found(json)); expected an amount")
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

  /// The beginning of a value's JSON.
  private static func found(_ json: JSONValue) -> String { String(json.json.prefix(40)) }

  /// Reads a text; null means none, and a list or an object is left out.
  private static func text(
    _ json: JSONValue?, _ path: String, _ rejected: inout [JSONFailure]
  ) -> String? {
    guard let json, json != .null else { return nil }
    if json.text == nil {
      rejected.append(JSONFailure(path: path, reason: "found \(found(json)); expected a text"))
    }
    return json.text
  }

  private static func symbols(
    _ json: JSONValue?, _ path: String, _ rejected: inout [JSONFailure]
  ) -> String? {
    guard case .array(let list)? = json else { return text(json, path, &rejected) }
    var symbols: [String] = []
    for (place, item) in list.enumerated() {
      if let symbol = text(item, "\(path)[\(place)]", &rejected) { symbols.append(symbol) }
    }
    return symbols.joined(separator: " ")
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
