import APICore
import SandboxCore

/// Tickets for load tests, as if customers had written for some days.
struct ChatGenerator {
  /// The allowed number of tickets in one call.
  static let ticketsAllowed = 1...200_000
  /// The allowed number of days.
  static let daysAllowed = 1...3_650
  /// The allowed number of a customer's messages in one ticket.
  static let roundsAllowed = 1...50

  private static let texts = [
    "I cannot log in any more.", "Where is my bonus?", "The app closes when I open a race.",
    "My payout has not come yet.", "How do I change my limits?", "It works now, thank you.",
    "The odds are not shown, see the screenshot.", "Is there a way to change my e-mail address?",
  ]
  private static let locales = ["en_GB", "de_DE", "fr_FR", "es_ES"]
  private static let zones = ["Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid"]

  let seed: UInt64
  let tickets: Int
  let days: Int
  let rounds: Int
  /// The number of customers among whom the tickets are divided; 1 if ``customer`` is given.
  let customers: Int
  /// The customer of all tickets; nil for `customer-1`, `customer-2` and so on.
  let customer: String?

  /// Reads the query of a call.
  init(_ request: HTTPRequest, seed: UInt64) throws(ChatRefusal) {
    func number(
      _ name: String, _ allowed: ClosedRange<Int>, _ standard: Int
    ) throws(ChatRefusal) -> Int {
      guard let text = request.query(name) else { return standard }
      guard let value = Int(text), allowed.contains(value) else {
        throw ChatRefusal(
          400, "\(name): found \(text); expected \(allowed.lowerBound) to \(allowed.upperBound)")
      }
      return value
    }
    self.seed = seed
    tickets = try number("tickets", Self.ticketsAllowed, 100)
    days = try number("days", Self.daysAllowed, 30)
    rounds = try number("rounds", Self.roundsAllowed, 3)
    customer = request.query("customer")
    customers =
      customer == nil ? try number("customers", Self.ticketsAllowed, max(1, tickets / 10)) : 1
  }

  /// Makes the tickets, spread evenly over the days before a moment, the earliest first.
  ///
  /// - Returns: The number of messages in them.
  func run(
    _ book: BookStatements, _ rota: AgentRota, at now: Int64
  ) throws(SandboxError) -> Int {
    let span = Int64(days) * 86_400_000_000
    let first = try book.nextTicket()
    var numbers: [Int64] = []
    for index in 0..<customers {
      numbers.append(try book.addedCustomer(customer ?? "customer-\(index + 1)"))
    }
    var messages = 0
    for index in 0..<tickets {
      let id = first + Int64(index)
      let draw = SeededDraw(seed, 46, Int(id))
      // Whole seconds, as in the API's answers.
      let start = (now - span + span / Int64(tickets) * Int64(index)) / 1_000_000 * 1_000_000
      var ticket = ChatTicket(
        id: id, customer: numbers[draw.below(numbers.count)],
        channel: ["ios", "android", "web"][draw.below(3, 1)], device: device(draw),
        createdAt: start)
      var writes = start
      for round in 0...draw.below(rounds, 2) where writes <= now {
        ticket.catchUp(to: writes, rota)
        ticket.write(
          ChatMessage(
            sender: .customer, content: Self.texts[draw.below(Self.texts.count, 20 + round)],
            at: writes), rota)
        writes += Int64(1 + draw.below(600, 200 + round)) * 60_000_000
      }
      ticket.catchUp(to: now, rota)
      try book.keep(&ticket)
      messages += ticket.messageCount
    }
    return messages
  }

  // MARK: - Implementation

  private func device(_ draw: SeededDraw) -> String {
    let country = draw.below(Self.locales.count, 3)
    return JSONValue.object([
      "deviceModel": "iPhone14,2", "osVersion": .string("\(15 + draw.below(4, 4)).0"),
      "appVersion": .string("\(1 + draw.below(3, 5)).\(draw.below(10, 6)).0"),
      "locale": .string(Self.locales[country]), "timezone": .string(Self.zones[country]),
    ]).json
  }
}
