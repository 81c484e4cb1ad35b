import Columns

/// Rows in order of their days, with what each adds to the sums of its entity.
///
/// A row's mark says what the row adds: each of its four lowest bits adds one to a count, the next
/// two say whether it has a first and a second amount. Amounts are stored separately, without gaps,
/// because few rows have one. A row may be hidden: it adds nothing, and has no figures.
public struct DatedRows: Sendable {
  /// The number of counts in a mark.
  public static let countLimit = 4
  /// The marks of rows with a first and with a second amount.
  public static let amountMarks: (first: UInt8, second: UInt8) = (16, 32)
  /// The mark of a hidden row.
  public static let hidden: UInt8 = 128

  /// The days that have rows, ascending.
  public let days: [Int32]
  /// The first row of each day, and the end.
  public let dayStarts: [Int]
  /// The first row of each day, and the end, without hidden rows.
  let shownStarts: [Int]
  /// The counts of each row.
  public let marks: Buffer<UInt8>
  /// The first and the second amounts of rows that are marked so, in row order.
  let amounts: (first: MarkedAmounts, second: MarkedAmounts)

  /// Joins rows with their days and amounts.
  ///
  /// - Parameters:
  ///   - days: The days that have rows, ascending.
  ///   - dayStarts: The first row of each day, and the end.
  ///   - marks: The mark of each row.
  ///   - first: An amount for each row whose mark has the first one, in row order; in parts of
  ///     whole days.
  ///   - second: An amount for each row whose mark has the second one, in the same way.
  public init(
    days: [Int32], dayStarts: [Int], marks: Buffer<UInt8>, first: [DatedAmounts] = [],
    second: [DatedAmounts] = []
  ) {
    precondition(dayStarts.count == days.count + 1, "each day has a first row, and an end")
    precondition(dayStarts.first == 0 && dayStarts.last == marks.count, "days have all the rows")
    precondition(zip(days, days.dropFirst()).allSatisfy { $0 < $1 }, "days come in order")
    precondition(zip(dayStarts, dayStarts.dropFirst()).allSatisfy { $0 <= $1 }, "rows, too")
    precondition(marks.count <= Int(Int32.max), "counts are of 32 bits")
    self.days = days
    self.dayStarts = dayStarts
    self.marks = marks
    shownStarts = zip(dayStarts, Self.starts(dayStarts, marks, Self.hidden)).map { $0 - $1 }
    amounts = (
      MarkedAmounts(
        first, marks, Self.amountMarks.first,
        dayStarts: Self.starts(dayStarts, marks, Self.amountMarks.first)),
      MarkedAmounts(
        second, marks, Self.amountMarks.second,
        dayStarts: Self.starts(dayStarts, marks, Self.amountMarks.second))
    )
  }

  /// The number of rows, hidden ones included.
  public var count: Int { marks.count }

  /// The number of rows that are not hidden.
  public var shownCount: Int { shownStarts.last! }

  /// Returns the index of the day of a row, which is numbered without hidden rows.
  func dayIndex(ofShown row: Int) -> Int {
    var range = 0..<days.count
    // The last day that starts at the row or before it; days without rows start where they end.
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = shownStarts[middle] <= row ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the rows of a day within a range, which is numbered without hidden rows.
  func rows(ofDay day: Int, shown range: Range<Int>) -> Range<Int> {
    var row = dayStarts[day]
    var shown = shownStarts[day]
    func skip(to wanted: Int) -> Int {
      while shown < wanted {
        shown += marks[row] & Self.hidden == 0 ? 1 : 0
        row += 1
      }
      return row
    }
    let own = (shown..<shownStarts[day + 1]).clamped(to: range)
    guard !own.isEmpty else { return row..<row }
    let first = skip(to: own.lowerBound)
    let isToEnd = own.upperBound == shownStarts[day + 1]
    return first..<(isToEnd ? dayStarts[day + 1] : skip(to: own.upperBound))
  }

  // MARK: - Implementation

  /// The number of rows before each day, and before the end, that have a mark of one bit.
  private static func starts(_ rowStarts: [Int], _ marks: Buffer<UInt8>, _ mark: UInt8) -> [Int] {
    var starts = [0]
    starts.reserveCapacity(rowStarts.count)
    let (values, shift) = (marks.pointer, UInt64(mark.trailingZeroBitCount))
    let ones: UInt64 = 0x0101_0101_0101_0101
    for (start, end) in zip(rowStarts, rowStarts.dropFirst()) {
      var (count, row) = (0, start)
      // Eight rows' marks at a time: their ones are added up in the highest byte.
      while row &+ 8 <= end {
        // Safety: the rows before `end` have a mark each.
        let word = UnsafeRawPointer(values.baseAddress.unsafelyUnwrapped)
          .loadUnaligned(fromByteOffset: row, as: UInt64.self)
        count &+= Int(((word &>> shift & ones) &* ones) &>> 56)
        row &+= 8
      }
      while row < end {
        count &+= values[row] & mark == 0 ? 0 : 1
        row &+= 1
      }
      starts.append(starts.last! + count)
    }
    return starts
  }
}
