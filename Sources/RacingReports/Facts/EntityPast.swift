import CKernels
import Columns
import Racing

/// Rows of the store in time order, with the entity that each belongs to: a horse, a jockey with a
/// course, and so on.
///
/// A pass looks back only: a row learns of runs on earlier days. Other rows of its own day, and
/// later ones, change nothing for it.
struct EntityPast {
  private let months: [MonthView]
  /// Per month, a code per runner; −1 for none.
  private let entities: [Buffer<Int32>]
  private let count: Int

  init(_ months: [MonthView], _ entities: [Buffer<Int32>], count: Int) {
    self.months = months
    self.entities = entities
    self.count = count
  }

  /// Tells each runner the value that its entity had in its last run.
  ///
  /// Of several runs on that day the last one stored counts. A runner without an earlier run has
  /// the value ``missing``, and so has one without an entity.
  ///
  /// - Parameter values: The values of a month's runners, by the month's place.
  /// - Returns: Per month, a value per runner.
  func last<Value: PastValue>(_ values: (Int) -> Buffer<Value>) -> [Buffer<Value>] {
    var runs = [LastRun<Value>](repeating: LastRun(), count: count)
    return runs.withUnsafeMutableBufferPointer { runs in
      months.indices.map { month in
        let column = values(month)
        let values = column.pointer
        defer { withExtendedLifetime(column) {} }
        return pass(month, runs) { run, day in
          run.value(before: day)
        } add: { run, day, row in
          run.add(day, values[row])
        }
      }
    }
  }

  /// Tells each runner a figure of its entity's runs and wins on earlier days.
  ///
  /// - Parameter figure: The figure of so many runs and wins.
  /// - Returns: Per month, a value per runner; `missing` where it has no entity.
  func counts<Value: PastValue>(
    _ figure: (_ runs: Int32, _ wins: Int32) -> Value
  ) -> [Buffer<Value>] {
    var tallies = [PastTally](repeating: PastTally(), count: count)
    return tallies.withUnsafeMutableBufferPointer { tallies in
      months.indices.map { month in
        let wins = Wins(months[month])
        return pass(month, tallies) { tally, day in
          let past = tally.past(before: day)
          return figure(past.runs, past.wins)
        } add: { tally, day, row in
          tally.add(day, wins[row])
        }
      }
    }
  }

  /// Tells each runner a figure of its entity's runs and wins on the days just before its own.
  ///
  /// - Parameters:
  ///   - days: How many days count.
  ///   - figure: The figure of so many runs and wins.
  /// - Returns: Per month, a value per runner; `missing` where it has no entity.
  func recent<Value: PastValue>(
    days: Int, _ figure: (_ runs: Int32, _ wins: Int32) -> Value
  ) -> [Buffer<Value>] {
    var windows = [RecentDays](repeating: RecentDays(), count: count)
    return windows.withUnsafeMutableBufferPointer { windows in
      months.indices.map { month in
        let wins = Wins(months[month])
        return pass(month, windows) { window, day in
          let past = window.past(before: day, days: Int32(days))
          return figure(past.runs, past.wins)
        } add: { window, day, row in
          window.add(day, wins[row])
        }
      }
    }
  }

  /// Counts each runner's earlier runs since its entity's last break.
  ///
  /// - Parameter breakDays: Days from one start to the next that make a break.
  /// - Returns: Per month, a count per runner; `missing` where it has no entity.
  func sinceBreak(days breakDays: Int) -> [Buffer<Int32>] {
    var stretches = [Stretch](repeating: Stretch(), count: count)
    return stretches.withUnsafeMutableBufferPointer { stretches in
      months.indices.map { month in
        pass(month, stretches) { stretch, day in
          stretch.runs(before: day, breakDays)
        } add: { stretch, day, row in
          stretch.add(day, breakDays)
        }
      }
    }
  }

  // MARK: - Implementation

  /// The runners whose states are fetched ahead of their turn: they lie anywhere in memory.
  private static let fetchedAhead = 24

  /// Goes through a month's runners in time order.
  @inline(__always)
  private func pass<State, Value: PastValue>(
    _ month: Int, _ states: UnsafeMutableBufferPointer<State>,
    _ told: (_ state: inout State, _ day: Int32) -> Value,
    add: (_ state: inout State, _ day: Int32, _ row: Int) -> Void
  ) -> Buffer<Value> {
    let view = months[month]
    // Safety: of columns that the months and this hold.
    let (codes, outcomes) = (entities[month].pointer, view.outcomes.pointer)
    let (days, starts) = (view.dates.pointer, view.raceStarts.pointer)
    // A closure that fills a buffer would keep the others from being inlined.
    let memory = ColumnMemory<Value>(count: codes.count)
    let out = memory.start
    for race in days.indices {
      let day = days[race]
      for row in Int(starts[race])..<Int(starts[race + 1]) {
        let ahead = row + Self.fetchedAhead
        if ahead < codes.count, codes[ahead] >= 0 {
          rb_fetch(states.baseAddress! + Int(codes[ahead]))
        }
        let entity = Int(codes[row])
        // Safety: `out` has a value per runner, and each race's rows follow the one before.
        guard entity >= 0 else {
          out[row] = .missing
          continue
        }
        out[row] = told(&states[entity], day)
        if outcomes[row] < Int32(Outcome.nonRunner.rawValue) {
          add(&states[entity], day, row)
        }
      }
    }
    return memory.buffer
  }
}

/// A whole number, one of which stands for a value that is not there.
protocol PastValue: FixedWidthInteger, BitwiseCopyable, Sendable {}

extension PastValue {
  /// Stands for no value.
  static var missing: Self { .min }
}

extension Int32: PastValue {}
extension Int64: PastValue {}

/// The runners of a month that won.
private struct Wins {
  // Safety: of a month that is held for as long as it is gone through.
  private let positions: UnsafeBufferPointer<Int16>
  private let outcomes: UnsafeBufferPointer<Int32>

  init(_ month: MonthView) {
    positions = month.positions.pointer
    outcomes = month.outcomes.pointer
  }

  subscript(row: Int) -> Int32 {
    positions[row] == 1 && outcomes[row] == Int32(Outcome.finished.rawValue) ? 1 : 0
  }
}

/// The value of an entity's newest day, and that of the day before, by days of racing.
private struct LastRun<Value: PastValue> {
  private var newest = Int32.min
  private var value = Value.missing
  private var earlier = Value.missing

  @inline(__always)
  func value(before day: Int32) -> Value { newest < day ? value : earlier }

  @inline(__always)
  mutating func add(_ day: Int32, _ own: Value) {
    if day > newest { (newest, earlier) = (day, value) }
    value = own
  }
}

/// Runs and wins up to an entity's newest day, and those on it.
private struct PastTally {
  private var newest = Int32.min
  private var runs: Int32 = 0
  private var wins: Int32 = 0
  private var runsToday: Int32 = 0
  private var winsToday: Int32 = 0

  @inline(__always)
  func past(before day: Int32) -> (runs: Int32, wins: Int32) {
    newest < day ? (runs &+ runsToday, wins &+ winsToday) : (runs, wins)
  }

  @inline(__always)
  mutating func add(_ day: Int32, _ win: Int32) {
    if day > newest {
      (runs, wins) = (runs &+ runsToday, wins &+ winsToday)
      (newest, runsToday, winsToday) = (day, 0, 0)
    }
    runsToday &+= 1
    winsToday &+= win
  }
}

/// Runs and wins of an entity's newest days.
private struct RecentDays {
  private struct OneDay {
    var day = Int32.min
    var runs: Int32 = 0
    var wins: Int32 = 0
  }

  /// The days on which it ran, oldest first; older ones than are asked for are dropped.
  private var days: [OneDay] = []

  @inline(__always)
  mutating func past(before day: Int32, days count: Int32) -> (runs: Int32, wins: Int32) {
    var (runs, wins, old): (Int32, Int32, Int) = (0, 0, 0)
    for own in days {
      if own.day < day - count {
        old += 1
      } else if own.day < day {
        runs &+= own.runs
        wins &+= own.wins
      }
    }
    if old > 0 { days.removeFirst(old) }
    return (runs, wins)
  }

  @inline(__always)
  mutating func add(_ day: Int32, _ win: Int32) {
    if days.last?.day != day { days.append(OneDay(day: day)) }
    days[days.count - 1].runs &+= 1
    days[days.count - 1].wins &+= win
  }
}

/// Runs between two breaks: those before the newest day, and those on it.
private struct Stretch {
  private var newest = Int32.min
  private var before: Int32 = 0
  private var today: Int32 = 0

  @inline(__always)
  func runs(before day: Int32, _ breakDays: Int) -> Int32 {
    if newest == day { return before }
    return newest == .min || Int(day) - Int(newest) >= breakDays ? 0 : before &+ today
  }

  @inline(__always)
  mutating func add(_ day: Int32, _ breakDays: Int) {
    if day > newest { (before, today, newest) = (runs(before: day, breakDays), 0, day) }
    today &+= 1
  }
}
