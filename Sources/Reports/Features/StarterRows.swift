import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// The rows of features: starters of the races read, in time order, without gaps.
struct StarterRows: Sendable {
  let months: [MonthView]
  /// Per month, the races read.
  let races: [Range<Int>]
  /// Per month, its first row here; and the end.
  let starts: [Int]
  /// Per month, its first runner of the races read, with or without a row; and the end.
  let runnerStarts: [Int]
  /// The days with races, rising; the first row of each, and the end.
  let days: [Int32]
  let dayStarts: [Int]
  /// The first runner of each day, and the end.
  let dayRunners: [Int]
  /// The outcomes of runners with a row.
  let hasRow: OutcomeSet

  init(months: [MonthView], races: [Range<Int>], hasRow: OutcomeSet, threads: Int) {
    self.months = months
    self.races = races
    self.hasRow = hasRow
    let parts = ParallelTasks.map(count: months.count, threads: threads) { month in
      Self.days(of: months[month], races[month], hasRow)
    }
    var (starts, runnerStarts) = ([0], [0])
    var (dayStarts, dayRunners) = ([Int](), [Int]())
    for part in parts {
      dayStarts += part.dayStarts.map { starts.last! + $0 }
      dayRunners += part.dayRunners.map { runnerStarts.last! + $0 }
      starts.append(starts.last! + part.count)
      runnerStarts.append(runnerStarts.last! + part.runnerCount)
    }
    self.starts = starts
    self.runnerStarts = runnerStarts
    days = parts.flatMap(\.days)
    self.dayStarts = dayStarts + [starts.last!]
    self.dayRunners = dayRunners + [runnerStarts.last!]
  }

  /// The number of rows.
  var count: Int { starts.last! }

  /// Returns the runners of a month's races that are read.
  func runners(_ month: Int) -> Range<Int> {
    let races = races[month]
    let starts = months[month].raceStarts
    return Int(starts[races.lowerBound])..<Int(starts[races.upperBound])
  }

  /// Releases the pages of small months after their columns were read.
  func releaseSmallMonths(threads: Int) {
    _ = ParallelTasks.map(count: months.count, threads: threads) {
      months[$0].releasePagesIfSmall()
    }
  }

  /// Returns the rows of some days, by the days' indices here.
  func range(ofDays days: Range<Int>) -> Range<Int> {
    dayStarts[days.lowerBound]..<dayStarts[days.upperBound]
  }

  // MARK: - Implementation

  private struct MonthDays: Sendable {
    var days: [Int32] = []
    var dayStarts: [Int] = []
    var dayRunners: [Int] = []
    var count = 0
    var runnerCount = 0
  }

  private static func days(
    of month: MonthView, _ races: Range<Int>, _ hasRow: OutcomeSet
  ) -> MonthDays {
    var found = MonthDays()
    let (outcomes, dates) = (month.outcomes.pointer, month.dates.pointer)
    for race in races {
      if found.days.last != dates[race] {
        found.days.append(dates[race])
        found.dayStarts.append(found.count)
        found.dayRunners.append(found.runnerCount)
      }
      let rows = month.rows(ofRace: race)
      found.count += hasRow.count(outcomes, rows)
      found.runnerCount += rows.count
    }
    return found
  }
}

extension StarterRows {
  /// Marks the rows for a kind of sums.
  ///
  /// - Parameters:
  ///   - sums: The kind of sums.
  ///   - masks: Per month, the runners that count; nil if all count.
  ///   - rules: The place terms.
  ///   - threads: Number of worker threads.
  /// - Returns: The rows, ready for windows; nil if some have values that no import writes.
  func dated(
    _ sums: FeatureSums, masks: [Bitmap]?, rules: ReportRules, threads: Int
  ) -> DatedRows? {
    // A runner without a row is hidden, so that the months' codes can be used unchanged.
    let marks = ColumnMemory<UInt8>(count: runnerStarts.last!)
    let parts = ParallelTasks.map(count: months.count, threads: threads) { month in
      var part = StarterMarks(
        months[month], hasRow: hasRow, mask: masks?[month],
        to: marks.start, from: runnerStarts[month])
      switch sums {
      case .record: part.addRecords(races[month])
      case .placings: part.addPlaces(races[month], rules)
      case .chances: part.addChances(races[month], rules.figures.market)
      case .rivals: part.addRivals(races[month])
      }
      return (first: part.first, second: part.second, isSound: part.isSound)
    }
    guard parts.allSatisfy(\.isSound) else { return nil }
    return DatedRows(
      days: days, dayStarts: dayRunners, marks: marks.buffer, first: parts.map(\.first),
      second: parts.map(\.second))
  }
}
