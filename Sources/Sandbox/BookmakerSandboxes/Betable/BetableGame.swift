import Racing
import SandboxCore

/// A game with known payouts: a slot machine or a wheel.
///
/// All outcomes of a play are equally likely, so every probability is a quotient of two counts.
public struct BetableGame: Sendable {
  /// The mechanism that produces outcomes.
  enum Machine: Sendable {
    case slots(SlotMachine)
    case wheel(Wheel)
  }

  /// One line of the payout table.
  public struct Payout: Equatable, Sendable {
    /// A slot machine's symbol, or a wheel's bet.
    public let name: String
    /// The number of reels, from the left, that show the symbol; 1 for a wheel.
    public let run: Int
    /// The number of outcomes that pay this.
    public let ways: Int
    /// The number of all outcomes.
    public let outcomes: Int
    /// The payout as a multiple of the line's wager, including the wager.
    public let multiple: Int64
    /// Credits for the other game, as a multiple of the line's wager.
    public let creditMultiple: Int64
  }

  /// The id in bets.
  public let id: String
  /// The name.
  public let name: String
  /// The game for credits won in this one; nil if none are won.
  public let creditGame: String?
  let machine: Machine

  /// The payout table.
  public var payouts: [Payout] {
    switch machine {
    case .slots(let slots): slots.payouts
    case .wheel(let wheel): wheel.payouts
    }
  }

  /// The long-run share of the wagers returned as money, without credits.
  ///
  /// - Edge cases: all of a wheel's bets have the same return.
  public var returnToPlayer: Ratio { mean(\.multiple) }

  /// The long-run share of the wagers returned as credits.
  public var creditsToPlayer: Ratio { mean(\.creditMultiple) }

  // MARK: - Implementation

  private func mean(_ multiple: KeyPath<Payout, Int64>) -> Ratio {
    let payouts = payouts
    let counted: ArraySlice<Payout> =
      switch machine {
      case .slots: payouts[...]
      case .wheel: payouts.prefix(1)
      }
    let sum = counted.reduce(Int128(0)) { $0 + Int128($1.ways) * Int128($1[keyPath: multiple]) }
    return Ratio(sum, over: Int128(payouts.first?.outcomes ?? 0))
  }
}

/// Reels that stop at random, and lines across the visible rows.
struct SlotMachine: Sendable {
  /// A payout for a symbol on exactly `run` reels from the left.
  struct Pay: Sendable {
    let symbol: String
    let run: Int
    let multiple: Int64
    var creditMultiple: Int64 = 0
  }

  /// The number of visible rows.
  static let rows = 3

  /// The symbols of each reel, in order; the last is followed by the first.
  let reels: [[String]]
  let pays: [Pay]

  /// Makes reels with the same symbols, each in its own order.
  init(reels count: Int, _ symbols: KeyValuePairs<String, Int>, _ pays: [Pay]) {
    let strip = symbols.flatMap { Array(repeating: $0.key, count: $0.value) }
    reels = (0..<count).map { reel in
      // A fixed seed: the strips belong to the game, not to its luck.
      let draw = SeededDraw(0, 21, count, reel)
      let order = strip.indices.sorted {
        (draw.below(1 << 40, $0), $0) < (draw.below(1 << 40, $1), $1)
      }
      return order.map { strip[$0] }
    }
    self.pays = pays
  }

  var payouts: [BetableGame.Payout] {
    let outcomes = reels.reduce(1) { $0 * $1.count }
    return pays.map { pay in
      var ways = 1
      for (index, reel) in reels.enumerated() {
        let showing = reel.count { $0 == pay.symbol }
        ways *= index < pay.run ? showing : index == pay.run ? reel.count - showing : reel.count
      }
      return BetableGame.Payout(
        name: pay.symbol, run: pay.run, ways: ways, outcomes: outcomes, multiple: pay.multiple,
        creditMultiple: pay.creditMultiple)
    }
  }

  /// Draws each reel's stop: the position of the symbol in the first row.
  func stops(_ draw: SeededDraw) -> [Int] {
    reels.indices.map { draw.below(reels[$0].count, $0) }
  }

  /// Returns the visible rows.
  func window(_ stops: [Int]) -> [[String]] {
    (0..<Self.rows).map { row in
      reels.indices.map { reels[$0][(stops[$0] + row) % reels[$0].count] }
    }
  }

  /// Returns the payout of a line of symbols; nil for none.
  func pay(_ symbols: [String]) -> Pay? {
    let run = symbols.prefix { $0 == symbols[0] }.count
    return pays.first { $0.symbol == symbols[0] && $0.run == run }
  }
}

/// A wheel of the numbers 0 to 36; 0 is neither red nor black, odd nor even.
struct Wheel: Sendable {
  static let numbers = 37
  private static let reds: Set = [
    1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36,
  ]
  private static let names =
    ["red", "black", "odd", "even", "low", "high"] + (0..<numbers).map { String($0) }

  /// Returns the numbers on which a bet wins; nil for an unknown bet.
  func winners(_ name: String) -> Set<Int>? {
    let all = Set(1..<Self.numbers)
    switch name {
    case "red": return Self.reds
    case "black": return all.subtracting(Self.reds)
    case "odd": return all.filter { $0 % 2 == 1 }
    case "even": return all.filter { $0 % 2 == 0 }
    case "low": return Set(1...18)
    case "high": return Set(19...36)
    default: return Self.names.contains(name) ? Int(name).map { [$0] } : nil
    }
  }

  /// Returns the payout multiple of a bet on that many numbers, as if there were no 0.
  func multiple(_ winners: Set<Int>) -> Int64 { Int64(36 / winners.count) }

  var payouts: [BetableGame.Payout] {
    Self.names.map { name in
      // Every name in this list is a known bet.
      let winners = winners(name)!
      return BetableGame.Payout(
        name: name, run: 1, ways: winners.count, outcomes: Self.numbers,
        multiple: multiple(winners), creditMultiple: 0)
    }
  }
}
