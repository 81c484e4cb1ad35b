import Columns
import Kernels
import Questions
import Racing

/// One dimension's sums over a stretch of time, for a range of its entities.
package final class EntityTally: @unchecked Sendable {
  // Safety: filled by one thread, then read by others.
  let entities: Range<Int32>
  private var cells: EntityCells

  /// Counts the bytes an entity takes at the least.
  static func entityBytes(of figures: FigureChoice) -> Int {
    MemoryLayout<EntityCell>.stride
      + (figures.luck == nil ? 0 : MemoryLayout<LuckSums>.stride)
      + (figures.hasExtraBets ? MemoryLayout<ExtraBets>.stride : 0)
  }

  init(entities: Range<Int32>, bands: AgeBands, commission: Commission) {
    self.entities = entities
    cells = EntityCells(entities: entities, bands: bands, commission: commission)
  }

  /// Adds a chunk's starters that count, whose entity codes stand in `codes` by row.
  func add(_ chunk: borrowing StarterChunk, codes: Buffer<Int32>, mask: Bitmap?) {
    cells.add(chunk, codes: codes.pointer, mask: mask)
  }

  /// Whether all codes that were met belong to entities, or to none.
  func hasMet(codesBelow count: Int) -> Bool { cells.highest <= UInt32(count) }

  /// The number of bands that entities ran in before their newest, all together.
  var closedCount: Int { cells.closedCount }

  /// The memory of the sums.
  var byteCount: Int { cells.byteCount }

  /// The sums; valid as long as the tally lives.
  var bandCells: BandCells { cells.bandCells }
}
