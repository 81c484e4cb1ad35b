import DriftFigures

/// The file of a drift report, as CSV and as JSON.
public struct DriftFile {
  private let table: CellTable

  /// Takes the report to write.
  public init(_ report: DriftReport) {
    table = CellTable(
      header: [
        report.question.key.rawValue, "minutes", "runners", "priced", "drift",
        "closing_line_value",
      ],
      rows: report.rows.map { row in
        [
          .name(row.name), .number(row.minutes), .number(Int(row.runners)),
          .number(Int(row.priced)), .figure(.rate(row.drift)),
          .figure(.rate(row.closingLineValue)),
        ]
      })
  }

  /// A header line, then a line per name and moment; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// An array with one object per line, with the CSV's digits; `null` where a cell is empty.
  public var json: String { table.json }
}
