import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// Figures of reports for one dimension, each as of the row's day: the sums of a report's scan,
/// kept by day, and the cells that its figures give.
final class DailyFigures {
  /// The starters of all dimensions, and the rules by which they are added up.
  struct Source: Sendable {
    let rows: StarterRows
    let masks: [Bitmap]?
    let places: [PlaceColumns]?
    let rules: ReportRules
    let request: FeatureRequest
  }

  private let source: Source
  private let codes: EntityCodes
  /// The figures' names, and the place of each among the columns of a report.
  private let names: [String]
  private let places: [Int]
  private let kinds: [ReportFigure.Kind]
  private let bands: AgeBands
  private let weights = HalfLife.weights(days: RecentCell.lastAge)
  /// The largest age of a day whose runs stay apart.
  private let horizon: Int32
  /// Per window, rows whose cells are not yet computed.
  private var blocks: [FigureBlock]
  /// `[window × figure]`: per entity and day a cell's digits; nil for none.
  private var cells: [[Int64?]] = []

  // State before the next day.
  private var histories: [EntityDays] = []
  private var totals: [MonthRuns.Total] = []
  private var months: ArraySlice<MonthRuns> = []
  private var readCount = 0
  private var nextRun = 0
  private var today = Int32.min
  /// The day's facts of each window.
  private var facts: [WindowFacts] = []

  /// Prepares figures of entities with sound codes.
  init(_ source: Source, _ codes: EntityCodes, _ names: [String]) {
    let columns = ReportColumns(source.rules.figures)
    self.source = source
    self.codes = codes
    self.names = names
    places = names.map {
      columns.names.firstIndex(of: $0)! - ReportColumns.windowColumnCount
    }
    kinds = places.map { columns.kinds[$0] }
    bands = AgeBands(source.request.windows)
    let days = source.request.windows.map { $0.days ?? RecentCell.lastAge }
    horizon = Int32(days.max()!)
    blocks = source.request.windows.map { _ in FigureBlock(columns) }
  }

  /// Computes the columns of the rows of some races, window by window.
  ///
  /// - Parameter races: Per month, its races. They follow the last call's, or begin again.
  /// - Returns: The window, the figure's name and the values.
  func columns(
    ofRaces races: [Range<Int>]
  ) -> [(window: Window, name: String, values: Column)] {
    let rows = source.rows
    cells = [[Int64?]](repeating: [], count: blocks.count * names.count)
    var (slots, last) = ([Int](), [Int](repeating: -1, count: codes.count))
    var (day, firstOfDay, count) = (Int32.min, 0, 0)
    for (month, races) in races.enumerated() {
      let (view, codes) = (rows.months[month], codes.months[month])
      for race in races {
        if view.dates[race] != day {
          day = view.dates[race]
          firstOfDay = count
          come(to: day)
        }
        for row in view.rows(ofRace: race) where rows.hasRow.contains(view.outcomes[row]) {
          let code = Int(codes[row])
          if code >= 0, last[code] < firstOfDay {
            last[code] = count
            count += 1
            append(code, day)
          }
          slots.append(code < 0 ? -1 : last[code])
        }
      }
    }
    flush()
    var found: [(window: Window, name: String, values: Column)] = []
    for window in source.request.windows {
      for (name, kind) in zip(names, kinds) {
        let own = cells[found.count]
        found.append((window, name, Self.column(slots.map { $0 < 0 ? nil : own[$0] }, kind)))
      }
    }
    cells = []
    return found
  }

  // MARK: - Implementation

  /// Adds the runs of all days before a day.
  private func come(to day: Int32) {
    if day <= today || today == .min {
      histories = Array(repeating: EntityDays(), count: codes.count)
      (totals, months, readCount, nextRun) = ([], [], 0, 0)
    }
    today = day
    while let month = nextMonth(before: day) {
      while nextRun < month.runs.count, month.runs[nextRun].day < day {
        let run = month.runs[nextRun]
        histories[Int(run.code)].append(run.day, run.sums, run.extra)
        histories[Int(run.code)].merge(before: run.day - horizon)
        nextRun += 1
      }
      guard nextRun == month.runs.count else { break }
      months.removeFirst()
      nextRun = 0
    }
    facts = source.request.windows.map { window in
      WindowFacts(
        window, before: Day(day), from: Day(day), all: all(window, before: day),
        source.rules.commission)
    }
  }

  /// Returns the month whose runs come next; nil if all of its days, too, are later.
  private func nextMonth(before day: Int32) -> MonthRuns? {
    if months.isEmpty, readCount < source.rows.months.count {
      let first = source.rows.races[readCount].first
      let isLater = first.map { source.rows.months[readCount].dates[$0] >= day } ?? false
      if !isLater { read() }
    }
    return months.first
  }

  /// Adds up the runs of the next months, one per thread.
  private func read() {
    let (source, codes, first) = (source, codes, readCount)
    readCount = min(first + source.request.threads, source.rows.months.count)
    let read = ParallelTasks.map(count: readCount - first, threads: source.request.threads) {
      let month = first + $0
      defer { source.rows.months[month].releasePagesIfSmall() }
      return MonthRuns(
        source.rows.months[month], source.rows.races[month], codes.months[month],
        entityCount: codes.count, mask: source.masks?[month], source.places?[month],
        source.rules)
    }
    totals += read.flatMap(\.totals)
    months = read[...]
  }

  /// Adds an entity's rows, one per window.
  private func append(_ code: Int, _ day: Int32) {
    let hasExtras = source.rules.figures.needsOptionalSums
    histories[code].visitSums(before: day, bands, weights) { band, own, extra in
      for (window, bands) in bands.bandsOfWindow.enumerated() where bands == band + 1 {
        // Safety: the block reads the optional sums during the call.
        withUnsafePointer(to: extra) {
          blocks[window].append(own, hasExtras ? $0 : nil, facts[window], Int32(code))
        }
      }
    }
    if blocks[0].isFull { flush() }
  }

  /// Counts all runs and wins of a window.
  private func all(_ window: Window, before day: Int32) -> (runs: Int64, wins: Int64) {
    var sum: (runs: Int64, wins: Int64) = (0, 0)
    for total in totals.reversed() where total.day < day {
      if let days = window.days, day - total.day > days { break }
      sum = (sum.runs + total.runs, sum.wins + total.wins)
    }
    return sum
  }

  /// Computes the cells of the rows in the blocks.
  private func flush() {
    for window in blocks.indices where blocks[window].rowCount > 0 {
      for (figure, place) in places.enumerated() {
        blocks[window].fill(place)
        let isThere = blocks[window].isThere(place)
        for (row, digits) in blocks[window].digits(place).enumerated() {
          cells[window * names.count + figure].append(
            isThere >> UInt64(row) & 1 == 1 ? digits : nil)
        }
      }
      blocks[window].removeAll()
    }
  }

  /// Returns cells as numbers, texts or dates.
  private static func column(_ digits: [Int64?], _ kind: ReportFigure.Kind) -> Column {
    func reals(_ one: Double) -> Column {
      Column(
        .double, .double(Buffer(digits.map { Double($0 ?? 0) / one })),
        Validity(digits.map { $0 != nil }))
    }
    return switch kind {
    case .count, .length: Column(int32s: digits.map { $0.map { Int32($0) } })
    case .rate: reals(1e6)
    case .amount: reals(1e4)
    case .day: Column(.date, int32s: digits.map { $0.map { Int32($0) } })
    case .form:
      Column(
        texts: digits.map { $0.map { FormText(packed: $0).text }.flatMap { $0 == "" ? nil : $0 } })
    }
  }
}
