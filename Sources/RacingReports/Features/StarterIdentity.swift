import Columns
import Kernels
import Racing

/// The columns that tell which starters the rows are.
struct StarterIdentity {
  private let rows: StarterRows
  /// Per month, the races that rows are given of.
  private let races: [Range<Int>]
  /// The rows given.
  private let range: Range<Int>
  private let threads: Int

  /// Prepares the columns of the rows from a day on.
  init(_ rows: StarterRows, _ range: Range<Int>, from: Day?, threads: Int) {
    self.rows = rows
    self.range = range
    self.threads = threads
    races = zip(rows.months, rows.races).map { month, races in
      let first = from.map { month.raceCount(before: $0) } ?? 0
      return min(max(first, races.lowerBound), races.upperBound)..<races.upperBound
    }
  }

  /// Each row's race key.
  func raceIDs() -> Column {
    let texts = rows.months.map { $0.races.column(RacingTables.raceID).texts }
    let sizes = ParallelTasks.map(count: texts.count, threads: threads) { month in
      var size = 0
      forEachRace(month) { race, count in size += texts[month].utf8(race).count * count }
      return size
    }
    let starts = sizes.reduce(into: [0]) { $0.append($0.last! + $1) }
    precondition(starts.last! <= Int(Int32.max), "race keys take 2 GiB at most; ask for fewer days")
    let offsets = ColumnMemory<Int32>(count: range.count + 1)
    let bytes = ColumnMemory<UInt8>(count: starts.last!)
    _ = ParallelTasks.map(count: texts.count, threads: threads) { month in
      // Safety: the same races were measured above; each month has its own part.
      var offset = offsets.start + (max(rows.starts[month], range.lowerBound) - range.lowerBound)
      var byte = starts[month]
      forEachRace(month) { race, count in
        let text = texts[month].utf8(race)
        for _ in 0..<count {
          offset.initialize(to: Int32(truncatingIfNeeded: byte))
          offset += 1
          if let source = text.baseAddress {
            (bytes.start + byte).initialize(from: source, count: text.count)
          }
          byte += text.count
        }
      }
    }
    offsets.start[range.count] = Int32(starts.last!)
    return Column(.text, .text(TextBuffer(offsets: offsets.buffer, bytes: bytes.buffer)))
  }

  /// Each row's number; rows without one are rare, and so is the longer way.
  func numbers(_ columns: KeyColumns) -> Column {
    let field = RacingTables.flatField("number")!
    let numbers = rows.months.map { $0.runners.column(field) }
    guard numbers.allSatisfy({ $0.validity.bits == nil }) else { return column("number", columns) }
    let values = rows.values(numbers.map(\.int16s), threads: threads)
    return Column(.int16, .int16(values.slice(range)))
  }

  /// Any column of the runners, as it is exported: names for codes, decimals.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - columns: Has prepared it.
  /// - Returns: A value per row given.
  func column(_ name: String, _ columns: KeyColumns) -> Column {
    guard !races.isEmpty else {
      return Self.plain(.nulls(RacingTables.flatField(name)!.type, count: 0), name, columns)
    }
    let parts = ParallelTasks.map(count: races.count, threads: threads) { month in
      columns.flatColumn(name, month: month).gathered(runners(month))
    }
    return Self.plain(.concatenated(parts), name, columns)
  }

  // MARK: - Implementation

  /// The runners of a month's rows.
  private func runners(_ month: Int) -> [Int32] {
    let view = rows.months[month]
    let outcomes = view.outcomes.pointer
    let all =
      Int(view.raceStarts[races[month].lowerBound])..<Int(view.raceStarts[races[month].upperBound])
    return all.filter { rows.hasRow.contains(outcomes[$0]) }.map { Int32($0) }
  }

  private func forEachRace(_ month: Int, _ body: (_ race: Int, _ rows: Int) -> Void) {
    let view = rows.months[month]
    let outcomes = view.outcomes.pointer
    for race in races[month] { body(race, rows.hasRow.count(outcomes, view.rows(ofRace: race))) }
  }

  private static func plain(_ column: Column, _ name: String, _ columns: KeyColumns) -> Column {
    switch column.type {
    case .coded:
      let codes = column.int32s.enumerated().map { column.isNull($0) ? -1 : $1 }
      return columns.prepared(name).names.names.gathered(codes)
    case .micros:
      return Column(
        .double, .double(Buffer(column.int64s.map { Double($0) / 1e6 })), column.validity)
    default: return column
    }
  }
}
