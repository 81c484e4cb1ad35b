import Columns
import Racing

/// A dividend of a pool on several runners.
public struct PoolDividend: Hashable, Sendable {
  /// The pool.
  public let pool: PoolBet.Pool
  /// The numbers that it pays, as printed.
  public let numbers: [Int]
  /// The dividend per unit, in millionths; nil where none was paid, such as a refund.
  public let micros: Int64?

  /// Describes a dividend.
  public init(_ pool: PoolBet.Pool, _ numbers: [Int], micros: Int64?) {
    self.pool = pool
    self.numbers = numbers
    self.micros = micros
  }
}

/// A bet of one combination with a pool on several runners of a race.
public struct PoolBet: Hashable, Sendable {
  /// A pool on several runners.
  public enum Pool: String, CaseIterable, Sendable {
    /// The first two in any order.
    case quinella
    /// Two of the first three in any order.
    case quinellaPlace = "quinella_place"
    /// The first two in their order.
    case exacta
    /// The first three in any order.
    case trio
    /// The first three in their order.
    case trifecta
    /// The first four in any order.
    case firstFour = "first_four"
    /// The first four in their order.
    case superfecta

    /// The number of runners of a combination.
    public var size: Int {
      switch self {
      case .quinella, .quinellaPlace, .exacta: 2
      case .trio, .trifecta: 3
      case .firstFour, .superfecta: 4
      }
    }

    /// Whether the order of the finish counts.
    public var isOrdered: Bool { [.exacta, .trifecta, .superfecta].contains(self) }

    /// Takes the pool that a source's word means; nil for another pool.
    public init?(word: String) {
      guard case .pool(let pool) = BetWords.kind(word) else { return nil }
      self = pool
    }
  }

  /// Returns the numbers of a combination such as `3-7`, `3,7` or `3→7`.
  public static func numbers(in text: String) -> [Int] {
    // A saddlecloth has two digits at most; digits of full width count, too.
    text.split { $0.wholeNumberValue == nil }.filter { $0.count <= 4 }.map { digits in
      digits.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
    }
  }

  /// The pool.
  public let pool: Pool
  /// The saddlecloth numbers.
  public let numbers: [Int]
  /// The stake, in millionths.
  public let stakeMicros: Int64

  /// Describes a bet.
  ///
  /// - Parameters:
  ///   - pool: The pool.
  ///   - numbers: As many different numbers as the pool needs.
  ///   - stakeMicros: The stake in millionths, above 0 and at most `RaceBet.largestStakeMicros`.
  public init(_ pool: Pool, _ numbers: [Int], stakeMicros: Int64) {
    precondition(Set(numbers).count == pool.size, "no such combination")
    precondition((1...RaceBet.largestStakeMicros).contains(stakeMicros), "no such stake")
    self.pool = pool
    self.numbers = numbers
    self.stakeMicros = stakeMicros
  }

  /// Settles the bet by the declared dividends: `stake × dividend`.
  ///
  /// - Units: millionths; rounded once, half to even.
  /// - Edge cases: a combination with a withdrawn or void runner is void. A combination without a
  ///   dividend has lost if the pool paid others and all its dividends are known.
  ///
  /// - Parameter race: The race.
  /// - Returns: The return and its explanation.
  /// - Throws: ``SettlementGap`` if a runner or the pool's dividends are missing.
  public func settle(in race: BetRace) throws(SettlementGap) -> BetReturn {
    let name = pool.rawValue.replacing("_", with: " ")
    let shown = numbers.map(String.init).joined(separator: "-")
    let stake = Decimal6(micros: stakeMicros)
    var settled = BetReturn(
      stakedMicros: stakeMicros, returnedMicros: 0, explanation: ["\(stake) on \(name) \(shown)."])
    for number in numbers {
      let runners = race.runners.filter { $0.number == number }
      guard !runners.isEmpty else {
        throw SettlementGap(.noRunner, "no number \(number) in race \(race.id)")
      }
      guard !runners.allSatisfy({ [.nonRunner, .void].contains($0.outcome) }) else {
        (settled.isVoid, settled.refundedMicros) = (true, stakeMicros)
        settled.returnedMicros = stakeMicros
        settled.explanation.append("Number \(number) did not run: \(stake) is returned.")
        return settled
      }
    }
    let dividends = race.dividends.filter { $0.pool == pool }
    let own = dividends.filter { pays($0) }
    let isComplete = !dividends.isEmpty && dividends.allSatisfy { $0.micros != nil }
    guard let dividend = own.first?.micros ?? (own.isEmpty && isComplete ? 0 : nil) else {
      throw SettlementGap(.dividendUnknown, "the \(name) dividends of the race")
    }
    settled.returnedMicros = Rounding.halfEven(
      stakeMicros, times: dividend, dividedBy: Decimal6.one)
    settled.explanation.append(
      dividend == 0
        ? "No dividend for it: \(stake) is lost."
        : "\(stake) × a dividend of \(Decimal6(micros: dividend)) = "
          + "\(Decimal6(micros: settled.returnedMicros)).")
    return settled
  }

  // MARK: - Implementation

  private func pays(_ dividend: PoolDividend) -> Bool {
    pool.isOrdered ? dividend.numbers == numbers : dividend.numbers.sorted() == numbers.sorted()
  }
}
