import APICore

/// A bet's body, read by the service's rules.
///
/// A slot machine's bet has one `wager`, the total stake, shared evenly by its `paylines`. A
/// wheel's bet has `wagers`, each with its own stake.
struct BetSlip {
  /// One part of the stake, and its bet.
  struct Line {
    enum Place {
      /// The row on each reel.
      case payline([Int])
      /// A wheel's bet.
      case named(String)
    }

    let place: Place
    let wager: Int64
  }

  /// The maximum number of lines in a bet.
  static let mostLines = 100
  /// The largest stake in minor units.
  static let largestWager: Int64 = 1_000_000

  let lines: [Line]

  var wager: Int64 { lines.reduce(0) { $0 + $1.wager } }

  /// Reads the body of a bet on a game.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - game: The game.
  ///   - currency: The currency, which sets the number of decimals in a wager; nil for an unbacked
  ///     bet.
  /// - Throws: ``RefusedCall`` with the error.
  init(_ body: JSONValue, _ game: BetableGame, _ currency: String?) throws(RefusedCall) {
    switch game.machine {
    case .slots(let slots): lines = try Self.paylines(body, slots, currency)
    case .wheel(let wheel): lines = try Self.wagers(body, wheel, currency)
    }
    guard (1...Self.largestWager).contains(wager) else {
      throw RefusedCall(
        400, "invalid_wager",
        "wager: expected more than 0, and at most "
          + MinorUnits.text(Self.largestWager, currency))
    }
  }

  // MARK: - Implementation

  private static func paylines(
    _ body: JSONValue, _ slots: SlotMachine, _ currency: String?
  ) throws(RefusedCall) -> [Line] {
    guard case .array(let lists)? = body["paylines"], (1...mostLines).contains(lists.count) else {
      throw RefusedCall(400, "invalid_paylines", "paylines: expected 1 to \(mostLines) lists")
    }
    var paylines: [[Int]] = []
    for list in lists {
      var rows: [Int] = []
      if case .array(let values) = list {
        rows = values.compactMap { value in
          guard case .number(let number) = value else { return nil }
          return number.int64.map { Int(clamping: $0) }
        }
      }
      guard rows.count == slots.reels.count,
        rows.allSatisfy({ (0..<SlotMachine.rows).contains($0) })
      else {
        throw RefusedCall(
          400, "invalid_paylines",
          "paylines: found \(list.json); expected \(slots.reels.count) rows from 0 to "
            + "\(SlotMachine.rows - 1)")
      }
      paylines.append(rows)
    }
    let wager = try stake(body["wager"], currency)
    let count = Int64(paylines.count)
    guard wager % count == 0 else {
      throw RefusedCall(
        400, "invalid_wager",
        "wager: found \(MinorUnits.text(wager, currency)) on \(count) paylines; expected a "
          + "multiple of \(MinorUnits.text(count, currency))")
    }
    return paylines.map { Line(place: .payline($0), wager: wager / count) }
  }

  private static func wagers(
    _ body: JSONValue, _ wheel: Wheel, _ currency: String?
  ) throws(RefusedCall) -> [Line] {
    guard case .array(let list)? = body["wagers"], (1...mostLines).contains(list.count) else {
      throw RefusedCall(400, "invalid_wagers", "wagers: expected 1 to \(mostLines) objects")
    }
    var lines: [Line] = []
    for item in list {
      let name = item["bet"]?.text ?? ""
      guard wheel.winners(name) != nil else {
        throw RefusedCall(
          400, "invalid_wagers",
          "wagers: found a bet on \(name); expected red, black, odd, even, low, high or 0 to 36")
      }
      lines.append(Line(place: .named(name), wager: try stake(item["wager"], currency)))
    }
    return lines
  }

  /// Reads a stake, which must be text: a number might have passed through a `Double`.
  private static func stake(
    _ value: JSONValue?, _ currency: String?
  ) throws(RefusedCall) -> Int64 {
    guard case .string(let text)? = value, let amount = MinorUnits.amount(text, currency),
      (1...largestWager).contains(amount)
    else {
      throw RefusedCall(
        400, "invalid_wager",
        "wager: found \(value?.json ?? "nothing"); expected a text such as \"0.10\" with at most "
          + "\(MinorUnits.digits(of: currency)) digits behind the point, not above "
          + MinorUnits.text(largestWager, currency))
    }
    return amount
  }
}

/// A request that the service refuses, in its own words.
struct RefusedCall: Error {
  let status: Int
  /// The error code, by which clients distinguish refusals.
  let error: String
  let description: String

  init(_ status: Int, _ error: String, _ description: String) {
    self.status = status
    self.error = error
    self.description = description
  }

  var response: HTTPResponse {
    HTTPResponse(
      status: status,
      json: .object([("error", .text(error)), ("description", .text(description))]))
  }
}
