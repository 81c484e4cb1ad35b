import ColumnStore
import Columns

/// A field's column under construction, batch after batch.
final class FieldColumn {
  /// The meaning of the values.
  let type: ColumnType
  /// The number of rows so far.
  private(set) var rowCount = 0

  private var validCount = 0
  /// The cells that could not be read.
  private var unread: RefusedDraft
  /// The second moments, with their rows, of off times that the clock shows twice.
  private var others: [Noted] = []
  /// Off times that look alike on clocks of twelve and of 24 hours: the moment on a clock of 24.
  private var written: [Noted] = []
  /// The rows whose half of the day follows no country's hours; the second list has those whose
  /// times look alike on clocks of twelve and of 24 hours.
  private var (openHalves, openHalvesOfBoth) = (RowRuns(), RowRuns())
  /// Whether some off time has an hour that only a 24-hour clock shows.
  private var isOf24Hours = false
  /// The values; a text's bytes, or one byte for a flag.
  private let values = GrowingMemory<UInt8>()
  private let offsets = GrowingMemory<Int32>()
  private let bits = GrowingMemory<UInt8>()

  /// Makes a column without rows.
  ///
  /// - Parameters:
  ///   - type: The meaning of the values.
  ///   - unread: Receives the cells that cannot be read.
  init(_ type: ColumnType, unread: RefusedDraft = RefusedDraft()) {
    self.type = type
    self.unread = unread
    if type == .text { offsets.growZeroed(by: 1) }
  }

  /// Adds rows of values of one size, all null until set.
  @inline(__always)
  func add<T: BitwiseCopyable>(_ count: Int, of type: T.Type, _ set: (inout FieldSlots<T>) -> Void)
  {
    let place = values.growZeroed(by: count * MemoryLayout<T>.stride)
    // Safety: the column's type decides `T`, and the memory is aligned for any.
    var slots = FieldSlots<T>(
      values: UnsafeMutableRawPointer(place).assumingMemoryBound(to: type), bits: addBits(count),
      first: rowCount)
    set(&slots)
    validCount += slots.validCount
    rowCount += count
  }

  /// Adds rows of text.
  @inline(__always)
  func addTexts(_ count: Int, _ set: (inout TextSlots) -> Void) {
    var slots = TextSlots(
      memory: values, offsets: offsets.grow(by: count), bits: addBits(count), first: rowCount)
    set(&slots)
    slots.finish()
    precondition(values.count <= Int32.max, "a file holds 2 GiB of a column's text at most")
    validCount += slots.validCount
    rowCount += count
  }

  /// Adds a cell that could not be read; rows must ascend.
  func note(_ problem: CellProblem) { unread.append(RefusedRow(problem)) }

  /// Notes the second moment of an off time that the clock shows twice.
  func note(other: Int64, of row: Int) { others.append(Noted(row: row, micros: other)) }

  /// Notes the moment that an off time has on a 24-hour clock.
  func note(written: Int64, of row: Int) { self.written.append(Noted(row: row, micros: written)) }

  /// Notes that a row's half of the day follows no country's hours; rows must ascend.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - isOfBothClocks: Whether the time looks the same on a 24-hour clock.
  func noteOpenHalf(of row: Int, isOfBothClocks: Bool) {
    if isOfBothClocks { openHalvesOfBoth.append(row) } else { openHalves.append(row) }
  }

  /// Notes that the file's clock has 24 hours.
  func noteClockOf24Hours() { isOf24Hours = true }

  /// The second moments of off times that the clock shows twice; nil if there are none.
  var otherMoments: Column? {
    guard !others.isEmpty else { return nil }
    var moments = [Int64?](repeating: nil, count: rowCount)
    for noted in others { moments[noted.row] = noted.micros }
    return Column(.instant, int64s: moments)
  }

  /// The rows whose half of the day follows no country's hours; nil if there are none.
  var openHalfFlags: Column? {
    let runs = openHalves.runs + (isOf24Hours ? [] : openHalvesOfBoth.runs)
    guard !runs.isEmpty else { return nil }
    var flags = [UInt8](repeating: 0, count: rowCount)
    for run in runs { for row in run { flags[row] = 1 } }
    return Column(.boolean, .boolean(Bitmap(count: rowCount) { flags[$0] == 1 }))
  }

  /// Returns the cells that could not be read so far.
  ///
  /// - Throws: ``StoreError`` when they could not be written to disk.
  func problems() throws(StoreError) -> CellProblems { CellProblems(try unread.rows()) }

  /// Adds rows without a value.
  func addNulls(_ count: Int) {
    if type == .text {
      let end = Int32(values.count)
      offsets.grow(by: count).update(repeating: end, count: count)
    } else {
      values.growZeroed(by: count * valueBytes)
    }
    _ = addBits(count)
    rowCount += count
  }

  /// Adds a column's rows.
  func append(_ column: Column) {
    switch column.values {
    case .int16(let buffer): append(buffer, column.validity)
    case .int32(let buffer): append(buffer, column.validity)
    case .int64(let buffer): append(buffer, column.validity)
    case .double(let buffer): append(buffer, column.validity)
    case .boolean(let flags):
      append(Buffer(flags.count == 0 ? [] : flags.flags), column.validity)
    case .text: preconditionFailure("texts are read cell by cell")
    }
  }

  /// Returns the day of a row of dates.
  func day(_ row: Int) -> Day? {
    guard bits.start[row >> 3] >> UInt8(row & 7) & 1 == 1 else { return nil }
    // Safety: a column of dates holds 32-bit values.
    return Day(
      UnsafeMutableRawPointer(values.start).assumingMemoryBound(to: Int32.self)[row])
  }

  /// Restarts with the last rows of another column of its type, and their unread cells; rows count
  /// from 0.
  ///
  /// Values handed out of this column before must no longer be used; the other column stays
  /// unchanged.
  ///
  /// - Parameters:
  ///   - other: The column.
  ///   - first: The first of its rows to copy.
  func restart(with other: FieldColumn, from first: Int) {
    var start = first * valueBytes
    offsets.count = 0
    if type == .text {
      start = Int(other.offsets.start[first])
      let ends = other.offsets.count - first
      let place = offsets.grow(by: ends)
      // Safety: the other column has that many offsets behind the first, none of them below
      // `start`.
      for end in 0..<ends { place[end] = other.offsets.start[first + end] - Int32(start) }
    }
    values.count = 0
    values.append(
      contentsOf: UnsafeBufferPointer(
        start: other.values.start + start, count: other.values.count - start))
    let kept = Bitmap(bytes: other.bits.buffer, count: other.rowCount)
      .sliced(first..<other.rowCount)
    bits.count = 0
    bits.append(contentsOf: kept.bytes.pointer)
    validCount = kept.trueCount
    rowCount = other.rowCount - first
    others = Noted.list(other.others, from: first)
    written = Noted.list(other.written, from: first)
    openHalves = other.openHalves.counted(from: first)
    openHalvesOfBoth = other.openHalvesOfBoth.counted(from: first)
    isOf24Hours = other.isOf24Hours
    unread = other.unread.renumbered(from: first)
  }

  /// Returns all rows; valid until rows are added or removed.
  func finished() -> Column {
    if isOf24Hours, !written.isEmpty {
      // Safety: moments are noted only for rows of this column, which has 64-bit values.
      let moments = UnsafeMutableRawPointer(values.start).assumingMemoryBound(to: Int64.self)
      for noted in written { moments[noted.row] = noted.micros }
    }
    let validity =
      validCount == rowCount && rowCount > 0
      ? Validity.allValid : Validity(Bitmap(bytes: bits.buffer, count: rowCount))
    return Column(type, finishedValues, validity)
  }

  /// Returns the code of a row of names.
  func code(_ row: Int) -> Int32? {
    guard bits.start[row >> 3] >> UInt8(row & 7) & 1 == 1 else { return nil }
    // Safety: a column of codes holds 32-bit values.
    return UnsafeMutableRawPointer(values.start).assumingMemoryBound(to: Int32.self)[row]
  }

  // MARK: - Implementation

  /// A moment noted for a row.
  private struct Noted {
    var row: Int
    let micros: Int64

    /// Returns the moments of the rows from `first` on, which then count from 0.
    static func list(_ all: [Noted], from first: Int) -> [Noted] {
      all.filter { $0.row >= first }.map { Noted(row: $0.row - first, micros: $0.micros) }
    }
  }

  /// Rows as runs of consecutive rows; most files have a single run.
  private struct RowRuns {
    private(set) var runs: [Range<Int>] = []

    /// Adds a row after all others.
    mutating func append(_ row: Int) {
      if let last = runs.last, last.upperBound == row {
        runs[runs.count - 1] = last.lowerBound..<row + 1
      } else {
        runs.append(row..<row + 1)
      }
    }

    /// Returns the rows from `first` on, which then count from 0.
    func counted(from first: Int) -> RowRuns {
      var rest = RowRuns()
      rest.runs = runs.compactMap { run in
        guard run.upperBound > first else { return nil }
        return max(0, run.lowerBound - first)..<run.upperBound - first
      }
      return rest
    }
  }

  /// The size of one value in bytes; a flag has one byte, and a text counts by bytes.
  private var valueBytes: Int {
    switch type {
    case .text, .boolean: 1
    case .int16: MemoryLayout<Int16>.stride
    case .int32, .date, .coded: MemoryLayout<Int32>.stride
    case .int64, .instant, .micros, .double: MemoryLayout<Int64>.stride
    }
  }

  private func addBits(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let needed = (rowCount + count + 7) / 8
    if needed > bits.count { bits.growZeroed(by: needed - bits.count) }
    return bits.start
  }

  private func append<T>(_ buffer: Buffer<T>, _ validity: Validity) {
    add(buffer.count, of: T.self) { slots in
      for row in 0..<buffer.count where validity.isValid(row) { slots.set(row, buffer[row]) }
    }
  }

  private var finishedValues: ColumnValues {
    switch type {
    case .int16: .int16(buffer())
    case .int32, .date, .coded: .int32(buffer())
    case .int64, .instant, .micros: .int64(buffer())
    case .double: .double(buffer())
    case .boolean: .boolean(Self.packed(values.start, rowCount))
    case .text: .text(TextBuffer(offsets: offsets.buffer, bytes: values.buffer))
    }
  }

  /// Converts bytes that are 1 or 0 to bits.
  private static func packed(_ flags: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bitmap {
    Bitmap(count: count) { flags[$0] == 1 }
  }

  private func buffer<T>() -> Buffer<T> {
    // Safety: `add` wrote values of the column's type only.
    Buffer(
      borrowing: UnsafeRawPointer(values.start).assumingMemoryBound(to: T.self), count: rowCount,
      owner: values)
  }
}

extension Bitmap {
  /// A byte per row: 1 where the flag is set.
  fileprivate var flags: [UInt8] { (0..<count).map { self[$0] ? 1 : 0 } }
}
