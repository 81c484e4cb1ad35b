import Columns
import Racing

/// The place terms of a bet.
struct TicketTerms {
  let places: Int
  /// The fraction's denominator; nil where the place part has odds of its own.
  let divisor: Int64?
  /// Whether the place part is void, as no runner could lose it.
  let isVoid: Bool
  /// Whether the number of places is the ticket's or the market's, not that of a rule book's terms.
  let isStated: Bool
  /// The terms as a sentence.
  let sentence: String
}

extension Settling {
  /// The odds before deductions.
  ///
  /// - Throws: ``SettlementGap`` `.priceUnknown` where a starting price is missing.
  func odds() throws(SettlementGap) -> Ratio {
    let isPlace = bet.kind == .place || bet.kind == .placeLay
    let found: Ratio? =
      switch bet.price {
      case .taken(let odds): odds.ratio
      case .sp: selection.spMicros.map(Self.startingPrice)
      case .bsp:
        (isPlace ? selection.placeBSPMicros : selection.bspMicros).map { Ratio(micros: $0) }
      case .tote: nil
      }
    guard let found, !found.isBelow(.one) else {
      throw SettlementGap(
        .priceUnknown, "no \(isPlace ? "place_" : "")\(bet.price.name) of \(selection.name)")
    }
    return found
  }

  /// The places that the bet pays.
  ///
  /// - Throws: ``SettlementGap`` where neither ticket nor rule book tells them.
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

  /// The paid share of the place part; none without one.
  ///
  /// A rule book's terms go by the starters of its race, which an exchange's files do not prove, so
  /// that results of the place market count for stated places alone. On the exchange they decide.
  ///
  /// - Throws: ``SettlementGap`` where positions are missing.
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

  /// A bookmakers' starting price: the store has its decimals, and a result printed a fraction.
  private static func startingPrice(_ micros: Int64) -> Ratio {
    PrintedOdds(micros: micros)?.unrounded.ratio ?? Ratio(micros: micros)
  }

  /// The rule book's terms; nil where the ticket says all of them, or the market has its own.
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
