import Columns
import Kernels
import Racing
import RunnerKeys

/// The columns that identify the rows' starters.
struct StarterIdentity {
  private let rows: StarterRows
  /// Per month, the races of the wanted rows.
  let races: [Range<Int>]
  /// Per month, its first row among the wanted ones, and the end.
  private let starts: [Int]
  private let threads: Int

  /// Prepares the columns of the rows of some days.
  ///
  /// - Parameters:
  ///   - rows: All rows.
  ///   - days: The indices of the days among the days of the rows.
  ///   - threads: Number of worker threads.
  init(_ rows: StarterRows, days: Range<Int>, threads: Int) {
    self.rows = rows
    self.threads = threads
    let range = rows.range(ofDays: days)
    starts = rows.starts.map { min(max($0, range.lowerBound), range.upperBound) - range.lowerBound }
    races = zip(rows.months, rows.races).map { month, races in
      guard !days.isEmpty else { return races.lowerBound..<races.lowerBound }
      let first = month.raceCount(before: Day(rows.days[days.lowerBound]))
      let end = month.raceCount(before: Day(rows.days[days.upperBound - 1]) + 1)
      return (first..<end).clamped(to: races)
    }
  }

  /// Returns each row's race key.
  func raceIDs() -> Column {
    let texts = rows.months.map { $0.races.column(RacingTables.raceID).texts }
    let sizes = ParallelTasks.map(count: texts.count, threads: threads) { month in
      var size = 0
      forEachRace(month) { race, count in size += texts[month].utf8(race).count * count }
      return size
    }
    let places = sizes.reduce(into: [0]) { $0.append($0.last! + $1) }
    precondition(places.last! <= Int(Int32.max), "race keys take 2 GiB at most; ask for pieces")
    let offsets = ColumnMemory<Int32>(count: starts.last! + 1)
    let bytes = ColumnMemory<UInt8>(count: places.last!)
    _ = ParallelTasks.map(count: texts.count, threads: threads) { month in
      // Safety: the same races were measured above; each month has its own part of the memory.
      var offset = offsets.start + starts[month]
      var byte = places[month]
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
    offsets.start[starts.last!] = Int32(places.last!)
    return Column(.text, .text(TextBuffer(offsets: offsets.buffer, bytes: bytes.buffer)))
  }

  /// Returns each row's number; rows without one are rare and take a slower way.
  func numbers(_ columns: KeyColumns) -> Column {
    let field = RacingTables.flatField("number")!
    let numbers = rows.months.map { $0.runners.column(field) }
    guard numbers.allSatisfy({ $0.validity.bits == nil }) else {
      return column(.field(FilterField(name: field.name, kind: .number)), columns)
    }
    let memory = ColumnMemory<Int16>(count: starts.last!)
    _ = ParallelTasks.map(count: numbers.count, threads: threads) { month in
      let (values, outcomes) = (numbers[month].int16s.pointer, rows.months[month].outcomes.pointer)
      var next = memory.start + starts[month]
      for row in runnerRange(month) where rows.hasRow.contains(outcomes[row]) {
        // Safety: `starts` counts the same rows.
        next.initialize(to: values[row])
        next += 1
      }
    }
    return Column(.int16, .int16(memory.buffer))
  }

  /// Returns the first row of each race that has one, and the end.
  func raceStarts() -> [Int] {
    var starts = [0]
    for month in races.indices {
      forEachRace(month) { _, count in
        if count > 0 { starts.append(starts.last! + count) }
      }
    }
    return starts
  }

  /// Returns any value of the runners, as exported: with names for codes, and decimals.
  ///
  /// - Parameters:
  ///   - value: A field, or a computed number.
  ///   - columns: The columns, with the value's fields prepared.
  /// - Returns: A value per wanted row.
  func column(_ value: FilterValue, _ columns: KeyColumns) -> Column {
    let name = value.columnName
    guard !races.isEmpty else {
      let type = value.isField ? KeyColumns.type(ofField: name) : .micros
      return Self.plain(.nulls(type, count: 0), name, columns)
    }
    let parts = ParallelTasks.map(count: races.count, threads: threads) { month in
      columns.column(of: value, month: month).gathered(runners(month))
    }
    return Self.plain(.concatenated(parts), name, columns)
  }

  // MARK: - Implementation

  /// Returns the runners of a month's rows.
  private func runners(_ month: Int) -> [Int32] {
    let outcomes = rows.months[month].outcomes.pointer
    return runnerRange(month).filter { rows.hasRow.contains(outcomes[$0]) }.map { Int32($0) }
  }

  /// Returns the runners of a month's races, with and without rows.
  private func runnerRange(_ month: Int) -> Range<Int> {
    let starts = rows.months[month].raceStarts
    return Int(starts[races[month].lowerBound])..<Int(starts[races[month].upperBound])
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
