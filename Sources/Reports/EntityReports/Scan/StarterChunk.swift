import CKernels
import Columns
import Kernels
import Questions
import Racing
import RunnerKeys

/// Some thousand starters of whole races, in order, with all values that a report sums up.
///
/// Facts of races are computed from whole races, without the runners that did not start.
@usableFromInline package struct StarterChunk: ~Copyable {
  /// The facts of a race that all its starters share.
  @usableFromInline package struct Race: BitwiseCopyable, Sendable {
    let day: Int32
    /// Days before the as-of date.
    package let age: Int32
  }

  @usableFromInline package private(set) var races = Slots<Race>()
  /// The first starter of each race, and the end.
  @usableFromInline package private(set) var raceStarts = Slots<Int32>()
  private var paidPlaces = Slots<Int16>()
  /// 1 if the tote declared a win dividend.
  private var totePaid = Slots<UInt8>()

  /// Per starter: its row in the month, and the source's values; prices in 10⁻⁶, 0 for none.
  @usableFromInline package private(set) var rows = Slots<Int32>()
  @usableFromInline package private(set) var positions = Slots<Int16>()
  package private(set) var forms = Slots<UInt8>()
  @usableFromInline package private(set) var sp = Slots<Int64>()
  @usableFromInline private(set) var tote = Slots<Int64>()
  @usableFromInline package private(set) var bsp = Slots<Int64>()
  /// The market's prices; empty if they are those of `sp` or `bsp`.
  private var others = Slots<Int64>()

  /// Per starter: derived values.
  package private(set) var prb = Slots<Int32>()
  @usableFromInline package private(set) var tied = Slots<Int16>()
  package private(set) var probabilities = Slots<Int64>()
  /// ``StarterFlags``.
  package private(set) var flags = Slots<UInt8>()

  /// The data for optional sums.
  private(set) var optional: OptionalBets
  private let method: Baseline
  /// The places of the market's prices, and of those that give probabilities.
  private let (market, expected): (Prices, Prices)
  /// The bets at the market's price, and whether an exchange makes it.
  private let (group, isOfExchange): (BetGroup, Bool)
  /// Whether the market is sp.
  let isAtSP: Bool

  /// The columns that may hold a market's prices.
  private enum Prices {
    case sp, bsp, others

    init(_ market: Market) {
      switch market {
      case .sp: self = .sp
      case .bsp: self = .bsp
      default: self = .others
      }
    }
  }

  /// The races with losers of unknown position, and their places.
  private(set) var openRaces: [(race: Int, places: RacePlaces)] = []

  /// The starters whose bets count on another runner of their entry.
  private var mates: [Int] = []

  /// The bounds of the values in its rows.
  package private(set) var bounds = RunnerBounds()

  /// The form character of each outcome other than a finish, for all codes within bounds.
  private let letters =
    Outcome.allCases.map {
      Outcome.formCharacter(position: 0, outcome: $0) ?? UInt8(ascii: "-")
    } + [UInt8](repeating: UInt8(ascii: "-"), count: 16 - Outcome.allCases.count)

  package init(_ rules: ReportRules) {
    optional = OptionalBets(rules)
    method = rules.figures.baseline.method
    let price = rules.figures.market
    (group, isOfExchange, isAtSP) = (price.group, price.isOfExchange, price == .sp)
    market = Prices(price)
    expected = Prices(rules.figures.expectedMarket)
    raceStarts.append(0)
  }

  @inlinable package var starterCount: Int { rows.count }
  @inlinable package var raceCount: Int { races.count }

  @inlinable @inline(__always)
  package func starters(_ race: Int) -> Range<Int> {
    Range(uncheckedBounds: (Int(raceStarts[race]), Int(raceStarts[race + 1])))
  }

  /// Adds a race's starters, if it has any.
  package mutating func append(
    race: Int, of month: MonthView, _ places: PlaceColumns?, _ rules: ReportRules
  ) {
    let source = month.rows(ofRace: race)
    let first = rows.count
    reserve(source.count)
    let (count, hasLosers) = copyStarters(source, month)
    guard count > 0 else { return }
    if let prices = month.marketPrices { copy(prices.pointer, from: first) }
    if hasLosers {
      let own = rows.values[first...].lazy.map { Int($0) }
      openRaces.append((races.count, RacePlaces(own, ofRace: race, month)))
    }
    let others = mates.count
    if month.interests != nil {
      for starter in first..<(first + count) where month.isMate(Int(rows[starter])) {
        mates.append(starter)
      }
    }
    let interests = count - (mates.count - others)
    let day = month.dates[race]
    let paid = rules.paidPlaces(
      countryCode: month.countryCodes[race], starters: interests,
      isHandicap: month.isHandicap[race], day: day)
    races.append(Race(day: day, age: rules.asOf.number - day))
    paidPlaces.append(Int16(paid))
    // Without its columns, optional bets would have no rows to compute from.
    precondition(places != nil || !optional.hasBets, "these rules need the place columns")
    if let places {
      // Void and unresolved runners may never have been declared.
      let withdrawn = source.count { month.outcomes[$0] == Int32(Outcome.nonRunner.rawValue) }
      let most = rules.paidPlaces(
        countryCode: month.countryCodes[race], starters: interests + withdrawn,
        isHandicap: month.isHandicap[race], day: day)
      let prices = optional.append(
        rows: UnsafeBufferPointer(rebasing: rows.values[first...]), race: race, of: month, places,
        declared: interests...(interests + withdrawn), paid: paid...max(paid, most))
      bounds.see(prices: prices)
    }
    totePaid.append(month.totePaid[race] ? 1 : 0)
    raceStarts.append(Int32(truncatingIfNeeded: rows.count))
  }

  /// Computes the facts of all races in the chunk; all values must be within bounds.
  package mutating func computeFacts() {
    let count = rows.count
    prb.reserve(count)
    tied.reserve(count)
    probabilities.reserve(count)
    flags.reserve(count)
    optional.reserve(count)
    // Safety: `reserve` made room for `count` values in each, and every starter belongs to a race.
    var prb = UnsafeMutableBufferPointer(start: prb.start, count: count).mutableSpan
    var tied = UnsafeMutableBufferPointer(start: tied.start, count: count).mutableSpan
    RaceRanks.fill(
      prb: &prb, tied: &tied, positions: positions.values.span, raceStarts: raceStarts.values.span)
    var shares = UnsafeMutableBufferPointer(start: probabilities.start, count: count).mutableSpan
    let odds = prices(expected)
    RaceProbabilities.fill(
      &shares, odds: odds.span, raceStarts: raceStarts.values.span, baseline: method)
    for race in openRaces {
      for starter in starters(race.race) { self.prb.start[starter] = -1 }
    }
    // Safety: all columns have a value for each starter or race.
    rb_starter_flags(
      flags.start, positions.start, sp.start, tote.start, bsp.start, self.prb.start,
      raceStarts.start, paidPlaces.start, totePaid.start, Int64(races.count))
    for race in openRaces { flagPlaces(race.race, race.places) }
    // Only tote bets need no price.
    for starter in mates { self.flags.start[starter] &= ~StarterFlags.tote }
    optional.settle(self)
  }

  /// Whether a starter's bets count on another runner of its entry.
  func isMate(_ starter: Int) -> Bool { !mates.isEmpty && mates.contains(starter) }

  /// Whether a starter has the price that gives its probability.
  func isExpected(_ starter: Int) -> Bool {
    switch expected {
    case .sp: flags[starter] & StarterFlags.sp != 0
    case .bsp: flags[starter] & StarterFlags.bsp != 0
    case .others: others[starter] > 0
    }
  }

  /// The market's prices per starter; valid until the next change.
  package var marketPrices: UnsafeBufferPointer<Int64> { prices(market) }

  /// Returns the market's price of a starter, 0 for none.
  @inline(__always)
  package func marketOdds(_ starter: Int) -> Int64 {
    switch market {
    case .sp: sp[starter]
    case .bsp: bsp[starter]
    case .others: others[starter]
    }
  }

  /// Returns the payout of one unit at the market's price; the starter must have one.
  @inline(__always)
  package func marketReturned(_ starter: Int) -> Int64 {
    returned(starter, at: marketOdds(starter))
  }

  /// Returns the profit of a bet to win at the market's price, after the commission on it alone;
  /// nil without a bet.
  package func marketProfit(_ starter: Int, _ commission: Commission) -> Int64? {
    guard group == .price else { return profit(starter, of: group, commission) }
    guard marketOdds(starter) > 0 else { return nil }
    let gross = marketReturned(starter) - Settlement.unitStakeMicros
    return isOfExchange ? gross - commission.commissionMicros(onMarketNet: gross) : gross
  }

  /// Returns an each-way bet's odds: a bookmaker's price by name, otherwise sp; 0 for no bet.
  func eachWayOdds(_ starter: Int) -> Int64 {
    group == .price && !isOfExchange ? others[starter] : sp[starter]
  }

  package mutating func removeAll() {
    races.removeAll()
    paidPlaces.removeAll()
    totePaid.removeAll()
    raceStarts.removeAll()
    raceStarts.append(0)
    rows.removeAll()
    positions.removeAll()
    forms.removeAll()
    sp.removeAll()
    tote.removeAll()
    bsp.removeAll()
    others.removeAll()
    optional.removeAll()
    openRaces.removeAll(keepingCapacity: true)
    mates.removeAll(keepingCapacity: true)
    bounds = RunnerBounds()
  }

  // MARK: - Implementation

  private mutating func reserve(_ more: Int) {
    let wanted = rows.count + more
    guard wanted > bsp.capacity else { return }
    rows.reserve(wanted)
    positions.reserve(wanted)
    forms.reserve(wanted)
    sp.reserve(wanted)
    tote.reserve(wanted)
    bsp.reserve(wanted)
  }

  private func prices(_ place: Prices) -> UnsafeBufferPointer<Int64> {
    let found =
      switch place {
      case .sp: sp.values
      case .bsp: bsp.values
      case .others: others.values
      }
    precondition(found.count == rows.count, "another market needs a month's prices")
    return found
  }

  /// Copies the other market's prices of a race's starters.
  private mutating func copy(_ prices: UnsafeBufferPointer<Int64>, from first: Int) {
    for row in rows.values[first...] {
      others.append(prices[Int(row)])
      bounds.see(prices: prices[Int(row)])
    }
  }

  /// Marks the placed starters of a race with losers of unknown position.
  private func flagPlaces(_ race: Int, _ places: RacePlaces) {
    let placed = places.placed(paid: Int(paidPlaces[race]))
    for (offset, starter) in starters(race).enumerated() {
      // Safety: each starter has a flag.
      let own = flags.start + starter
      own.pointee &= ~StarterFlags.placed
      own.pointee |=
        placed.map { $0[offset] ? StarterFlags.placed : 0 } ?? StarterFlags.unplaceable
    }
  }

  /// Copies the rows of starters.
  ///
  /// - Returns: Their number, and whether one lost in an unknown position.
  private mutating func copyStarters(
    _ source: Range<Int>, _ month: MonthView
  ) -> (count: Int, hasLosers: Bool) {
    let first = rows.count
    var next = first
    var losers = 0
    var bounds = bounds
    // Safety: `reserve` made room for every row of the race, and the month holds its columns, which
    // have a value for each row.
    let (outcomes, ranks) = (month.outcomes.pointer, month.positions.pointer)
    let (odds, dividends, exchange) =
      (month.betSP.pointer, month.betTote.pointer, month.bsp.pointer)
    letters.withUnsafeBufferPointer { letters in
      for row in source {
        let outcome = outcomes[row]
        let position = ranks[row]
        rows.start[next] = Int32(truncatingIfNeeded: row)
        positions.start[next] = position
        let digit = 48 &+ (position < 10 ? UInt8(truncatingIfNeeded: position) : 0)
        forms.start[next] = outcome == 0 ? digit : letters[Int(outcome & 15)]
        let (spOdds, dividend, bspOdds) = (odds[row], dividends[row], exchange[row])
        sp.start[next] = spOdds
        tote.start[next] = dividend
        bsp.start[next] = bspOdds
        bounds.see(outcome: outcome, position: position, prices: spOdds | dividend | bspOdds)
        next &+= Outcome.isStarter(code: outcome) ? 1 : 0
        losers &+= outcome == Int32(Outcome.lost.rawValue) ? 1 : 0
      }
    }
    self.bounds = bounds
    let count = next - first
    rows.grow(by: count)
    positions.grow(by: count)
    forms.grow(by: count)
    sp.grow(by: count)
    tote.grow(by: count)
    bsp.grow(by: count)
    return (count, losers > 0)
  }
}

extension StarterChunk {
  /// Returns the payout of one unit at some odds, before commission.
  @inline(__always)
  func returned(_ starter: Int, at odds: Int64) -> Int64 {
    positions[starter] == 1 ? winReturned(starter, odds: odds) : 0
  }

  /// Settles a bet that is the only one on its market, after commission; nil without a bet.
  package func profit(_ starter: Int, of group: BetGroup, _ commission: Commission) -> Int64? {
    guard let basis = group.basis else { return optional.profit(group, starter) }
    guard flags[starter] & StarterFlags.flag(of: basis) != 0 else { return nil }
    let gross = profit(starter, at: basis)
    return optional.paysCommission(group)
      ? gross - commission.commissionMicros(onMarketNet: gross) : gross
  }

  /// Settles a bet of one unit, before commission; the starter must have the price.
  @inlinable package func profit(_ starter: Int, at basis: PriceBasis) -> Int64 {
    let returned =
      switch basis {
      case .sp: winReturned(starter, odds: sp[starter])
      case .bsp: winReturned(starter, odds: bsp[starter])
      case .tote: max(0, tote[starter])
      }
    return returned - Settlement.unitStakeMicros
  }

  /// Returns the payout of one unit to win at some odds, before commission.
  @inlinable func winReturned(_ starter: Int, odds: Int64) -> Int64 {
    Settlement.winReturnedMicros(
      oddsMicros: odds, isFirst: positions[starter] == 1,
      tiedForFirst: max(1, Int(tied[starter])))
  }
}
