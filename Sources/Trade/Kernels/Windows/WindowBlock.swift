import CKernels
import Columns

/// Some hundred rows' sums per window, until they are written as figures.
struct WindowBlock: ~Copyable {
  /// Rows per block: a multiple of 64, so that blocks share no word of a bitmap.
  static let rowCount = 512

  private let output: WindowOutput
  private let windowCount: Int
  private let outputStart: Int
  /// `[window × row]`.
  private let sums: UnsafeMutablePointer<rb_sums>
  /// The sums of one window.
  private var own = WindowSums(capacity: rowCount)
  private let isKnown: UnsafeMutablePointer<UInt8>
  /// The place of the block's first row in the output, and the block's number of rows.
  private var start = 0
  private var count = 0

  init(_ output: WindowOutput, windowCount: Int, outputStart: Int) {
    self.output = output
    self.windowCount = windowCount
    self.outputStart = outputStart
    // Safety: the block alone owns both, until deinit.
    sums = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, windowCount * Self.rowCount) * MemoryLayout<rb_sums>.stride, alignment: 64
    ).bindMemory(to: rb_sums.self, capacity: windowCount * Self.rowCount)
    isKnown = .allocate(capacity: Self.rowCount)
  }

  deinit {
    sums.deallocate()
    isKnown.deallocate()
  }

  /// The number of rows that still fit.
  var room: Int { Self.rowCount - count }

  /// The place of the next row's sums of the first window, each further window's one block later;
  /// and the place of its flag for an entity.
  var next: (sums: UnsafeMutablePointer<rb_sums>, isKnown: UnsafeMutablePointer<UInt8>) {
    (sums + count, isKnown + count)
  }

  /// Begins at a row.
  mutating func begin(row: Int) {
    start = row - outputStart
    precondition(start % 64 == 0 && count == 0, "blocks share no word of a bitmap")
  }

  /// Counts rows that were written at ``next``.
  mutating func advance(_ rows: Int) {
    count += rows
    if count == Self.rowCount { flush() }
  }

  /// Writes the rows' figures.
  mutating func flush() {
    let known = output.known.start + start / 64
    rb_window_known(known, isKnown, Int64(count))
    for window in 0..<windowCount {
      own.take(sums + window * Self.rowCount, count: count)
      for (index, figure) in output.figures.enumerated() {
        switch output.places[window * output.figures.count + index] {
        case .counts(let memory): own.write(figure, to: memory + start)
        case .reals(let memory): own.write(figure, to: memory + start)
        }
      }
      for (index, sum) in output.needed.enumerated() {
        let bits = output.bits[window * output.needed.count + index]
        own.writeBits(sum, of: known, to: bits.start + start / 64)
      }
    }
    start += count
    count = 0
  }
}

/// The sums of some rows over one window, each kind side by side.
struct WindowSums: ~Copyable {
  private let capacity: Int
  private let counts: UnsafeMutablePointer<Int32>
  private let amounts: UnsafeMutablePointer<Int64>
  private var count = 0

  /// Makes room for rows.
  init(capacity: Int) {
    self.capacity = capacity
    counts = .allocate(capacity: DatedRows.countLimit * capacity)
    amounts = .allocate(capacity: 2 * capacity)
  }

  deinit {
    counts.deallocate()
    amounts.deallocate()
  }

  /// Takes rows' sums as a sweep has left them.
  ///
  /// - Parameters:
  ///   - rows: The sums, row by row; read before this returns.
  ///   - count: The number of rows, at most the capacity.
  mutating func take(_ rows: UnsafePointer<rb_sums>, count: Int) {
    precondition(count <= capacity, "there is room for the rows")
    self.count = count
    rb_part_sums(counts, amounts, Int64(capacity), rows, Int64(count))
  }

  /// Writes a count.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Int32>) {
    guard let index = figure.countIndex else { preconditionFailure("a figure is no count") }
    out.update(from: counts(index), count: count)
  }

  /// Writes a real figure, 0 if there is none.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Double>) {
    switch figure {
    case .count, .knownCount: preconditionFailure("a figure is a count")
    case .share(let part, let whole):
      rb_window_shares(out, counts(part), counts(whole), Int64(count))
    case .mean(let index, let rows, let unit, let less):
      precondition(unit < 1 << 53, "a unit is a whole number as a double, too")
      rb_window_means(out, amounts(index), counts(rows), Int64(count), unit, unit &* less)
    case .total(let index, let unit, let rows):
      let (amounts, counts) = (amounts(index), counts(rows))
      for row in 0..<count { out[row] = counts[row] == 0 ? 0 : Double(amounts[row]) / Double(unit) }
    case .ratio:
      let (parts, wholes) = (amounts(0), amounts(1))
      for row in 0..<count {
        out[row] = wholes[row] == 0 ? 0 : Double(parts[row]) / Double(wholes[row])
      }
    }
  }

  /// Writes whether a sum is not 0, a bit per row.
  ///
  /// - Parameters:
  ///   - sum: The sum.
  ///   - known: A bit for each row that has an entity; other rows have no sums.
  ///   - out: The bits.
  func writeBits(
    _ sum: WindowSum, of known: UnsafePointer<UInt64>, to out: UnsafeMutablePointer<UInt64>
  ) {
    switch sum {
    case .count(let index): rb_window_present(out, counts(index), Int64(count))
    case .countOrNo(let some, let others):
      let (some, others) = (counts(some), counts(others))
      writeBits(to: out) { some[$0] != 0 || others[$0] == 0 }
      for word in 0..<((count + 63) / 64) { out[word] &= known[word] }
    case .amount(let index):
      let amounts = amounts(index)
      writeBits(to: out) { amounts[$0] != 0 }
    }
  }

  private func writeBits(to out: UnsafeMutablePointer<UInt64>, _ isThere: (Int) -> Bool) {
    for word in 0..<((count + 63) / 64) {
      let rows = (word * 64)..<min(count, word * 64 + 64)
      out[word] = rows.reduce(0) { $0 | (isThere($1) ? 1 << UInt64($1 & 63) : 0) }
    }
  }

  // MARK: - Implementation

  private func counts(_ index: Int) -> UnsafeMutablePointer<Int32> {
    precondition((0..<DatedRows.countLimit).contains(index), "sums have four counts")
    // Safety: there is room for that many of each.
    return counts + index * capacity
  }

  private func amounts(_ index: Int) -> UnsafeMutablePointer<Int64> {
    precondition((0..<2).contains(index), "sums have two amounts")
    // Safety: there is room for that many of each.
    return amounts + index * capacity
  }
}
