import Columns
import Kernels
import Questions
import Racing

/// One dimension's sums over a stretch of time, for a range of its entities.
package final class EntityTally: @unchecked Sendable {
  // Safety: filled by one thread, then read by others.
  let entities: Range<Int32>
  private var cells: EntityCells

  /// Returns the smallest number of bytes per entity.
  static func entityBytes(of figures: FigureChoice) -> Int {
    MemoryLayout<EntityCell>.stride
      + (figures.luck == nil ? 0 : MemoryLayout<LuckSums>.stride)
      + (figures.hasOptionalBets ? MemoryLayout<OptionalBetSums>.stride : 0)
  }

  init(entities: Range<Int32>, bands: AgeBands, commission: Commission) {
    self.entities = entities
    cells = EntityCells(entities: entities, bands: bands, commission: commission)
  }

  /// Adds a chunk's starters that count; `codes` has the entity of each row.
  func add(_ chunk: borrowing StarterChunk, codes: Buffer<Int32>, mask: Bitmap?) {
    cells.add(chunk, codes: codes.pointer, mask: mask)
  }

  /// Whether all codes found were below a count, or −1.
  func hasMet(codesBelow count: Int) -> Bool { cells.highest <= UInt32(count) }

  /// The number of bands before the newest in which entities ran, over all entities.
  var closedCount: Int { cells.closedCount }

  /// The memory of the sums.
  var byteCount: Int { cells.byteCount }

  /// The sums; valid as long as the tally.
  var bandCells: BandCells { cells.bandCells }
}
