import ColumnStore
import Columns
import Kernels

/// The cells of several stretches, joined into one stretch to keep.
final class JoinedCells: @unchecked Sendable {
  // Safety: one thread fills it in `init`; afterwards it is only read.
  private var cells = Slots<EntityCell>()
  private var events = Slots<WinSums>()
  private var shared = Slots<SharedRaceSums>()
  private var sequences = Slots<RunSequence>()

  /// Joins the stretches of one age band.
  ///
  /// - Parameters:
  ///   - figures: The stretches.
  ///   - count: Number of entities.
  init(_ figures: WindowFigures, count: Int) {
    cells.reserve(count)
    withExtendedLifetime(figures) {
      for entity in 0..<count {
        var whole = EntityCell()
        for index in (0..<figures.stretches.count).reversed() {
          guard let later = figures.stretches[index].newest(entity) else { continue }
          precondition(
            later.pointee.previous == 0 && later.pointee.recent == 0,
            "runs of one band, none recent")
          append(later, of: figures.stretches[index], to: &whole)
        }
        cells.append(whole)
      }
    }
  }

  /// The blocks to write; valid as long as this object.
  var blocks: [KeptFile.Block] {
    [
      KeptFile.Block(cells.values), KeptFile.Block(events.values), KeptFile.Block(shared.values),
      KeptFile.Block(sequences.values),
    ]
  }

  // MARK: - Implementation

  private func append(
    _ later: UnsafePointer<EntityCell>, of stretch: borrowing EntityCells,
    to whole: inout EntityCell
  ) {
    if whole.runs == 0 { whole = EntityCell(band: later.pointee.band) }
    if let event = stretch.event(of: later) {
      if whole.event == 0 {
        events.append(WinSums())
        whole.event = UInt32(events.count)
      }
      let own = Int(whole.event) - 1
      events[own].append(event.pointee, after: whole)
      if let more = stretch.shared(of: event) {
        if events[own].shared == 0 {
          shared.append(SharedRaceSums())
          events[own].shared = UInt32(shared.count)
        }
        shared[Int(events[own].shared) - 1].add(more.pointee)
      }
    }
    if later.pointee.sequence > 0 {
      if whole.sequence == 0 {
        sequences.append(RunSequence())
        whole.sequence = UInt32(sequences.count)
      }
      let own = Int(whole.sequence) - 1
      sequences[own] = .combined(sequences[own], stretch.sequence(of: later, nil))
    }
    whole.append(later.pointee)
  }
}
