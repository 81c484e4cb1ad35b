import DriftFigures

extension CellTable {
  /// Makes the file `drift`: a row per name and moment.
  public init(_ report: DriftReport) {
    self.init(
      "drift",
      header: [
        report.question.key.rawValue, "minutes", "runners", "priced", "drift",
        "closing_line_value",
      ],
      rows: report.rows.map { row in
        [
          .name(row.name), .number(row.minutes), .number(Int(row.runners)),
          .number(Int(row.priced)), .rate(row.drift), .rate(row.closingLineValue),
        ]
      })
  }
}
