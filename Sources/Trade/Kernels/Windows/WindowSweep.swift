import CKernels
import Columns

/// One thread's way through the rows, in time order.
///
/// If you change what is summed here, also change `SlidingWindows+Reference.swift`.
struct WindowSweep: ~Copyable {
  private let rows: DatedRows
  private let windows: [Int32?]
  private let marks: UnsafeBufferPointer<UInt8>
  private let codes: DatedParts<Int32>
  /// Per entity: the sums so far, then per window the sums that have left it.
  ///
  /// Rows without an entity have the first cell, which is cleared before it is read.
  private let cells: UnsafeMutablePointer<rb_sums>
  private let cellCount: Int
  private let stride: Int
  /// The first day that each window still holds.
  private var tails: [Int]
  /// The day whose rows come next; nil if no row was added yet.
  private var today: Int?
  private let addends = MarkSums()

  init(_ sliding: SlidingWindows) {
    rows = sliding.rows
    windows = sliding.windows
    // Safety: the caller's `sliding` keeps this memory.
    marks = sliding.rows.marks.pointer
    codes = sliding.codes
    stride = windows.count + 1
    cellCount = (sliding.entityCount + 1) * stride
    // No sums lie across two lines of the cache.
    cells = UnsafeMutableRawPointer.allocate(
      byteCount: cellCount * MemoryLayout<rb_sums>.stride, alignment: 64
    ).bindMemory(to: rb_sums.self, capacity: cellCount)
    cells.initialize(repeating: rb_sums(), count: cellCount)
    tails = Array(repeating: 0, count: windows.count)
  }

  deinit { cells.deallocate() }

  /// Computes the figures of some rows, numbered without hidden rows.
  ///
  /// - Parameters:
  ///   - part: The rows. Rows that follow the last part cost least, but any are allowed.
  ///   - output: Receives the figures.
  ///   - outputStart: The output's first row; `part` begins a multiple of 64 rows after it.
  mutating func run(_ part: Range<Int>, to output: WindowOutput, outputStart: Int) {
    guard !part.isEmpty else { return }
    let first = rows.dayIndex(ofShown: part.lowerBound)
    let last = rows.dayIndex(ofShown: part.upperBound - 1)
    come(to: first)
    var block = WindowBlock(output, windowCount: windows.count, outputStart: outputStart)
    block.begin(row: part.lowerBound)
    for day in first...last {
      for window in windows.indices { expire(window, before: day) }
      read(day, rows.rows(ofDay: day, shown: part), &block)
      if day < last { add(day, to: 0) }
    }
    block.flush()
    today = last
  }

  // MARK: - Implementation

  /// Brings the sums to the state before a day: from the current sums, or from none if the windows
  /// reach none of the days that the sums include.
  private mutating func come(to first: Int) {
    let starts = windows.map { days in
      days.map { firstDay(from: Int64(rows.days[first]) - Int64($0), before: first) } ?? 0
    }
    if let today, today <= first, starts.contains(where: { $0 < today }) {
      for day in today..<first { add(day, to: 0) }
      return
    }
    if today != nil { cells.update(repeating: rb_sums(), count: cellCount) }
    warmUp(before: first, from: starts)
  }

  /// Adds the earlier days that some window still holds; a window starts when its first day is
  /// reached.
  private mutating func warmUp(before first: Int, from starts: [Int]) {
    tails = starts
    for day in (starts.min() ?? first)...first {
      for window in starts.indices where windows[window] != nil && starts[window] == day {
        // The rows added so far lie before the window.
        for cell in Swift.stride(from: 0, to: cellCount, by: stride) {
          cells[cell + 1 + window] = cells[cell]
        }
      }
      if day < first { add(day, to: 0) }
    }
  }

  /// Returns the index of the first day at a number or after it.
  private func firstDay(from number: Int64, before end: Int) -> Int {
    var range = 0..<end
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if Int64(rows.days[middle]) < number {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// Removes from a window the days that it does not reach from a day.
  private mutating func expire(_ window: Int, before day: Int) {
    guard let days = windows[window] else { return }
    let earliest = Int64(rows.days[day]) - Int64(days)
    while Int64(rows.days[tails[window]]) < earliest {
      add(tails[window], to: window + 1)
      tails[window] += 1
    }
  }

  /// Adds a day's rows to the total of their entities (slot 0), or to the sums that left a window.
  private func add(_ day: Int, to slot: Int) {
    let own = rows.dayStarts[day]..<rows.dayStarts[day + 1]
    guard !own.isEmpty else { return }
    // Safety: marks and codes have a value per row; the day has rows, so there are codes, each of
    // an entity that has cells.
    let codes = codes.ofDay(day)
    rb_add_counts(
      cells + slot, Int64(stride), addends.start, marks.baseAddress! + own.lowerBound, codes,
      Int64(own.count))
    add(rows.amounts.first, 0, ofDay: day, codes, to: slot)
    add(rows.amounts.second, 1, ofDay: day, codes, to: slot)
  }

  /// Adds the amounts of a day's rows, whose entities are `codes`.
  private func add(
    _ amounts: MarkedAmounts, _ index: Int64, ofDay day: Int, _ codes: UnsafePointer<Int32>,
    to slot: Int
  ) {
    let count = amounts.count(ofDay: day)
    guard count > 0 else { return }
    // Safety: the amounts' rows are the day's.
    rb_add_amounts(
      cells + slot, Int64(stride), index, codes, Int32(rows.dayStarts[day]),
      amounts.rows.ofDay(day), amounts.values.ofDay(day), Int64(count))
  }

  /// Writes the current sums of some of a day's rows.
  private func read(_ day: Int, _ range: Range<Int>, _ block: inout WindowBlock) {
    guard !range.isEmpty else { return }
    // Safety: the first cell, of rows without an entity, has `stride` sums.
    for slot in 0..<stride { cells[slot] = rb_sums() }
    let codes = codes.ofDay(day) - rows.dayStarts[day]
    var row = range.lowerBound
    while row < range.upperBound {
      let end = min(range.upperBound, row + block.room)
      let next = block.next
      // Safety: the block has `room` rows left in each window's part.
      let shown = rb_read_sums(
        next.sums, Int64(WindowBlock.rowCount), next.isKnown, cells, Int64(stride - 1),
        marks.baseAddress! + row, codes + row, Int64(end - row))
      block.advance(Int(shown))
      row = end
    }
  }
}

/// The counts that each mark adds.
private struct MarkSums: ~Copyable {
  // Safety: one value for each mark of four bits, never written after the start.
  let start: UnsafeMutablePointer<(Int32, Int32, Int32, Int32)>

  init() {
    start = .allocate(capacity: 16)
    for mark in 0..<16 {
      let counts = (0..<4).map { Int32(mark >> $0 & 1) }
      start[mark] = (counts[0], counts[1], counts[2], counts[3])
    }
  }

  deinit { start.deallocate() }
}
