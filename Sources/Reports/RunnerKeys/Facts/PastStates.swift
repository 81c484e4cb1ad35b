import Columns
import Racing

/// A whole number type with one value reserved for "absent".
protocol PastValue: FixedWidthInteger, BitwiseCopyable, Sendable {}

extension PastValue {
  /// The reserved value for "absent".
  static var missing: Self { .min }
}

extension Int32: PastValue {}
extension Int64: PastValue {}

extension Validity {
  /// The validity of numbers whose absent values are `missing`.
  static func of<Value: PastValue>(_ numbers: Buffer<Value>) -> Validity {
    let own = numbers.pointer
    let bits = Bitmap.packed(count: own.count) { own[$0] != .missing }
    return bits.isFull ? .allValid : Validity(bits)
  }
}

/// The rows of a month, day by day.
struct PastDays {
  /// Number of rows by which fetching of states runs ahead.
  static let fetchedAhead = 24

  // Safety: points into a month that the caller holds while it iterates.
  private let days: UnsafeBufferPointer<Int32>
  private let starts: UnsafeBufferPointer<Int32>
  private var race = 0

  init(_ month: MonthView) {
    days = month.dates.pointer
    starts = month.raceStarts.pointer
  }

  /// Returns the next day with races and its runners' rows; nil after the last day.
  @inline(__always)
  mutating func next() -> (day: Int32, rows: Range<Int>)? {
    guard race < days.count else { return nil }
    let (day, first) = (days[race], Int(starts[race]))
    while race < days.count, days[race] == day { race += 1 }
    return (day, first..<Int(starts[race]))
  }
}

/// The runners of a month that won.
struct PastWins {
  // Safety: points into a month that the caller holds while it reads.
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

/// Runs and wins of an entity.
package struct PastTally: BitwiseCopyable {
  private(set) var runs: Int32 = 0
  private(set) var wins: Int32 = 0

  @inline(__always)
  mutating func add(_ win: Int32) {
    runs &+= 1
    wins &+= win
  }
}

/// Runs and wins of an entity's newest days.
struct RecentDays {
  private struct OneDay {
    var day = Int32.min
    var runs: Int32 = 0
    var wins: Int32 = 0
  }

  /// The days on which it ran, oldest first; days before the wanted range are dropped.
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

/// An entity's runs since its last break.
struct Stretch {
  private var newest = Int32.min
  private var runs: Int32 = 0

  @inline(__always)
  func runs(before day: Int32, _ breakDays: Int) -> Int32 {
    newest == .min || Int(day) - Int(newest) >= breakDays ? 0 : runs
  }

  @inline(__always)
  mutating func add(_ day: Int32, _ breakDays: Int) {
    if newest != day { runs = runs(before: day, breakDays) }
    runs &+= 1
    newest = day
  }
}
