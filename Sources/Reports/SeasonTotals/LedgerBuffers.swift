/// A chunk's transactions, arranged for the kernels.
///
/// A class, so that its memory is reused for the next chunk.
final class LedgerBuffers {
  /// By transaction: the slot to which the runner's points are added.
  let slots = UnsafeMutableBufferPointer<Int32>.allocate(capacity: LedgerChunk.rowCount)
  /// By transaction: the cell of week and activity type; −1 if the points do not count.
  let cells = UnsafeMutableBufferPointer<Int32>.allocate(capacity: LedgerChunk.rowCount)
  /// By transaction: the points, and 1 for counting the transaction.
  let values = UnsafeMutableBufferPointer<Int64>.allocate(capacity: 2 * LedgerChunk.rowCount)
  /// By transaction: the points if the runner is a member, otherwise 0.
  let members = UnsafeMutableBufferPointer<Int64>.allocate(capacity: LedgerChunk.rowCount)
  /// The band of every sum: always the first.
  let bands = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: LedgerChunk.rowCount)

  init() { bands.initialize(repeating: 0) }

  deinit {
    slots.deallocate()
    cells.deallocate()
    values.deallocate()
    members.deallocate()
    bands.deallocate()
  }

  /// Fills slots, points and the members' points.
  ///
  /// - Parameters:
  ///   - chunk: The transactions.
  ///   - month: Their month.
  ///   - timeline: The membership at that time.
  /// - Returns: Whether all runners' codes are valid; rows with an invalid code are left out.
  func lay(_ chunk: LedgerChunk, of month: LedgerMonth, _ timeline: RosterTimeline) -> Bool {
    var isSound = true
    let (runnerOf, pointsOf) = (month.runners.pointer, month.points.pointer)
    timeline.slots.withUnsafeBufferPointer { slotOf in
      timeline.isMember.withUnsafeBufferPointer { isMember in
        for (index, row) in chunk.rows.enumerated() {
          // Safety: a chunk has room for all of its rows, and the runner's code is checked below.
          let runner = Int(runnerOf[Int(row)])
          guard UInt(bitPattern: runner) < UInt(isMember.count) else {
            isSound = false
            break
          }
          let points = Int64(pointsOf[Int(row)])
          slots[index] = slotOf[runner]
          values[2 * index] = points
          values[2 * index + 1] = 1
          members[index] = isMember[runner] ? points : 0
        }
      }
    }
    return isSound
  }

  /// Fills the cells of week and activity type; −1 for runners who are not members at the end.
  ///
  /// - Parameters:
  ///   - chunk: The transactions.
  ///   - month: Their month.
  ///   - scan: The weeks and activity types.
  ///   - week: The week of the previous transaction.
  /// - Returns: The week of the last transaction; nil for an invalid activity type's code.
  func layCells(_ chunk: LedgerChunk, of month: LedgerMonth, _ scan: LedgerScan, from week: Int)
    -> Int?
  {
    var week = week
    var isSound = true
    let (runnerOf, times) = (month.runners.pointer, month.times.pointer)
    let types = month.activities.int32s.pointer
    let hasNulls = month.activities.validity.bits != nil
    let width = scan.typeCount + 1
    scan.isMember.withUnsafeBufferPointer { isMember in
      for (index, row) in chunk.rows.enumerated() {
        let row = Int(row)
        week = scan.weeks.week(of: times[row], from: week)
        let isNull = hasNulls && month.activities.isNull(row)
        let type = isNull ? scan.typeCount : Int(types[row])
        isSound = isSound && UInt(bitPattern: type) < UInt(width)
        let cell = Int32(truncatingIfNeeded: week * width + type)
        cells[index] = isMember[Int(runnerOf[row])] ? cell : -1
      }
    }
    return isSound ? week : nil
  }
}
