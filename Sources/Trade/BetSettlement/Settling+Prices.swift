import Columns
import Racing

/// The place terms of a bet.
struct TicketTerms {
  let places: Int
  /// The fraction's denominator; nil if the place part has odds of its own.
  let divisor: Int64?
  /// Whether the place part is void because no runner could lose it.
  let isVoid: Bool
  /// Whether the ticket or the market states the number of places, not a rule book's terms.
  let isStated: Bool
  /// The terms as a sentence.
  let sentence: String
}

extension Settling {
  /// The odds before deductions.
  ///
  /// - Throws: ``SettlementGap`` `.priceUnknown` if a starting price is missing.
  func odds() throws(SettlementGap) -> Ratio {
    let isPlace = bet.kind.isOnPlace
    let found: Ratio? =
      switch bet.price {
      case .taken(let odds): odds.ratio
      case .sp: selection.spMicros.map(Self.startingPrice)
      case .bsp:
        (isPlace ? selection.placeBSPMicros : selection.bspMicros).map { Ratio(micros: $0) }
      case .tote: nil
      case .named(let price): selection.prices[price].map { Ratio(micros: $0) }
      }
    guard let found, !found.isBelow(.one) else {
      throw SettlementGap(
        .priceUnknown,
        "no \(isPlace && !bet.price.isFixed ? "place_" : "")\(bet.price.name) of "
          + selection.name)
    }
    return found
  }

  /// The places that the bet pays.
  ///
  /// - Throws: ``SettlementGap`` if neither the ticket nor the rule book gives them.
  func terms() throws(SettlementGap) -> TicketTerms {
    let rule = try bookRule()
    let ofMarket = bet.kind == .eachWay || book.placeTerms != nil ? nil : race.placeWinners
    guard let places = bet.places ?? rule?.places ?? ofMarket else {
      throw SettlementGap(.placesUnknown, "the number of places of the market")
    }
    let divisor = bet.divisor ?? rule?.divisor
    let fraction = divisor.map { " at 1/\($0) of the odds" } ?? ""
    let source =
      rule.map { rule in
        "\(rule.country) terms with \(race.starterCount) starters"
          + (race.isHandicap ? " in a handicap" : "")
      } ?? (bet.places == nil ? "the market" : "the ticket")
    return TicketTerms(
      places: places, divisor: divisor,
      isVoid: book.isVoidWithFewRunners && race.starterCount <= places,
      isStated: bet.places != nil || rule == nil,
      sentence:
        "\(places == 1 ? "1 place is" : "\(places) places are") paid\(fraction) by \(source)."
    )
  }

  /// The paid share of the place part; none if there is no such part.
  ///
  /// A rule book's terms depend on the number of starters, which an exchange's files do not prove,
  /// so results of the place market count only for stated places. On the exchange they decide.
  ///
  /// - Throws: ``SettlementGap`` if positions are missing.
  func placeShare(_ terms: TicketTerms?) throws(SettlementGap) -> DeadHeatShare {
    guard let terms, !(terms.isVoid && selection.hasUnknownPosition) else { return .none }
    if !isDecidedByMarket(terms) { try race.checkTies(of: runner, paid: terms.places) }
    return book.placeTerms == nil
      ? try race.marketShare(of: runner, paid: terms.places)
      : try race.share(of: runner, paid: terms.places, byMarket: terms.isStated)
  }

  /// Whether the exchange's place market has a result of the runner for the bet's places.
  func isDecidedByMarket(_ terms: TicketTerms) -> Bool {
    book.placeTerms == nil && terms.places == race.placeWinners && selection.placeWon != nil
  }

  // MARK: - Implementation

  /// A bookmakers' starting price: the store has decimals, but the result printed a fraction.
  private static func startingPrice(_ micros: Int64) -> Ratio {
    PrintedOdds(micros: micros)?.unrounded.ratio ?? Ratio(micros: micros)
  }

  /// The rule book's terms; nil if the ticket states all of them, or the market has its own.
  private func bookRule() throws(SettlementGap) -> PlaceRule? {
    let needsFraction = bet.kind == .eachWay && bet.placePrice == nil && bet.divisor == nil
    guard let (country, kind) = book.placeTerms, bet.places == nil || needsFraction else {
      return nil
    }
    let table = PlaceTable.standard
    precondition(
      table.basis(country: country, kind) == .starters, "a bookmaker's terms go by starters")
    let starters = race.starterCount
    let rule = table.rule(
      country: country, kind, isHandicap: race.isHandicap, runners: starters, on: race.day)
    guard let rule, rule.places > 0, !(rule.isWinOnly && bet.kind == .place) else {
      throw SettlementGap(
        .termsUnknown, "\(country) terms have no place bet with \(starters) starters")
    }
    return rule
  }
}
