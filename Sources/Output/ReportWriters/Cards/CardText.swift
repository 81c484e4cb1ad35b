import Cards
import Columns
import Racing

/// A day's card for reading on a terminal.
public enum CardText {
  /// Returns the card's text: a block per race, a line per runner.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - hasResults: Whether known results are shown.
  ///   - width: The columns of the terminal: long names are cut, and the least important of the
  ///     card's columns are left out and named. Nil shows everything in full.
  /// - Returns: Lines; undefined figures are `–`, rates are whole percents.
  public static func text(_ card: DayCard, hasResults: Bool = false, width: Int? = nil) -> String {
    let title =
      "\(card.day.iso) · \(TextCount.text(card.races.count, of: "race")) · "
      + "\(TextCount.text(card.runnerCount, of: "runner")) · figures before \(card.day.iso)"
      + ([
        card.market == .sp ? nil : "market \(card.market.column)",
        card.filter.map { "where \($0.text)" }, card.order.map { "by \($0)" }, clock(of: card),
      ].compactMap { $0 }.map { " · " + $0 }.joined())
    let tables = card.races.map { table($0, card, hasResults, cutsNames: width != nil) }
    let gone = CardTable.partsLeftOut(of: tables, width: width)
    let blocks = zip(card.races, tables).map { race, table in
      ([heading(race)] + table.lines(without: gone)).joined(separator: "\n")
    }
    let note =
      gone.isEmpty
      ? []
      : [
        "left out for want of room: \(gone.map(\.title).joined(separator: ", ")); a wider terminal, "
          + "a pipe or a file has them"
      ]
    return ([title] + blocks + note).joined(separator: "\n\n") + "\n"
  }

  /// Returns the clock of the off times; nil if all of them are in UTC.
  public static func clock(of card: DayCard) -> String? {
    let hasLocalTimes = card.races.contains {
      $0.offTime != nil && OffTimeText.hasClock($0.country)
    }
    return hasLocalTimes ? "off times by the country's clock" : nil
  }

  /// Returns a race's off time: by the country's clock, or in UTC with the suffix `UTC`.
  ///
  /// - Parameter race: The race.
  /// - Returns: The time of day; nil if the race has none.
  public static func offTime(of race: CardRace) -> String? {
    race.offTime.map { OffTimeText.clock($0, country: race.country) }
  }

  // MARK: - Implementation

  private static func heading(_ race: CardRace) -> String {
    let time = offTime(of: race)
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

  /// The columns about the runner, before the figures.
  private static let own: [(title: String, side: TextTable.Side)] = [
    ("no", .right), ("draw", .right), ("horse", .left), ("age", .right), ("lb", .right),
    ("jockey", .left), ("trainer", .left), ("form", .right), ("days", .right),
  ]

  private static let figures: [(title: String, side: TextTable.Side)] = [
    ("won", .right), ("win %", .right), ("ROI %", .right),
  ]

  /// The columns about the runner that may be left out, the least important last.
  private static let ownLeftOut = ["trainer", "form", "draw", "lb", "age", "days"]

  private static func table(
    _ race: CardRace, _ card: DayCard, _ hasResults: Bool, cutsNames: Bool
  ) -> CardTable {
    let groups = card.dimensions.flatMap { dimension in
      card.windows.map { "\(dimension.keys.joined(separator: "+")) \($0.name)" }
    }
    let results: [(title: String, side: TextTable.Side)] =
      hasResults ? [("result", .right), (card.market.column, .right)] : []
    let marks: [(title: String, side: TextTable.Side)] =
      card.angles.isEmpty ? [] : [("angles", .left)]
    let offers = offerColumns(card)
    let titles = own + results + offers + marks + groups.flatMap { _ in figures }
    var table = TextTable(header: titles.map(\.title), sides: titles.map(\.side))
    let first = own.count + results.count + offers.count + marks.count
    table.groups = groups.indices.map { index in
      (groups[index], first + index * figures.count)
    }
    for runner in race.runners {
      let result = hasResults ? [place(runner.result), price(runner.result, card)] : []
      let mark =
        marks.isEmpty
        ? [] : [DisplayWidth.printable(runner.angleMark(hasResults: hasResults) ?? "", limit: 60)]
      table.rows.append(
        cells(runner, cutsNames) + result + offerCells(runner, card) + mark
          + runner.figures.flatMap(cells))
    }
    let figureParts = groups.indices.map { index in
      let start = first + index * figures.count
      return CardTable.Part(title: groups[index], columns: start..<start + figures.count)
    }
    let ownParts = ownLeftOut.compactMap { title in
      own.firstIndex { $0.title == title }.map {
        CardTable.Part(title: title, columns: $0..<$0 + 1)
      }
    }
    // The first figures are left out last, the other figures first.
    return CardTable(
      table: table, parts: Array(figureParts.prefix(1)) + ownParts + figureParts.dropFirst())
  }

  /// The columns of the order, of prices on offer and of value, where they are asked for.
  private static func offerColumns(_ card: DayCard) -> [(title: String, side: TextTable.Side)] {
    let titles =
      [card.addedColumn].compactMap { $0 } + (card.hasOffers ? ["price"] : [])
      + (card.hasChances ? ["chance %", "value %"] : [])
    return titles.map { ($0, .right) }
  }

  private static func offerCells(_ runner: CardRunner, _ card: DayCard) -> [String] {
    (card.addedColumn == nil ? [] : [runner.orderedBy ?? "–"])
      + (card.hasOffers ? [runner.offer?.price?.description ?? "–"] : [])
      + (card.hasChances
        ? [percent(.rate(runner.chance), decimals: 1), percent(.rate(runner.value))] : [])
  }

  private static func cells(_ runner: CardRunner, _ cutsNames: Bool) -> [String] {
    func shown(_ name: String?, _ limit: Int) -> String {
      DisplayWidth.printable(name ?? "–", limit: cutsNames ? limit : .max)
    }
    let horse = shown(runner.horse, 22)
    return [
      number(runner.number), number(runner.draw),
      runner.isNonRunner ? horse + " (non-runner)" : horse, number(runner.age),
      runner.weightPounds?.description ?? "–", shown(runner.jockey, 20),
      shown(runner.trainer, 20),
      runner.form.recent ?? "–", number(runner.form.daysSinceLastRun),
    ]
  }

  private static func cells(_ figures: CardFigures) -> [String] {
    figures.rows.indices.flatMap { window in
      let cells = figures.cells(
        ["wins", "runs", "win_rate", figures.returnColumn], window: window)
      let won = cells[1] == .empty ? "–" : "\(cells[0].text!)/\(cells[1].text!)"
      return [won, percent(cells[2]), percent(cells[3])]
    }
  }

  private static func percent(_ cell: ReportCell, decimals: Int = 0) -> String {
    guard case .decimal(let scaled, let places) = cell else { return "–" }
    var bytes: [UInt8] = []
    DecimalText.append(scaled, scale: places - 2, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func place(_ result: CardResult) -> String {
    if result.outcome == .unresolved { return "–" }
    return result.position.map { "\($0)" } ?? result.outcome.name.replacing("_", with: " ")
  }

  private static func price(_ result: CardResult, _ card: DayCard) -> String {
    result.price(of: card.market)?.description ?? "–"
  }

  private static func number(_ number: Int?) -> String { number.map { "\($0)" } ?? "–" }
}
