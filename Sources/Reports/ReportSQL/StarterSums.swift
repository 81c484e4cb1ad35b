import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// The parts of a report's sums that each of a month's runners adds, as columns of a dataset.
///
/// Race facts use the whole race; the code of a report's scan settles bets, before commission. A
/// runner that did not start adds nothing.
struct StarterSums {
  /// The columns, in the order of ``fields(at:)``.
  let columns: [Column]

  /// Returns the columns' names and types, with a market's prices and profits.
  static func fields(at market: Market) -> [Field] {
    [Field("race_day", .int32), Field("race_order", .int32), Field("runner_order", .int32)]
      + [Field("started", .boolean)]
      + placeTerms.map { Field(paidPlaces($0), .int32) }
      + placeTerms.map { Field(placed($0), .boolean) }
      + amounts(at: market).map { Field($0, .int64) }
  }

  /// Returns the name of the column of paid positions; without terms, each race's country selects
  /// them.
  static func paidPlaces(_ terms: PlaceTerms?) -> String { "paid_places" + suffix(terms) }

  /// Returns the name of the column of placed starters; null in races with unknown places.
  static func placed(_ terms: PlaceTerms?) -> String { "placed" + suffix(terms) }

  private static func suffix(_ terms: PlaceTerms?) -> String {
    terms.map { "_" + $0.rawValue.replacing("-", with: "_") } ?? ""
  }

  /// Returns the name of the column of profits of a group's bets.
  static func profit(_ group: BetGroup) -> String { group.rawValue + "_profit" }

  /// Names the column with a market's prices: `bet_sp`, `bet_bsp`, otherwise `bet_market`.
  static func price(_ market: Market) -> String {
    hasOwnColumns(market) ? "bet_" + market.column : "bet_market"
  }

  /// The name of the column of profits at the price of a market without columns of its own.
  static let marketProfit = "market_profit"

  private static func hasOwnColumns(_ market: Market) -> Bool { market == .sp || market == .bsp }

  /// Returns the name of the column of probabilities by a baseline.
  static func probability(_ baseline: MarketBaseline) -> String { "probability_" + baseline.name }

  private static let placeTerms: [PlaceTerms?] = [nil] + PlaceTerms.allCases
  private static let baselines = MarketBaseline.names.compactMap { MarketBaseline(name: $0) }
  private static func amounts(at market: Market) -> [String] {
    let names =
      ["form", "prb", "bet_sp", "bet_bsp"] + BetGroup.fixed.map(profit)
      + baselines.map(probability) + ["win_share", "luck_expected", "luck_square"]
    return hasOwnColumns(market) ? names : names + [price(market), marketProfit]
  }
  /// The value for "no value".
  private static let none = Int64.min

  /// Computes a month's columns; nil if some rows have values that no import writes.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - places: The month's columns of place bets.
  ///   - rules: The rules of a report of all figures, without commission.
  ///   - countries: The countries by code.
  init?(_ month: MonthView, _ places: PlaceColumns, _ rules: ReportRules, countries: [String]) {
    let market = rules.figures.market
    var amounts = Amounts(at: market, rowCount: month.runners.rowCount)
    let priced = month.priced(at: market)
    var chunk = StarterChunk(rules)
    let races = 0..<month.races.rowCount
    for race in races {
      chunk.append(race: race, of: priced, places, rules)
      guard chunk.starterCount >= Scan.chunkStarters || race == races.upperBound - 1 else {
        continue
      }
      guard chunk.bounds.areKept else { return nil }
      chunk.computeFacts()
      amounts.add(chunk, rules.commission)
      chunk.removeAll()
    }
    let starters = races.map { race in
      month.rows(ofRace: race).filter { OutcomeSet.starters.contains(month.outcomes[$0]) }
    }
    let paid = Self.placeTerms.map { terms in
      let counts = PlaceCounts(countries: countries, terms: terms)
      return races.map { race in
        counts.places(
          countryCode: month.countryCodes[race],
          starters: starters[race].count { !month.isMate($0) },
          isHandicap: month.isHandicap[race], on: Day(month.dates[race]))
      }
    }
    let rows = 0..<month.runners.rowCount
    let placesOfRaces = races.map { RacePlaces(starters[$0], ofRace: $0, month) }
    let placed = paid.map { paid in
      var placed = [Bool?](repeating: nil, count: rows.count)
      for race in races {
        guard let own = placesOfRaces[race].placed(paid: paid[race]) else { continue }
        for (row, isPlaced) in zip(starters[race], own) { placed[row] = isPlaced }
      }
      return placed
    }
    let whole =
      [month.spread(month.dates), month.spread(Buffer(races.map { Int32($0) }))]
      + [Buffer(rows.map { Int32($0) })]
    let started = Bitmap(count: rows.count) {
      OutcomeSet.starters.contains(month.outcomes[$0])
    }
    columns =
      whole.map { Column(.int32, .int32($0)) } + [Column(.boolean, .boolean(started))]
      + paid.map { Column(.int32, .int32(month.spread(Buffer($0.map { Int32($0) })))) }
      + placed.map { placed in
        Column(
          .boolean, .boolean(Bitmap(placed.map { $0 ?? false })),
          Validity(placed.map { $0 != nil }))
      } + amounts.columns
  }

  /// The amounts of all rows, column by column.
  private struct Amounts {
    private var values: [[Int64]]
    private let hasMarket: Bool

    init(at market: Market, rowCount: Int) {
      values = StarterSums.amounts(at: market).map { _ in
        [Int64](repeating: StarterSums.none, count: rowCount)
      }
      hasMarket = !StarterSums.hasOwnColumns(market)
    }

    var columns: [Column] {
      values.map { own in
        let isThere = Bitmap(count: own.count) { own[$0] != StarterSums.none }
        return Column(
          .int64, .int64(Buffer(own.map { $0 == StarterSums.none ? 0 : $0 })),
          isThere.isFull ? .allValid : Validity(isThere))
      }
    }

    /// Adds a chunk's starters; their facts must be computed.
    mutating func add(_ chunk: borrowing StarterChunk, _ commission: Commission) {
      let chances = StarterSums.baselines.map { StarterSums.chances(chunk, $0) }
      for starter in 0..<chunk.starterCount {
        let row = Int(chunk.rows[starter])
        var next = 0
        func set(_ value: Int64?) {
          if let value { values[next][row] = value }
          next += 1
        }
        set(Int64(chunk.forms[starter]))
        set(chunk.prb[starter] < 0 ? nil : Int64(chunk.prb[starter]))
        set(chunk.sp[starter])
        set(chunk.bsp[starter])
        for group in BetGroup.fixed { set(chunk.profit(starter, of: group, commission)) }
        for own in chances { set(own[starter]) }
        set(
          Settlement.winShareNanos(
            isFirst: chunk.positions[starter] == 1, tiedForFirst: max(1, Int(chunk.tied[starter]))))
        let (odds, chance) = (chunk.marketOdds(starter), chunk.probabilities[starter])
        let promise =
          odds > 0 && chance > 0 ? LuckSums.Promise(odds: odds, probability: chance) : nil
        set(promise?.expected)
        set(promise?.square)
        guard hasMarket else { continue }
        set(odds)
        set(chunk.marketProfit(starter, commission))
      }
    }
  }

  /// Computes the probabilities of a chunk's starters by a baseline.
  private static func chances(
    _ chunk: borrowing StarterChunk, _ baseline: MarketBaseline
  ) -> [Int64] {
    var found = [Int64](repeating: 0, count: chunk.starterCount)
    do {
      var span = found.mutableSpan
      let odds = baseline.market == .bsp ? chunk.bsp.values : chunk.marketPrices
      RaceProbabilities.fill(
        &span, odds: odds.span,
        raceStarts: chunk.raceStarts.values.span, baseline: baseline.method)
    }
    return found
  }
}
