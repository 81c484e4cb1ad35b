/// The sums of some rows over one window, as a sweep has left them.
struct WindowSums {
  // Safety: `count` sums that nobody writes meanwhile; each is four counts of 32 bits, then two
  // amounts of 64, in memory eight counts or four amounts apart.
  let start: UnsafeMutablePointer<WindowSweep.Sums>
  let count: Int

  /// Writes a count.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Int32>) {
    guard case .count(let index) = figure else { preconditionFailure("a figure is no count") }
    let counts = counts(index)
    for row in 0..<count { out[row] = counts[row &* 8] }
  }

  /// Writes a real figure, 0 where there is none.
  func write(_ figure: WindowFigure, to out: UnsafeMutablePointer<Double>) {
    switch figure {
    case .count: preconditionFailure("a figure is a count")
    case .share(let part, let whole): writeShare(counts(part), counts(whole), out)
    case .mean(let index, let rows, let unit, let less):
      writeMean(amounts(index), counts(rows), (unit, less), out)
    case .total(let index, let unit, let rows):
      let (amounts, rows) = (amounts(index), counts(rows))
      for row in 0..<count {
        out[row] = rows[row &* 8] == 0 ? 0 : Double(amounts[row &* 4]) / Double(unit)
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
    case .count(let index): writeBits(counts(index), apart: 8, out)
    case .amount(let index): writeBits(amounts(index), apart: 4, out)
    }
  }

  // MARK: - Implementation

  /// No row divides by 0: without any among the whole there is none in the part, and 0/1 is 0.
  private func writeShare(
    _ parts: UnsafePointer<Int32>, _ wholes: UnsafePointer<Int32>,
    _ out: UnsafeMutablePointer<Double>
  ) {
    for row in 0..<count {
      out[row] = Double(parts[row &* 8]) / Double(max(wholes[row &* 8], 1))
    }
  }

  private func writeMean(
    _ amounts: UnsafePointer<Int64>, _ rows: UnsafePointer<Int32>,
    _ scale: (unit: Int64, less: Int64), _ out: UnsafeMutablePointer<Double>
  ) {
    let loss = scale.unit &* scale.less
    for row in 0..<count {
      let counted = Int64(rows[row &* 8])
      let amount = amounts[row &* 4] &- loss &* counted
      out[row] = Double(amount) / Double(scale.unit &* max(counted, 1))
    }
  }

  /// Without branches: which sums are 0 follows no pattern.
  @inline(__always)
  private func writeBits(
    _ values: UnsafePointer<some FixedWidthInteger & SignedInteger>, apart: Int,
    _ out: UnsafeMutablePointer<UInt64>
  ) {
    for word in 0..<((count + 63) / 64) {
      let rows = (word * 64)..<min(count, word * 64 + 64)
      var bits: UInt64 = 0
      for row in rows {
        let value = Int64(truncatingIfNeeded: values[row &* apart])
        // A number or its opposite has the sign, unless it is 0. Rows enter at the top.
        let sign = UInt64(bitPattern: value | (0 &- value)) >> 63
        bits = (bits >> 1) | (sign << 63)
      }
      out[word] = bits >> UInt64(64 - rows.count)
    }
  }

  private func counts(_ index: Int) -> UnsafePointer<Int32> {
    precondition((0..<DatedRows.countLimit).contains(index), "sums have four counts")
    return UnsafeRawPointer(start).assumingMemoryBound(to: Int32.self) + index
  }

  private func amounts(_ index: Int) -> UnsafePointer<Int64> {
    precondition((0..<2).contains(index), "sums have two amounts")
    return UnsafeRawPointer(start).assumingMemoryBound(to: Int64.self) + 2 + index
  }
}
