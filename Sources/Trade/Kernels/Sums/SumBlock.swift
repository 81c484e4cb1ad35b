/// Exact sums of many measures, per band and entity, in one dense block of memory.
///
/// A pass over the rows scatters every row's measures into the cell of its band and entity; several
/// threads fill a block each and merge them, in any order, to the same sums.
///
/// - Shape: `[band × (entity · measureStride)]`, row-major; the measures of one cell are padded
///   with zeros to a multiple of eight, one cache line.
/// - Edge cases: sums wrap at 64 bits; units are chosen so that they do not come near.
public struct SumBlock: ~Copyable, @unchecked Sendable {
  // Safety: a block is the only owner of its memory and hands it out for a call at most, so it may
  // be sent; the memory holds cellCount · measureStride values and lives until deinit.
  let sums: UnsafeMutableBufferPointer<Int64>

  /// The number of bands.
  public let bandCount: Int
  /// The entities whose rows are added; rows of others are skipped.
  public let entityRange: Range<Int32>
  /// The number of measures of a row.
  public let measureCount: Int
  /// The number of values a cell takes, `measureCount` rounded up to a multiple of eight.
  public let measureStride: Int

  /// Creates a block whose sums are all zero.
  ///
  /// - Parameters:
  ///   - bandCount: Number of bands, at most 256.
  ///   - entityRange: Entity codes it has cells for, none of them negative.
  ///   - measureCount: Number of measures per row.
  public init(bandCount: Int, entityRange: Range<Int32>, measureCount: Int) {
    precondition((0...256).contains(bandCount), "bands are numbered by UInt8")
    precondition(entityRange.lowerBound >= 0, "entity codes start at zero")
    precondition(measureCount >= 0, "a number of measures must not be negative")
    self.bandCount = bandCount
    self.entityRange = entityRange
    self.measureCount = measureCount
    measureStride = (measureCount + 7) / 8 * 8
    let count = bandCount * entityRange.count * measureStride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count * 8, alignment: 64)
    sums = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: Int64.self, capacity: count), count: count)
    sums.initialize(repeating: 0)
  }

  deinit { sums.baseAddress.map { UnsafeMutableRawPointer($0).deallocate() } }

  /// The number of columns of the block: entities times ``measureStride``.
  public var columnCount: Int { entityRange.count * measureStride }

  /// Reads one sum.
  ///
  /// - Parameters:
  ///   - band: Band number, below ``bandCount``.
  ///   - entity: A code of ``entityRange``.
  ///   - measure: Measure number, below ``measureCount``.
  public subscript(band: Int, entity: Int32, measure: Int) -> Int64 {
    precondition((0..<measureCount).contains(measure), "the block has no such measure")
    return sums[start(band: band, entity: entity) + measure]
  }

  /// Copies the sums of one cell.
  ///
  /// - Parameters:
  ///   - band: Band number, below ``bandCount``.
  ///   - entity: A code of ``entityRange``.
  /// - Returns: One sum per measure.
  public func row(band: Int, entity: Int32) -> [Int64] {
    let first = start(band: band, entity: entity)
    return Array(sums[first..<(first + measureCount)])
  }

  /// Lends the whole block, padding included.
  ///
  /// - Parameter body: Reads `[bandCount × columnCount]` sums.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withSums<Result, Failure: Error>(
    _ body: (_ sums: Span<Int64>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(sums.span)
  }

  /// Sets all sums to zero, so that the memory may serve another pass.
  public mutating func reset() { sums.update(repeating: 0) }

  // MARK: - Implementation

  private func start(band: Int, entity: Int32) -> Int {
    precondition((0..<bandCount).contains(band), "the block has no such band")
    precondition(entityRange.contains(entity), "the block has no such entity")
    let cell = band * entityRange.count + Int(entity - entityRange.lowerBound)
    return cell * measureStride
  }
}
