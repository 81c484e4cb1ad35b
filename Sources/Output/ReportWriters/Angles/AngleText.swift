import Cards
import Columns
import Questions
import Racing

/// Angles for reading on a terminal.
public enum AngleText {
  /// Returns a day's qualifiers: a table of the records, then a table of runners per angle.
  ///
  /// - Parameter list: The qualifiers.
  /// - Returns: Lines; undefined figures are `–`.
  public static func text(_ list: QualifierList) -> String {
    let day = list.card.day.iso
    let counts = list.records.indices.map { list.qualifiers(of: $0).count }
    let columns = columns(list.market)
    var records = TextTable(
      header: ["angle", "today"] + columns.map(\.title),
      sides: [.left, .right] + columns.map { _ in .right })
    records.rows = zip(list.records, counts).map { record, count in
      [name(record.angle), "\(count)"] + cells(record, columns)
    }
    let title =
      "Qualifiers of \(day) · records before \(day)"
      + (list.market == .sp ? "" : " · market \(list.market.column)")
    let blocks = list.records.indices.map { runners(list, $0).joined(separator: "\n") }
    return ([title, records.lines.joined(separator: "\n")] + blocks).joined(separator: "\n\n")
      + "\n"
  }

  /// Returns the results of registered angles, before and from the days of registration, side by
  /// side.
  ///
  /// - Parameter trials: The results.
  /// - Returns: Lines; undefined figures are `–`.
  public static func text(_ trials: [AngleTrial]) -> String {
    let own = ["angle", "version", "day"]
    let answers = trials.flatMap { [$0.before, $0.after] }.compactMap(\.answer)
    let columns = columns(answers.first?.summary.scope.figures.market ?? .sp)
    let recordTitles = columns.map(\.title)
    var table = TextTable(
      header: own + recordTitles + recordTitles,
      sides: [.left, .right, .left] + (recordTitles + recordTitles).map { _ in .right })
    table.groups = [
      ("before the day", own.count), ("from the day on", own.count + recordTitles.count),
    ]
    table.rows = trials.map { trial in
      let registered = trial.registered
      return [name(registered.angle), "\(registered.version)", registered.day.iso]
        + cells(trial.before, columns) + cells(trial.after, columns)
    }
    return table.lines.joined(separator: "\n") + "\n"
  }

  /// Returns the registered angles, one per line.
  ///
  /// - Parameter registered: The registrations.
  /// - Returns: Lines.
  public static func text(_ registered: [RegisteredAngle]) -> String {
    var table = TextTable(
      header: ["angle", "version", "day", "sha256", "where"],
      sides: [.left, .right, .left, .left, .left])
    table.rows = registered.map { own in
      [
        name(own.angle), "\(own.version)", own.day.iso, own.sha256,
        DisplayWidth.printable(own.angle.filter.text, limit: 60),
      ]
    }
    return table.lines.joined(separator: "\n") + "\n"
  }

  /// Returns the facts that an angle waits for: `needs sp, known at the off or later`.
  ///
  /// - Parameter angle: The angle.
  /// - Returns: The words; nil if all facts are known in the morning.
  public static func needs(_ angle: Angle) -> String? {
    let fields = angle.laterFields
    return fields.isEmpty
      ? nil : "needs \(fields.joined(separator: ", ")), known at the off or later"
  }

  // MARK: - Implementation

  private static func columns(_ market: Market) -> [(title: String, column: String)] {
    [("runs", "runs"), ("wins", "wins")]
      + ColumnTitles.ofMarket(AngleRecord.columns(BetGroup.standard, at: market))
      + [("A/E", "ae"), ("p", "p"), ("q", "q")] + ColumnTitles.risk
  }

  private static func name(_ angle: Angle) -> String {
    DisplayWidth.printable(angle.name, limit: 40)
  }

  private static func cells(
    _ record: AngleRecord, _ columns: [(title: String, column: String)]
  ) -> [String] {
    zip(columns, record.cells(columns.map(\.column))).map { column, cell in
      let units = record.row?.columns ?? ReportColumns.all
      return ColumnTitles.readable(cell, asPercent: units.unit(of: column.column) == .percent)
    }
  }

  private static func runners(_ list: QualifierList, _ index: Int) -> [String] {
    let angle = list.records[index].angle
    let own = list.qualifiers(of: index)
    let facts = [
      name(angle), own.isEmpty ? "no runner" : TextCount.text(own.count, of: "runner"),
      needs(angle),
    ]
    let title = facts.compactMap { $0 }.joined(separator: " · ")
    guard !own.isEmpty else { return [title] }
    let hasOpen = own.contains { $0.state == .open }
    var table = TextTable(
      header: ["off", "course", "no", "horse", "jockey", "trainer", "form", list.market.column]
        + (hasOpen ? ["state"] : []),
      sides: [.left, .left, .right, .left, .left, .left, .right, .right, .left])
    table.rows = own.map { qualifier in
      let runner = qualifier.runner
      let race = qualifier.race
      return [
        OffTimeText.clock(race.offTime, orNumber: race.number, country: race.country),
        race.course ?? "–",
        runner.number.map { "\($0)" } ?? "–", runner.horse ?? "–", runner.jockey ?? "–",
        runner.trainer ?? "–", runner.form.recent ?? "–",
        runner.result.price(of: list.market)?.description ?? "–",
      ] + (hasOpen ? [qualifier.state.rawValue] : [])
    }
    return [title] + table.lines
  }
}
