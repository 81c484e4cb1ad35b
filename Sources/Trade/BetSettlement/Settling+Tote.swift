import Columns
import Racing

extension Settling {
  /// Settles a bet with a pool by the declared dividends, which are already divided in a dead heat.
  func tote() throws(SettlementGap) -> BetReturn {
    var settled = BetReturn(
      stakedMicros: totalStake, returnedMicros: 0, explanation: ["\(ticket).", result])
    if bet.kind != .place {
      add("Win", try winDividend(), to: &settled)
    }
    if bet.kind != .win {
      add("Place", try placeDividend(), to: &settled)
    }
    if bet.kind == .eachWay {
      settled.explanation.append("In all \(Self.text(settled.returnedMicros)) is returned.")
    }
    return settled
  }

  // MARK: - Implementation

  private func add(_ pool: String, _ dividend: Int64, to settled: inout BetReturn) {
    let micros = Rounding.halfEven(bet.stakeMicros, times: dividend, dividedBy: Decimal6.one)
    settled.returnedMicros += micros
    settled.explanation.append(
      dividend == 0
        ? "\(pool) pool: no dividend for it; \(Self.text(bet.stakeMicros)) is lost."
        : "\(pool) pool: \(Self.text(bet.stakeMicros)) × a dividend of \(Self.text(dividend)) = "
          + "\(Self.text(micros)).")
  }

  /// The dividend of the bet: a source may print an entry's dividend beside any of its horses, and
  /// 0 beside the others.
  private func dividend(_ pool: KeyPath<BetRunner, Int64?>) -> Int64? {
    let printed = entry.compactMap { race.runners[$0][keyPath: pool] }
    return printed.first { $0 > 0 } ?? printed.first
  }

  /// The win dividend; 0 for a beaten runner of a race with one.
  private func winDividend() throws(SettlementGap) -> Int64 {
    if let dividend = dividend(\.winDividendMicros) { return dividend }
    guard race.hasWinDividend, selection.position != 1 else {
      throw SettlementGap(.dividendUnknown, "the win dividend of \(selection.name)")
    }
    return 0
  }

  /// The place dividend; 0 for a runner that the pool does not pay.
  ///
  /// Some sources give only the winner's dividend, so a finisher without one has lost only if it
  /// finished behind the places that the pool pays.
  private func placeDividend() throws(SettlementGap) -> Int64 {
    if let dividend = dividend(\.placeDividendMicros) { return dividend }
    let name = selection.name
    guard race.runners.contains(where: { $0.placeDividendMicros != nil }) else {
      throw SettlementGap(.dividendUnknown, "the place dividends of the race")
    }
    guard selection.position != nil || selection.outcome == .lost else { return 0 }
    let paid = try paidPlaces()
    if try race.share(of: runner, paid: paid.upperBound).numerator == 0 { return 0 }
    if try race.share(of: runner, paid: paid.lowerBound).numerator == 0 {
      throw SettlementGap(
        .declaredUnknown, "how many were declared, on which the paid places depend")
    }
    throw SettlementGap(.dividendUnknown, "the place dividend of \(name)")
  }

  /// The minimum and maximum number of places of the pool, by the ticket or the country's terms.
  private func paidPlaces() throws(SettlementGap) -> ClosedRange<Int> {
    if let places = bet.places { return places...places }
    let (table, starters) = (PlaceTable.standard, race.interestCount)
    guard let country = race.country.map(CountryCode.standard),
      let basis = table.basis(country: country, .place),
      let rule = table.rule(
        country: country, .place, isHandicap: race.isHandicap, runners: starters, on: race.day),
      rule.places > 0 || basis == .declared
    else { throw SettlementGap(.placesUnknown, "the number of places that the pool pays") }
    guard basis == .declared else { return rule.places...rule.places }
    // At least the starters were declared.
    let all = table.rules.filter { $0.country == country && $0.bet == .place }
    return rule.places...all.map(\.places).max()!
  }
}
