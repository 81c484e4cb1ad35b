import Cards

extension CellTable {
  /// Makes the file `trials` of registered angles: two rows per registration, for the races before
  /// its day and for those from that day on.
  public init(_ trials: [AngleTrial]) {
    let columns = AngleRecord.columns(AngleRecord.bets(of: trials.map(\.registered.angle))).names
    let rows = trials.flatMap { trial in
      [("before", trial.before), ("after", trial.after)].map { side, record -> [CardCell] in
        let own = trial.registered
        return [
          .name(own.angle.name), .number(own.version), .text(own.day.iso), .text(own.sha256),
          .name(own.angle.filter.text), .text(side),
        ] + record.cells(columns).map { .figure($0) }
      }
    }
    self.init(
      "trials", header: ["angle", "version", "day", "sha256", "where", "side"] + columns,
      rows: rows)
  }
}
