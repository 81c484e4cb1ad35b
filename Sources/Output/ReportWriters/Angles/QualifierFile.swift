import Cards
import Columns
import Questions
import Racing

/// The files of a day's qualifiers, as CSV and as JSON: `qualifiers`, a row per runner and angle,
/// and `angles`, a row per angle.
public struct QualifierFile {
  /// The file's name without its extension.
  public let name: String
  private let table: CellTable

  /// Makes both files.
  ///
  /// - Parameter list: The qualifiers.
  /// - Returns: `qualifiers` and `angles`.
  public static func all(_ list: QualifierList) -> [QualifierFile] {
    [
      QualifierFile(name: "qualifiers", table: runners(list)),
      QualifierFile(name: "angles", table: angles(list)),
    ]
  }

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits; members in column
  /// order, `null` where a cell is empty.
  public var json: String { table.json }

  // MARK: - Implementation

  private static let runnerColumns = [
    "angle", "state", "needs", "date", "race_id", "off_time", "course", "country", "race_no",
    "race_name", "number", "draw", "horse", "jockey", "trainer", "recent_form", "last_run",
    "days_since_last_run", "sp", "bsp",
  ]

  /// The columns of the record that each runner's row has; `angles` has all of them.
  private static let recordColumns = [
    "runs", "wins", "win_rate", "sp_bets", "sp_roi", "sp_roi_low", "sp_roi_high", "ae", "p", "q",
  ]

  private static func runners(_ list: QualifierList) -> CellTable {
    let rows = list.records.enumerated().flatMap { index, record in
      let figures = record.cells(recordColumns).map { CardCell.figure($0) }
      return list.qualifiers(of: index).map { own in
        cells(own, record.angle, list.card.day) + figures
      }
    }
    return CellTable(header: runnerColumns + recordColumns, rows: rows)
  }

  private static func cells(
    _ own: QualifierList.Qualifier, _ angle: Angle, _ day: Day
  ) -> [CardCell] {
    let (race, runner) = (own.race, own.runner)
    return [
      .name(angle.name), .text(own.state.rawValue), needs(angle), .text(day.iso),
      .name(race.raceID), .text(race.offTime.map(OffTimeText.iso)), .name(race.course),
      .name(race.country), .number(race.number), .name(race.name), .number(runner.number),
      .number(runner.draw), .name(runner.horse), .name(runner.jockey), .name(runner.trainer),
      .text(runner.form.recent), .text(runner.form.lastRun?.iso),
      .number(runner.form.daysSinceLastRun), .number(runner.result.startingPrice),
      .number(runner.result.betfairStartingPrice),
    ]
  }

  private static func angles(_ list: QualifierList) -> CellTable {
    let columns = AngleRecord.columns(AngleRecord.bets(of: list.card.angles)).names
    let rows = list.records.enumerated().map { index, record -> [CardCell] in
      let states = list.qualifiers(of: index).map(\.state)
      let own: [CardCell] = [
        .name(record.angle.name), .name(record.angle.filter.text), needs(record.angle),
        .number(states.count { $0 == .meets }), .number(states.count { $0 == .open }),
      ]
      return own + record.cells(columns).map { .figure($0) }
    }
    return CellTable(
      header: ["angle", "where", "needs", "qualifiers", "open"] + columns, rows: rows)
  }

  /// The facts that are known at the off or later.
  private static func needs(_ angle: Angle) -> CardCell {
    angle.laterFields.isEmpty ? .empty : .text(angle.laterFields.joined(separator: "; "))
  }
}
