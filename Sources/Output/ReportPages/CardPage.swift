import Cards
import Columns
import Racing

/// A day's card as one HTML file to print: a table per race, a line per runner.
///
/// It has no script. Figures are the cells of the entity reports as of the day, digit by digit.
public enum CardPage {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - hasResults: Whether to show known results.
  ///   - clock: The clock of the off times, for readers; nil if each time names its clock.
  ///   - offTime: Returns a race's off time for readers; nil if the race has none.
  /// - Returns: HTML.
  public static func text(
    _ card: DayCard, hasResults: Bool, clock: String?, offTime: (CardRace) -> String?
  ) -> String {
    let windows =
      (card.windows.count == 1 ? "window " : "windows ")
      + card.windows.map(\.name).joined(separator: ", ")
    let dimensions = card.dimensions.map { $0.keys.joined(separator: " + ") }
    let races = card.races.map { race($0, card, hasResults, offTime($0)) }
    let names = card.angles.map(\.name).joined(separator: "; ")
    let angles =
      card.angles.isEmpty
      ? ""
      : "\n<p dir=\"auto\">◆ marks runners that meet an angle: \(PageText.html(names)). An open one "
        + "waits for what is known at the off or later.</p>"
    let facts = [
      card.filter.map { "figures of starts where \($0.text)" },
      card.order.map { "runners by \($0)" }, clock,
    ]
    let notes = facts.compactMap { $0 }.map {
      "\n<p dir=\"auto\">\(PageText.html($0.prefix(1).uppercased() + $0.dropFirst())).</p>"
    }.joined()
    let body = """
      <header><h1>Card of \(card.day.iso)</h1>
      <p>\(TextCount.text(card.races.count, of: "race")), \
      \(TextCount.text(card.runnerCount, of: "runner")). Figures of \
      \(PageText.html(dimensions.joined(separator: ", "))) before \(card.day.iso), \
      \(PageText.html(windows)): wins of runs, strike rate, return at \
      \(card.market == .sp ? "the starting price" : card.market.column) \
      per unit staked.</p>\(notes)\(angles)</header>
      <main>
      \(races.joined())</main>

      """
    return PageFrame.text(
      title: "Card of \(card.day.iso) · Railbird", style: EmbeddedFile("Page/card.css").bytes,
      body: body)
  }

  // MARK: - Implementation

  private static func race(
    _ race: CardRace, _ card: DayCard, _ hasResults: Bool, _ offTime: String?
  ) -> String {
    let title = [offTime, race.course, race.number.map { "R\($0)" }, race.name]
      .compactMap { $0 }.joined(separator: " ")
    let facts = [
      race.raceClass, race.isHandicap == true ? "handicap" : nil, race.going, race.surface,
      race.distanceMetres.map { "\($0) m" }, TextCount.text(race.fieldSize, of: "runner"),
    ].compactMap { $0 }.joined(separator: " · ")
    let name = PageText.html(title.isEmpty ? "Race \(race.raceID)" : title)
    let groups = card.dimensions.flatMap { dimension in
      card.windows.map { dimension.keys.joined(separator: " + ") + " " + $0.name }
    }
    let own = ["no", "draw", "horse", "age", "lb", "jockey", "trainer", "form", "days"]
    let results = hasResults ? ["result", card.market.column] : []
    let marks = card.angles.isEmpty ? [] : ["angles"]
    let offers = offerTitles(card)
    let first = (own + results + offers + marks).map { title in
      let style = ["horse", "jockey", "trainer", "angles"].contains(title) ? " class=\"name\"" : ""
      return "<th scope=\"col\" rowspan=\"2\"\(style)>\(title)</th>"
    }
    let tops = groups.map {
      "<th scope=\"colgroup\" colspan=\"3\">\(PageText.html($0))</th>"
    }
    let under = groups.map { _ in
      ["won", "win rate", "ROI"].map { "<th scope=\"col\">\($0)</th>" }.joined()
    }
    let lines = race.runners.map { line($0, card, hasResults) }.joined()
    return """
      <section><h2 dir="auto">\(name)</h2><p>\(PageText.html(facts))</p>
      <div class="scroll" role="region" tabindex="0" aria-label="Runners of \(name)"><table>
      <thead><tr>\((first + tops).joined())</tr><tr>\(under.joined())</tr></thead>
      <tbody>
      \(lines)</tbody></table></div></section>

      """
  }

  /// Returns the titles of the order, of prices on offer and of value, where they are asked for.
  private static func offerTitles(_ card: DayCard) -> [String] {
    [card.order.map { PageText.html($0) }].compactMap { $0 } + (card.hasOffers ? ["price"] : [])
      + (card.hasChances ? ["chance", "value"] : [])
  }

  private static func line(_ runner: CardRunner, _ card: DayCard, _ hasResults: Bool) -> String {
    let horse = (runner.horse ?? "–") + (runner.isNonRunner ? " (non-runner)" : "")
    var cells = [
      number(runner.number), number(runner.draw),
      "<th scope=\"row\" dir=\"auto\">\(PageText.html(horse))</th>", number(runner.age),
      cell(runner.weightPounds?.description), name(runner.jockey), name(runner.trainer),
      cell(runner.form.recent), number(runner.form.daysSinceLastRun),
    ]
    if hasResults {
      let result = runner.result
      let outcome =
        result.outcome == .unresolved ? nil : result.outcome.name.replacing("_", with: " ")
      cells += [
        cell(result.position.map { "\($0)" } ?? outcome),
        cell(result.price(of: card.market)?.description),
      ]
    }
    if card.order != nil { cells.append(cell(runner.orderedBy)) }
    if card.hasOffers { cells.append(cell(runner.offer?.price?.description)) }
    if card.hasChances {
      cells += [runner.chance, runner.value].map { cell(text(.rate($0))) }
    }
    let mark = runner.angleMark(hasResults: hasResults)
    if !card.angles.isEmpty {
      cells.append("<td class=\"angles\" dir=\"auto\">\(PageText.html(mark ?? ""))</td>")
    }
    for figures in runner.figures {
      for window in figures.rows.indices {
        let own = figures.cells(
          ["wins", "runs", "win_rate", figures.returnColumn], window: window
        )
        .map(text)
        cells += [
          cell(own[1].map { "\(own[0] ?? "–")/\($0)" }), cell(own[2]), cell(own[3]),
        ]
      }
    }
    let style =
      runner.isNonRunner ? " class=\"gone\"" : mark == nil ? "" : " class=\"marked\""
    return "<tr\(style)>\(cells.joined())</tr>\n"
  }

  private static func cell(_ text: String?) -> String {
    "<td>\(PageText.html(text ?? "–"))</td>"
  }

  private static func name(_ text: String?) -> String {
    "<td class=\"name\" dir=\"auto\">\(PageText.html(text ?? "–"))</td>"
  }

  private static func number(_ number: Int?) -> String { cell(number.map { "\($0)" }) }

  /// Returns a cell's digits; nil if it is undefined.
  private static func text(_ cell: ReportCell) -> String? {
    var bytes: [UInt8] = []
    switch cell {
    case .empty: return nil
    case .text(let text): return text
    case .integer(let number): DecimalText.append(number, scale: 0, decimals: 0, to: &bytes)
    case .decimal(let scaled, let places):
      DecimalText.append(scaled, scale: places, decimals: places, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
