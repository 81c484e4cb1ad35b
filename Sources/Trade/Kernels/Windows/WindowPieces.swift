import Columns
import Synchronization

/// Figures of rows, piece after piece, so that a column of any length needs little memory.
///
/// Each thread keeps its sums from one piece to the next, and so adds each row once. Pieces in the
/// order of the rows cost least; any other order is allowed.
///
/// - Cost: as for ``SlidingWindows``, but each thread adds the rows of all threads.
public final class WindowPieces: Sendable {
  /// One thread's sums.
  private final class Sweep: Sendable {
    let state: Mutex<WindowSweep?> = Mutex(nil)
  }

  private let sliding: SlidingWindows
  private let sweeps: [Sweep]

  /// Prepares the sweeps through rows.
  ///
  /// - Parameters:
  ///   - sliding: The rows and windows.
  ///   - threads: Number of worker threads.
  public init(_ sliding: SlidingWindows, threads: Int) {
    self.sliding = sliding
    sweeps = (0..<threads).map { _ in Sweep() }
  }

  /// Computes figures of some rows.
  ///
  /// - Parameters:
  ///   - figures: The figures of each window.
  ///   - range: The rows to compute, numbered without hidden rows; earlier rows count too.
  /// - Returns: A column per figure, window by window: counts as `Int32`, all others as `Double`.
  public func columns(_ figures: [WindowFigure], of range: Range<Int>) -> [Column] {
    let shown = sliding.rows.shownCount
    precondition(range.lowerBound >= 0 && range.upperBound <= shown, "rows there are")
    let output = WindowOutput(figures, windowCount: sliding.windows.count, rowCount: range.count)
    // Parts share no word of a bitmap.
    let parts = Parallel.ranges(count: (range.count + 63) / 64, parts: sweeps.count)
    _ = ParallelTasks.map(count: parts.count, threads: sweeps.count) { part in
      let first = range.lowerBound + parts[part].lowerBound * 64
      let last = min(range.lowerBound + parts[part].upperBound * 64, range.upperBound)
      sweeps[part].state.withLock { sweep in
        var own = sweep.take() ?? WindowSweep(sliding)
        own.run(first..<last, to: output, outputStart: range.lowerBound)
        sweep = consume own
      }
    }
    return output.columns
  }
}
