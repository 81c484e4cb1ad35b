import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// One pass over months in time order that collects the starts of some reports' entities.
struct StartScan: ~Copyable {
  /// A start: its place in the store, and the values that the report sums up.
  struct Start {
    let month: Int
    let race: Int
    let row: Int
    let starters: Int
    let probability: Int64
    /// The market's price, 10⁻⁶; 0 for none.
    let odds: Int64
    var returned: [Int64?]
  }

  private let scope: ResolvedScope
  private let rules: ReportRules
  /// The entities of each report.
  private let lists: [ListedEntities]
  /// Per report and entity, the number of starts still to find after the later months.
  private let left: [[Int]]
  /// Per report and entity, its starts: the newest that are still to find, and maybe more.
  private(set) var found: [[[Start]]]
  private var chunk: StarterChunk
  /// The chunk's races, by their index in the month.
  private var races: [Int] = []

  init(_ scope: ResolvedScope, countries: [String], _ lists: [ListedEntities], left: [[Int]]) {
    self.scope = scope
    rules = ReportRules(scope, countries: countries)
    self.lists = lists
    self.left = left
    found = left.map { $0.map { _ in [] } }
    chunk = StarterChunk(rules)
  }

  /// Reads the races of a month with a start to find.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - month: Its index.
  ///   - mask: The runners that count; nil if all count.
  /// - Returns: Whether the rows have only values that an import writes.
  mutating func read(_ view: MonthView, _ month: Int, _ mask: Bitmap?) -> Bool {
    let wanted = runners(month, mask)
    let priced = view.priced(at: scope.figures.market)
    for race in 0..<view.raceCount(before: scope.asOf) {
      guard view.rows(ofRace: race).contains(where: { wanted[$0] }) else { continue }
      let before = chunk.raceCount
      chunk.append(race: race, of: priced, nil, rules)
      if chunk.raceCount > before { races.append(race) }
      if chunk.starterCount >= Scan.chunkStarters {
        guard keep(month, mask) else { return false }
      }
    }
    guard keep(month, mask) else { return false }
    view.releasePagesIfSmall()
    return true
  }

  // MARK: - Implementation

  /// Flags the runners of a month with a start to find.
  private func runners(_ month: Int, _ mask: Bitmap?) -> Bitmap {
    let own = zip(lists, left).map { $0.runners(ofMonth: month, $1) }
    let all = own.dropFirst().reduce(own[0]) { $0.union($1) }
    return mask.map { all.intersection($0) } ?? all
  }

  /// Collects the starts of a chunk, and empties it.
  private mutating func keep(_ month: Int, _ mask: Bitmap?) -> Bool {
    guard chunk.bounds.areKept else { return false }
    chunk.computeFacts()
    for list in lists.indices { keep(month, mask, list) }
    chunk.removeAll()
    races.removeAll(keepingCapacity: true)
    return true
  }

  /// Collects the starts of a report's entities in a chunk.
  private mutating func keep(_ month: Int, _ mask: Bitmap?, _ list: Int) {
    let (codes, places) = (lists[list].codes.months[month], lists[list].places)
    let limit = HistoryJob.entityLimit
    let market = scope.figures.market
    let taxed = [2] + (market.group == .price && market.isOfExchange ? [Self.named] : [])
    for race in 0..<chunk.raceCount
    where scope.bands.band(age: Int(chunk.races[race].age)) != nil {
      let starters = chunk.starters(race)
      // Per entity of the race and price of the exchange, its net result and its last bet there.
      var markets: [EntityMarket: (net: Int64, last: Int)] = [:]
      for starter in starters {
        let row = Int(chunk.rows[starter])
        guard mask?[row] ?? true, codes[row] >= 0, places[Int(codes[row])] >= 0 else { continue }
        let entity = Int(places[Int(codes[row])])
        guard left[list][entity] > 0 else { continue }
        if found[list][entity].count >= 2 * limit
          && !taxed.contains(where: { markets[EntityMarket(entity: entity, place: $0)] != nil })
        {
          found[list][entity].removeFirst(limit)
        }
        let returned = payouts(starter)
        found[list][entity].append(
          Start(
            month: month, race: races[race], row: row, starters: starters.count,
            probability: chunk.probabilities[starter], odds: chunk.marketOdds(starter),
            returned: returned))
        for place in taxed {
          guard let own = returned[place] else { continue }
          let key = EntityMarket(entity: entity, place: place)
          let net = (markets[key]?.net ?? 0) + own - Settlement.unitStakeMicros
          markets[key] = (net, found[list][entity].count - 1)
        }
      }
      for (key, bets) in markets {
        let commission = scope.commission.commissionMicros(onMarketNet: bets.net)
        found[list][key.entity][bets.last].returned[key.place]! -= commission
      }
    }
  }

  /// An entity's bets in a race at a price of the exchange, by its place among the returns.
  private struct EntityMarket: Hashable {
    let entity: Int
    let place: Int
  }

  /// The place of the returns at the market's price by name.
  private static let named = PriceBasis.allCases.count

  /// Returns the payouts of one unit before commission, at each basis and at a price by name.
  private func payouts(_ starter: Int) -> [Int64?] {
    let own = PriceBasis.allCases.map { payout(starter, at: $0) }
    guard scope.figures.market.group == .price else { return own }
    return own + [chunk.marketOdds(starter) > 0 ? chunk.marketReturned(starter) : nil]
  }

  /// Returns the payout of one unit before commission; nil without a bet.
  private func payout(_ starter: Int, at basis: PriceBasis) -> Int64? {
    guard chunk.flags[starter] & StarterFlags.flag(of: basis) != 0 else { return nil }
    return chunk.profit(starter, at: basis) + Settlement.unitStakeMicros
  }
}
