import Columns
import Racing
import RacingReports

/// A day's card for reading on a terminal.
public enum CardText {
  /// The card's text: a block per race, a line per runner.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - hasResults: Whether results are told where they are known.
  /// - Returns: Lines; undefined figures are `–`, rates are whole percents.
  public static func text(_ card: DayCard, hasResults: Bool = false) -> String {
    let horses = card.races.reduce(0) { $0 + $1.runners.count }
    let title =
      "\(card.day.iso) · \(TextCount.text(card.races.count, of: "race")) · "
      + "\(TextCount.text(horses, of: "runner")) · figures before \(card.day.iso)"
    let blocks = card.races.map { race in
      ([heading(race)] + table(race, card, hasResults)).joined(separator: "\n")
    }
    return ([title] + blocks).joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func heading(_ race: CardRace) -> String {
    let time = race.offTime.map { OffTimeText.clock($0, country: race.country) }
    let number = race.number.map { "R\($0)" }
    let first = [time, race.course, number, race.name].compactMap { $0 }
    let facts = [
      race.raceClass, race.isHandicap == true ? "handicap" : nil, race.going, race.surface,
      race.distanceMetres.map { "\($0) m" }, TextCount.text(race.fieldSize, of: "runner"),
    ]
    let parts = (first.isEmpty ? ["race \(race.raceID)"] : first).joined(separator: " ")
    return ([parts] + facts.compactMap { $0 }).map { DisplayWidth.printable($0) }
      .joined(separator: " · ")
  }

  /// A column of the runners' own, before the figures.
  private static let own: [(title: String, side: TextTable.Side)] = [
    ("no", .right), ("draw", .right), ("horse", .left), ("age", .right), ("lb", .right),
    ("jockey", .left), ("trainer", .left), ("form", .right), ("days", .right),
  ]

  private static let figures: [(title: String, side: TextTable.Side)] = [
    ("won", .right), ("win %", .right), ("ROI %", .right),
  ]

  private static func table(_ race: CardRace, _ card: DayCard, _ hasResults: Bool) -> [String] {
    let groups = card.dimensions.flatMap { dimension in
      card.windows.map { "\(dimension.keys.joined(separator: "+")) \($0.name)" }
    }
    let results: [(title: String, side: TextTable.Side)] =
      hasResults ? [("result", .right), ("sp", .right)] : []
    let titles = own + results + groups.flatMap { _ in figures }
    var table = TextTable(header: titles.map(\.title), sides: titles.map(\.side))
    let first = own.count + results.count
    table.groups = groups.indices.map { index in
      (groups[index], first + index * figures.count)
    }
    for runner in race.runners {
      let result = hasResults ? [place(runner.result), sp(runner.result)] : []
      table.rows.append(cells(runner) + result + runner.figures.flatMap(cells))
    }
    return table.lines
  }

  private static func cells(_ runner: CardRunner) -> [String] {
    let horse = DisplayWidth.printable(runner.horse ?? "–", limit: 22)
    return [
      number(runner.number), number(runner.draw),
      runner.isNonRunner ? horse + " (non-runner)" : horse, number(runner.age),
      runner.weightPounds?.description ?? "–", cut(runner.jockey), cut(runner.trainer),
      runner.form.recent ?? "–", number(runner.form.daysSinceLastRun),
    ]
  }

  private static func cells(_ figures: CardFigures) -> [String] {
    figures.rows.indices.flatMap { window in
      let cells = figures.cells(["wins", "runs", "win_rate", "sp_roi"], window: window)
      let won = cells[1] == .empty ? "–" : "\(cells[0].text!)/\(cells[1].text!)"
      return [won, percent(cells[2]), percent(cells[3])]
    }
  }

  private static func percent(_ cell: ReportCell) -> String {
    guard case .decimal(let scaled, let places) = cell else { return "–" }
    var bytes: [UInt8] = []
    DecimalText.append(scaled, scale: places - 2, decimals: 0, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func place(_ result: CardResult) -> String {
    if result.outcome == .unresolved { return "–" }
    return result.position.map { "\($0)" } ?? result.outcome.name.replacing("_", with: " ")
  }

  private static func sp(_ result: CardResult) -> String {
    result.startingPrice?.description ?? "–"
  }

  private static func number(_ number: Int?) -> String { number.map { "\($0)" } ?? "–" }

  private static func cut(_ name: String?) -> String {
    name.map { DisplayWidth.printable($0, limit: 20) } ?? "–"
  }
}
