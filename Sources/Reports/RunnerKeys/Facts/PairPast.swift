import CKernels
import Columns
import Racing

/// The past of pairs, such as a horse at a course or a jockey with a trainer, up to a month.
///
/// Months are processed as in ``EntityPast``. Pairs that cannot affect a figure have no entry.
final class PairPast: @unchecked Sendable {
  private struct Entry: BitwiseCopyable, Sendable {
    let left: Int32
    let right: Int32
    var tally = PastTally()
  }

  // Safety: the caller processes the months on one thread at a time.
  private var entries = PagedSlots<Entry>()
  /// Slots of a hash table: numbers of entries, 0 for a free slot.
  ///
  /// Their number is a power of two; at most three quarters are taken. An entry's number is in the
  /// first slot, from its pair's hash on, that was free.
  private var slots = PairPast.emptySlots(1 << 12)
  /// Whether figures use wins only, so that pairs without a win need no entry.
  private let isOfWins: Bool

  /// Starts without any run.
  init(ofWins isOfWins: Bool) { self.isOfWins = isOfWins }

  /// Computes, per runner, a figure of its pair's runs and wins on earlier days.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - left: A code per runner; −1 for none.
  ///   - right: A code per runner of the pair's other half; −1 for none.
  ///   - figure: Computes the figure from runs and wins; if only wins are counted, runs are
  ///     unknown.
  /// - Returns: A value per runner; `missing` where a half has no code.
  func counts<Value: PastValue>(
    of view: MonthView, _ left: Buffer<Int32>, _ right: Buffer<Int32>,
    _ figure: (_ runs: Int32, _ wins: Int32) -> Value
  ) -> Buffer<Value> {
    let wins = PastWins(view)
    let none = PastTally()
    // Safety: points into columns held by the month and the caller; all have a value per runner.
    let (left, right, outcomes) = (left.pointer, right.pointer, view.outcomes.pointer)
    let memory = ColumnMemory<Value>(count: left.count)
    let out = memory.start
    // Keep the entry's number from the look-up, to add the day's runs without a second search.
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
        // An earlier run of the same day may have added the pair.
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

  /// Returns the first slot to look for a pair in.
  @inline(__always)
  private func firstSlot(_ left: Int32, _ right: Int32) -> Int {
    let pair = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    return Int(truncatingIfNeeded: PairCodes.hash(pair)) & (slots.count &- 1)
  }

  /// Prefetches for rows ahead: first their slots, which are scattered, then their entries.
  @inline(__always)
  private func fetch(
    _ left: UnsafeBufferPointer<Int32>, _ right: UnsafeBufferPointer<Int32>, ahead row: Int
  ) {
    let far = row &+ PastDays.fetchedAhead
    // Safety: the mask limits indices of slots, and slots hold numbers of entries.
    if far < left.count { rb_fetch(slots.start + firstSlot(left[far], right[far])) }
    let near = row &+ PastDays.fetchedAhead / 2
    guard near < left.count else { return }
    let number = slots.start[firstSlot(left[near], right[near])]
    if number > 0 { rb_fetch(entries[Int(number) &- 1]) }
  }

  /// Returns the number of a pair's entry; 0 if it has none.
  @inline(__always)
  private func number(_ left: Int32, _ right: Int32) -> Int32 {
    var slot = firstSlot(left, right)
    // Safety: the mask limits indices of slots, and slots hold numbers of entries.
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

  /// Puts an entry into a slot.
  private func take(_ index: Int) {
    let entry = entries[index]
    var slot = firstSlot(entry.pointee.left, entry.pointee.right)
    while slots.start[slot] > 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots.start[slot] = Int32(index + 1)
  }
}
