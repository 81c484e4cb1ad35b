import Columns

/// The columns that sweeps fill, each its own rows.
final class WindowOutput: Sendable {
  /// Memory of one column.
  private enum Memory: Sendable {
    case counts(ColumnMemory<Int32>)
    case reals(ColumnMemory<Double>)
  }

  /// The beginning of a column.
  enum Place: @unchecked Sendable {
    // Safety: each sweep writes its own rows; the output has the memory.
    case counts(UnsafeMutablePointer<Int32>)
    case reals(UnsafeMutablePointer<Double>)
  }

  let figures: [WindowFigure]
  /// The sums that must not be 0 for some figure to have a value, each once.
  let needed: [WindowSum]
  /// `[window × figure]`.
  private let memory: [Memory]
  /// The memory's addresses: a look-up counts no references.
  let places: [Place]
  /// `[window × needed]`: whether the sum is not 0.
  let bits: [ColumnMemory<UInt64>]
  /// Whether the row has an entity.
  let known: ColumnMemory<UInt64>
  private let rowCount: Int

  init(_ figures: [WindowFigure], windowCount: Int, rowCount: Int) {
    self.figures = figures
    self.rowCount = rowCount
    var needed: [WindowSum] = []
    for figure in figures {
      if let sum = figure.needed, !needed.contains(sum) { needed.append(sum) }
    }
    self.needed = needed
    memory = (0..<windowCount).flatMap { _ in
      figures.map {
        $0.isCount ? .counts(ColumnMemory(count: rowCount)) : .reals(ColumnMemory(count: rowCount))
      }
    }
    places = memory.map {
      switch $0 {
      case .counts(let memory): .counts(memory.start)
      case .reals(let memory): .reals(memory.start)
      }
    }
    let words = (rowCount + 63) / 64
    bits = (0..<(windowCount * needed.count)).map { _ in ColumnMemory(count: words) }
    known = ColumnMemory(count: words)
  }

  /// A column per window and figure, once all rows are filled.
  var columns: [Column] {
    let known = validity(self.known)
    let present = bits.map(validity)
    return memory.enumerated().map { index, memory in
      let (window, figure) = index.quotientAndRemainder(dividingBy: figures.count)
      let validity =
        figures[figure].needed.map { sum in
          present[window * needed.count + needed.firstIndex(of: sum)!]
        } ?? known
      switch memory {
      case .counts(let memory): return Column(.int32, .int32(memory.buffer), validity)
      case .reals(let memory): return Column(.double, .double(memory.buffer), validity)
      }
    }
  }

  private func validity(_ words: ColumnMemory<UInt64>) -> Validity {
    let bits = words.bitmap(count: rowCount)
    return Validity(bits.isFull ? nil : bits)
  }
}
