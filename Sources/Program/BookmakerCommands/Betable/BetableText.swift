import APICore
import ArgumentParser
import BetableSDK
import Columns
import CommandTools
import Foundation

/// The economies, by their names in options.
enum BetEconomyName: String, CaseIterable, ExpressibleByArgument, Encodable {
  case sandbox, real
}

/// The service's answers as lines of text or JSON.
enum BetableText {
  /// Returns a value as one line of JSON.
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONLines.encoder.encode(value), as: UTF8.self)
  }

  /// Formats a duration, such as `59 min 58 s`.
  static func span(_ span: Duration) -> String {
    let seconds = max(0, Int64(span / .seconds(1)))
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  /// Describes bets with an unknown outcome.
  static func indeterminate(_ keys: [String], _ reason: String) -> String {
    keys.count == 1
      ? "bet \(keys[0]): the outcome is unknown: \(reason). Do not send it again before the "
        + "account shows the outcome"
      : "bets \(keys.joined(separator: ", ")): the outcome is unknown: \(reason). Do not send "
        + "them again before the account shows the outcome"
  }
}

/// The result of one bet.
struct BetLine: Encodable {
  /// The result, in the store's words: `ok`, `rejected` or `indeterminate`.
  enum Result: String, Encodable { case ok, rejected, indeterminate }

  let key: String
  let order: BetOrder
  let result: Result
  var response: JSONValue?
  var error: String?

  private enum Keys: String, CodingKey {
    case key, game, credit_game, kind, economy, currency, wager, result, payout, error, response
  }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Keys.self)
    try line.encode(key, forKey: .key)
    try line.encode(order.game, forKey: .game)
    try line.encodeIfPresent(order.creditGame, forKey: .credit_game)
    try line.encode(order.kind, forKey: .kind)
    try line.encodeIfPresent(order.economy, forKey: .economy)
    try line.encodeIfPresent(order.currency, forKey: .currency)
    try line.encodeIfPresent(order.wager?.text, forKey: .wager)
    try line.encode(result, forKey: .result)
    try line.encodeIfPresent(payout?.text, forKey: .payout)
    try line.encodeIfPresent(error, forKey: .error)
    try line.encodeIfPresent(response, forKey: .response)
  }

  /// The total payout: the answer's own figure, otherwise the sum of its lines.
  var payout: BetAmount? {
    guard let response else { return nil }
    if let text = response["payout"]?.text { return BetAmount(text) }
    return outcomes.reduce(BetAmount?.some(.zero)) { sum, outcome in
      outcome["payout"]?.text.flatMap { BetAmount($0) }.flatMap { sum?.adding($0) } ?? sum
    }
  }

  /// The line, such as `KEY  0.10 GBP → 0.20 GBP  BAR BAR BELL`.
  var text: String {
    let wager = order.wager.map { amount($0) } ?? "?"
    switch result {
    case .indeterminate: return printable([key, wager, "indeterminate"])
    case .rejected: return printable([key, wager, "rejected: " + (error ?? "")])
    case .ok:
      let symbols = outcomes.map { outcome in
        if case .array(let list)? = outcome["symbols"] {
          list.compactMap(\.text).joined(separator: " ")
        } else {
          outcome["symbols"]?.text ?? ""
        }
      }.filter { !$0.isEmpty }.joined(separator: " / ")
      return printable([key, wager + " → " + (payout.map { amount($0) } ?? "?"), symbols, credits])
    }
  }

  // MARK: - Implementation

  private var outcomes: [JSONValue] {
    if case .array(let list)? = response?["outcomes"] { list } else { [] }
  }

  private var credits: String {
    guard case .object(let credits)? = response?["credits"] else { return "" }
    return credits.sorted { $0.key < $1.key }
      .map { "+ \($0.value.text ?? "?") \($0.key)" }.joined(separator: " ")
  }

  private func amount(_ amount: BetAmount) -> String {
    amount.text + (order.currency.map { " " + $0 } ?? "")
  }

  private func printable(_ parts: [String]) -> String {
    DisplayWidth.printable(parts.filter { !$0.isEmpty }.joined(separator: "  "))
  }
}
