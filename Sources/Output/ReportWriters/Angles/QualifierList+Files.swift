import Cards
import Columns
import Questions
import Racing

extension QualifierList {
  /// The files of a day's qualifiers: `qualifiers`, a row per runner and angle, and `angles`, a row
  /// per angle.
  public var tables: [CellTable] { [runnerTable, angleTable] }

  // MARK: - Implementation

  private static let runnerColumns = [
    "angle", "state", "needs", "date", "race_id", "off_time", "course", "country", "race_no",
    "race_name", "number", "draw", "horse", "jockey", "trainer", "recent_form", "last_run",
    "days_since_last_run", "sp", "bsp",
  ]

  /// The columns of the record that each runner's row has; `angles` has all of them.
  private var recordColumns: [String] {
    ["runs", "wins", "win_rate"]
      + ["bets", "roi", "roi_low", "roi_high"].map { "\(market.column)_\($0)" } + ["ae", "p", "q"]
      + ColumnTitles.risk.map(\.column)
  }

  /// The columns of the day's prices: those of the market, too, if it has a name.
  private var runnerColumns: [String] {
    Self.runnerColumns + (market == .sp || market == .bsp ? [] : [market.column])
  }

  private var runnerTable: CellTable {
    let rows = records.enumerated().flatMap { index, record in
      let figures = record.cells(recordColumns).map { CardCell.figure($0) }
      return qualifiers(of: index).map { own in
        Self.cells(own, record.angle, card.day) + price(own.runner) + figures
      }
    }
    return CellTable("qualifiers", header: runnerColumns + recordColumns, rows: rows)
  }

  private func price(_ runner: CardRunner) -> [CardCell] {
    market == .sp || market == .bsp ? [] : [.number(runner.result.price(of: market))]
  }

  private static func cells(
    _ own: Qualifier, _ angle: Angle, _ day: Day
  ) -> [CardCell] {
    let (race, runner) = (own.race, own.runner)
    return [
      .name(angle.name), .text(own.state.rawValue), needs(angle), .text(day.iso),
      .name(race.raceID), .instant(race.offTime), .name(race.course),
      .name(race.country), .number(race.number), .name(race.name), .number(runner.number),
      .number(runner.draw), .name(runner.horse), .name(runner.jockey), .name(runner.trainer),
      .text(runner.form.recent), .text(runner.form.lastRun?.iso),
      .number(runner.form.daysSinceLastRun), .number(runner.result.startingPrice),
      .number(runner.result.betfairStartingPrice),
    ]
  }

  private var angleTable: CellTable {
    let columns = AngleRecord.columns(AngleRecord.bets(of: card.angles), at: market).names
    let rows = records.enumerated().map { index, record -> [CardCell] in
      let states = qualifiers(of: index).map(\.state)
      let own: [CardCell] = [
        .name(record.angle.name), .name(record.angle.filter.text), Self.needs(record.angle),
        .number(states.count { $0 == .meets }), .number(states.count { $0 == .open }),
      ]
      return own + record.cells(columns).map { .figure($0) }
    }
    return CellTable(
      "angles", header: ["angle", "where", "needs", "qualifiers", "open"] + columns, rows: rows)
  }

  /// The facts that are known at the off or later.
  private static func needs(_ angle: Angle) -> CardCell {
    angle.laterFields.isEmpty ? .empty : .text(angle.laterFields.joined(separator: "; "))
  }
}
