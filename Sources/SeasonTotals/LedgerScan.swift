import ColumnStore
import Columns
import Kernels
import Seasons
import Synchronization

/// One pass over a ledger: sums of runners, weeks and activity types, and each piece's summary.
///
/// Pieces are shared out to threads in contiguous ranges; integer sums have no order, so any number
/// of threads gives the same.
struct LedgerScan {
  let months: [LedgerMonth]
  let pieces: [LedgerPiece]
  let filter: SeasonFilter
  let weeks: SeasonWeeks
  /// The number of activity types; transactions without one are counted behind the last.
  let typeCount: Int
  /// By the runner's code: whether the runner is a member in the end.
  let isMember: [Bool]

  /// What the pass comes to.
  struct Outcome {
    let sums: LedgerSums
    /// By piece: the members' points in it.
    let peaks: [RunningPeak]
  }

  /// Goes over all pieces.
  ///
  /// - Parameters:
  ///   - timeline: Membership before the first piece.
  ///   - threads: How many threads may work.
  /// - Returns: The sums and summaries.
  func run(_ timeline: RosterTimeline, threads: Int) -> Outcome {
    let parts = Mutex([(first: Int, sums: LedgerSums, peaks: [RunningPeak])]())
    Parallel.concurrentRanges(count: pieces.count, threads: threads) { range in
      let sums = LedgerSums(self, slotCount: timeline.slotCount)
      var timeline = timeline
      let peaks = range.map { index in
        timeline.advance(to: pieces[index].epoch)
        return sums.add(pieces[index], self, timeline)
      }
      parts.withLock { $0.append((range.lowerBound, sums, peaks)) }
    }
    let done = parts.withLock { $0.sorted { $0.first < $1.first } }
    let sums = done.first?.sums ?? LedgerSums(self, slotCount: timeline.slotCount)
    for part in done.dropFirst() { sums.merge(part.sums) }
    return Outcome(sums: sums, peaks: done.flatMap(\.peaks))
  }
}
