import Columns
import Kernels

/// Exact sums over a part of a ledger.
///
/// A class, so that its blocks of memory are not copied; one thread at a time uses it.
final class LedgerSums: @unchecked Sendable {
  // Safety: each thread of a scan fills its own sums and hands them over when done.
  /// Points and transactions by slot of a runner.
  private(set) var runners: SumBlock
  /// Points and transactions of members by week and activity type.
  private(set) var weekTypes: SumBlock
  /// Whether all codes of runners and activity types were valid; otherwise the sums are unusable.
  private(set) var isSound = true

  private let chunk = LedgerChunk()
  private let stage = LedgerBuffers()

  init(_ scan: LedgerScan, slotCount: Int) {
    runners = SumBlock(bandCount: 1, entityRange: 0..<Int32(slotCount), measureCount: 2)
    let cells = scan.weeks.mondays.count * (scan.typeCount + 1)
    weekTypes = SumBlock(bandCount: 1, entityRange: 0..<Int32(cells), measureCount: 2)
  }

  /// Adds the sums of another part.
  func merge(_ other: LedgerSums) {
    runners.merge(other.runners)
    weekTypes.merge(other.weekTypes)
    isSound = isSound && other.isSound
  }

  /// Adds a piece; returns the summary of its members' points.
  func add(_ piece: LedgerPiece, _ scan: LedgerScan, _ timeline: RosterTimeline) -> RunningPeak {
    let month = scan.months[piece.month]
    var peak = RunningPeak(UnsafeBufferPointer(start: nil, count: 0))
    var week = 0
    for range in piece.chunks {
      chunk.pick(month, range, scan.filter)
      let count = chunk.count
      guard count > 0 else { continue }
      guard stage.lay(chunk, of: month, timeline),
        let next = stage.layCells(chunk, of: month, scan, from: week)
      else {
        isSound = false
        return peak
      }
      week = next
      addSums(count)
      let points = UnsafeBufferPointer(rebasing: stage.members[..<count])
      peak = peak.combined(with: RunningPeak(points))
    }
    return peak
  }

  // MARK: - Implementation

  private func addSums(_ count: Int) {
    let slots = UnsafeBufferPointer(rebasing: stage.slots[..<count])
    let cells = UnsafeBufferPointer(rebasing: stage.cells[..<count])
    let bands = UnsafeBufferPointer(rebasing: stage.bands[..<count])
    let values = UnsafeBufferPointer(rebasing: stage.values[..<(2 * count)])
    runners.add(codes: slots.span, bands: bands.span, values: values.span)
    weekTypes.add(codes: cells.span, bands: bands.span, values: values.span)
  }
}
