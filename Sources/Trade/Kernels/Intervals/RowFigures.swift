import CKernels
import Columns

/// Figures of up to 64 rows of a report, side by side: quotients and the ends of intervals.
///
/// Each equals the result of `Rounding`, ``Wilson`` or ``ReturnInterval`` for a single row. The
/// loop over all rows cannot decide the few values next to a half, nor enormous ones; these are
/// computed one by one.
///
/// - Shapes: columns of one length, `0...64`.
/// - Units: ends of intervals and rates in 10⁻⁶, rounded half to even.
/// - Edge cases: an undefined value is 0.
package enum RowFigures {
  /// The maximum number of rows of a block: one for each bit of a word.
  @inlinable package static var rowLimit: Int { UInt64.bitWidth }

  /// Returns the rows whose value is greater than 0, a bit each, the first lowest.
  package static func positive(_ values: Span<Int64>) -> UInt64 {
    check(values.count <= rowLimit)
    // Safety: the loop reads as many values as the span has.
    return values.withUnsafeBufferPointer { rb_positive($0.baseAddress, Int64($0.count)) }
  }

  /// Fills in `numerator · factor / (denominator · divisor)`, rounded half to even.
  ///
  /// - Parameters:
  ///   - ratios: Receives the quotients; 0 for a denominator that is not positive.
  ///   - numerators: Any values.
  ///   - factor: Greater than zero.
  ///   - denominators: Any values.
  ///   - divisor: Greater than zero.
  package static func fill(
    ratios: inout MutableSpan<Int64>, _ numerators: Span<Int64>, times factor: Int64 = 1,
    dividedBy denominators: Span<Int64>, times divisor: Int64 = 1
  ) {
    precondition(factor > 0 && divisor > 0, "factor and divisor must be positive")
    let count = ratios.count
    check(count <= rowLimit && numerators.count == count && denominators.count == count)
    // Safety: here and below, the loop reads and writes as many values as all spans have.
    let unsure = ratios.withUnsafeMutableBufferPointer { out in
      numerators.withUnsafeBufferPointer { numerators in
        denominators.withUnsafeBufferPointer { denominators in
          rb_rounded_ratios(
            out.baseAddress, numerators.baseAddress, factor, denominators.baseAddress, divisor,
            Int64(out.count))
        }
      }
    }
    unsure.forEachBit { row in
      ratios[row] = ratio(numerators[row], factor, denominators[row], divisor)
    }
  }

  /// Fills in sums with fewer digits, rounded half to even.
  ///
  /// - Parameters:
  ///   - rounded: Receives the sums, in steps.
  ///   - sums: Any values.
  ///   - step: Units of a sum that become one step; greater than zero.
  package static func fill(
    rounded: inout MutableSpan<Int64>, _ sums: Span<Int64>, in step: Int64
  ) {
    precondition(step > 0, "a step must be positive")
    check(rounded.count <= rowLimit && sums.count == rounded.count)
    let unsure = rounded.withUnsafeMutableBufferPointer { out in
      sums.withUnsafeBufferPointer {
        rb_rounded_sums(out.baseAddress, $0.baseAddress, step, Int64(out.count))
      }
    }
    unsure.forEachBit { row in rounded[row] = ratio(sums[row], 1, step, 1) }
  }

  /// Fills in the 95 % intervals of `wins / runs`: see ``Wilson``.
  ///
  /// - Parameters:
  ///   - lows: Receives the lower ends; 0 without runs.
  ///   - highs: Receives the upper ends.
  ///   - wins: Successes, `0...runs`.
  ///   - runs: Trials.
  package static func fill(
    lows: inout MutableSpan<Int64>, highs: inout MutableSpan<Int64>, wins: Span<Int64>,
    runs: Span<Int64>
  ) {
    let count = runs.count
    check(count <= rowLimit && lows.count == count && highs.count == count && wins.count == count)
    withEnds { low, high in
      wins.withUnsafeBufferPointer { wins in
        runs.withUnsafeBufferPointer { runs in
          rb_wilson_intervals(
            low, high, wins.baseAddress, runs.baseAddress, Interval.normalQuantile,
            Int64(runs.count))
        }
      }
      round(&lows, low)
      round(&highs, high)
    }
  }

  /// Fills in the 95 % intervals of returns: see ``ReturnInterval``.
  ///
  /// - Parameters:
  ///   - lows: Receives the lower ends; any value if there is no interval.
  ///   - highs: Receives the upper ends.
  ///   - moments: The sums that give the intervals.
  ///   - stakes: The stakes, 10⁻⁶; not negative.
  ///   - returned: The returns, 10⁻⁶; not negative.
  /// - Returns: A bit for each row that has an interval, the first lowest.
  package static func fill(
    lows: inout MutableSpan<Int64>, highs: inout MutableSpan<Int64>,
    moments: Span<ReturnMoments>, stakes: Span<Int64>, returned: Span<Int64>
  ) -> UInt64 {
    let count = moments.count
    check(
      count <= rowLimit && lows.count == count && highs.count == count && stakes.count == count
        && returned.count == count)
    var there: UInt64 = 0
    let unsure = lows.withUnsafeMutableBufferPointer { lows in
      highs.withUnsafeMutableBufferPointer { highs in
        moments.withUnsafeBytes { moments in
          stakes.withUnsafeBufferPointer { stakes in
            returned.withUnsafeBufferPointer { returned in
              // Safety: the memory of moments is exactly what the loop reads.
              rb_return_intervals(
                lows.baseAddress, highs.baseAddress, &there,
                moments.baseAddress?.assumingMemoryBound(to: rb_return_moments.self),
                stakes.baseAddress, returned.baseAddress, Int64(lows.count))
            }
          }
        }
      }
    }
    unsure.forEachBit { row in
      let interval = moments[row].interval(stake: stakes[row], returned: returned[row])
      there = interval == nil ? there & ~(1 << UInt64(row)) : there | 1 << UInt64(row)
      (lows[row], highs[row]) = ends(interval)
    }
    return there
  }

  // MARK: - Implementation

  private static func check(_ areColumns: Bool) {
    precondition(areColumns, "columns of a block have one length, 64 at the most")
  }

  /// Lends memory for the two ends of each row.
  private static func withEnds(
    _ body: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Void
  ) {
    // Safety: a block has at most `rowLimit` rows.
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * rowLimit) {
      body($0.baseAddress!, $0.baseAddress! + rowLimit)
    }
  }

  /// Rounds up to 64 values to millionths, half to even by all their digits.
  static func round(
    _ micros: inout MutableSpan<Int64>, _ values: UnsafeMutablePointer<Double>
  ) {
    let unsure = micros.withUnsafeMutableBufferPointer {
      rb_rounded_micros($0.baseAddress, values, Int64($0.count))
    }
    unsure.forEachBit { row in
      micros[row] = Rounding.halfEven(values[row], scaledBy: 1_000_000)
    }
  }
}

extension Interval {
  /// Computes one row's interval by a loop over rows.
  ///
  /// - Parameter fill: Writes the two ends.
  init(_ fill: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Void) {
    var (low, high) = (0.0, 0.0)
    fill(&low, &high)
    self.init(low: low, high: high)
  }
}

extension UInt64 {
  /// Visits the bits that are set at the start, the lowest first.
  @inlinable @inline(__always)
  package func forEachBit(_ body: (Int) -> Void) {
    var left = self
    while left != 0 {
      body(left.trailingZeroBitCount)
      left &= left &- 1
    }
  }
}
