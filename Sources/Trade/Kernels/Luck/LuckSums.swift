import CKernels
import Columns

/// Sums of bets at the starting price and of the market's promises for them.
package struct LuckSums: BitwiseCopyable, Sendable, Equatable {
  /// Starters that have a probability and a starting price.
  @usableFromInline package var bets: Int64 = 0
  /// Their returns, and the sums of probability × odds, 10⁻⁶.
  @usableFromInline var returned: Int64 = 0
  @usableFromInline var expected: Int64 = 0
  /// The variance of the returns, the starters of one race together, 10⁻⁶.
  @usableFromInline var variance: Int64 = 0
  /// The highest odds, and the highest expected return of a race, 10⁻⁶.
  @usableFromInline var highestOdds: Int64 = 0
  @usableFromInline var highestLoss: Int64 = 0
  /// The five highest returns of winners at the starting price, the highest first; 0 for none.
  private var top = SIMD8<Int64>.zero

  private static let topCount = 5
  private static let micros: Int64 = 1_000_000

  /// Creates empty sums.
  package init() {}

  /// Takes sums that another engine has made.
  ///
  /// - Parameters:
  ///   - bets: Starters that have a probability and a starting price.
  ///   - returned: Their returns, 10⁻⁶.
  ///   - expected: The sum of probability × odds, 10⁻⁶.
  ///   - variance: The variance of the returns, 10⁻⁶.
  ///   - highestOdds: The highest odds, 10⁻⁶.
  ///   - highestLoss: The highest expected return of a race, 10⁻⁶.
  ///   - top: The highest returns of winners, 10⁻⁶, five at the most.
  package init(
    bets: Int64, returned: Int64, expected: Int64, variance: Int64, highestOdds: Int64,
    highestLoss: Int64, top: [Int64]
  ) {
    (self.bets, self.returned, self.expected) = (bets, returned, expected)
    (self.variance, self.highestOdds, self.highestLoss) = (variance, highestOdds, highestLoss)
    for own in top { addWinner(returned: own) }
  }

  /// The market's promise for a bet of one unit, 10⁻⁶ each.
  package struct Promise: BitwiseCopyable, Sendable, Equatable {
    /// The expected return, and the expected square of it.
    @usableFromInline package let expected: Int64
    @usableFromInline package let square: Int64
    /// The variance of the return.
    @usableFromInline let variance: Int64

    /// Takes values that were multiplied out before.
    @inlinable @inline(__always)
    package init(expected: Int64, square: Int64, variance: Int64) {
      (self.expected, self.square, self.variance) = (expected, square, variance)
    }

    /// Multiplies out for one starter: the plain path.
    ///
    /// - Parameters:
    ///   - odds: The starting price, 10⁻⁶.
    ///   - probability: The market's probability, 10⁻⁹.
    package init(odds: Int64, probability: Int64) {
      expected = Rounding.halfEven(probability, times: odds, dividedBy: 1_000_000_000)
      let product = Int128(probability) * Int128(odds) * Int128(odds)
      square = Int64(Rounding.halfEven(product, dividedBy: 1_000_000_000_000_000))
      variance = square - LuckSums.square(expected)
    }
  }

  /// An entity's several starters in one race.
  package struct Race: Sendable {
    package private(set) var bets: Int64 = 0
    fileprivate var returned: Int64 = 0
    fileprivate var expected: Int64 = 0
    fileprivate var squares: Int64 = 0
    fileprivate var highestOdds: Int64 = 0

    /// Creates empty sums.
    package init() {}

    /// Adds a starter.
    ///
    /// - Parameters:
    ///   - odds: The starting price, 10⁻⁶.
    ///   - own: The return of one unit, 10⁻⁶.
    ///   - promise: The market's promise.
    package mutating func add(odds: Int64, returned own: Int64, _ promise: Promise) {
      bets += 1
      returned += own
      expected += promise.expected
      squares += promise.square
      highestOdds = max(highestOdds, odds)
    }
  }

  /// Adds a starter that is the entity's only one in its race.
  ///
  /// - Parameters:
  ///   - odds: The starting price, 10⁻⁶.
  ///   - own: The return of one unit, 10⁻⁶.
  ///   - promise: The market's promise.
  @inlinable @inline(__always)
  package mutating func add(odds: Int64, returned own: Int64, _ promise: Promise) {
    bets &+= 1
    returned &+= own
    expected &+= promise.expected
    variance &+= promise.variance
    highestOdds = max(highestOdds, odds)
    highestLoss = max(highestLoss, promise.expected)
  }

  /// Adds a race.
  package mutating func add(_ race: Race) {
    bets += race.bets
    returned += race.returned
    expected += race.expected
    // At most one starter wins, so the product of two returns is always 0.
    variance += race.squares - Self.square(race.expected)
    highestOdds = max(highestOdds, race.highestOdds)
    highestLoss = max(highestLoss, race.expected)
  }

  private static func square(_ amount: Int64) -> Int64 {
    Rounding.halfEven(amount, times: amount, dividedBy: micros)
  }

  /// Adds a return at the starting price, which may be among the highest.
  package mutating func addWinner(returned: Int64) {
    var value = returned
    for place in 0..<Self.topCount where top[place] < value { swap(&top[place], &value) }
  }

  /// Adds the sums of other races.
  package mutating func add(_ other: LuckSums) {
    addBets(other)
    for place in 0..<Self.topCount where other.top[place] > 0 {
      addWinner(returned: other.top[place])
    }
  }

  /// Adds the bets on other races, but not their winners, which ``figures`` do not need.
  @inlinable @inline(__always)
  package mutating func addBets(_ other: borrowing LuckSums) {
    bets += other.bets
    returned += other.returned
    expected += other.expected
    variance += other.variance
    highestOdds = max(highestOdds, other.highestOdds)
    highestLoss = max(highestLoss, other.highestLoss)
  }
}

extension LuckSums {
  /// The figures of luck; nil without a bet.
  package var figures: Luck? {
    guard bets > 0 else { return nil }
    return Luck(
      stake: bets * Self.micros, returned: returned, expectedReturn: Self.units(expected),
      variance: max(0, Self.units(variance)), highestOdds: Self.units(highestOdds),
      highestLoss: max(1e-6, Self.units(highestLoss)))
  }

  /// The profit of the bets, 10⁻⁶.
  package var profit: Int64 { returned - bets * Self.micros }

  /// The profit that the market's probabilities promise, 10⁻⁶.
  package var expectedProfit: Int64 { expected - bets * Self.micros }

  /// Removes the winners with the highest returns from all bets at the starting price.
  ///
  /// - Parameters:
  ///   - count: The number of winners, at most five; if there are fewer, all of them.
  ///   - bets: All bets.
  ///   - profit: Their profit, 10⁻⁶.
  /// - Returns: The bets that are left, and their profit.
  package func without(top count: Int, bets: Int64, profit: Int64) -> (bets: Int64, profit: Int64) {
    var (bets, profit) = (bets, profit)
    for place in 0..<count where top[place] > 0 {
      bets -= 1
      profit -= top[place] - Self.micros
    }
    return (bets, profit)
  }

  /// Describes the longest losing run, if each run wins with the mean probability.
  ///
  /// - Parameters:
  ///   - runs: All runs, with a price or without.
  ///   - expectedWins: The sum of probabilities, 10⁻⁹.
  ///   - priced: The runs that have one.
  /// - Returns: The distribution; nil if no run has a probability.
  package static func longestLosingRun(
    of runs: Int64, expectedWins: Int64, priced: Int64
  ) -> LongestLosingRun? {
    guard priced > 0 else { return nil }
    let mean = Double(expectedWins) / (Double(priced) * 1e9)
    return LongestLosingRun(bets: runs, winProbability: min(1, mean))
  }

  private static func units(_ sum: Int64) -> Double { Double(sum) / Double(micros) }
}

extension LuckSums.Promise {
  /// Fills in the promises of many starters, a column each.
  ///
  /// - Parameters:
  ///   - expected: Receives the expected returns, 10⁻⁶.
  ///   - squares: Receives the expected squares of returns, 10⁻⁶.
  ///   - variances: Receives the variances of returns, 10⁻⁶.
  ///   - odds: The starting prices, 10⁻⁶, not negative; 0 for none.
  ///   - probabilities: The market's probabilities, 10⁻⁹, not negative.
  package static func fill(
    expected: inout MutableSpan<Int64>, squares: inout MutableSpan<Int64>,
    variances: inout MutableSpan<Int64>, odds: Span<Int64>, probabilities: Span<Int64>
  ) {
    let count = odds.count
    precondition(
      expected.count == count && squares.count == count && variances.count == count
        && probabilities.count == count, "a value of each starter in every column")
    // Safety: all columns have `count` values, and the pointers stay inside their closures.
    let isDone = expected.withUnsafeMutableBufferPointer { expected in
      squares.withUnsafeMutableBufferPointer { squares in
        variances.withUnsafeMutableBufferPointer { variances in
          odds.withUnsafeBufferPointer { odds in
            probabilities.withUnsafeBufferPointer { probabilities in
              rb_promises(
                expected.baseAddress, squares.baseAddress, variances.baseAddress,
                odds.baseAddress, probabilities.baseAddress, Int64(count))
            }
          }
        }
      }
    }
    for row in 0..<(isDone != 0 ? 0 : count) {
      let own = LuckSums.Promise(odds: odds[row], probability: probabilities[row])
      (expected[row], squares[row], variances[row]) = (own.expected, own.square, own.variance)
    }
  }
}
