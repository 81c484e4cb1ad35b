import Columns

/// For every row, its entity's sums over the days before the row's own, in several windows.
///
/// A window of `N` days covers `day − N ≤ earlier day < day`; no row of the same day counts. One
/// sweep in time order keeps, per entity, the sums of all rows so far and, per window, the sums of
/// those rows that have left it:
/// ```
/// sum in window = total − expired[window]
/// ```
/// Rows join `total` after their day, and each window's tail adds the days that leave it. An
/// entity's sums lie side by side, and rows are read in order, so the sweep keeps to the cache.
/// Several threads take parts of the rows; each warms up on the days before its part that its
/// windows still hold. ``WindowPieces`` computes the rows in pieces that continue the sums.
///
/// - Shape: one column per window and figure, one value per row of the requested range.
/// - Edge cases: rows without an entity (−1) have no counts and no other figures; hidden rows have
///   no place in the columns.
/// - Accuracy: sums are integers, so they are the same on any number of threads; 64 bits hold them.
/// - Cost: O(rows · windows), and the longest window once more per thread; per entity 32 bytes for
///   each window and 32 more, per thread.
public struct SlidingWindows: Sendable {
  /// The rows, in time order.
  let rows: DatedRows
  /// The entity of each row, from 0; −1 for none.
  let codes: DatedParts<Int32>
  let entityCount: Int
  /// Days per window; nil for all days.
  let windows: [Int32?]

  /// Prepares the windows of a list of entities; nil if a code is neither −1 nor an entity's.
  ///
  /// - Parameters:
  ///   - rows: The rows, in time order.
  ///   - codes: The entity of each row, from 0; −1 for none. In parts that follow one another, each
  ///     of whole days.
  ///   - entityCount: The number of entities.
  ///   - windows: Days per window, at least 1; nil for all days.
  public init?(rows: DatedRows, codes: [Buffer<Int32>], entityCount: Int, windows: [Int?]) {
    precondition(windows.allSatisfy { $0 ?? 1 > 0 }, "a window has at least one day")
    guard codes.allSatisfy({ $0.hasCodes(below: entityCount) }) else { return nil }
    self.rows = rows
    self.codes = DatedParts(codes, counts: codes.map(\.count), dayStarts: rows.dayStarts)
    self.entityCount = entityCount
    self.windows = windows.map { $0.map { Int32(clamping: $0) } }
  }

  /// Computes figures of rows.
  ///
  /// - Parameters:
  ///   - figures: The figures of each window.
  ///   - range: The rows to compute, numbered without hidden rows; earlier rows count too.
  ///   - threads: Number of worker threads.
  /// - Returns: A column per figure, window by window: counts as `Int32`, all others as `Double`.
  public func columns(_ figures: [WindowFigure], of range: Range<Int>, threads: Int) -> [Column] {
    WindowPieces(self, threads: threads).columns(figures, of: range)
  }
}
