import CKernels

/// The sums of some rows over one window, as a sweep has left them.
struct WindowSums {
  // Safety: `count` sums that nobody writes meanwhile.
  let start: UnsafePointer<rb_sums>
  let count: Int

  /// Writes a count.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Int32>) {
    guard case .count(let index) = figure else { preconditionFailure("a figure is no count") }
    rb_window_counts(out, start, Int64(count), Self.count(index))
  }

  /// Writes a real figure, 0 where there is none.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Double>) {
    switch figure {
    case .count: preconditionFailure("a figure is a count")
    case .share(let part, let whole):
      rb_window_shares(out, start, Int64(count), Self.count(part), Self.count(whole))
    case .mean(let index, let rows, let unit, let less):
      precondition(unit < 1 << 53, "a unit is a whole number as a double, too")
      rb_window_means(
        out, start, Int64(count), Self.amount(index), Self.count(rows), unit, unit &* less)
    case .total(let index, let unit, let rows):
      let (amounts, counts) = (amounts(index), counts(rows))
      for row in 0..<count {
        out[row] = counts[row &* 8] == 0 ? 0 : Double(amounts[row &* 4]) / Double(unit)
      }
    case .ratio:
      let (parts, wholes) = (amounts(0), amounts(1))
      for row in 0..<count {
        let whole = wholes[row &* 4]
        out[row] = whole == 0 ? 0 : Double(parts[row &* 4]) / Double(whole)
      }
    }
  }

  /// Writes whether a sum is not 0, a bit per row.
  func writeBits(_ sum: WindowSum, to out: UnsafeMutablePointer<UInt64>) {
    switch sum {
    case .count(let index): rb_window_present(out, start, Int64(count), Self.count(index))
    case .amount(let index):
      let amounts = amounts(index)
      for word in 0..<((count + 63) / 64) {
        let rows = (word * 64)..<min(count, word * 64 + 64)
        out[word] = rows.reduce(0) { $0 | (amounts[$1 &* 4] == 0 ? 0 : 1 << UInt64($1 & 63)) }
      }
    }
  }

  // MARK: - Implementation

  private static func count(_ index: Int) -> Int64 {
    precondition((0..<DatedRows.countLimit).contains(index), "sums have four counts")
    return Int64(index)
  }

  private static func amount(_ index: Int) -> Int64 {
    precondition((0..<2).contains(index), "sums have two amounts")
    return Int64(index)
  }

  /// The counts of an index, eight apart.
  private func counts(_ index: Int) -> UnsafePointer<Int32> {
    UnsafeRawPointer(start).assumingMemoryBound(to: Int32.self) + Int(Self.count(index))
  }

  /// The amounts of an index, four apart.
  private func amounts(_ index: Int) -> UnsafePointer<Int64> {
    UnsafeRawPointer(start).assumingMemoryBound(to: Int64.self) + 2 + Int(Self.amount(index))
  }
}
