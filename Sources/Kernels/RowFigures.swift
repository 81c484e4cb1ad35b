import CKernels
import Columns

/// Figures of up to 64 rows of a report, side by side: quotients and the ends of intervals.
///
/// Each is what `Rounding`, ``Wilson`` and ``ClusteredInterval`` give of a row alone. The few of which a
/// loop over all rows cannot be sure, next to a half or enormous, are left to these.
///
/// - Shapes: columns of `count` values, `0...64`.
/// - Units: ends of intervals and rates in 10⁻⁶, rounded half to even.
/// - Edge cases: what is not defined has 0 in its place.
package struct RowFigures {
  /// Rows of a block at the most: one for each bit of a word.
  @inlinable package static var rowLimit: Int { UInt64.bitWidth }

  /// The number of rows, at first none.
  package var count = 0 {
    didSet { precondition(0...Self.rowLimit ~= count, "a block has up to 64 rows") }
  }
  private let low = ColumnMemory<Double>(count: rowLimit)
  private let high = ColumnMemory<Double>(count: rowLimit)

  /// Prepares for blocks of rows.
  package init() {}

  /// A bit for each row whose value is greater than 0, the first lowest.
  package func positive(_ values: UnsafePointer<Int64>) -> UInt64 {
    rb_positive(values, Int64(count))
  }

  /// Fills in `numerator · factor / (denominator · divisor)`, rounded half to even.
  ///
  /// - Parameters:
  ///   - ratios: Where to; 0 for a denominator that is not positive.
  ///   - numerators: Any values.
  ///   - factor: Greater than zero.
  ///   - denominators: Any values.
  ///   - divisor: Greater than zero.
  package func fill(
    ratios: UnsafeMutablePointer<Int64>, _ numerators: UnsafePointer<Int64>,
    times factor: Int64 = 1, dividedBy denominators: UnsafePointer<Int64>,
    times divisor: Int64 = 1
  ) {
    precondition(factor > 0 && divisor > 0, "factor and divisor must be positive")
    // Safety: as every call below, of as many values as each column has.
    rb_rounded_ratios(ratios, numerators, factor, denominators, divisor, Int64(count))
      .forEachBit { row in
        ratios[row] = Self.ratio(numerators[row], factor, denominators[row], divisor)
      }
  }

  /// Fills in sums with fewer digits, rounded half to even.
  ///
  /// - Parameters:
  ///   - rounded: Where to.
  ///   - sums: Any values.
  ///   - step: How many units of a sum become one; greater than zero.
  ///   - unit: What one of these stands for.
  package func fill(
    rounded: UnsafeMutablePointer<Int64>, _ sums: UnsafePointer<Int64>, in step: Int64,
    of unit: Int64
  ) {
    precondition(step > 0, "a step must be positive")
    rb_rounded_sums(rounded, sums, step, unit, Int64(count)).forEachBit { row in
      rounded[row] = unit * Self.ratio(sums[row], 1, step, 1)
    }
  }

  /// Fills in the 95 % intervals of `wins / runs`.
  ///
  /// - Parameters:
  ///   - lows: Where the lower ends go; 0 without runs.
  ///   - highs: Where the upper ends go.
  ///   - wins: Successes, `0...runs`.
  ///   - runs: Trials.
  package func fill(
    lows: UnsafeMutablePointer<Int64>, highs: UnsafeMutablePointer<Int64>,
    wins: UnsafePointer<Int64>, runs: UnsafePointer<Int64>
  ) {
    let z = Interval.normalQuantile
    rb_wilson_intervals(low.start, high.start, wins, runs, z, Int64(count))
    round(lows, low.start)
    round(highs, high.start)
  }

  /// Fills in the 95 % intervals of profit over bets.
  ///
  /// - Parameters:
  ///   - lows: Where the lower ends go; 0 without bets.
  ///   - highs: Where the upper ends go.
  ///   - profits: Profits in 10⁻⁶.
  ///   - bets: Bets of one unit.
  ///   - numerators: See ``ClusteredInterval/numerator(of:)``.
  package func fill(
    lows: UnsafeMutablePointer<Int64>, highs: UnsafeMutablePointer<Int64>,
    profits: UnsafePointer<Int64>, bets: UnsafePointer<Int64>, numerators: UnsafePointer<Double>
  ) {
    let z = Interval.normalQuantile
    rb_return_intervals(low.start, high.start, profits, bets, numerators, z, Int64(count))
    round(lows, low.start)
    round(highs, high.start)
  }

  // MARK: - Implementation

  private func round(_ micros: UnsafeMutablePointer<Int64>, _ values: UnsafePointer<Double>) {
    rb_rounded_micros(micros, values, Int64(count)).forEachBit { row in
      micros[row] = Rounding.halfEven(values[row], scaledBy: 1_000_000)
    }
  }
}

extension UInt64 {
  /// Visits the bits that are set, as they were at first, the lowest first.
  @inlinable @inline(__always)
  package func forEachBit(_ body: (Int) -> Void) {
    var left = self
    while left != 0 {
      body(left.trailingZeroBitCount)
      left &= left &- 1
    }
  }
}
