import ColumnStore
import Columns

/// The cells of a store's first months, where their file is mapped.
///
/// All runs lie in one age band, and none of them is recent.
struct KeptStretch: Sendable {
  private let cells: Buffer<EntityCell>
  private let events: Buffer<EventCell>
  private let rares: Buffer<RareCell>

  /// How many blocks of a file it takes.
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
    (self.cells, self.events, self.rares) = (cells, events, rares)
  }

  /// The cells; valid as long as this or a copy of it lives.
  var bandCells: BandCells {
    guard let start = cells.pointer.baseAddress, let events = events.pointer.baseAddress,
      let rares = rares.pointer.baseAddress
    else { preconditionFailure("a mapped block has an address") }
    // Safety: no cell of one band was put away, and none is recent, so nothing is read there.
    let recents = UnsafeRawPointer(start).assumingMemoryBound(to: RecentCell.self)
    return BandCells(
      first: 0, count: cells.count, cells: start, closed: start, events: events, rares: rares,
      recents: recents)
  }
}
