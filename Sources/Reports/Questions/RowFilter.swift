import Columns
import Racing
import RunnerKeys

/// A condition on the rows of a report, by their columns, in the language of `Filter`.
///
/// Comparisons use the printed values. An undefined cell is unknown; a row is shown only if the
/// whole condition is true.
public struct RowFilter: Sendable, Equatable {
  /// The condition as written.
  public let text: String
  package let condition: Filter

  /// Reads a condition such as `runs >= 30 and sp_roi_low > 0`.
  ///
  /// - Parameter text: The condition.
  /// - Throws: `FilterError` with the position, if the text is not a condition on columns.
  public init(_ text: String) throws(FilterError) {
    self.text = text
    var parser = FilterParser(text, fields: .ofRows)
    do {
      condition = Filter(try parser.filter())
    } catch {
      throw error.of("--having")
    }
  }

  /// Checks that a report has all columns of the condition.
  ///
  /// - Parameters:
  ///   - dimension: The keys of the report.
  ///   - columns: The report's columns.
  /// - Throws: ``ReportError`` `.unknownRowColumn` for a key or a figure of other reports.
  package func check(
    in dimension: Dimension, _ columns: ReportColumns = .standard
  ) throws(ReportError) {
    let header = columns.header(of: dimension)
    for name in condition.fieldNames where !header.contains(name) {
      throw columns.lacking(name, at: "--having")
        ?? ReportError.unknownRowColumn(found: name, among: header)
    }
  }
}

extension FilterFields {
  /// The columns of any report.
  package static let ofRows: FilterFields = {
    let figures = ReportColumns.all
    let keys = Dimension.keyNames + [Dimension.none]
    let bands = keys.filter(Dimension.isNumber).map { "\($0)_band" }
    return FilterFields(
      figures.names.map { FilterField(name: $0, kind: kind(figures.unit(of: $0)!)) }
        + (keys + bands).map { FilterField(name: $0, kind: kind(ColumnUnit(key: $0))) },
      others: {
        ReportColumns.isOfPrice($0) ? .number : KeyBand.isComputed($0) ? .text : nil
      })
  }()

  private static func kind(_ unit: ColumnUnit) -> FilterKind {
    unit == .day ? .day : unit.isNumber ? .number : .text
  }
}
