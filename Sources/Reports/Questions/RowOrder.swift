import Columns
import RunnerKeys

/// The order of a window's rows, by one or several columns; undefined cells come last.
public struct RowOrder: Hashable, Sendable {
  /// The direction of an order.
  package enum Direction: String, CaseIterable, Sendable {
    /// The smallest first.
    case ascending = "asc"
    /// The largest first.
    case descending = "desc"
  }

  /// A column's name: a key of the report or one of any report's ``ReportColumns/names``.
  package let column: String
  /// The direction.
  package let direction: Direction
  /// The orders that break ties of this one, each by one column.
  package let others: [RowOrder]

  /// Reads `sp_roi`, `sp_roi:asc`, `jockey:desc` or `course,sp_roi:desc`.
  ///
  /// By default, numbers start with the largest; names, days and keys with the smallest.
  ///
  /// - Parameter text: A column, with an optional direction after a colon; further columns after
  ///   commas.
  /// - Throws: `ReportError` `.unknownColumn` or `.badDirection`.
  public init(_ text: String) throws(ReportError) {
    let all = text.split(separator: ",", omittingEmptySubsequences: false)
    var others: [RowOrder] = []
    for other in all.dropFirst() { others.append(try RowOrder(Self.trimmed(other))) }
    self.others = others
    let parts = Self.trimmed(all[0]).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let column = String(parts[0])
    let isOfPrice = ReportColumns.isOfPrice(column)
    guard Dimension.hasColumn(column) || ReportColumns.all.names.contains(column) || isOfPrice
    else {
      throw .unknownColumn(found: column, among: ReportColumns.all.names + Dimension.keyNames)
    }
    self.column = column
    guard parts.count > 1 else {
      direction =
        isOfPrice || ReportColumns.all.unit(of: column)?.isNumber == true ? .descending : .ascending
      return
    }
    guard let direction = Direction(rawValue: String(parts[1])) else {
      throw .badDirection(found: String(parts[1]))
    }
    self.direction = direction
  }

  /// Finds the column in a dimension's report.
  ///
  /// - Parameters:
  ///   - dimension: The keys of the report.
  ///   - columns: The report's columns.
  /// - Returns: The index into the report's header.
  /// - Throws: ``ReportError`` `.unknownColumn` for a key or a figure of other reports.
  package func columnIndex(
    in dimension: Dimension, _ columns: ReportColumns = .standard
  ) throws(ReportError) -> Int {
    let header = columns.header(of: dimension)
    guard let index = header.firstIndex(of: column) else {
      throw columns.lacking(column, at: "--order-by")
        ?? ReportError.unknownColumn(found: column, among: header)
    }
    for other in others { _ = try other.columnIndex(in: dimension, columns) }
    return index
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.trimmingPrefix { $0 == " " })
  }
}

extension RowOrder: CustomStringConvertible {
  /// The order in the form that is read, with every direction.
  public var description: String {
    "\(column):\(direction.rawValue)" + others.map { ",\($0)" }.joined()
  }
}
