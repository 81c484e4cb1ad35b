import Cards

/// The file `trials` of registered angles, as CSV and as JSON: two rows per registration, for the
/// races before its day and for those from that day on.
public struct AngleTrialFile {
  /// The file's name without its extension.
  public let name = "trials"
  private let trials: [AngleTrial]

  /// Takes the results of registered angles.
  public init(_ trials: [AngleTrial]) { self.trials = trials }

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits; members in column
  /// order, `null` where a cell is empty.
  public var json: String { table.json }

  // MARK: - Implementation

  private var table: CellTable {
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
    return CellTable(
      header: ["angle", "version", "day", "sha256", "where", "side"] + columns, rows: rows)
  }
}
