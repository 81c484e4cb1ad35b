import CKernels
import Columns
import Kernels
import Questions
import Racing
import RunnerKeys

/// The data of a chunk's starters for optional sums.
package struct OptionalBets: ~Copyable {
  /// Whether a report includes optional bets.
  let hasBets: Bool
  /// Whether a report includes luck.
  let hasLuck: Bool

  private let groups: [BetGroup]
  /// Whether each of `groups` is included, so that adding a starter needs no loop over them.
  private let has:
    (
      eachWay: Bool, placeTote: Bool, placeBSP: Bool, layBSP: Bool, placeLay: Bool, price: Bool
    )
  private let groupsWithCommission: [BetGroup]
  private let commission: Commission
  private var terms: EachWayTable

  /// The rules of a race.
  private struct RaceRules: BitwiseCopyable, Sendable {
    /// Paid positions by the report's place terms, and by its each-way terms.
    let paid: Int
    let eachWayPlaces: Int
    let divisor: Int64
    /// The exchange's place market if the report has its bets, and its paid places; nil if unknown.
    let market: PlaceMarket?
    let marketPlaces: Int?
  }

  private var rules = Slots<RaceRules>()
  /// Per starter, prices in 10⁻⁶, 0 for none, and the result of the place market.
  private var placeBSP = Slots<Int64>()
  private var dividends = Slots<Int64>()
  private var results = Slots<Int8>()
  private var prices = Slots<Int64>()
  /// Whether any starter has a wanted place price, and any a dividend.
  private var (hasPrice, hasDividend) = (false, false)
  /// Per starter, the finishers clear ahead of it.
  private var ahead = Slots<Int16>()
  /// Per starter, the profit of its bet in 10⁻⁶ if it is the only bet on the market: after
  /// commission, and before it; `noBet` without a bet.
  private var eachWays = Slots<Int64>()
  private var placeTotes = Slots<Int64>()
  private var placeBSPs = Slots<Int64>()
  private var grossPlaceBSPs = Slots<Int64>()
  private var lays = Slots<Int64>()
  private var grossLays = Slots<Int64>()
  private var placeLays = Slots<Int64>()
  private var grossPlaceLays = Slots<Int64>()
  private var atPrices = Slots<Int64>()
  private var grossAtPrices = Slots<Int64>()
  /// Per starter, the results expected from the market's prices.
  private var expected = Slots<Int64>()
  private var squares = Slots<Int64>()
  private var variances = Slots<Int64>()

  private static let noBet = Int64.min
  /// Place result and position unknown.
  private static let unknown: Int8 = -2

  init(_ rules: ReportRules) {
    hasBets = rules.figures.hasOptionalBets
    hasLuck = rules.figures.luck != nil
    let groups = rules.figures.groups.filter { $0.basis == nil }
    self.groups = groups
    has = (
      groups.contains(.eachWay), groups.contains(.placeTote), groups.contains(.placeBSP),
      groups.contains(.layBSP), groups.contains(.placeLayBSP), groups.contains(.price)
    )
    groupsWithCommission = BetGroup.allCases.filter(rules.figures.paysCommission)
    commission = rules.commission
    terms = EachWayTable(rules)
  }

  /// Copies the columns of a race's starters.
  ///
  /// - Parameters:
  ///   - starters: The rows of the starters.
  ///   - race: The race.
  ///   - month: Its month.
  ///   - places: The month's columns of bets on places.
  ///   - declared: The number of betting interests that started, and the number including
  ///     non-runners.
  ///   - paid: The paid positions for both numbers, by the report's place terms.
  /// - Returns: All bits set in the starters' prices, for ``RunnerBounds``.
  mutating func append(
    rows starters: UnsafeBufferPointer<Int32>, race: Int, of month: MonthView,
    _ places: PlaceColumns, declared: ClosedRange<Int>, paid: ClosedRange<Int>
  ) -> Int64 {
    let first = results.count
    let wanted = first + starters.count
    placeBSP.reserve(wanted)
    dividends.reserve(wanted)
    results.reserve(wanted)
    prices.reserve(wanted)
    let lost = Int32(Outcome.lost.rawValue)
    var bits: Int64 = 0
    var racePrices: Int64 = 0
    // Safety: the caller keeps the rows valid until this function returns, and the month its
    // outcomes; `reserve` made room for all.
    let outcomes = month.outcomes.pointer
    for index in 0..<starters.count {
      let (place, row) = (first &+ index, Int(starters[index]))
      let (price, dividend) = (places.bsp(row), places.dividend(row))
      let named = places.price(row)
      placeBSP.start[place] = price
      dividends.start[place] = dividend
      prices.start[place] = named
      bits |= price | named
      racePrices |= price
      hasDividend = hasDividend || (has.placeTote && dividend > 0)
      let missing = outcomes[row] == lost ? Self.unknown : -1
      results.start[place] = month.placeWon(row).map { $0 ? 1 : 0 } ?? missing
    }
    placeBSP.grow(by: starters.count)
    dividends.grow(by: starters.count)
    results.grow(by: starters.count)
    prices.grow(by: starters.count)
    let rule = terms.rule(
      countryCode: month.countryCodes[race], isHandicap: month.isHandicap[race],
      starters: declared.lowerBound, declared: declared.upperBound, on: month.dates[race])
    // A race without a place price has no bets on its place market.
    let isPriced = (has.placeBSP || has.placeLay) && racePrices > 0
    hasPrice = hasPrice || isPriced
    let market = isPriced ? PlaceMarket(ofRace: race, month) : nil
    rules.append(
      RaceRules(
        paid: paid.lowerBound, eachWayPlaces: Int(rule.places), divisor: rule.divisor,
        market: market, marketPlaces: market?.places(by: paid)))
    return bits
  }

  /// Makes room for the computed columns of a chunk's starters.
  mutating func reserve(_ count: Int) {
    if hasLuck {
      expected.reserve(count)
      squares.reserve(count)
      variances.reserve(count)
    }
    guard hasBets else { return }
    ahead.reserve(count)
    eachWays.reserve(count)
    placeTotes.reserve(count)
    placeBSPs.reserve(count)
    grossPlaceBSPs.reserve(count)
    lays.reserve(count)
    grossLays.reserve(count)
    placeLays.reserve(count)
    grossPlaceLays.reserve(count)
    atPrices.reserve(count)
    grossAtPrices.reserve(count)
  }

  /// Settles the bets on a chunk's starters; their facts must be computed.
  func settle(_ chunk: borrowing StarterChunk) {
    // Safety: `reserve` made room for each starter in every column written here and below.
    for race in 0..<(hasBets ? chunk.raceCount : 0) {
      let starters = chunk.starters(race)
      countAhead(starters, rules[race], chunk)
      if has.eachWay { settleEachWay(starters, rules[race], chunk) }
      if hasDividend { settlePlaceTote(starters, Int16(rules[race].paid), chunk) }
      if hasPrice { settlePlaceBSP(starters, rules[race], chunk) }
    }
    for open in chunk.openRaces where hasBets {
      settleLosers(open.places, chunk.starters(open.race), rules[open.race], chunk)
    }
    if has.layBSP { settleLays(chunk) }
    if has.price { settleAtPrices(chunk) }
    if hasLuck { computePromises(chunk) }
  }

  /// Adds the bets on a starter that is the entity's only one in its race.
  @inline(__always)
  func add(_ starter: Int, to cell: UnsafeMutablePointer<OptionalBetSums>) {
    if has.eachWay { Self.add(eachWays[starter], to: &cell.pointee.eachWay) }
    if hasDividend { Self.add(placeTotes[starter], to: &cell.pointee.placeTote) }
    if hasPrice {
      if has.placeBSP { Self.add(placeBSPs[starter], to: &cell.pointee.placeBSP) }
      if has.placeLay { Self.add(placeLays[starter], to: &cell.pointee.placeLayBSP) }
    }
    if has.layBSP { Self.add(lays[starter], to: &cell.pointee.layBSP) }
    if has.price && atPrices[starter] != Self.noBet {
      cell.pointee.addPrice(prices[starter], profit: atPrices[starter])
    }
  }

  /// Adds the luck of a starter that is the entity's only one in its race.
  @inline(__always)
  func add(
    _ starter: Int, of chunk: borrowing StarterChunk, to luck: UnsafeMutablePointer<LuckSums>
  ) {
    guard chunk.marketOdds(starter) > 0 else { return }
    let returned = chunk.marketReturned(starter)
    if returned > 0 { luck.pointee.addWinner(returned: returned) }
    if chunk.probabilities[starter] > 0 {
      luck.pointee.add(odds: chunk.marketOdds(starter), returned: returned, promise(starter))
    }
  }

  /// Returns the profit of a bet that is the only one on its market, after commission; nil without
  /// one.
  func profit(_ group: BetGroup, _ starter: Int) -> Int64? {
    let own =
      switch group {
      case .sp, .tote, .bsp: Self.noBet
      case .eachWay: eachWays[starter]
      case .placeTote: hasDividend ? placeTotes[starter] : Self.noBet
      case .placeBSP: hasPrice ? placeBSPs[starter] : Self.noBet
      case .layBSP: lays[starter]
      case .placeLayBSP: hasPrice ? placeLays[starter] : Self.noBet
      case .price: atPrices[starter]
      }
    return own == Self.noBet ? nil : own
  }

  /// Whether an exchange charges commission on a group's profit on a market.
  func paysCommission(_ group: BetGroup) -> Bool { groupsWithCommission.contains(group) }

  /// Counts a chunk's starters that have the named price.
  ///
  /// - Parameters:
  ///   - rows: The starters' rows of the month.
  ///   - mask: The runners that count; nil if all count.
  /// - Returns: Their number; nil if the report has no bets at a named price.
  func pricedCount(_ rows: UnsafeBufferPointer<Int32>, _ mask: Bitmap?) -> Int? {
    guard has.price else { return nil }
    return rows.indices.count { prices[$0] > 0 && mask?[Int(rows[$0])] ?? true }
  }

  /// Adds the bets on several starters of an entity in one race.
  func add(
    _ starters: UnsafeBufferPointer<Int32>, to cell: UnsafeMutablePointer<OptionalBetSums>
  ) {
    for group in groups {
      var (profit, bets): (Int64, Int64) = (0, 0)
      for starter in starters {
        guard let own = grossProfit(group, Int(starter)) else { continue }
        profit += own
        bets += 1
        if group == .price { cell.pointee.addOdds(prices[Int(starter)]) }
      }
      guard bets > 0 else { continue }
      if paysCommission(group) { profit -= commission.commissionMicros(onMarketNet: profit) }
      cell.pointee.add(group, profit: profit, bets: bets)
    }
  }

  /// Adds the luck of several starters of an entity in one race.
  func add(
    _ starters: UnsafeBufferPointer<Int32>, of chunk: borrowing StarterChunk,
    to luck: UnsafeMutablePointer<LuckSums>
  ) {
    var race = LuckSums.Race()
    for starter in starters.lazy.map({ Int($0) }) where chunk.marketOdds(starter) > 0 {
      let returned = chunk.marketReturned(starter)
      if returned > 0 { luck.pointee.addWinner(returned: returned) }
      guard chunk.probabilities[starter] > 0 else { continue }
      race.add(odds: chunk.marketOdds(starter), returned: returned, promise(starter))
    }
    if race.bets > 0 { luck.pointee.add(race) }
  }

  mutating func removeAll() {
    rules.removeAll()
    placeBSP.removeAll()
    dividends.removeAll()
    results.removeAll()
    prices.removeAll()
    (hasPrice, hasDividend) = (false, false)
  }

  // MARK: - Implementation

  @inline(__always)
  private static func add(_ profit: Int64, to cell: inout BetCell) {
    if profit != noBet { cell.add(profit: profit) }
  }

  @inline(__always)
  private func promise(_ starter: Int) -> LuckSums.Promise {
    LuckSums.Promise(
      expected: expected[starter], square: squares[starter], variance: variances[starter])
  }

  private func grossProfit(_ group: BetGroup, _ starter: Int) -> Int64? {
    guard let net = profit(group, starter) else { return nil }
    switch group {
    case .placeBSP: return grossPlaceBSPs[starter]
    case .layBSP: return grossLays[starter]
    case .placeLayBSP: return grossPlaceLays[starter]
    case .price: return grossAtPrices[starter]
    default: return net
    }
  }

  /// Counts the finishers strictly ahead of each starter of a race.
  ///
  /// For a starter beyond the paid positions the count may be too low, but is at least the number
  /// of paid positions.
  private func countAhead(
    _ starters: Range<Int>, _ rule: RaceRules, _ chunk: borrowing StarterChunk
  ) {
    let positions = chunk.positions.start
    // A byte for each of positions 1 to 8; the product makes each byte cumulative.
    var counts: UInt64 = 0
    for starter in starters {
      let place = UInt64(truncatingIfNeeded: positions[starter] &- 1)
      counts &+= place < 8 ? 1 << (8 &* place) : 0
    }
    counts = counts &* 0x0101_0101_0101_0101
    let paid = max(rule.paid, rule.eachWayPlaces, rule.marketPlaces ?? 0)
    let isEnough = starters.count <= 255 && Int(counts >> 56) >= paid
    for starter in starters {
      let own = positions[starter]
      guard isEnough || (starters.count <= 255 && own <= 9) else {
        ahead.start[starter] = Int16(starters.count { positions[$0] > 0 && positions[$0] < own })
        continue
      }
      let shift = UInt64(8 &* max(0, min(Int(own), 9) &- 2))
      ahead.start[starter] = own > 1 ? Int16(counts >> shift & 255) : 0
    }
  }

  private func settleEachWay(
    _ starters: Range<Int>, _ rule: RaceRules, _ chunk: borrowing StarterChunk
  ) {
    let stake = BetGroup.eachWay.turnoverMicros(bets: 1)
    for starter in starters {
      let odds = chunk.eachWayOdds(starter)
      var profit = odds > 0 ? chunk.returned(starter, at: odds) - stake : Self.noBet
      if odds > 0 && isPaid(starter, chunk, paid: rule.eachWayPlaces) {
        profit += Settlement.placeReturnedMicros(
          oddsMicros: odds, divisor: rule.divisor,
          share: share(starter, chunk, paid: rule.eachWayPlaces))
      }
      eachWays.start[starter] = profit
    }
  }

  private func settlePlaceTote(
    _ starters: Range<Int>, _ paid: Int16, _ chunk: borrowing StarterChunk
  ) {
    // If a source has only the winner's dividend, the other placed runners would count as losers.
    var (hasOne, isWhole) = (false, true)
    for starter in starters {
      let position = chunk.positions[starter]
      if dividends[starter] > 0 {
        hasOne = true
      } else if position > 0 && position <= paid && !chunk.isMate(starter) {
        isWhole = false
      }
    }
    let stake = Settlement.unitStakeMicros
    for starter in starters {
      let hasBet = hasOne && isWhole && !chunk.isMate(starter)
      placeTotes.start[starter] = hasBet ? dividends[starter] - stake : Self.noBet
    }
  }

  /// Settles by the market's own results, or by positions where it has none.
  ///
  /// A race with an unknown return has no bets: the known ones alone would overrepresent losers.
  private func settlePlaceBSP(
    _ starters: Range<Int>, _ rule: RaceRules, _ chunk: borrowing StarterChunk
  ) {
    var areKnown = rule.marketPlaces != nil
    for starter in starters where areKnown && placeBSP[starter] > 0 {
      let share = marketShare(starter, rule, chunk)
      setPlaceBSP(starter, share)
      areKnown = share != nil
    }
    for starter in starters where !areKnown || placeBSP[starter] <= 0 {
      setPlaceBSP(starter, nil)
    }
  }

  /// Returns the paid share of a starter in the exchange's place market; nil if unknown.
  private func marketShare(
    _ starter: Int, _ rule: RaceRules, _ chunk: borrowing StarterChunk
  ) -> DeadHeatShare? {
    guard let market = rule.market, let places = rule.marketPlaces else { return nil }
    let position = Int(chunk.positions[starter])
    let byPosition = share(starter, chunk, paid: places)
    switch results[starter] {
    case 0, 1:
      let isLeader = position > 0 && position <= market.frontPosition
      return market.payout(
        won: results[starter] == 1, places: places, leader: isLeader ? byPosition : nil)?.share
    case Self.unknown: return market.share(won: nil, paid: places)?.share
    default: return byPosition
    }
  }

  /// Stores the profits of a bet and a lay at `place_bsp`, given the paid share; nil for neither.
  @inline(__always)
  private func setPlaceBSP(_ starter: Int, _ share: DeadHeatShare?) {
    let (price, unit) = (placeBSP[starter], Settlement.unitStakeMicros)
    let gross = share.map { $0.applied(to: price) - unit } ?? Self.noBet
    grossPlaceBSPs.start[starter] = gross
    placeBSPs.start[starter] = gross - commission.commissionMicros(onMarketNet: gross)
    guard has.placeLay else { return }
    let laid =
      price > unit
      ? share.map { Settlement.layReturnedMicros(oddsMicros: price, share: $0) - unit } : nil
    grossPlaceLays.start[starter] = laid ?? Self.noBet
    placeLays.start[starter] =
      laid.map { $0 - commission.commissionMicros(onMarketNet: $0) } ?? Self.noBet
  }

  /// Settles again the bets that depend on the unknown position of losers.
  ///
  /// A race with a loser that may be placed has no bets by the report's terms: bets on the others
  /// alone would overrepresent losers.
  private func settleLosers(
    _ places: RacePlaces, _ starters: Range<Int>, _ rule: RaceRules,
    _ chunk: borrowing StarterChunk
  ) {
    let losers = places.losers
    let eachWayShares = losers.map { places.share(of: $0, paid: rule.eachWayPlaces) }
    for (loser, share) in zip(losers, eachWayShares) {
      let starter = starters.lowerBound + loser
      let odds = chunk.eachWayOdds(starter)
      if has.eachWay, let share, odds > 0 {
        eachWays.start[starter] += Settlement.placeReturnedMicros(
          oddsMicros: odds, divisor: rule.divisor, share: share)
      }
    }
    if has.eachWay, eachWayShares.contains(nil) {
      for starter in starters { eachWays.start[starter] = Self.noBet }
    }
    guard hasDividend else { return }
    let placed = places.placed(paid: rule.paid)
    let isWhole = losers.allSatisfy { loser in
      let starter = starters.lowerBound + loser
      return dividends[starter] > 0 || chunk.isMate(starter) || placed.map { !$0[loser] } ?? false
    }
    if !isWhole {
      for starter in starters { placeTotes.start[starter] = Self.noBet }
    }
  }

  private func settleAtPrices(_ chunk: borrowing StarterChunk) {
    let paysCommission = paysCommission(.price)
    for starter in 0..<chunk.starterCount {
      let odds = prices[starter]
      let gross =
        odds > 0
        ? chunk.winReturned(starter, odds: odds) - Settlement.unitStakeMicros : Self.noBet
      grossAtPrices.start[starter] = gross
      atPrices.start[starter] =
        paysCommission ? gross - commission.commissionMicros(onMarketNet: gross) : gross
    }
  }

  private func settleLays(_ chunk: borrowing StarterChunk) {
    // Safety: all columns have a value for each starter.
    rb_lay_profits(
      grossLays.start, lays.start, chunk.bsp.start, chunk.positions.start, commission.rateMicros,
      Int64(chunk.starterCount))
    for starter in 0..<chunk.starterCount
    where chunk.tied[starter] > 1 && chunk.positions[starter] == 1 {
      guard grossLays[starter] != Self.noBet else { continue }
      let returned = Settlement.layReturnedMicros(
        oddsMicros: chunk.bsp[starter], isFirst: true, tiedForFirst: Int(chunk.tied[starter]))
      let gross = returned - Settlement.unitStakeMicros
      grossLays.start[starter] = gross
      lays.start[starter] = gross - commission.commissionMicros(onMarketNet: gross)
    }
  }

  private func computePromises(_ chunk: borrowing StarterChunk) {
    let count = chunk.starterCount
    // Safety: `reserve` made room for `count` values in each column.
    var expected = UnsafeMutableBufferPointer(start: expected.start, count: count).mutableSpan
    var squares = UnsafeMutableBufferPointer(start: squares.start, count: count).mutableSpan
    var variances = UnsafeMutableBufferPointer(start: variances.start, count: count).mutableSpan
    let probabilities = UnsafeBufferPointer(start: chunk.probabilities.start, count: count)
    let odds = chunk.marketPrices
    LuckSums.Promise.fill(
      expected: &expected, squares: &squares, variances: &variances, odds: odds.span,
      probabilities: probabilities.span)
  }

  @inline(__always)
  private func isPaid(_ starter: Int, _ chunk: borrowing StarterChunk, paid: Int) -> Bool {
    chunk.positions[starter] > 0 && Int(ahead[starter]) < paid
  }

  @inline(__always)
  private func share(
    _ starter: Int, _ chunk: borrowing StarterChunk, paid: Int
  ) -> DeadHeatShare {
    guard isPaid(starter, chunk, paid: paid) else { return .none }
    return DeadHeatShare(
      ahead: Int(ahead[starter]), tied: max(1, Int(chunk.tied[starter])), paid: paid)
  }
}
