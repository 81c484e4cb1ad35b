import Columns

/// Where each runner of a race finished, counted from the runners ahead of it.
///
/// The printed position only orders the finishers: it may have gaps and ties, and need not be a
/// proper competition ranking.
///
/// - Shape: one value per row; race `r` owns rows `raceStarts[r]..<raceStarts[r + 1]`, and its
///   number of rows is its number of starters.
/// - Edge cases: position 0 means did not finish; a negative position is a programmer error; rows
///   that belong to no race are left alone.
/// - Cost: O(n) for a race with ordinary positions, O(n + min(n², largest position)) for any.
public enum RaceRanks {
  /// Fills in the percentage of rivals beaten by every runner.
  ///
  /// Of n starters, a finishers ahead and t finishers at the same position, the mid-rank is
  /// `a + (t + 1)/2`; the runners that did not finish share the mean of the last ranks,
  /// `(f + 1 + n)/2` with f finishers. Then
  /// ```
  /// prb = halfEven(10⁶ · (n − rank) / (n − 1))
  /// ```
  ///
  /// - Units: 10⁻⁶ of all rivals; −1 in a race with a single starter, where it is undefined.
  ///
  /// - Parameters:
  ///   - prb: Receives one value per row.
  ///   - positions: One finishing position per row.
  ///   - raceStarts: The first row of every race, and the end of the last one.
  public static func fill(
    prb: inout MutableSpan<Int32>, positions: Span<Int16>, raceStarts: Span<Int32>
  ) {
    precondition(prb.count == positions.count, "one prb per position")
    // Safety: the buffer stays inside the closure; the visit yields rows of positions only.
    prb.withUnsafeMutableBufferPointer { prb in
      visitRunners(positions: positions, raceStarts: raceStarts) { row, runner, race in
        prb[row] = beaten(runner, in: race)
      }
    }
  }

  /// Fills in the finishers ahead of every runner and those it shares its position with.
  ///
  /// - Edge cases: both are 0 for a runner that did not finish; a count above `Int16.max`, which no
  ///   real race has, is given as that.
  ///
  /// - Parameters:
  ///   - ahead: Receives the number of finishers with a lower position.
  ///   - tied: Receives the number of finishers with the same position, the runner included.
  ///   - positions: One finishing position per row.
  ///   - raceStarts: The first row of every race, and the end of the last one.
  public static func fill(
    ahead: inout MutableSpan<Int16>, tied: inout MutableSpan<Int16>,
    positions: Span<Int16>, raceStarts: Span<Int32>
  ) {
    precondition(ahead.count == positions.count, "one count ahead per position")
    precondition(tied.count == positions.count, "one count tied per position")
    // Safety: the buffers stay inside the closures; the visit yields rows of positions only.
    ahead.withUnsafeMutableBufferPointer { ahead in
      tied.withUnsafeMutableBufferPointer { tied in
        visitRunners(positions: positions, raceStarts: raceStarts) { row, runner, _ in
          ahead[row] = Int16(clamping: runner.ahead)
          tied[row] = Int16(clamping: runner.tied)
        }
      }
    }
  }

  // MARK: - Implementation

  @inline(__always)
  private static func beaten(_ runner: RunnerRank, in race: RaceSize) -> Int32 {
    guard race.starters > 1 else { return -1 }
    let starters = Int64(race.starters)
    let doubledRank =
      runner.tied > 0
      ? 2 * Int64(runner.ahead) + Int64(runner.tied) + 1
      : Int64(race.finishers) + 1 + starters
    let scaled = 1_000_000 * (2 * starters - doubledRank)
    return Int32(truncatingIfNeeded: Rounding.halfEven(scaled, dividedBy: 2 * (starters - 1)))
  }
}
