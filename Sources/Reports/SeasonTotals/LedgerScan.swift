import ColumnStore
import Columns
import Kernels
import Synchronization

/// One pass over a ledger: sums by runner, week and activity type, and each piece's summary.
///
/// Each thread takes contiguous ranges of pieces. Integer sums do not depend on order, so the
/// result is the same with any number of threads.
struct LedgerScan {
  let months: [LedgerMonth]
  let pieces: [LedgerPiece]
  let filter: SeasonFilter
  let weeks: SeasonWeeks
  /// The number of activity types; transactions without one are counted after the last.
  let typeCount: Int
  /// By the runner's code: whether the runner is a member at the end.
  let isMember: [Bool]

  /// The result of the pass.
  struct Outcome {
    let sums: LedgerSums
    /// By piece: the summary of the members' points in it.
    let peaks: [RunningPeak]
  }

  /// Scans all pieces.
  ///
  /// - Parameters:
  ///   - timeline: Membership before the first piece.
  ///   - threads: The maximum number of threads.
  ///   - progress: Takes the number of transactions of a piece, from any thread.
  /// - Returns: The sums and summaries.
  func run(
    _ timeline: RosterTimeline, threads: Int, progress: @Sendable (Int) -> Void
  ) -> Outcome {
    let parts = Mutex([(first: Int, sums: LedgerSums, peaks: [RunningPeak])]())
    Parallel.concurrentRanges(count: pieces.count, threads: threads) { range in
      let sums = LedgerSums(self, slotCount: timeline.slotCount)
      var timeline = timeline
      let peaks = range.map { index in
        timeline.advance(to: pieces[index].epoch)
        let peak = sums.add(pieces[index], self, timeline)
        progress(pieces[index].rows.count)
        return peak
      }
      parts.withLock { $0.append((range.lowerBound, sums, peaks)) }
    }
    let done = parts.withLock { $0.sorted { $0.first < $1.first } }
    let sums = done.first?.sums ?? LedgerSums(self, slotCount: timeline.slotCount)
    for part in done.dropFirst() { sums.merge(part.sums) }
    return Outcome(sums: sums, peaks: done.flatMap(\.peaks))
  }
}
