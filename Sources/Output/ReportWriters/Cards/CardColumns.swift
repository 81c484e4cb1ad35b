import Cards
import Columns
import Questions
import Racing
import RunnerKeys

/// The columns of a written card.
public struct CardColumns: Sendable {
  /// The columns of the entity reports, for each dimension and window.
  public let figures: [String]
  /// Whether known outcomes, positions and prices are shown.
  public let hasResults: Bool

  /// The default columns of the reports.
  public static let standardFigures = [
    "runs", "wins", "places", "win_rate", "place_rate", "sp_bets", "sp_roi", "ae", "recent_form",
    "last_run",
  ]

  /// The names to choose from; the window's columns are left out, because each figure's name has
  /// the window.
  public static let figureNames = ReportColumns.all.names.filter {
    !["window", "from", "to"].contains($0)
  }

  /// Chooses columns.
  ///
  /// - Parameters:
  ///   - figures: Names from ``figureNames``.
  ///   - hasResults: Whether known results are shown.
  /// - Throws: `ReportError` `.unknownColumn` for a name that no report has.
  public init(
    figures: [String] = CardColumns.standardFigures, hasResults: Bool = false
  ) throws(ReportError) {
    for name in figures where !Self.figureNames.contains(name) {
      throw .unknownColumn(found: name, among: Self.figureNames)
    }
    self.figures = figures
    self.hasResults = hasResults
  }

  /// Chooses the default columns, with the bets and returns at a market's price.
  package init(at market: Market, hasResults: Bool) {
    figures = Self.standardFigures.map {
      $0.hasPrefix("sp_") ? market.column + $0.dropFirst(2) : $0
    }
    self.hasResults = hasResults
  }

  /// Returns the header: the race, the runner, then `jockey_365d_runs` and so on.
  func header(_ card: DayCard) -> [String] {
    Self.raceColumns + Self.runnerColumns + resultColumns(at: card.market)
      + (showsPrices(card) ? ["prices"] : [])
      + Self.offerColumns(hasOffers: card.hasOffers, hasChances: card.hasChances)
      + (card.angles.isEmpty ? [] : ["angles", "angles_open"])
      + figureColumns(card.dimensions, card.windows).map(\.name)
  }

  /// A column of figures: the place of its cell on the card, and its name.
  struct FigureColumn {
    let dimension: Int
    let window: Int
    /// The report's column.
    let figure: String
    let name: String
  }

  /// Returns the columns of figures.
  func figureColumns(_ dimensions: [Dimension], _ windows: [Window]) -> [FigureColumn] {
    dimensions.enumerated().flatMap { place, dimension in
      windows.enumerated().flatMap { window, own in
        figures.map {
          FigureColumn(
            dimension: place, window: window, figure: $0,
            name: (dimension.columnNames + [own.name, $0]).joined(separator: "_"))
        }
      }
    }
  }

  /// Returns the columns that differ between the runners of a race, to order them by.
  func orderColumns(_ request: CardRequest, hasOffers: Bool, hasChances: Bool) -> [String] {
    Self.runnerColumns + resultColumns(at: request.facts.market ?? .sp)
      + Self.offerColumns(hasOffers: hasOffers, hasChances: hasChances)
      + figureColumns(request.dimensions, request.scope.windows).map(\.name)
  }

  /// Returns a runner's cells.
  func cells(_ runner: CardRunner, in race: CardRace, of card: DayCard) -> [CardCell] {
    var cells = Self.facts(race, card.day) + Self.facts(runner)
    if hasResults {
      cells += [
        .text(runner.result.outcome.name), .number(runner.result.position),
        .number(runner.result.startingPrice),
      ]
      if card.market != .sp { cells.append(.number(runner.result.price(of: card.market))) }
    }
    if showsPrices(card) {
      let prices = runner.result.prices.map { "\($0.name) \($0.price)" }
      cells.append(prices.isEmpty ? .empty : .name(prices.joined(separator: "; ")))
    }
    if card.hasOffers { cells.append(.price(runner.offer?.price)) }
    if card.hasChances { cells += [.rate(runner.chance), .rate(runner.value)] }
    if !card.angles.isEmpty {
      for state in [CardAngle.State.meets, .open] {
        let names = runner.angleNames(state, hasResults: hasResults)
        cells.append(names.isEmpty ? .empty : .name(names.joined(separator: "; ")))
      }
    }
    for own in runner.figures {
      for window in card.windows.indices {
        cells += own.cells(figures, window: window).map { .figure($0) }
      }
    }
    return cells
  }

  // MARK: - Implementation

  /// Whether a column of named prices is shown: only with results, because some prices are of the
  /// race itself.
  private func showsPrices(_ card: DayCard) -> Bool {
    hasResults && card.races.contains { $0.runners.contains { !$0.result.prices.isEmpty } }
  }

  private func resultColumns(at market: Market) -> [String] {
    guard hasResults else { return [] }
    return ["outcome", "position", "sp"] + (market == .sp ? [] : [market.column])
  }

  private static func offerColumns(hasOffers: Bool, hasChances: Bool) -> [String] {
    (hasOffers ? ["price"] : []) + (hasChances ? ["chance", "value"] : [])
  }

  private static let raceColumns = [
    "date", "race_id", "off_time", "course", "country", "race_no", "race_name", "class",
    "handicap", "going", "surface", "distance_m", "prize", "field_size",
  ]

  private static func facts(_ race: CardRace, _ day: Day) -> [CardCell] {
    [
      .text(day.iso), .name(race.raceID), .text(race.offTime.map(OffTimeText.iso)),
      .name(race.course), .name(race.country), .number(race.number), .name(race.name),
      .name(race.raceClass), .flag(race.isHandicap), .name(race.going), .name(race.surface),
      .number(race.distanceMetres), .number(race.prize), .number(race.fieldSize),
    ]
  }

  private static let runnerColumns = [
    "number", "draw", "horse", "age", "sex", "weight_lb", "official_rating", "jockey", "trainer",
    "owner", "sire", "non_runner", "recent_form", "last_run", "days_since_last_run",
  ]

  private static func facts(_ runner: CardRunner) -> [CardCell] {
    [
      .number(runner.number), .number(runner.draw), .name(runner.horse), .number(runner.age),
      .name(runner.sex), .number(runner.weightPounds), .number(runner.officialRating),
      .name(runner.jockey), .name(runner.trainer), .name(runner.owner), .name(runner.sire),
      .flag(runner.isNonRunner), .text(runner.form.recent), .text(runner.form.lastRun?.iso),
      .number(runner.form.daysSinceLastRun),
    ]
  }
}
