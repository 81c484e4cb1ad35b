import Columns

/// The order of a window's rows: by one column, undefined cells last.
public struct RowOrder: Hashable, Sendable {
  /// The end that comes first.
  public enum Direction: String, CaseIterable, Sendable {
    /// The smallest first.
    case ascending = "asc"
    /// The largest first.
    case descending = "desc"
  }

  /// A column's name: a key of the report or one of some report's ``ReportColumns/names``.
  public let column: String
  /// The end that comes first.
  public let direction: Direction

  /// Reads `sp_roi`, `sp_roi:asc` or `jockey:desc`.
  ///
  /// Without a direction numbers start with the largest; names, days and keys with the smallest.
  ///
  /// - Parameter text: A column, and a direction behind a colon.
  /// - Throws: ``ReportError`` `.unknownColumn` or `.badDirection`.
  public init(_ text: String) throws(ReportError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let column = String(parts[0])
    guard Dimension.keyNames.contains(column) || ReportColumns.all.names.contains(column)
    else {
      throw .unknownColumn(found: column, among: ReportColumns.all.names + Dimension.keyNames)
    }
    self.column = column
    guard parts.count > 1 else {
      direction = ReportColumns.all.isNumber(column) ? .descending : .ascending
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
  ///   - dimension: What the report is grouped by.
  ///   - columns: The report's columns.
  /// - Returns: The index into the report's header.
  /// - Throws: ``ReportError`` `.unknownColumn` for a key or a figure of other reports.
  public func columnIndex(
    in dimension: Dimension, _ columns: ReportColumns = .standard
  ) throws(ReportError) -> Int {
    let header = columns.header(of: dimension)
    guard let index = header.firstIndex(of: column) else {
      throw .unknownColumn(found: column, among: header)
    }
    return index
  }
}
