import Racing

/// What short texts of a column came to lately, for notations that take longer to read than to find
/// again: a column's prices, weights and lengths are often written alike.
final class RecentNumbers {
  private struct Known {
    /// The text, first byte lowest; it has at most eight.
    var word: UInt64 = 0
    /// 0 where nothing is known yet.
    var count = 0
    var reading = CellReading<Int64>.none
  }

  private static let slotBits: UInt64 = 8
  private let slots: UnsafeMutablePointer<Known>

  init() {
    slots = .allocate(capacity: 1 << Int(Self.slotBits))
    slots.initialize(repeating: Known(), count: 1 << Int(Self.slotBits))
  }

  deinit { slots.deallocate() }

  /// What a text comes to.
  ///
  /// - Parameters:
  ///   - cell: The text.
  ///   - read: Reads it where it is not known; the same text always comes to the same.
  /// - Returns: The reading.
  @inline(__always)
  func reading(
    of cell: UnsafeBufferPointer<UInt8>, _ read: () -> CellReading<Int64>
  ) -> CellReading<Int64> {
    guard (1...8).contains(cell.count) else { return read() }
    let word = Decimal6.word(of: cell.span)
    // Safety: the product's upper bits number the slots.
    let slot = slots + Int((word &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.slotBits))
    if slot.pointee.word == word, slot.pointee.count == cell.count { return slot.pointee.reading }
    let reading = read()
    slot.pointee = Known(word: word, count: cell.count, reading: reading)
    return reading
  }
}
