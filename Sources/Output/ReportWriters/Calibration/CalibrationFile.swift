import Calibration
import Columns
import Racing

/// The file of one table of calibration, as CSV and as JSON.
public struct CalibrationFile {
  private let rows: CalibrationTable

  /// Takes the rows to write.
  public init(_ table: CalibrationTable) { rows = table }

  /// The file's name without its extension.
  public var name: String { rows.grouping.name }

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits; members in column
  /// order, `null` where a cell is empty.
  public var json: String { table.json }

  // MARK: - Implementation

  private var table: CellTable {
    let grouping = rows.grouping
    let header =
      ["basis", "baseline", "window", "from", "to"] + [grouping.column].compactMap { $0 }
      + CalibrationRow.figureNames + (grouping.isOfRaces ? CalibrationRow.scoreNames : [])
    return CellTable(header: header, rows: rows.rows.map(cells))
  }

  private func cells(_ row: CalibrationRow) -> [CardCell] {
    let question: [CardCell] = [
      .text(row.basis.rawValue), .text(row.baselineName), .text(row.window.name),
      .text(row.from.iso), .text(row.to.iso),
    ]
    let group = row.group.map { group -> [CardCell] in
      if rows.grouping == .key(.fieldSize) || rows.grouping == .key(.year) {
        return [.number(group)]
      }
      return [rows.grouping.isNamed ? .name(group) : .text(group)]
    }
    let figures = row.figures + (rows.grouping.isOfRaces ? row.scores : [])
    return question + (group ?? []) + figures.map { .figure($0) }
  }
}
