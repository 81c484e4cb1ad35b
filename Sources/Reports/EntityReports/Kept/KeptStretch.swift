import ColumnStore
import Columns
import Kernels

/// The cells of a store's first months, where their file is mapped.
///
/// All runs lie in one age band, and none of them is recent.
package struct KeptStretch: Sendable {
  private let cells: Buffer<EntityCell>
  /// The mapped values, and where their pages begin.
  private let mapped: (events: Buffer<EventCell>, rares: Buffer<RareCell>)
  private let events: ColumnMemory<Pages<EventCell>.Start>
  private let rares: ColumnMemory<Pages<RareCell>.Start>
  /// Nothing: no cell of one band was put away, and none is recent or has more sums.
  private let closed = ColumnMemory<Pages<EntityCell>.Start>(count: 0)
  private let recents = ColumnMemory<Pages<RecentCell>.Start>(count: 0)
  private let bets = ColumnMemory<Pages<ExtraBets>.Start>(count: 0)
  private let lucks = ColumnMemory<Pages<LuckSums>.Start>(count: 0)

  /// The number of blocks of a file that it takes.
  static let blockCount = 3

  /// Finds the cells in a file; nil where it does not have them.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - block: The first of the blocks.
  init?(_ file: KeptFile, block: Int) {
    guard let cells = file.values(block, of: EntityCell.self),
      let events = file.values(block + 1, of: EventCell.self),
      let rares = file.values(block + 2, of: RareCell.self)
    else { return nil }
    // The file's checksums hold whatever its writer has put there.
    for cell in cells.pointer {
      let others = cell.recent | cell.previous | cell.bets | cell.luck
      guard cell.event <= events.count, others == 0 else { return nil }
    }
    for event in events.pointer where event.rare > rares.count { return nil }
    self.cells = cells
    mapped = (events, rares)
    (self.events, self.rares) = (Pages.starts(of: events), Pages.starts(of: rares))
  }

  /// The cells; valid as long as this or a copy of it lives.
  var bandCells: BandCells {
    guard let start = cells.pointer.baseAddress else {
      preconditionFailure("a mapped block has an address")
    }
    return BandCells(
      first: 0, count: cells.count, cells: start, closed: Pages(starts: closed.start),
      events: Pages(starts: events.start), rares: Pages(starts: rares.start),
      recents: Pages(starts: recents.start), bets: Pages(starts: bets.start),
      lucks: Pages(starts: lucks.start))
  }
}
