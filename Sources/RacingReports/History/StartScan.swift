import Columns
import Racing

/// One pass over months in time order that keeps the starts of some entities.
struct StartScan: ~Copyable {
  /// A start by its place in the store, and what the report adds up of it.
  struct Start {
    let month: Int
    let race: Int
    let row: Int
    let starters: Int
    let probability: Int64
    var returned: [Int64?]
  }

  /// An entity's starts: the number of all, and at least the newest of them, unless later months
  /// have enough.
  struct Entity {
    var count = 0
    var starts: [Start] = []
  }

  private let scope: ResolvedScope
  private let rules: ReportRules
  /// Per code, the entity's place, or −1.
  private let places: [Int32]
  /// Per entity, whether later months have all that are listed of it: its starts here only count.
  private let isListed: [Bool]
  private(set) var found: [Entity]
  private var chunk: StarterChunk
  /// The chunk's races, by their place in the month.
  private var races: [Int] = []

  init(_ scope: ResolvedScope, countries: [String], entities: [Int32], isListed: [Bool]) {
    self.scope = scope
    rules = ReportRules(scope, countries: countries)
    places = entities
    self.isListed = isListed
    found = Array(repeating: Entity(), count: isListed.count)
    chunk = StarterChunk(rules)
  }

  /// Reads a month.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - month: Its index.
  ///   - codes: The runners' entities.
  ///   - mask: The runners that count; nil where all do.
  /// - Returns: The counts; nil where rows are not what an import writes.
  mutating func read(
    _ view: MonthView, _ month: Int, _ codes: Buffer<Int32>, _ mask: Bitmap?
  ) -> Population? {
    let columns = MonthColumns(view)
    var population = Population(bandCount: scope.bands.count)
    for race in 0..<view.raceCount(before: scope.asOf) {
      let rows = columns.rows(ofRace: race)
      if let mask, !rows.contains(where: { mask[$0] }) { continue }
      let before = chunk.starterCount
      chunk.append(race: race, of: columns, nil, rules)
      let started = chunk.starterCount - before
      if started > 0 { races.append(race) }
      population.count(rows, started: started, columns.outcomes, mask: mask)
      if chunk.starterCount >= Scan.chunkStarters {
        guard sum(month, codes, mask, &population) else { return nil }
      }
    }
    guard sum(month, codes, mask, &population) else { return nil }
    view.letGoIfSmall()
    return population
  }

  // MARK: - Implementation

  private mutating func sum(
    _ month: Int, _ codes: Buffer<Int32>, _ mask: Bitmap?, _ population: inout Population
  ) -> Bool {
    guard chunk.bounds.areKept else { return false }
    chunk.computeFacts()
    population.add(chunk, bands: scope.bands, mask: mask)
    for race in 0..<chunk.raceCount
    where scope.bands.band(age: Int(chunk.races[race].age)) != nil {
      keep(race, month, codes, mask)
    }
    chunk.removeAll()
    races.removeAll(keepingCapacity: true)
    return true
  }

  private mutating func keep(
    _ race: Int, _ month: Int, _ codes: Buffer<Int32>, _ mask: Bitmap?
  ) {
    let starters = chunk.starters(race)
    // Per entity of the race, its net at the exchange and its last bet there.
    var markets: [Int: (net: Int64, last: Int)] = [:]
    for starter in starters {
      let row = Int(chunk.rows[starter])
      guard mask?[row] ?? true, codes[row] >= 0, places[Int(codes[row])] >= 0 else { continue }
      let entity = Int(places[Int(codes[row])])
      found[entity].count += 1
      guard !isListed[entity] else { continue }
      let limit = HistoryJob.entityLimit
      if found[entity].starts.count >= 2 * limit && markets[entity] == nil {
        found[entity].starts.removeFirst(limit)
      }
      let returned = PriceBasis.allCases.map { basis -> Int64? in
        guard chunk.flags[starter] & StarterFlags.flag(of: basis) != 0 else { return nil }
        return chunk.profit(starter, at: basis) + Settlement.unitStakeMicros
      }
      found[entity].starts.append(
        Start(
          month: month, race: races[race], row: row, starters: starters.count,
          probability: chunk.probabilities[starter], returned: returned))
      if returned[2] != nil {
        let net = (markets[entity]?.net ?? 0) + chunk.profit(starter, at: .bsp)
        markets[entity] = (net, found[entity].starts.count - 1)
      }
    }
    for (entity, market) in markets {
      let commission = scope.commission.commissionMicros(onMarketNet: market.net)
      found[entity].starts[market.last].returned[2]! -= commission
    }
  }
}
