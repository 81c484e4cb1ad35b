import Columns

/// The rank of each runner of a race, counted from the runners ahead of it.
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
  /// Fills in the percentage of rivals beaten by every runner, and the number at its position.
  ///
  /// Of n starters, a finishers ahead and t finishers at the same position, the mid-rank is
  /// `a + (t + 1)/2`; the runners that did not finish share the mean of the last ranks,
  /// `(f + 1 + n)/2` with f finishers. Then
  /// ```
  /// prb = halfEven(10⁶ · (n − rank) / (n − 1))
  /// ```
  ///
  /// - Units: prb in 10⁻⁶ of all rivals; −1 in a race with a single starter, where it is undefined.
  /// - Edge cases: no finisher shares a position with a non-finisher, so its count is 0; a count
  ///   above `Int16.max`, which no real race has, is given as `Int16.max`.
  ///
  /// - Parameters:
  ///   - prb: Receives one value per row.
  ///   - tied: Receives the number of finishers with the same position, the runner included.
  ///   - positions: One finishing position per row.
  ///   - raceStarts: The first row of every race, and the end of the last one.
  public static func fill(
    prb: inout MutableSpan<Int32>, tied: inout MutableSpan<Int16>, positions: Span<Int16>,
    raceStarts: Span<Int32>
  ) {
    precondition(prb.count == positions.count, "one prb per position")
    precondition(tied.count == positions.count, "one count tied per position")
    checkRaceStarts(raceStarts, rowCount: positions.count)
    guard raceStarts.count > 1, positions.count > 0 else { return }
    let counts = PositionCounts()
    // Safety: the buffers stay inside the closures, and checkRaceStarts bounds every row.
    prb.withUnsafeMutableBufferPointer { prb in
      tied.withUnsafeMutableBufferPointer { tied in
        positions.withUnsafeBufferPointer { positions in
          for race in 0..<(raceStarts.count - 1) {
            let rows = Int(raceStarts[race])..<Int(raceStarts[race + 1])
            let out = Output(
              prb: prb.baseAddress! + rows.lowerBound, tied: tied.baseAddress! + rows.lowerBound)
            let race = UnsafeBufferPointer(rebasing: positions[rows])
            if !fillPlain(race, out) { fillAny(race, out, counts) }
          }
        }
      }
    }
  }

  // MARK: - Implementation

  /// The memory for a race's values.
  struct Output {
    let prb: UnsafeMutablePointer<Int32>
    let tied: UnsafeMutablePointer<Int16>
  }

  /// Races of fewer starters take their prb from a table.
  private static let tableLimit = 64

  /// Per number of starters and doubled rank, the prb.
  private static let table: [Int32] = (0..<tableLimit).flatMap { starters in
    (0..<(2 * tableLimit)).map { doubledRank in
      beaten(doubledRank: Int64(doubledRank), starters: Int64(starters))
    }
  }

  /// Fills a race whose finishers are numbered from 1 without gap or tie, as nearly all are.
  ///
  /// - Returns: Whether the race is of this kind; if not, the values written are useless.
  @inline(__always)
  private static func fillPlain(_ race: UnsafeBufferPointer<Int16>, _ out: Output) -> Bool {
    let starters = race.count
    guard starters < tableLimit else { return false }
    var seen: UInt64 = 0
    var all: UInt16 = 0
    var finishers = 0
    for position in race {
      all |= UInt16(bitPattern: position)
      seen |= 1 &<< UInt64(truncatingIfNeeded: position)
      finishers &+= position > 0 ? 1 : 0
    }
    // Bit 0 marks non-finishers; a negative position has its highest bits set.
    guard all < tableLimit, seen | 1 == (1 &<< UInt64(finishers &+ 1)) &- 1 else { return false }
    let unplaced = finishers &+ 1 &+ starters
    table.withUnsafeBufferPointer { table in
      let ofRace = table.baseAddress! + starters &* 2 &* tableLimit
      for (offset, position) in race.enumerated() {
        out.prb[offset] = ofRace[position > 0 ? 2 &* Int(position) : unplaced]
        out.tied[offset] = position > 0 ? 1 : 0
      }
    }
    return true
  }

  @inline(__always)
  static func beaten(doubledRank: Int64, starters: Int64) -> Int32 {
    guard starters > 1 else { return -1 }
    let scaled = 1_000_000 * (2 * starters - doubledRank)
    return Int32(truncatingIfNeeded: Rounding.halfEven(scaled, dividedBy: 2 * (starters - 1)))
  }
}
