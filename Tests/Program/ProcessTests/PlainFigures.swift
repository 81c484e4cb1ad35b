import Foundation

/// A jockey's figures, added up runner by runner without any code of the engine.
struct PlainFigures {
  private var runs = 0
  private var wins = 0
  private var bets = 0
  /// In 10⁻⁶ units.
  private var returned = 0

  /// Counts a starter.
  ///
  /// - Parameters:
  ///   - position: As the truth prints it.
  ///   - price: Decimal odds; empty where there are none.
  ///   - winners: How many of its race are first.
  mutating func count(position: String, price: String, winners: Int) {
    runs += 1
    if position == "1" { wins += 1 }
    guard !price.isEmpty else { return }
    bets += 1
    if position == "1" { returned += Self.halfEven(Self.micros(price), winners) }
  }

  /// The cells `runs`, `wins`, `sp_bets`, `sp_returned` and `sp_roi` of a report.
  var cells: [String] {
    let roi = bets == 0 ? "" : Self.decimal(Self.halfEven(returned - bets * 1_000_000, bets), 6)
    let back = bets == 0 ? "" : Self.decimal(Self.halfEven(returned, 100), 4)
    return ["\(runs)", "\(wins)", "\(bets)", back, roi]
  }

  // MARK: - Implementation

  private static func micros(_ text: String) -> Int {
    let parts = text.split(separator: ".")
    let digits = parts.count > 1 ? String(parts[1]) : ""
    return Int(parts[0])! * 1_000_000
      + Int(digits.padding(toLength: 6, withPad: "0", startingAt: 0))!
  }

  private static func halfEven(_ value: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = abs(value).quotientAndRemainder(dividingBy: divisor)
    let isUp = 2 * rest > divisor || (2 * rest == divisor && quotient % 2 == 1)
    return (quotient + (isUp ? 1 : 0)) * value.signum()
  }

  private static func decimal(_ value: Int, _ places: Int) -> String {
    let digits = String(abs(value))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
