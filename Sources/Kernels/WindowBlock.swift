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
  /// Those of one window.
  private var own = WindowSums(capacity: rowCount)
  private let isKnown: UnsafeMutablePointer<UInt8>
  /// The place of the block's first row in the output, and how many rows it has.
  private var start = 0
  private var count = 0

  init(_ output: WindowOutput, windowCount: Int, outputStart: Int) {
    self.output = output
    self.windowCount = windowCount
    self.outputStart = outputStart
    sums = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, windowCount * Self.rowCount) * MemoryLayout<rb_sums>.stride, alignment: 64
    ).bindMemory(to: rb_sums.self, capacity: windowCount * Self.rowCount)
    isKnown = .allocate(capacity: Self.rowCount)
  }

  deinit {
    sums.deallocate()
    isKnown.deallocate()
  }

  /// How many rows still fit.
  var room: Int { Self.rowCount - count }

  /// Where the next row's sums belong: those of the first window, the others' one block further
  /// each; and whether it has an entity.
  var next: (sums: UnsafeMutablePointer<rb_sums>, isKnown: UnsafeMutablePointer<UInt8>) {
    (sums + count, isKnown + count)
  }

  /// Begins at a row.
  mutating func begin(row: Int) {
    start = row - outputStart
    precondition(start % 64 == 0 && count == 0, "blocks share no word of a bitmap")
  }

  /// Takes the rows that were put where ``next`` said.
  mutating func advance(_ rows: Int) {
    count += rows
    if count == Self.rowCount { flush() }
  }

  /// Writes the rows' figures.
  mutating func flush() {
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
        own.writeBits(sum, to: bits.start + start / 64)
      }
    }
    rb_window_known(output.known.start + start / 64, isKnown, Int64(count))
    start += count
    count = 0
  }
}
