import CKernels

/// The sums of some rows over one window, those of one kind side by side.
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
  ///   - count: How many rows there are, at most the capacity.
  mutating func take(_ rows: UnsafePointer<rb_sums>, count: Int) {
    precondition(count <= capacity, "there is room for the rows")
    self.count = count
    rb_part_sums(counts, amounts, Int64(capacity), rows, Int64(count))
  }

  /// Writes a count.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Int32>) {
    guard case .count(let index) = figure else { preconditionFailure("a figure is no count") }
    out.update(from: counts(index), count: count)
  }

  /// Writes a real figure, 0 where there is none.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Double>) {
    switch figure {
    case .count: preconditionFailure("a figure is a count")
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
  func writeBits(_ sum: WindowSum, to out: UnsafeMutablePointer<UInt64>) {
    switch sum {
    case .count(let index): rb_window_present(out, counts(index), Int64(count))
    case .amount(let index):
      let amounts = amounts(index)
      for word in 0..<((count + 63) / 64) {
        let rows = (word * 64)..<min(count, word * 64 + 64)
        out[word] = rows.reduce(0) { $0 | (amounts[$1] == 0 ? 0 : 1 << UInt64($1 & 63)) }
      }
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
