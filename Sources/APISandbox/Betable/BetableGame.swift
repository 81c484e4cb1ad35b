import Racing

/// A game whose payouts are known: a slot machine or a wheel.
///
/// Each outcome of a play is as likely as any other, so every probability is a quotient of two counts.
public struct BetableGame: Sendable {
  /// What makes the outcomes.
  enum Machine: Sendable {
    case slots(SlotMachine)
    case wheel(Wheel)
  }

  /// One line of the payout table.
  public struct Payout: Equatable, Sendable {
    /// A slot machine's symbol, or what a wheel's bet is on.
    public let name: String
    /// A slot machine's reels that show the symbol, from the left; 1 for a wheel.
    public let run: Int
    /// Outcomes that pay this.
    public let ways: Int
    /// Outcomes in all.
    public let outcomes: Int
    /// The payout as a multiple of the line's wager, which is part of it.
    public let multiple: Int64
    /// Credits for the other game, as a multiple of the line's wager.
    public let creditMultiple: Int64
  }

  /// The id that bets name.
  public let id: String
  /// The name.
  public let name: String
  /// The game that credits won in this one are for; nil where none are won.
  public let creditGame: String?
  let machine: Machine

  /// All that can be won.
  public var payouts: [Payout] {
    switch machine {
    case .slots(let slots): slots.payouts
    case .wheel(let wheel): wheel.payouts
    }
  }

  /// The part of the wagers that comes back as money in the long run, credits not counted.
  ///
  /// - Edge cases: A wheel's is that of any one of its bets, for they have the same.
  public var returnToPlayer: Ratio { mean(\.multiple) }

  /// The part of the wagers that comes back as credits in the long run.
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

/// Reels that stop at random, and lines over what they show.
struct SlotMachine: Sendable {
  /// Pays for a symbol on so many reels from the left, and on no further one.
  struct Pay: Sendable {
    let symbol: String
    let run: Int
    let multiple: Int64
    var creditMultiple: Int64 = 0
  }

  /// How many rows are shown.
  static let rows = 3

  /// The symbols of each reel, in order; the first follows on the last.
  let reels: [[String]]
  let pays: [Pay]

  /// Reels with the same symbols, each in an order of its own.
  init(reels count: Int, _ symbols: KeyValuePairs<String, Int>, _ pays: [Pay]) {
    let strip = symbols.flatMap { Array(repeating: $0.key, count: $0.value) }
    reels = (0..<count).map { reel in
      // Fixed for good: the strips are the game, not its luck.
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

  /// Where the reels stop: the place of the symbol in the first row.
  func stops(_ draw: SeededDraw) -> [Int] {
    reels.indices.map { draw.below(reels[$0].count, $0) }
  }

  /// The rows that are shown.
  func window(_ stops: [Int]) -> [[String]] {
    (0..<Self.rows).map { row in
      reels.indices.map { reels[$0][(stops[$0] + row) % reels[$0].count] }
    }
  }

  /// What a line of symbols pays; nil for nothing.
  func pay(_ symbols: [String]) -> Pay? {
    let run = symbols.prefix { $0 == symbols[0] }.count
    return pays.first { $0.symbol == symbols[0] && $0.run == run }
  }
}

/// A wheel of the numbers 0 to 36, on which 0 belongs to nobody but itself.
struct Wheel: Sendable {
  static let numbers = 37
  private static let reds: Set = [
    1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36,
  ]
  private static let names =
    ["red", "black", "odd", "even", "low", "high"] + (0..<numbers).map { String($0) }

  /// The numbers that a bet wins on; nil for an unknown bet.
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

  /// The payout of a bet on so many of the numbers, as if there were no 0.
  func multiple(_ winners: Set<Int>) -> Int64 { Int64(36 / winners.count) }

  var payouts: [BetableGame.Payout] {
    Self.names.map { name in
      // Each of the names is known.
      let winners = winners(name)!
      return BetableGame.Payout(
        name: name, run: 1, ways: winners.count, outcomes: Self.numbers,
        multiple: multiple(winners), creditMultiple: 0)
    }
  }
}
