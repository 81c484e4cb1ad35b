import ColumnStore
import Columns
import Kernels

/// The cells of a store's first months, mapped from their file.
///
/// All runs are in one age band, and none is recent.
package struct KeptStretch: Sendable {
  let cells: Buffer<EntityCell>
  let events: Buffer<WinSums>
  let shared: Buffer<SharedRaceSums>
  let sequences: Buffer<RunSequence>

  /// The number of blocks in a file that it uses.
  static let blockCount = 4

  /// Finds the cells in a file; nil if the file lacks them.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - block: The index of the first block.
  init?(_ file: KeptFile, block: Int) {
    guard let cells = file.values(block, of: EntityCell.self),
      let events = file.values(block + 1, of: WinSums.self),
      let shared = file.values(block + 2, of: SharedRaceSums.self),
      let sequences = file.values(block + 3, of: RunSequence.self)
    else { return nil }
    // The file's checksums do not protect against wrong values by its writer.
    for cell in cells.pointer {
      let others = cell.recent | cell.previous | cell.bets | cell.luck
      guard cell.event <= events.count, cell.sequence <= sequences.count, others == 0
      else { return nil }
    }
    for event in events.pointer where event.shared > shared.count { return nil }
    (self.cells, self.events) = (cells, events)
    (self.shared, self.sequences) = (shared, sequences)
  }
}
