import Calibration
import Columns
import Racing

extension CellTable {
  /// Makes the file of one table of calibration.
  public init(_ table: CalibrationTable) {
    let grouping = table.grouping
    let header =
      ["basis", "baseline", "window", "from", "to"] + [grouping.column].compactMap { $0 }
      + CalibrationRow.figureNames + (grouping.isOfRaces ? CalibrationRow.scoreNames : [])
    self.init(grouping.name, header: header, rows: table.rows.map(table.cells))
  }
}

extension CalibrationTable {
  fileprivate func cells(_ row: CalibrationRow) -> [CardCell] {
    let question: [CardCell] = [
      .text(row.basis.column), .text(row.baselineName), .text(row.window.name),
      .text(row.from.iso), .text(row.to.iso),
    ]
    let group = row.group.map { group -> [CardCell] in
      if grouping == .key(.fieldSize) || grouping == .key(.year) {
        return [.number(group)]
      }
      return [grouping.isNamed ? .name(group) : .text(group)]
    }
    let figures = row.figures + (grouping.isOfRaces ? row.scores : [])
    return question + (group ?? []) + figures.map { .figure($0) }
  }
}
