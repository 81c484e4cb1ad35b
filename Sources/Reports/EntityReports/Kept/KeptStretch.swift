import ColumnStore
import Columns
import Kernels

/// The cells of a store's first months, mapped from their file.
///
/// All runs are in one age band, and none is recent.
package struct KeptStretch: Sendable {
  private let cells: Buffer<EntityCell>
  /// The mapped values; their page starts follow.
  private let mapped: (events: Buffer<WinSums>, shared: Buffer<SharedRaceSums>)
  private let events: ColumnMemory<Pages<WinSums>.Start>
  private let shared: ColumnMemory<Pages<SharedRaceSums>.Start>
  /// Empty: with one band no cell is closed, and no cell has recent or optional sums.
  private let closed = ColumnMemory<Pages<EntityCell>.Start>(count: 0)
  private let recents = ColumnMemory<Pages<RecentCell>.Start>(count: 0)
  private let bets = ColumnMemory<Pages<OptionalBetSums>.Start>(count: 0)
  private let lucks = ColumnMemory<Pages<LuckSums>.Start>(count: 0)

  /// The number of blocks in a file that it uses.
  static let blockCount = 3

  /// Finds the cells in a file; nil if the file lacks them.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - block: The index of the first block.
  init?(_ file: KeptFile, block: Int) {
    guard let cells = file.values(block, of: EntityCell.self),
      let events = file.values(block + 1, of: WinSums.self),
      let shared = file.values(block + 2, of: SharedRaceSums.self)
    else { return nil }
    // The file's checksums do not protect against wrong values by its writer.
    for cell in cells.pointer {
      let others = cell.recent | cell.previous | cell.bets | cell.luck
      guard cell.event <= events.count, others == 0 else { return nil }
    }
    for event in events.pointer where event.shared > shared.count { return nil }
    self.cells = cells
    mapped = (events, shared)
    (self.events, self.shared) = (Pages.starts(of: events), Pages.starts(of: shared))
  }

  /// The cells; valid as long as this value or a copy of it.
  var bandCells: BandCells {
    guard let start = cells.pointer.baseAddress else {
      preconditionFailure("a mapped block has an address")
    }
    return BandCells(
      first: 0, count: cells.count, cells: start, closed: Pages(starts: closed.start),
      events: Pages(starts: events.start), shared: Pages(starts: shared.start),
      recents: Pages(starts: recents.start), bets: Pages(starts: bets.start),
      lucks: Pages(starts: lucks.start))
  }
}
