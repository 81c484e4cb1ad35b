import Columns

/// Rows in order of their days, with what each adds to the sums of its entity.
///
/// A row's mark says what it counts for: its four lowest bits add one to a count each, the next two
/// say whether it has a first and a second amount. Amounts stand apart, without gaps, because few
/// rows have one.
public struct DatedRows: Sendable {
  /// How many counts a mark has.
  public static let countLimit = 4
  /// The marks of rows with a first and with a second amount.
  public static let amountMarks: (first: UInt8, second: UInt8) = (16, 32)

  /// The days that have rows, ascending.
  public let days: [Int32]
  /// The first row of each day, and the end.
  public let dayStarts: [Int]
  /// What each row counts for.
  public let marks: Buffer<UInt8>
  /// The first and the second amounts of rows that are marked so, in row order.
  let amounts: (first: DatedAmounts, second: DatedAmounts)

  /// Joins rows with their days and amounts.
  ///
  /// - Parameters:
  ///   - days: The days that have rows, ascending.
  ///   - dayStarts: The first row of each day, and the end.
  ///   - marks: What each row counts for.
  ///   - first: An amount for each row whose mark has the first one, in row order.
  ///   - second: An amount for each row whose mark has the second one, in row order.
  public init(
    days: [Int32], dayStarts: [Int], marks: Buffer<UInt8>, first: [Int64] = [],
    second: [Int64] = []
  ) {
    precondition(dayStarts.count == days.count + 1, "each day has a first row, and an end")
    precondition(dayStarts.first == 0 && dayStarts.last == marks.count, "days have all the rows")
    precondition(zip(days, days.dropFirst()).allSatisfy { $0 < $1 }, "days come in order")
    precondition(zip(dayStarts, dayStarts.dropFirst()).allSatisfy { $0 <= $1 }, "rows, too")
    precondition(marks.count <= Int(Int32.max), "counts are of 32 bits")
    self.days = days
    self.dayStarts = dayStarts
    self.marks = marks
    amounts = (
      DatedAmounts(first, dayStarts, marks, Self.amountMarks.first),
      DatedAmounts(second, dayStarts, marks, Self.amountMarks.second)
    )
  }

  /// The number of rows.
  public var count: Int { marks.count }

  /// The index of the day that a row lies on.
  func dayIndex(ofRow row: Int) -> Int {
    var range = 0..<days.count
    // The last day that starts at the row or before it; days without rows start where they end.
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = dayStarts[middle] <= row ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

/// The amounts of rows that have one, without gaps.
struct DatedAmounts: Sendable {
  /// One more than there are, so that a row without one may read as well.
  let values: Buffer<Int64>
  /// The first amount of each day, and the end.
  let dayStarts: [Int]

  init(_ values: [Int64], _ rowStarts: [Int], _ marks: Buffer<UInt8>, _ mark: UInt8) {
    self.values = Buffer(values + [0])
    var starts = [0]
    starts.reserveCapacity(rowStarts.count)
    let marks = marks.pointer
    for (start, end) in zip(rowStarts, rowStarts.dropFirst()) {
      var count = 0
      for row in start..<end { count &+= marks[row] & mark == 0 ? 0 : 1 }
      starts.append(starts.last! + count)
    }
    precondition(starts.last == values.count, "an amount for each row that is marked so")
    dayStarts = starts
  }
}
