import CKernels
import Columns
import Racing

/// The past of pairs up to a month: of horses at courses, of jockeys with trainers.
///
/// Months are gone through as in ``EntityPast``. Only pairs that have something to tell are held.
final class PairPast: @unchecked Sendable {
  private struct Entry: BitwiseCopyable, Sendable {
    let left: Int32
    let right: Int32
    var tally = PastTally()
  }

  // Safety: whoever goes through the months does so on one thread at a time.
  private var entries = PagedSlots<Entry>()
  /// A power of two of slots, three quarters of them taken at most: numbers of entries, 0 for none.
  ///
  /// An entry's number stands in the first slot that was free from its pair's hash on.
  private var slots = PairPast.emptySlots(1 << 12)
  /// Whether only wins are told, so that pairs that never won need no entry.
  private let isOfWins: Bool

  /// Knows no run yet.
  init(ofWins isOfWins: Bool) { self.isOfWins = isOfWins }

  /// Tells each runner a figure of its pair's runs and wins on earlier days.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - left: A code per runner; −1 for none.
  ///   - right: The same of the pair's other half.
  ///   - figure: The figure of so many runs and wins; no runs are known where only wins are told.
  /// - Returns: A value per runner; `missing` where a half has no code.
  func counts<Value: PastValue>(
    of view: MonthView, _ left: Buffer<Int32>, _ right: Buffer<Int32>,
    _ figure: (_ runs: Int32, _ wins: Int32) -> Value
  ) -> Buffer<Value> {
    let wins = PastWins(view)
    let none = PastTally()
    // Safety: of columns that the month and the caller hold; all have a value per runner.
    let (left, right, outcomes) = (left.pointer, right.pointer, view.outcomes.pointer)
    let memory = ColumnMemory<Value>(count: left.count)
    let out = memory.start
    // A pair is looked up to tell it; its number is at hand when the day's runs are added.
    let looked = ColumnMemory<Int32>(count: left.count)
    let numbers = looked.start
    var days = PastDays(view)
    while let (_, rows) = days.next() {
      for row in rows {
        fetch(left, right, ahead: row)
        // Safety: `out` and `numbers` have a value per runner; days follow each other in rows.
        guard left[row] >= 0, right[row] >= 0 else {
          out[row] = .missing
          continue
        }
        numbers[row] = number(left[row], right[row])
        let tally = numbers[row] > 0 ? entries[Int(numbers[row]) &- 1].pointee.tally : none
        out[row] = figure(tally.runs, tally.wins)
      }
      for row in rows where left[row] >= 0 && right[row] >= 0 {
        guard Outcome.isStarter(code: outcomes[row]), !isOfWins || wins[row] > 0 else {
          continue
        }
        // A pair that was new this morning may have run since.
        if numbers[row] == 0 { numbers[row] = number(left[row], right[row]) }
        if numbers[row] == 0 { numbers[row] = newEntry(left[row], right[row]) }
        entries[Int(numbers[row]) &- 1].pointee.tally.add(wins[row])
      }
    }
    return memory.buffer
  }

  // MARK: - Implementation

  private static func emptySlots(_ count: Int) -> ColumnMemory<Int32> {
    let slots = ColumnMemory<Int32>(count: count)
    slots.start.initialize(repeating: 0, count: count)
    return slots
  }

  /// The first slot that a pair may stand in.
  @inline(__always)
  private func firstSlot(_ left: Int32, _ right: Int32) -> Int {
    let pair = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    return Int(truncatingIfNeeded: PairCodes.hash(pair)) & (slots.count &- 1)
  }

  /// Fetches what rows ahead will ask for: first their slots, which lie anywhere, then the entries.
  @inline(__always)
  private func fetch(
    _ left: UnsafeBufferPointer<Int32>, _ right: UnsafeBufferPointer<Int32>, ahead row: Int
  ) {
    let far = row &+ PastDays.fetchedAhead
    // Safety: slots are indexed under their mask, and hold numbers of entries.
    if far < left.count { rb_fetch(slots.start + firstSlot(left[far], right[far])) }
    let near = row &+ PastDays.fetchedAhead / 2
    guard near < left.count else { return }
    let number = slots.start[firstSlot(left[near], right[near])]
    if number > 0 { rb_fetch(entries[Int(number) &- 1]) }
  }

  /// The number of a pair's entry; 0 where it has none.
  @inline(__always)
  private func number(_ left: Int32, _ right: Int32) -> Int32 {
    var slot = firstSlot(left, right)
    // Safety: slots are indexed under their mask, and hold numbers of entries.
    while slots.start[slot] > 0 {
      let number = slots.start[slot]
      let entry = entries[Int(number) &- 1]
      if entry.pointee.left == left, entry.pointee.right == right { return number }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return 0
  }

  private func newEntry(_ left: Int32, _ right: Int32) -> Int32 {
    entries.append(Entry(left: left, right: right))
    if 4 * entries.count > 3 * slots.count {
      slots = Self.emptySlots(2 * slots.count)
      for index in 0..<entries.count { take(index) }
    } else {
      take(entries.count - 1)
    }
    return Int32(entries.count)
  }

  /// Gives an entry its slot.
  private func take(_ index: Int) {
    let entry = entries[index]
    var slot = firstSlot(entry.pointee.left, entry.pointee.right)
    while slots.start[slot] > 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots.start[slot] = Int32(index + 1)
  }
}
