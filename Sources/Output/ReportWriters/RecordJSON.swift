import Cards
import Columns
import EntityReports
import Racing

/// A record for machines: one JSON object, figures with the reports' names and digits.
public enum RecordJSON {
  /// Returns the record's text.
  ///
  /// - Parameter record: The record.
  /// - Returns: A JSON object; absent values are null.
  public static func text(_ record: Record) -> String {
    let market = record.career?.columns.marketName ?? Market.sp.column
    var members: [(String, String)] = [
      ("role", JSONText.string(record.role.rawValue)),
      ("name", JSONText.string(record.name)),
      ("spellings", list(record.spellings.map(JSONText.string))),
      ("as_of", JSONText.string(record.asOf.iso)),
      ("first_run", string(record.firstRun?.iso)),
      ("career", record.career.map { figures($0) } ?? "null"),
      ("windows", lines(record.windows.compactMap { $0.row.map { figures($0) } })),
      ("min_course_runs", "\(record.minCourseRuns)"),
      ("courses", lines(record.courses.map { figures($0, key: "course") })),
      ("runs", lines(record.runs.map(run))),
    ]
    if market != Market.sp.column { members.insert(("market", JSONText.string(market)), at: 4) }
    return "{\n"
      + members.map { JSONText.string($0) + ": " + $1 }.joined(separator: ",\n") + "\n}\n"
  }

  // MARK: - Implementation

  /// Returns a report's row without `iv`, which compares it with all runners: here they are its
  /// own.
  private static func figures(_ row: EntityReport.Row, key: String? = nil) -> String {
    let keys = key.map { [($0, ReportCell.text(row.keys[0]))] } ?? []
    let cells = zip(row.columns.names, row.cells.dropFirst(row.keys.count))
      .filter { $0.0 != "iv" }
    return object((keys + cells).map { ($0.0, value($0.1)) })
  }

  private static func run(_ run: RecordRun) -> String {
    let prices = run.prices.map { ($0.name, $0.price.description) }
    return object(
      [
        ("date", JSONText.string(run.day.iso)), ("course", string(run.course)),
        ("race_no", number(run.raceNumber)), ("race_name", string(run.raceName)),
        ("distance_m", number(run.distanceMetres)), ("class", string(run.raceClass)),
        ("going", string(run.going)), ("weight_lb", decimal(run.weightPounds)),
        ("official_rating", number(run.officialRating)), ("draw", number(run.draw)),
        ("outcome", JSONText.string(run.outcome.name)),
        ("position", number(run.position)), ("field_size", number(run.fieldSize)),
        ("beaten_lengths", decimal(run.beatenLengths)), ("sp", decimal(run.startingPrice)),
        ("bsp", decimal(run.betfairStartingPrice)), ("horse", string(run.horse)),
        ("jockey", string(run.jockey)), ("trainer", string(run.trainer)),
      ] + (prices.isEmpty ? [] : [("prices", object(prices))]))
  }

  private static func value(_ cell: ReportCell) -> String {
    switch cell {
    case .empty: "null"
    case .text(let text): JSONText.string(text)
    case .integer, .decimal: cell.text!
    }
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { JSONText.string($0) + ":" + $1 }.joined(separator: ",") + "}"
  }

  private static func list(_ values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  private static func lines(_ objects: [String]) -> String {
    "[" + objects.map { "\n" + $0 }.joined(separator: ",") + "]"
  }

  private static func string(_ text: String?) -> String { text.map(JSONText.string) ?? "null" }

  private static func decimal(_ number: Decimal6?) -> String { number?.description ?? "null" }

  private static func number(_ number: Int?) -> String { number.map { "\($0)" } ?? "null" }
}
