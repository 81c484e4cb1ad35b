import Columns
import Kernels
import Questions
import Racing

/// The figures of chance of one window's rows, which depend on the window's other rows.
struct LuckFigures: Sendable {
  private let adjusted: AdjustedChances
  private let rates: RateShrinkage?
  private let excesses: RateShrinkage?

  /// Creates figures of rows without others.
  init() { (adjusted, rates, excesses) = (AdjustedChances(), nil, nil) }

  /// Creates figures of rows among others.
  ///
  /// - Parameters:
  ///   - adjusted: The p-values, adjusted for all rows of the report.
  ///   - population: The sums of all entities of the window, for shrunk rates; nil without them.
  init(adjusted: AdjustedChances, population: RowRates?) {
    self.adjusted = adjusted
    rates = population.flatMap { RateShrinkage(shares: $0.wins, of: $0.runs) }
    excesses = population.flatMap {
      RateShrinkage($0.winShares, over: $0.expectedWins, unit: Probability.one)
    }
  }

  /// Computes a row's figures.
  ///
  /// - Parameters:
  ///   - own: The row's sums.
  ///   - luck: Its sums of luck; nil if the report has none.
  ///   - priced: Number of its runs with a probability.
  ///   - bets: Number and profit of its bets at the market's price.
  ///   - code: The row's entity.
  ///   - store: Takes each defined figure, in millionths; losing runs as a number of runs.
  func compute(
    _ own: borrowing FigureSums, _ luck: LuckSums?, priced: Int64,
    bets: (count: Int64, profit: Int64), _ code: Int32,
    _ store: (LuckFigure, Int64) -> Void
  ) {
    func keep(_ figure: LuckFigure, _ value: Double?) {
      if let value { store(figure, Rounding.halfEven(value, scaledBy: Decimal6.one)) }
    }
    func keep(_ figure: LuckFigure, exact ratio: Ratio) {
      if let millionths = ratio.rounded(toDecimals: 6) { store(figure, millionths) }
    }
    if let luck {
      keep(.expectedROI, exact: Self.roi(luck.bets, luck.expectedProfit))
      keep(.deviation, luck.figures?.sd)
      keep(.score, luck.figures?.z)
      keep(.chance, luck.figures?.p)
      keep(.adjustedChance, adjusted[code])
      keep(.returnWithoutTop1, exact: Self.roi(without: 1, luck, bets))
      keep(.returnWithoutTop3, exact: Self.roi(without: 3, luck, bets))
      keep(.returnWithoutTop5, exact: Self.roi(without: 5, luck, bets))
      let run = LuckSums.longestLosingRun(
        of: own.runs, expectedWins: own.expectedWins, priced: priced)
      if let run {
        store(.losingRunMedian, run.median)
        store(.losingRun95, run.percentile95)
      }
    }
    if let shrunk = rates?.shrunk(own.wins, over: own.runs) {
      keep(.shrunkRate, shrunk.value)
      keep(.shrunkRateLow, shrunk.ends.low)
      keep(.shrunkRateHigh, min(1, shrunk.ends.high))
    }
    if let shrunk = excesses?.shrunk(own.winShares, over: own.expectedWins) {
      keep(.shrunkAE, shrunk.value)
      keep(.shrunkAELow, shrunk.ends.low)
      keep(.shrunkAEHigh, shrunk.ends.high)
    }
  }

  // MARK: - Implementation

  private static func roi(
    without count: Int, _ luck: LuckSums, _ all: (count: Int64, profit: Int64)
  ) -> Ratio {
    let left = luck.without(top: count, bets: all.count, profit: all.profit)
    return roi(left.bets, left.profit)
  }

  private static func roi(_ bets: Int64, _ profit: Int64) -> Ratio {
    Rate.roi.of([.profit: profit, .turnover: Settlement.turnoverMicros(bets: bets)])
  }
}

/// Per entity of a window, its p-value adjusted for all rows of the report.
struct AdjustedChances: Sendable {
  /// By code; NaN for none.
  private var values: [Double] = []

  subscript(code: Int32) -> Double? {
    get {
      guard values.indices.contains(Int(code)) else { return nil }
      return values[Int(code)].isNaN ? nil : values[Int(code)]
    }
    set {
      let missing = Int(code) + 1 - values.count
      if missing > 0 { values += repeatElement(.nan, count: missing) }
      values[Int(code)] = newValue ?? .nan
    }
  }
}

/// The sums of a window's entities, towards which rates are shrunk.
struct RowRates: Sendable {
  private(set) var runs: [Int64] = []
  private(set) var wins: [Int64] = []
  private(set) var expectedWins: [Int64] = []
  private(set) var winShares: [Int64] = []

  /// Adds an entity.
  mutating func append(_ own: borrowing FigureSums) {
    runs.append(own.runs)
    wins.append(own.wins)
    expectedWins.append(own.expectedWins)
    winShares.append(own.winShares)
  }
}
