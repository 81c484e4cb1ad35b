/// A figure of an entity's sums over a window.
///
/// Counts and amounts are numbered as in the marks of ``DatedRows``: four counts from 0, and two
/// amounts from 0. The rows that a figure counts or adds up must be among the rows of the count
/// that it is divided by; then a missing value has 0 in its place.
public enum WindowFigure: Hashable, Sendable {
  /// A count, `Int32`.
  case count(Int)
  /// A count, `Int32`; none if the rows of a second count are missing and those of a third are not.
  case knownCount(Int, ifCount: Int, orNo: Int)
  /// A count over another, which includes it; none if that is 0.
  case share(of: Int, among: Int)
  /// Mean amount per counted row, in units, less a number of units; none without such a row.
  case mean(amount: Int, perCount: Int, unit: Int64, less: Int64)
  /// An amount in units; none without a row of a count.
  case total(amount: Int, unit: Int64, ifCount: Int)
  /// The first amount over the second; none if that is 0.
  case ratio

  /// Whether the values are counts; all others are real.
  public var isCount: Bool { countIndex != nil }

  /// The count that it is; nil for a real value.
  var countIndex: Int? {
    switch self {
    case .count(let index), .knownCount(let index, _, _): index
    case .share, .mean, .total, .ratio: nil
    }
  }

  /// The sum that must not be 0 for the value to exist; nil if the value always exists.
  var needed: WindowSum? {
    switch self {
    case .count: nil
    case .knownCount(_, let some, let others): .countOrNo(some, others)
    case .share(_, let count), .mean(_, let count, _, _), .total(_, _, let count): .count(count)
    case .ratio: .amount(1)
    }
  }
}

/// One of the sums of an entity over a window.
enum WindowSum: Hashable {
  case count(Int)
  /// Not 0 if the first count is not 0, or the second one is 0.
  case countOrNo(Int, Int)
  case amount(Int)
}

extension WindowFigure {
  /// Computes the real value of sums, 0 if there is none: one division of two integers.
  ///
  /// - Parameters:
  ///   - count: Reads a count.
  ///   - amount: Reads an amount.
  /// - Returns: The value; integers below 2⁵³ are divided exactly and rounded once.
  @inline(__always)
  func value(count: (Int) -> Int64, amount: (Int) -> Int64) -> Double {
    switch self {
    case .count(let index), .knownCount(let index, _, _): return Double(count(index))
    case .share(let part, let whole): return Double(count(part)) / Double(max(count(whole), 1))
    case .mean(let index, let rows, let unit, let less):
      let rows = count(rows)
      return Double(amount(index) &- less &* unit &* rows) / Double(unit &* max(rows, 1))
    case .total(let index, let unit, let rows):
      return count(rows) == 0 ? 0 : Double(amount(index)) / Double(unit)
    case .ratio: return amount(1) == 0 ? 0 : Double(amount(0)) / Double(amount(1))
    }
  }
}
