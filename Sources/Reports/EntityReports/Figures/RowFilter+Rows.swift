import Columns
import Questions
import Racing
import RunnerKeys

extension RowFilter {
  /// Returns the rows of a report's window that meet the condition, in order.
  func shown(_ rows: ReportRows, _ window: Int, _ dimension: Dimension) -> ReportRows.Choice {
    let report = EntityReport(dimension: dimension, rows: rows.only(window))
    let mask = FilterMask(condition) { _ in [] }
    var first = 0
    var places: [FigurePlace] = []
    for table in report.tables() {
      let flags = mask.mask(rowCount: table.rowCount) { name in
        Self.column(table[name]!, FilterFields.ofRows.named(name)!.kind)
      }
      for row in 0..<table.rowCount where flags[row] {
        places.append(rows.place(first + row, in: window))
      }
      first += table.rowCount
    }
    return (places, places.count)
  }

  /// Converts a printed column to values of its kind.
  private static func column(_ column: Column, _ kind: FilterKind) -> Column {
    guard case .text(let texts) = column.values else { return column }
    switch kind {
    case .number:
      let values = (0..<column.count).map {
        column.isNull($0) ? nil : Decimal6(texts[$0])?.micros
      }
      return Column(
        .micros, .int64(Buffer(values.map { $0 ?? 0 })), Validity(values.map { $0 != nil }))
    case .day:
      let values = (0..<column.count).map { column.isNull($0) ? nil : Day(iso: texts[$0]) }
      return Column(
        .date, .int32(Buffer(values.map { $0?.number ?? 0 })), Validity(values.map { $0 != nil }))
    default: return column
    }
  }
}
