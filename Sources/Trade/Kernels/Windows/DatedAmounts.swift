import Columns

/// The amounts of rows that have one, without gaps.
public struct DatedAmounts: Sendable {
  let values: Buffer<Int64>
  /// The row of each amount.
  let rows: Buffer<Int32>

  /// Takes amounts in row order.
  ///
  /// - Parameters:
  ///   - amounts: The amounts.
  ///   - rows: The number of each one's row among all rows.
  public init(_ amounts: [Int64], rows: [Int32]) {
    precondition(amounts.count == rows.count, "each amount is that of a row")
    values = Buffer(amounts)
    self.rows = Buffer(rows)
  }
}

/// The amounts of the rows with a mark, day by day.
struct MarkedAmounts: Sendable {
  let values: DatedParts<Int64>
  let rows: DatedParts<Int32>
  /// The first amount of each day, and the end.
  private let dayStarts: [Int]

  /// Joins amounts with their days.
  ///
  /// - Parameters:
  ///   - parts: The amounts, in row order; in parts of whole days.
  ///   - marks: Every row's marks.
  ///   - mark: The mark of the rows that have an amount.
  ///   - dayStarts: The number of rows with the mark before each day, and before the end.
  init(_ parts: [DatedAmounts], _ marks: Buffer<UInt8>, _ mark: UInt8, dayStarts: [Int]) {
    let parts = parts.isEmpty ? [DatedAmounts([], rows: [])] : parts
    var last: Int32 = -1
    for part in parts {
      for row in part.rows.pointer {
        precondition(row > last && marks[Int(row)] & mark != 0, "amounts are those of marked rows")
        last = row
      }
    }
    let counts = parts.map(\.values.count)
    values = DatedParts(parts.map(\.values), counts: counts, dayStarts: dayStarts)
    rows = DatedParts(parts.map(\.rows), counts: counts, dayStarts: dayStarts)
    self.dayStarts = dayStarts
  }

  /// The number of a day's rows that have an amount.
  func count(ofDay day: Int) -> Int { dayStarts[day + 1] - dayStarts[day] }
}
