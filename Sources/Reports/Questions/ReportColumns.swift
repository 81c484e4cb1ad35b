import Racing
import RunnerKeys

/// The columns of an entity report, in the contract's order.
///
/// If you add one, see "To add a report column" in the module's README.
public struct ReportColumns: Sendable {
  /// The default columns of a report.
  public static let standard = ReportColumns(.standard)

  /// The columns of any report, without those of bets at named prices.
  package static let all = ReportColumns(.everything)

  /// The names after the dimension's keys.
  public let names: [String]

  /// The names of the groups of bets; their columns' names begin with them.
  package var betNames: [String] { choice.betNames }

  /// The market's name; the columns of the bets at its price begin with it.
  package var marketName: String { choice.market.column }

  /// Whether a column is about bets at some named price.
  @Sendable static func isOfPrice(_ name: String) -> Bool { price(ofColumn: name) != nil }

  /// Returns the named price whose bets a column is about; nil for other columns.
  package static func price(ofColumn name: String) -> NamedPrice? {
    priceEndings.lazy.filter(name.hasSuffix).compactMap { ending in
      NamedPrice.of(column: String(name.dropLast(ending.count)))
    }.first
  }

  /// Returns the columns of bets at a named price.
  ///
  /// - Parameter column: The price's column, such as `price_early`.
  /// - Returns: The names of the columns, each beginning with the price's.
  package static func names(ofPrice column: String) -> [String] {
    figures(of: .price, column).flatMap(\.names)
  }

  private static let priceEndings = figures(of: .price, "").flatMap(\.names)

  /// The number of columns of the window, between the keys and the figures.
  package static let windowColumnCount = 3

  /// The choice that determines the columns.
  package let choice: FigureChoice
  /// The figures after the window's days, each with the rule of its cells.
  package let figures: [ReportFigure]
  /// The figures' columns, one after another.
  let figureNames: [String]
  /// The kind of each figure column.
  package let kinds: [ReportFigure.Kind]
  /// The unit of each of ``names``.
  private let units: [ColumnUnit]

  /// Creates the columns of a report's figures.
  ///
  /// - Parameter choice: The figures.
  public init(_ choice: FigureChoice) {
    self.choice = choice
    figures =
      Self.counts + choice.groups.flatMap { Self.figures(of: $0, choice.name($0)) }
      + Self.ratings(choice.expectedMarket)
      + (choice.luck == nil ? [] : Self.luck) + (choice.isShrunk ? Self.shrunk : [])
    figureNames = figures.flatMap(\.names)
    kinds = figures.flatMap { figure in figure.names.map { _ in figure.kind } }
    names = ["window", "from", "to"] + figureNames
    units =
      [.text, .day, .day] + figures.flatMap { figure in figure.names.map { _ in figure.unit } }
  }

  /// Returns the unit of a column.
  ///
  /// - Parameter name: One of ``names``.
  /// - Returns: The unit; nil if no column has that name.
  package func unit(of name: String) -> ColumnUnit? {
    names.firstIndex(of: name).map { units[$0] }
  }

  /// Returns the units of a report's columns, in the order of its header.
  ///
  /// - Parameter dimension: The keys of the report.
  /// - Returns: The keys' units, then the columns'.
  package func units(of dimension: Dimension) -> [ColumnUnit] {
    dimension.keys.map { ColumnUnit(key: $0) } + units
  }

  /// Returns a report's header.
  ///
  /// - Parameter dimension: The keys of the report.
  /// - Returns: The keys' names, then the columns'.
  package func header(of dimension: Dimension) -> [String] { dimension.columnNames + names }

  /// Returns the error of a column that other reports have; nil for a name that no report has.
  ///
  /// - Parameters:
  ///   - column: A column that the report lacks.
  ///   - place: The option that names it.
  /// - Returns: `.lacking`, with the option that adds the column.
  func lacking(_ column: String, at place: String) -> ReportError? {
    let remedy =
      choice.option(adding: column).map { "it with \($0)" }
      ?? (Dimension.hasColumn(column)
        ? "it among the keys of --by, or --where for a condition on runners" : nil)
    return remedy.map {
      ReportError.lacking(place: place, found: "the column \(column)", expected: $0)
    }
  }

  // MARK: - Implementation

  private static let counts = [
    ReportFigure("runs", .count(.runs)), ReportFigure("wins", .count(.wins)),
    ReportFigure("places", .known(.places, ifAny: .placeRuns)),
    ReportFigure("win_rate", .rate(.strikeRate)), ReportFigure("win_rate", .winInterval),
    ReportFigure("place_rate", .rate(.placeRate)),
  ]

  private static func figures(of group: BetGroup, _ name: String) -> [ReportFigure] {
    let bets = RowSum.bets(on: group)
    let staked =
      group.units == 1
      ? [] : [ReportFigure("\(name)_staked", .amount(.turnover(on: group), ifAny: bets))]
    return [ReportFigure("\(name)_bets", .count(bets))] + staked + [
      ReportFigure("\(name)_returned", .amount(.returned(on: group), ifAny: bets)),
      ReportFigure("\(name)_profit", .amount(.profit(on: group), ifAny: bets)),
      ReportFigure("\(name)_roi", .rate(.roi, on: group)),
      ReportFigure("\(name)_roi", .returnInterval(on: group)),
    ]
  }

  private static func ratings(_ market: Market) -> [ReportFigure] {
    let priced: RowSum =
      switch market {
      case .sp: .bets(on: .sp)
      case .bsp: .bets(on: .bsp)
      default: .expectedWins
      }
    return [
      ReportFigure("expected_wins", .amount(.expectedWins, one: Probability.one, ifAny: priced)),
      ReportFigure("ae", .rate(.actualOverExpected)), ReportFigure("iv", .rate(.impactValue)),
      ReportFigure("prb", .rate(.rivalsBeaten)),
      ReportFigure("longest_losing_run", .count(.longestLosingRun)),
      ReportFigure("current_losing_run", .count(.currentLosingRun)),
      ReportFigure("max_drawdown", .amount(.drawdown, ifAny: .pricedRuns)),
      ReportFigure("recent_form", .form), ReportFigure("form_score", .rate(.formScore)),
      ReportFigure("last_run", .day(.lastDay)),
    ]
  }

  private static let luck = [
    ReportFigure("expected_roi", .luck(.expectedROI)),
    ReportFigure("luck_sd", .luck(.deviation)),
    ReportFigure("z", .luck(.score)), ReportFigure("p", .luck(.chance)),
    ReportFigure("q", .luck(.adjustedChance)),
    ReportFigure("roi_without_top_1", .luck(.returnWithoutTop1)),
    ReportFigure("roi_without_top_3", .luck(.returnWithoutTop3)),
    ReportFigure("roi_without_top_5", .luck(.returnWithoutTop5)),
    ReportFigure("losing_run_median", .losingRun(.losingRunMedian)),
    ReportFigure("losing_run_95", .losingRun(.losingRun95)),
  ]

  private static let shrunk = [
    ReportFigure("win_rate_shrunk", .luck(.shrunkRate)),
    ReportFigure("win_rate_shrunk_low", .luck(.shrunkRateLow)),
    ReportFigure("win_rate_shrunk_high", .luck(.shrunkRateHigh)),
    ReportFigure("ae_shrunk", .luck(.shrunkAE)),
    ReportFigure("ae_shrunk_low", .luck(.shrunkAELow)),
    ReportFigure("ae_shrunk_high", .luck(.shrunkAEHigh)),
  ]
}

/// A figure of a report: its columns' names and the rule of their cells.
package struct ReportFigure: Sendable {
  /// The rule that turns a row's sums into its cells.
  package enum Rule: Sendable {
    /// The sum itself.
    case count(RowSum)
    /// The sum itself; empty if there are runs, but the other sum is not positive.
    case known(RowSum, ifAny: RowSum)
    /// A quotient; empty where it is undefined.
    case rate(Rate, on: BetGroup? = nil)
    /// A sum as a decimal, with `one` units per 1; empty if the other sum is not positive.
    case amount(RowSum, one: Int64 = Decimal6.one, ifAny: RowSum)
    /// The two ends of the strike rate's interval.
    case winInterval
    /// The two ends of the interval of a return on investment.
    case returnInterval(on: BetGroup)
    /// A figure of chance, rounded to six decimals.
    case luck(LuckFigure)
    /// A length of losing runs that chance explains.
    case losingRun(LuckFigure)
    /// The characters of the last runs.
    case form
    /// A day.
    case day(RowSum)
  }

  /// The kind of a column's cells.
  package enum Kind: Sendable {
    /// Whole numbers, always present.
    case count
    /// Whole numbers, possibly absent.
    case length
    /// Six decimals.
    case rate
    /// Four decimals.
    case amount
    /// Characters of form.
    case form
    /// Days.
    case day
  }

  package let names: [String]
  package let rule: Rule

  /// Names a figure; each end of an interval has the name with a suffix.
  init(_ name: String, _ rule: Rule) {
    self.rule = rule
    switch rule {
    case .winInterval, .returnInterval: names = [name + "_low", name + "_high"]
    default: names = [name]
    }
  }

  var kind: Kind {
    switch rule {
    case .count: .count
    case .losingRun, .known: .length
    case .rate, .winInterval, .returnInterval, .luck: .rate
    case .amount: .amount
    case .form: .form
    case .day: .day
    }
  }
}

/// A sum of a report's row, by its index among the sums of a block.
///
/// Inlinable, because a row's sums are set one by one in another module.
@usableFromInline package struct RowSum: Hashable, Sendable {
  @usableFromInline package let place: Int

  @inlinable init(place: Int) { self.place = place }

  @inlinable package static var runs: RowSum { RowSum(place: 0) }
  @inlinable package static var wins: RowSum { RowSum(place: 1) }
  @inlinable package static var places: RowSum { RowSum(place: 2) }
  @inlinable package static var winShares: RowSum { RowSum(place: 3) }
  @inlinable package static var expectedWins: RowSum { RowSum(place: 4) }
  @inlinable package static var rivalsBeaten: RowSum { RowSum(place: 5) }
  @inlinable package static var ratedRuns: RowSum { RowSum(place: 6) }
  /// The low 64 bits of Σ weight · prb.
  @inlinable package static var weightedRivalsBeaten: RowSum { RowSum(place: 7) }
  @inlinable package static var weights: RowSum { RowSum(place: 8) }
  @inlinable package static var allRuns: RowSum { RowSum(place: 9) }
  @inlinable package static var allWins: RowSum { RowSum(place: 10) }
  @inlinable package static var longestLosingRun: RowSum { RowSum(place: 11) }
  @inlinable package static var currentLosingRun: RowSum { RowSum(place: 12) }
  @inlinable package static var drawdown: RowSum { RowSum(place: 13) }
  @inlinable package static var lastDay: RowSum { RowSum(place: 14) }
  /// Characters of recent form, the newest lowest; the highest byte is their number.
  @inlinable package static var form: RowSum { RowSum(place: 15) }
  /// Runs in races with known places.
  @inlinable package static var placeRuns: RowSum { RowSum(place: 16) }
  /// Runs with a price of the market.
  @inlinable package static var pricedRuns: RowSum { RowSum(place: 17) }
  /// Four sums per group of bets follow.
  @inlinable static var firstGroup: Int { 18 }

  /// The number of sums.
  package static let count = firstGroup + 4 * BetGroup.allCases.count

  /// The last day of a row without a run.
  @inlinable package static var noDay: Int64 { Int64(Int32.min) }

  /// Bets of a group.
  @inlinable package static func bets(on group: BetGroup) -> RowSum { of(group, 0) }
  /// Returns of a group's bets, 10⁻⁶.
  @inlinable package static func returned(on group: BetGroup) -> RowSum { of(group, 1) }
  /// Returns less stakes, 10⁻⁶.
  @inlinable package static func profit(on group: BetGroup) -> RowSum { of(group, 2) }
  /// Stakes, 10⁻⁶.
  @inlinable package static func turnover(on group: BetGroup) -> RowSum { of(group, 3) }

  @inlinable static func of(_ group: BetGroup, _ offset: Int) -> RowSum {
    RowSum(place: firstGroup + 4 * group.place + offset)
  }
}

extension BetGroup {
  /// The group's index among all groups.
  @inlinable package var place: Int {
    switch self {
    case .sp: 0
    case .tote: 1
    case .bsp: 2
    case .eachWay: 3
    case .placeTote: 4
    case .placeBSP: 5
    case .layBSP: 6
    case .placeLayBSP: 7
    case .price: 8
    }
  }
}

extension RowSum {
  /// Finds the sum of a rate's term, for a group of bets.
  @inlinable package init(_ term: Rate.Term, on group: BetGroup?) {
    self =
      switch term {
      case .runs: .runs
      case .wins: .wins
      case .places: .places
      case .placeRuns: .placeRuns
      case .profit: .profit(on: group!)
      case .turnover: .turnover(on: group!)
      case .winShares: .winShares
      case .expectedWins: .expectedWins
      case .rivalsBeaten: .rivalsBeaten
      case .ratedRuns: .ratedRuns
      case .weightedRivalsBeaten: .weightedRivalsBeaten
      case .weights: .weights
      case .allRuns: .allRuns
      case .allWins: .allWins
      }
  }
}

/// A figure of chance: of luck, or a row's rate shrunk towards the population's.
@usableFromInline package enum LuckFigure: CaseIterable, Sendable {
  case expectedROI, deviation, score, chance, adjustedChance
  case returnWithoutTop1, returnWithoutTop3, returnWithoutTop5
  case losingRunMedian, losingRun95
  case shrunkRate, shrunkRateLow, shrunkRateHigh, shrunkAE, shrunkAELow, shrunkAEHigh

  /// Its index among all figures.
  @inlinable package var place: Int {
    switch self {
    case .expectedROI: 0
    case .deviation: 1
    case .score: 2
    case .chance: 3
    case .adjustedChance: 4
    case .returnWithoutTop1: 5
    case .returnWithoutTop3: 6
    case .returnWithoutTop5: 7
    case .losingRunMedian: 8
    case .losingRun95: 9
    case .shrunkRate: 10
    case .shrunkRateLow: 11
    case .shrunkRateHigh: 12
    case .shrunkAE: 13
    case .shrunkAELow: 14
    case .shrunkAEHigh: 15
    }
  }
}
