import Columns
import Kernels
import Racing

/// The part of a chunk's starters in the sums that only some reports ask for.
final class ExtraFacts {
  /// Whether a report asks for any of these sums.
  let isNeeded: Bool

  private let groups: [BetGroup]
  private let hasLuck: Bool
  private let terms: EachWayTable

  /// The rules of a race.
  private struct RaceRules: BitwiseCopyable, Sendable {
    /// Paid positions as the report counts places, and as its each-way bets are paid.
    let paid: Int32
    let eachWayPlaces: Int32
    let divisor: Int64
  }

  private var rules = Slots<RaceRules>()
  /// Per starter, prices in 10⁻⁶, 0 for none, and the result of the place market.
  private var placeBSP = Slots<Int64>()
  private var dividends = Slots<Int64>()
  private var results = Slots<Int8>()
  /// Per group of bets and starter, the return of a bet in 10⁻⁶; negative where there is none.
  private let returns: [BetGroup: ReturnSlots]

  private static let noBet: Int64 = -1
  /// A runner that the place market's result is unknown of, and whose position nobody tells.
  private static let unknown: Int8 = -2

  init(_ rules: ReportRules) {
    isNeeded = rules.figures.needsExtras
    groups = rules.figures.groups.filter { $0.basis == nil }
    hasLuck = rules.figures.luck != nil
    terms = EachWayTable(rules)
    returns = Dictionary(uniqueKeysWithValues: groups.map { ($0, ReturnSlots()) })
  }

  /// Takes over the columns of a race's starters.
  ///
  /// - Parameters:
  ///   - starters: Their rows.
  ///   - race: The race.
  ///   - month: Its month.
  ///   - places: The month's columns of bets on places.
  ///   - settled: The rules of the scan.
  ///   - paid: The paid positions, as the report counts places.
  func append(
    rows starters: UnsafeBufferPointer<Int32>, race: Int, of month: MonthColumns,
    _ places: PlaceColumns, _ settled: ReportRules, paid: Int
  ) {
    // Safety: the chunk lends its rows until this returns, here and below.
    for row in starters.lazy.map({ Int($0) }) {
      placeBSP.append(places.bsp[row])
      dividends.append(places.dividends[row])
      let isUnknown = month.outcomes[row] == Int32(Outcome.didNotFinish.rawValue)
      let result = places.results[row]
      results.append(result < 0 && isUnknown ? Self.unknown : result)
    }
    // Void and unresolved runners were never declared, as far as anyone can tell.
    let declared = month.rows(ofRace: race).count {
      month.outcomes[$0] <= Int32(Outcome.nonRunner.rawValue)
    }
    let rule = terms.rule(
      countryCode: month.countryCodes[race], isHandicap: month.isHandicap(race),
      starters: starters.count, declared: declared, on: month.dates[race])
    rules.append(
      RaceRules(paid: Int32(paid), eachWayPlaces: rule.places, divisor: rule.divisor))
  }

  /// Settles the bets on a race's starters, whose facts are computed.
  func settle(_ race: Int, _ chunk: borrowing StarterChunk) {
    for group in groups {
      let canBet = canBet(group, on: race, chunk)
      let settled = returns[group]!
      for starter in chunk.starters(race) {
        let own = canBet ? returned(group, starter, in: race, chunk) : nil
        settled.values.append(own ?? Self.noBet)
      }
    }
  }

  /// Adds an entity's starters of one race to its sums.
  ///
  /// - Parameters:
  ///   - starters: The starters.
  ///   - chunk: The chunk.
  ///   - commission: The exchange's commission.
  ///   - cell: The sums.
  func add(
    _ starters: UnsafeBufferPointer<Int32>, of chunk: borrowing StarterChunk,
    _ commission: Commission, to cell: inout ExtraCell
  ) {
    for group in groups {
      let own = returns[group]!
      var (returned, bets): (Int64, Int64) = (0, 0)
      for starter in starters where own.values[Int(starter)] != Self.noBet {
        returned += own.values[Int(starter)]
        bets += 1
      }
      guard bets > 0 else { continue }
      var profit = returned - group.turnoverMicros(bets: bets)
      if group.paysCommission { profit -= commission.commissionMicros(onMarketNet: profit) }
      cell.add(group, profit: profit, bets: bets)
    }
    if hasLuck { addLuck(starters, of: chunk, to: &cell.luck) }
  }

  func removeAll() {
    rules.removeAll()
    placeBSP.removeAll()
    dividends.removeAll()
    results.removeAll()
    for group in groups { returns[group]!.values.removeAll() }
  }

  // MARK: - Implementation

  private func addLuck(
    _ starters: UnsafeBufferPointer<Int32>, of chunk: borrowing StarterChunk,
    to luck: inout LuckSums
  ) {
    var hasPromise = false
    var race = LuckSums.Race()
    for starter in starters.lazy.map({ Int($0) }) where chunk.sp[starter] > 0 {
      let returned = chunk.profit(starter, at: .sp) + Settlement.unitStakeMicros
      if returned > 0 { luck.addWinner(returned: returned) }
      guard chunk.probabilities[starter] > 0 else { continue }
      hasPromise = true
      race.add(
        odds: chunk.sp[starter], returned: returned, probability: chunk.probabilities[starter])
    }
    if hasPromise { luck.add(race) }
  }

  /// Whether bets of a group exist in a race at all.
  private func canBet(
    _ group: BetGroup, on race: Int, _ chunk: borrowing StarterChunk
  ) -> Bool {
    let starters = chunk.starters(race)
    let paid = Int16(rules[race].paid)
    switch group {
    case .placeTote:
      // A source that tells the winner's dividend alone would make losers of the others placed.
      let hasOne = starters.contains { dividends[$0] > 0 }
      return hasOne
        && starters.allSatisfy {
          dividends[$0] > 0 || chunk.positions[$0] == 0 || chunk.positions[$0] > paid
        }
    default: return true
    }
  }

  /// Settles a bet; nil where there is none.
  private func returned(
    _ group: BetGroup, _ starter: Int, in race: Int, _ chunk: borrowing StarterChunk
  ) -> Int64? {
    let rule = rules[race]
    switch group {
    case .sp, .tote, .bsp: return nil
    case .eachWay:
      let odds = chunk.sp[starter]
      guard odds > 0 else { return nil }
      let place = Settlement.placeOddsMicros(oddsMicros: odds, divisor: rule.divisor)
      let share = share(starter, in: race, chunk, paid: Int(rule.eachWayPlaces))
      return chunk.profit(starter, at: .sp) + Settlement.unitStakeMicros + share.applied(to: place)
    case .placeTote: return dividends[starter]
    case .placeBSP: return placeReturned(starter, in: race, chunk)
    case .layBSP:
      let odds = chunk.bsp[starter]
      guard odds > Settlement.unitStakeMicros else { return nil }
      return Settlement.layReturnedMicros(
        oddsMicros: odds, isFirst: chunk.positions[starter] == 1,
        tiedForFirst: max(1, Int(chunk.tied[starter])))
    }
  }

  /// Settles a bet in the exchange's place market: by its own result and the positions of a dead
  /// heat, or by positions alone.
  private func placeReturned(
    _ starter: Int, in race: Int, _ chunk: borrowing StarterChunk
  ) -> Int64? {
    let odds = placeBSP[starter]
    guard odds > 0 else { return nil }
    let paid = Int(rules[race].paid)
    let share = share(starter, in: race, chunk, paid: paid)
    switch results[starter] {
    case 0: return 0
    case 1: return share.numerator > 0 ? share.applied(to: odds) : odds
    default:
      let areKnown = chunk.starters(race).allSatisfy { results[$0] != Self.unknown }
      return paid > 0 && areKnown ? share.applied(to: odds) : nil
    }
  }

  private func share(
    _ starter: Int, in race: Int, _ chunk: borrowing StarterChunk, paid: Int
  ) -> DeadHeatShare {
    guard let rank = chunk.rank(starter, in: race) else { return .none }
    return DeadHeatShare(ahead: rank.ahead, tied: rank.tied, paid: paid)
  }
}

/// The returns of one group's bets.
private final class ReturnSlots {
  var values = Slots<Int64>()
}

/// The each-way terms of every country, looked up once for each kind of race.
private final class EachWayTable {
  private let rules: ReportRules
  private let table = PlaceTable.standard
  private let isDated: Bool
  private var known: [Key: (places: Int32, divisor: Int64)] = [:]

  private struct Key: Hashable {
    let country: Int32
    let isHandicap: Bool
    let starters: Int
    let declared: Int
    /// 0 where no line begins or ends to hold.
    let day: Int32
  }

  init(_ rules: ReportRules) {
    self.rules = rules
    let always = Day(Day.civilNumbers.lowerBound)...Day(Day.civilNumbers.upperBound)
    isDated = table.rules.contains { $0.bet == .eachWay && $0.validity != always }
  }

  /// The paid positions and the denominator of the fraction of the odds.
  func rule(
    countryCode: Int32, isHandicap: Bool, starters: Int, declared: Int, on day: Int32
  ) -> (places: Int32, divisor: Int64) {
    let key = Key(
      country: countryCode, isHandicap: isHandicap, starters: starters, declared: declared,
      day: isDated ? day : 0)
    if let rule = known[key] { return rule }
    let found = rule(rules.eachWayCountry(code: countryCode), key) ?? rule("GB", key)!
    known[key] = found
    return found
  }

  private func rule(_ country: String, _ race: Key) -> (places: Int32, divisor: Int64)? {
    let country = country.uppercased()
    guard let basis = table.basis(country: country, .eachWay) else { return nil }
    let runners = basis == .declared ? race.declared : race.starters
    let rule = table.rule(
      country: country, .eachWay, isHandicap: race.isHandicap, runners: runners,
      on: isDated ? Day(race.day) : nil)
    return rule.map { (Int32($0.places), $0.divisor ?? 1) }
  }
}
