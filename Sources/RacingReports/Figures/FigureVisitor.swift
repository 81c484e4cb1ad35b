import Columns
import Kernels
import Racing

/// Takes the figures of a row one by one, in the order of the report's columns.
protocol FigureVisitor {
  mutating func count(_ value: Int64)
  /// An exact decimal: `scaled` units of 10^−`places`.
  mutating func decimal(_ scaled: Int64, places: Int)
  /// A decimal that is not defined: 0/0, or no price.
  mutating func undefined()
  mutating func form(_ sequence: RunSequence)
  mutating func day(_ day: Int32?)
}

extension EntityFigures {
  /// Hands on the figures behind the window's days, each divided and rounded once.
  @inline(__always)
  func visit(_ visitor: inout some FigureVisitor) {
    let rate = Wilson.interval(wins: wins, runs: runs)
    visitor.count(runs)
    visitor.count(wins)
    visitor.count(places)
    visitor.ratio(wins, runs)
    visitor.end(rate?.low)
    visitor.end(rate?.high)
    visitor.ratio(places, runs)
    bets(at: .sp).visit(&visitor)
    bets(at: .tote).visit(&visitor)
    bets(at: .bsp).visit(&visitor)
    if sums.sp.count > 0 {
      visitor.rounded(expectedWins, by: 100_000)
      visitor.ratio(winShares, expectedWins)
    } else {
      visitor.undefined()
      visitor.undefined()
    }
    visitor.ratio(Int128(wins) * Int128(population.runs), Int128(runs) * Int128(population.wins))
    visitor.ratio(prb.sum, prb.runs * 1_000_000)
    visitor.count(Int64(sequence.longestLosingRun))
    visitor.count(Int64(sequence.currentLosingRun))
    if sums.sp.count > 0 {
      visitor.rounded(sequence.maxDrawdown, by: 100)
    } else {
      visitor.undefined()
    }
    visitor.form(sequence)
    visitor.ratio(form.sum, Int128(form.weight) * 1_000_000)
    visitor.day(sequence.lastDay)
  }
}

extension BetTotals {
  @inline(__always)
  fileprivate func visit(_ visitor: inout some FigureVisitor) {
    visitor.count(bets)
    guard bets > 0 else {
      for _ in 0..<5 { visitor.undefined() }
      return
    }
    visitor.rounded(profit + bets * Settlement.unitStakeMicros, by: 100)
    visitor.rounded(profit, by: 100)
    visitor.ratio(profit, bets * Settlement.unitStakeMicros)
    let interval = interval
    visitor.end(interval?.low)
    visitor.end(interval?.high)
  }
}

extension FigureVisitor {
  /// An exact quotient with six decimals; undefined over zero.
  @inline(__always)
  fileprivate mutating func ratio(_ numerator: Int64, _ denominator: Int64) {
    guard denominator > 0 else { return undefined() }
    decimal(
      Rounding.halfEven(numerator, times: 1_000_000, dividedBy: denominator), places: 6)
  }

  @inline(__always)
  fileprivate mutating func ratio(_ numerator: Int128, _ denominator: Int128) {
    if let numerator = Int64(exactly: numerator), let denominator = Int64(exactly: denominator) {
      return ratio(numerator, denominator)
    }
    guard denominator > 0 else { return undefined() }
    decimal(Int64(Rounding.halfEven(numerator * 1_000_000, dividedBy: denominator)), places: 6)
  }

  /// A sum with four decimals, fewer than it was kept with.
  @inline(__always)
  fileprivate mutating func rounded(_ sum: Int64, by step: Int64) {
    decimal(Rounding.halfEven(sum, dividedBy: step), places: 4)
  }

  @inline(__always)
  fileprivate mutating func end(_ value: Double?) {
    guard let value else { return undefined() }
    decimal(Rounding.halfEven(value, scaledBy: 1_000_000), places: 6)
  }
}
