import Columns

/// One thread's way through the rows, in time order.
///
/// If you change what is summed here, also change `SlidingWindows+Reference.swift`.
struct WindowSweep: ~Copyable {
  /// Four counts of 32 bits, then two amounts.
  typealias Sums = SIMD4<Int64>

  private let rows: DatedRows
  private let windows: [Int32?]
  private let marks: UnsafeBufferPointer<UInt8>
  private let codes: DatedParts<Int32>
  /// Per entity: the sums so far, then per window what has left it.
  ///
  /// Rows without an entity have the first cell, which is cleared before it is read.
  private let cells: UnsafeMutablePointer<Sums>
  private let cellCount: Int
  private let stride: Int
  /// The first day that each window still holds.
  private var tails: [Int]
  private let addends = MarkSums()
  private var block: WindowBlock

  init(_ sliding: SlidingWindows, _ output: WindowOutput, outputStart: Int) {
    rows = sliding.rows
    windows = sliding.windows
    // Safety: the caller's `sliding` keeps this memory.
    marks = sliding.rows.marks.pointer
    codes = sliding.codes
    stride = windows.count + 1
    cellCount = (sliding.entityCount + 1) * stride
    cells = .allocate(capacity: cellCount)
    cells.initialize(repeating: Sums(), count: cellCount)
    tails = Array(repeating: 0, count: windows.count)
    block = WindowBlock(output, windowCount: windows.count, outputStart: outputStart)
  }

  deinit { cells.deallocate() }

  /// Computes the figures of some rows, hidden ones left out of their numbers.
  mutating func run(_ part: Range<Int>) {
    guard !part.isEmpty else { return }
    let first = rows.dayIndex(ofShown: part.lowerBound)
    let last = rows.dayIndex(ofShown: part.upperBound - 1)
    warmUp(before: first)
    block.begin(row: part.lowerBound)
    for day in first...last {
      for window in windows.indices { expire(window, before: day) }
      read(day, rows.rows(ofDay: day, shown: part))
      if day < last { add(day, to: 0) }
    }
    block.flush()
  }

  // MARK: - Implementation

  /// Adds the earlier days that some window still holds; a window begins where it comes by.
  private mutating func warmUp(before first: Int) {
    let starts = windows.map { days in
      days.map { firstDay(from: Int64(rows.days[first]) - Int64($0), before: first) } ?? 0
    }
    tails = starts
    for day in (starts.min() ?? first)...first {
      for window in starts.indices where windows[window] != nil && starts[window] == day {
        // What has been added so far lies before the window.
        for cell in Swift.stride(from: 0, to: cellCount, by: stride) {
          cells[cell + 1 + window] = cells[cell]
        }
      }
      if day < first { add(day, to: 0) }
    }
  }

  /// The index of the first day at a number or behind it.
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

  /// Lets the days leave a window that it does not reach from a day.
  private mutating func expire(_ window: Int, before day: Int) {
    guard let days = windows[window] else { return }
    let earliest = Int64(rows.days[day]) - Int64(days)
    while Int64(rows.days[tails[window]]) < earliest {
      add(tails[window], to: window + 1)
      tails[window] += 1
    }
  }

  /// Adds a day's rows to the total of their entities (slot 0), or to what has left a window.
  private func add(_ day: Int, to slot: Int) {
    var (first, second) = (rows.amounts.first.ofDay(day), rows.amounts.second.ofDay(day))
    let cells = cells + slot
    let addends = addends.start
    let own = rows.dayStarts[day]..<rows.dayStarts[day + 1]
    guard !own.isEmpty else { return }
    var code = codes.ofDay(day)
    for row in own {
      // Safety: marks and codes have a value per row, amounts one more than rows are marked with;
      // the day has rows, so there are codes.
      // Without branches: which rows win follows no pattern.
      let mark = marks[row]
      let (hasFirst, hasSecond) = (Int(mark >> 4) & 1, Int(mark >> 5) & 1)
      var sums = addends[Int(mark & 15)]
      sums[2] = first.pointee & Int64(-hasFirst)
      sums[3] = second.pointee & Int64(-hasSecond)
      first += hasFirst
      second += hasSecond
      cells[(Int(code.pointee) &+ 1) &* stride] &+= sums
      code += 1
    }
  }

  /// Writes down the sums of some of a day's rows as they are now.
  private mutating func read(_ day: Int, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    // Safety: the first cell, of rows without an entity, has `stride` sums.
    for slot in 0..<stride { cells[slot] = Sums() }
    let codes = codes.ofDay(day) - rows.dayStarts[day]
    var row = range.lowerBound
    while row < range.upperBound {
      // A hidden row is written as well, and the next one over it.
      let end = min(range.upperBound, row + block.room)
      var next = block.next
      let start = next.isKnown
      for row in row..<end {
        let code = Int(codes[row])
        let cell = cells + (code &+ 1) &* stride
        let total = cell[0]
        for window in 1..<stride {
          // Safety: the block has `room` rows left in each window's part.
          next.sums[(window &- 1) &* WindowBlock.rowCount] = total &- cell[window]
        }
        next.isKnown.pointee = code >= 0 ? 1 : 0
        let shown = marks[row] & DatedRows.hidden == 0 ? 1 : 0
        next.sums += shown
        next.isKnown += shown
      }
      block.advance(next.isKnown - start)
      row = end
    }
  }
}

/// The counts that each mark adds, without amounts.
private struct MarkSums: ~Copyable {
  // Safety: one value for each mark of four bits, never written after the start.
  let start: UnsafeMutablePointer<WindowSweep.Sums>

  init() {
    start = .allocate(capacity: 16)
    for mark in 0..<16 {
      let counts = (0..<4).map { Int64(mark >> $0 & 1) }
      start[mark] = [counts[0] | counts[1] << 32, counts[2] | counts[3] << 32, 0, 0]
    }
  }

  deinit { start.deallocate() }
}
