import CKernels
import Columns
import Kernels
import Questions
import Racing

/// The cells of a range of entities over a stretch of time.
///
/// A scan fills them. Races come in time order, so an entity's runs of one age band are
/// consecutive. The cell of the current band is at the entity's place; a finished cell moves to
/// `closed`, and its successor has its index.
package struct EntityCells: ~Copyable, @unchecked Sendable {
  // Safety: filled by one thread, then read by others.
  /// The first entity's code and the number of entities; others did not run.
  let (first, count): (Int, Int)
  // Safety: `count` cells, in order of the entities' codes, as long as the memory is held. An index
  // other than 0 is one more than the index of a closed cell, of events, of shared races, of recent
  // form, of bets, of luck or of sequences.
  let cells: UnsafeMutablePointer<EntityCell>
  /// The cells' memory; nil for kept sums, whose owner holds it.
  private let memory: ColumnMemory<EntityCell>?
  private(set) var closed = PagedSlots<EntityCell>()
  private(set) var events = PagedSlots<WinSums>()
  private(set) var shared = PagedSlots<SharedRaceSums>()
  private(set) var recents = PagedSlots<RecentCell>()
  private(set) var bets = PagedSlots<OptionalBetSums>()
  private(set) var lucks = PagedSlots<LuckSums>()
  /// The runs with their profits at the market's price, unless it is sp.
  private(set) var sequences = PagedSlots<RunSequence>()
  /// Per starter of the chunk, its entity's cell; −1 for starters that don't count.
  private(set) var places = Slots<Int32>()
  /// One more than the highest code found; negative codes but −1 rank above all others.
  private var highest: UInt32 = 0
  /// The cells of entities with several runners in the race.
  private var repeated = Slots<Int32>()
  /// The starters of one such entity.
  private(set) var members = Slots<Int32>()

  private let bands: AgeBands
  let commission: Commission
  private let weights = Self.halfLives
  /// Number of races so far, to detect an entity's second runner in one race.
  private var race: UInt32 = 0

  /// Number of starters by which prefetching of cells, and of their events, runs ahead.
  private static let cellsAhead = 48
  private static let eventsAhead = 16
  private static let halfLives = HalfLife.weights(days: RecentCell.lastAge)

  package init(
    entities: Range<Int32> = 0..<0, bands: AgeBands, commission: Commission = .standard
  ) {
    (self.bands, self.commission) = (bands, commission)
    first = Int(entities.lowerBound)
    count = entities.count
    // In large pages: starters come in random order of their entities, and with small pages finding
    // a cell's address would cost as much as reading it.
    let memory = ColumnMemory<EntityCell>(count: entities.count)
    memory.start.initialize(repeating: EntityCell(), count: entities.count)
    (cells, self.memory) = (memory.start, memory)
  }

  /// Shows kept sums, which are only read, as long as they are held.
  init(_ kept: KeptStretch, bands: AgeBands) {
    (self.bands, commission) = (bands, .standard)
    (first, count) = (0, kept.cells.count)
    guard let start = kept.cells.pointer.baseAddress else {
      preconditionFailure("a mapped block has an address")
    }
    cells = UnsafeMutablePointer(mutating: start)
    memory = nil
    events = PagedSlots(reading: kept.events)
    shared = PagedSlots(reading: kept.shared)
    sequences = PagedSlots(reading: kept.sequences)
  }

  /// Returns the smallest number of bytes per entity.
  static func entityBytes(of figures: FigureChoice) -> Int {
    MemoryLayout<EntityCell>.stride
      + (figures.luck == nil ? 0 : MemoryLayout<LuckSums>.stride)
      + (figures.hasOptionalBets ? MemoryLayout<OptionalBetSums>.stride : 0)
      + (figures.market == .sp ? 0 : MemoryLayout<RunSequence>.stride)
  }

  /// Whether all codes found were below a count, or −1.
  func hasMet(codesBelow count: Int) -> Bool { highest <= UInt32(count) }

  /// The number of closed cells: for each entity, one per band before its newest.
  var closedCount: Int { closed.count }

  /// The memory of the cells and their events.
  var byteCount: Int {
    (count + closed.count) * MemoryLayout<EntityCell>.stride
      + events.count * MemoryLayout<WinSums>.stride
      + shared.count * MemoryLayout<SharedRaceSums>.stride
      + recents.count * MemoryLayout<RecentCell>.stride
      + bets.count * MemoryLayout<OptionalBetSums>.stride
      + lucks.count * MemoryLayout<LuckSums>.stride
      + sequences.count * MemoryLayout<RunSequence>.stride
  }

  /// Adds a chunk's starters that count; `codes` has the entity of each row.
  package mutating func add(
    _ chunk: borrowing StarterChunk, codes: Buffer<Int32>, mask: Bitmap?
  ) {
    guard let codes = codes.pointer.baseAddress, count > 0 else { return }
    precondition(memory != nil, "kept sums are only read")
    findPlaces(chunk, codes, mask)
    for race in 0..<chunk.raceCount {
      guard let band = bands.band(age: Int(chunk.races[race].age)) else { continue }
      add(chunk, race: race, band: band)
    }
  }

  // MARK: - Implementation

  /// Finds the starters' cells, and adds places beyond the last starter for prefetching.
  private mutating func findPlaces(
    _ chunk: borrowing StarterChunk, _ codes: UnsafePointer<Int32>, _ mask: Bitmap?
  ) {
    places.removeAll()
    places.reserve(chunk.starterCount + Self.cellsAhead)
    var highest = highest
    for starter in 0..<chunk.starterCount {
      let row = Int(chunk.rows[starter])
      let code = codes[row]
      highest = max(highest, UInt32(bitPattern: code &+ 1))
      let place = Int(code) &- first
      let counts = UInt(bitPattern: place) < UInt(count) && (mask?[row] ?? true)
      // Safety: `reserve` made room for every starter.
      places.start[starter] = counts ? Int32(truncatingIfNeeded: place) : -1
    }
    self.highest = highest
    (places.start + chunk.starterCount).update(repeating: -1, count: Self.cellsAhead)
    places.grow(by: chunk.starterCount + Self.cellsAhead)
  }

  /// Prefetches a later starter's cell, and what the cell of a nearer one refers to: cells of many
  /// entities exceed the cache, and the waits overlap with adding others.
  @inline(__always)
  private func fetch(_ chunk: borrowing StarterChunk, after starter: Int) {
    // Safety: `findPlaces` added enough places after the last; a prefetch reads nothing.
    rb_fetch_pair(cells + Int(places.start[starter &+ Self.cellsAhead]))
    let next = starter &+ Self.eventsAhead
    let place = Int(places.start[next])
    guard place >= 0 else { return }
    let (event, bets, luck) = (cells[place].event, cells[place].bets, cells[place].luck)
    if event > 0 && chunk.flags.start[next] & StarterFlags.event != 0 {
      rb_fetch_pair(events[Int(event) - 1])
    }
    // The first cache lines: few starters change the others.
    if bets > 0 { rb_fetch_pair(self.bets[Int(bets) - 1]) }
    if luck > 0 { rb_fetch(lucks[Int(luck) - 1]) }
  }

  private mutating func add(_ chunk: borrowing StarterChunk, race index: Int, band: UInt8) {
    race &+= 1
    let facts = chunk.races[index]
    let weight = Int(facts.age) < weights.count ? weights[Int(facts.age)] : 0
    repeated.removeAll()
    let starters = chunk.starters(index)
    for starter in starters {
      fetch(chunk, after: starter)
      let place = Int(places[starter])
      guard place >= 0 else { continue }
      let cell = cells + place
      if cell.pointee.band != band || cell.pointee.race == race {
        if cell.pointee.race == race { noteRepeated(places[starter]) }
        if cell.pointee.band != band { open(cell, band) }
      }
      if chunk.flags[starter] & StarterFlags.event != 0 { addEvent(chunk, starter, to: cell) }
      if !chunk.isAtSP { addRun(chunk, starter, day: facts.day, to: cell) }
      cell.pointee.add(chunk, starter, day: facts.day, race: race)
      if weight > 0 && chunk.prb[starter] >= 0 {
        addRecent(Int64(chunk.prb[starter]), weight, to: cell)
      }
    }
    for index in 0..<repeated.count { addCluster(chunk, starters, repeated[index]) }
    if chunk.optional.hasBets || chunk.optional.hasLuck { addOptional(chunk, starters) }
  }

  /// Adds the optional sums, entity by entity.
  private mutating func addOptional(_ chunk: borrowing StarterChunk, _ starters: Range<Int>) {
    for starter in starters where places[starter] >= 0 {
      let place = places[starter]
      let cell = cells + Int(place)
      guard isRepeated(place) else {
        if chunk.optional.hasBets { chunk.optional.add(starter, to: addedBets(to: cell)) }
        if chunk.optional.hasLuck {
          chunk.optional.add(starter, of: chunk, to: addedLuck(to: cell))
        }
        continue
      }
      findMembers(starters, of: place)
      // The entity's first starter adds all of its starters.
      guard Int(members[0]) == starter else { continue }
      if chunk.optional.hasBets { chunk.optional.add(members.values, to: addedBets(to: cell)) }
      if chunk.optional.hasLuck {
        chunk.optional.add(members.values, of: chunk, to: addedLuck(to: cell))
      }
    }
  }

  /// Finds or adds a cell's optional bets; valid until more are added.
  @inline(__always)
  private mutating func addedBets(
    to cell: UnsafeMutablePointer<EntityCell>
  ) -> UnsafeMutablePointer<OptionalBetSums> {
    if cell.pointee.bets == 0 {
      bets.append(OptionalBetSums())
      cell.pointee.bets = UInt32(bets.count)
    }
    return bets[Int(cell.pointee.bets) - 1]
  }

  /// Finds or adds a cell's luck; valid until more is added.
  @inline(__always)
  private mutating func addedLuck(
    to cell: UnsafeMutablePointer<EntityCell>
  ) -> UnsafeMutablePointer<LuckSums> {
    if cell.pointee.luck == 0 {
      lucks.append(LuckSums())
      cell.pointee.luck = UInt32(lucks.count)
    }
    return lucks[Int(cell.pointee.luck) - 1]
  }

  /// Adds a run to a cell's sequence at the market's price.
  private mutating func addRun(
    _ chunk: borrowing StarterChunk, _ starter: Int, day: Int32,
    to cell: UnsafeMutablePointer<EntityCell>
  ) {
    if cell.pointee.sequence == 0 {
      sequences.append(RunSequence())
      cell.pointee.sequence = UInt32(sequences.count)
    }
    sequences[Int(cell.pointee.sequence) - 1].pointee.append(
      RunSequence.Run(
        day: day, won: chunk.flags[starter] & StarterFlags.won != 0,
        profit: chunk.marketProfit(starter, commission), form: chunk.forms[starter]))
  }

  private func isRepeated(_ place: Int32) -> Bool {
    for index in 0..<repeated.count where repeated[index] == place { return true }
    return false
  }

  /// Records that an entity has more than one runner in the race.
  private mutating func noteRepeated(_ place: Int32) {
    if !isRepeated(place) { repeated.append(place) }
  }

  /// Finds the starters of an entity in a race.
  mutating func findMembers(_ starters: Range<Int>, of place: Int32) {
    members.removeAll()
    members.reserve(starters.count)
    var count = 0
    for starter in starters {
      // Safety: `reserve` made room for every starter. Branch-free: matches are unpredictable.
      members.start[count] = Int32(truncatingIfNeeded: starter)
      count &+= places[starter] == place ? 1 : 0
    }
    members.grow(by: count)
  }

  /// Starts a cell for another band, and closes the one before.
  private mutating func open(_ cell: UnsafeMutablePointer<EntityCell>, _ band: UInt8) {
    var previous: UInt32 = 0
    if cell.pointee.runs > 0 {
      closed.append(cell.pointee)
      previous = UInt32(closed.count)
    }
    let race = cell.pointee.race
    cell.pointee = EntityCell(band: band, previous: previous)
    cell.pointee.race = race
  }

  private mutating func addRecent(
    _ prb: Int64, _ weight: Int64, to cell: UnsafeMutablePointer<EntityCell>
  ) {
    if cell.pointee.recent == 0 {
      recents.append(RecentCell())
      cell.pointee.recent = UInt32(recents.count)
    }
    // In two steps: the compiler's thread sanitizer fails on one.
    let recent = recents[Int(cell.pointee.recent) - 1]
    recent.pointee.add(prb: prb, weight: weight)
  }

  /// Finds or adds a cell's events; valid until more are added.
  mutating func addedEvent(
    to cell: UnsafeMutablePointer<EntityCell>
  ) -> UnsafeMutablePointer<WinSums> {
    if cell.pointee.event == 0 {
      events.append(WinSums())
      cell.pointee.event = UInt32(events.count)
    }
    return events[Int(cell.pointee.event) - 1]
  }

  /// Finds or adds an event's sums of shared races; valid until more are added.
  mutating func addedShared(
    to event: UnsafeMutablePointer<WinSums>
  ) -> UnsafeMutablePointer<SharedRaceSums> {
    if event.pointee.shared == 0 {
      shared.append(SharedRaceSums())
      event.pointee.shared = UInt32(shared.count)
    }
    return shared[Int(event.pointee.shared) - 1]
  }
}
