import Columns
import Foundation
import Kernels
import Racing

/// One dimension's sums over a stretch of time, for a range of its entities.
///
/// Races come in time order, so an entity's runs of one age band follow one another. The cell of the
/// band that is being filled stands under the entity's code; a finished one is put away, and its
/// successor knows where.
final class EntityTally: @unchecked Sendable {
  // Safety: filled by one thread, then read by others.
  let entities: Range<Int32>
  /// Under each entity's code, counted from the range's start.
  private let cells: UnsafeMutablePointer<EntityCell>
  private let memory: UnsafeMutableRawPointer
  private var closed = Slots<EntityCell>()
  private var events = Slots<EventCell>()
  private var recents = Slots<RecentCell>()

  private let bands: AgeBands
  private let commission: Commission
  private let weights = HalfLife.weights()
  /// Races counted from 1, to tell an entity's second runner in one race.
  private var race: UInt32 = 0

  /// Bytes an entity takes at the least.
  static let entityBytes = MemoryLayout<EntityCell>.stride

  init(entities: Range<Int32>, bands: AgeBands, commission: Commission) {
    self.entities = entities
    self.bands = bands
    self.commission = commission
    // Cells of entities that do not run here are never touched, and take no memory.
    let alignment = MemoryLayout<EntityCell>.stride
    memory = calloc(entities.count + 1, alignment)!
    // Safety: one more cell than wanted was allocated, so the aligned ones fit; zeros are a cell
    // without runs.
    cells = memory.alignedUp(toMultipleOf: alignment)
      .bindMemory(to: EntityCell.self, capacity: entities.count)
  }

  deinit { free(memory) }

  /// Adds a chunk's starters that count, whose entity codes stand in `month` by row.
  func add(_ chunk: borrowing StarterChunk, codes month: Buffer<Int32>, mask: Bitmap?) {
    let codes = month.pointer.baseAddress
    for race in 0..<chunk.raceCount {
      guard let codes, let band = bands.band(age: Int(chunk.races[race].age)) else { continue }
      add(chunk, race: race, band: band, codes: codes, mask: mask)
    }
  }

  // MARK: - Implementation

  private func add(
    _ chunk: borrowing StarterChunk, race index: Int, band: UInt8, codes: UnsafePointer<Int32>,
    mask: Bitmap?
  ) {
    race &+= 1
    let facts = chunk.races[index]
    let weight = Int(facts.age) < weights.count ? weights[Int(facts.age)] : 0
    var hasClusters = false
    for starter in chunk.starters(index) {
      let row = Int(chunk.rows[starter])
      let entity = Int(codes[row]) &- Int(entities.lowerBound)
      guard UInt(bitPattern: entity) < UInt(entities.count), mask?[row] ?? true else { continue }
      let cell = cells + entity
      if cell.pointee.band != band || cell.pointee.race == race {
        hasClusters = hasClusters || cell.pointee.race == race
        if cell.pointee.band != band { open(cell, band) }
      }
      let flags = chunk.flags[starter]
      if flags & StarterFlags.event != 0 { addEvent(chunk, starter, to: cell) }
      cell.pointee.count(flags, form: chunk.forms[starter])
      cell.pointee.expectedWins &+= chunk.probabilities[starter]
      cell.pointee.prb &+= max(0, Int64(chunk.prb[starter]))
      cell.pointee.day = facts.day
      cell.pointee.race = race
      if weight > 0 && chunk.prb[starter] >= 0 {
        addRecent(Int64(chunk.prb[starter]), weight, to: cell)
      }
    }
    if hasClusters { addClusters(chunk, race: index, codes: codes, mask: mask) }
  }

  /// Starts a cell for another band, behind the one that holds the runs before.
  private func open(_ cell: UnsafeMutablePointer<EntityCell>, _ band: UInt8) {
    var previous: UInt32 = 0
    if cell.pointee.runs > 0 {
      closed.append(cell.pointee)
      previous = UInt32(closed.count)
    }
    let race = cell.pointee.race
    cell.pointee = EntityCell(band: band, previous: previous)
    cell.pointee.race = race
  }

  private func addRecent(
    _ prb: Int64, _ weight: Int64, to cell: UnsafeMutablePointer<EntityCell>
  ) {
    if cell.pointee.recent == 0 {
      recents.append(RecentCell())
      cell.pointee.recent = UInt32(recents.count)
    }
    recents[Int(cell.pointee.recent) - 1].add(prb: prb, weight: weight)
  }

  /// The index of a cell's events, which are there afterwards.
  private func eventIndex(_ cell: UnsafeMutablePointer<EntityCell>) -> Int {
    if cell.pointee.event == 0 {
      events.append(EventCell())
      cell.pointee.event = UInt32(events.count)
    }
    return Int(cell.pointee.event) - 1
  }
}

// MARK: - Events

extension EntityTally {
  /// Adds what a starter brings beyond a plain loss; the cell does not count it yet.
  private func addEvent(
    _ chunk: borrowing StarterChunk, _ starter: Int, to cell: UnsafeMutablePointer<EntityCell>
  ) {
    let index = eventIndex(cell)
    let flags = chunk.flags[starter]
    let sp = flags & StarterFlags.sp != 0 ? chunk.profit(starter, at: .sp) : nil
    if chunk.prb[starter] < 0 { events[index].unrated += 1 }
    if flags & StarterFlags.won != 0 {
      events[index].addWin(
        runsBefore: cell.pointee.runs, betsBefore: cell.pointee.counts[1], profit: sp)
      events[index].wins += 1
      if sp != nil {
        let tied = max(1, Int(chunk.tied[starter]))
        events[index].winShares += DeadHeatShare(ahead: 0, tied: tied, paid: 1).nanos
      }
    }
    if let sp { events[index].sp.replaceLoss(by: sp) }
    if flags & StarterFlags.tote != 0 {
      events[index].tote.replaceLoss(by: chunk.profit(starter, at: .tote))
    }
    if flags & StarterFlags.bsp != 0 {
      events[index].bsp.replaceLoss(by: net(chunk.profit(starter, at: .bsp)))
    }
  }

  private func net(_ profit: Int64) -> Int64 {
    profit - commission.commissionMicros(onMarketNet: profit)
  }

  /// Puts the races' clusters in place of their runners, each of which was added as one of its own.
  private func addClusters(
    _ chunk: borrowing StarterChunk, race: Int, codes: UnsafePointer<Int32>, mask: Bitmap?
  ) {
    let starters = chunk.starters(race).filter { mask?[Int(chunk.rows[$0])] ?? true }
    for (place, starter) in starters.enumerated() {
      let code = codes[Int(chunk.rows[starter])]
      guard entities.contains(code),
        !starters[..<place].contains(where: { codes[Int(chunk.rows[$0])] == code })
      else { continue }
      let cluster = starters[place...].filter { codes[Int(chunk.rows[$0])] == code }
      if cluster.count > 1 {
        addCluster(chunk, cluster, to: cells + Int(code - entities.lowerBound))
      }
    }
  }

  private func addCluster(
    _ chunk: borrowing StarterChunk, _ starters: [Int], to cell: UnsafeMutablePointer<EntityCell>
  ) {
    let index = eventIndex(cell)
    for basis in PriceBasis.allCases {
      let flag = StarterFlags.flag(of: basis)
      var profit: Int64 = 0
      var bets: Int64 = 0
      var extra = ExtraSums()
      for starter in starters where chunk.flags[starter] & flag != 0 {
        let own = chunk.profit(starter, at: basis)
        profit += own
        bets += 1
        extra.subtract(profit: basis == .bsp ? net(own) : own)
      }
      guard bets > 1 else { continue }
      extra.add(profit: basis == .bsp ? net(profit) : profit, bets: bets)
      switch basis {
      case .sp: events[index].sp.merge(extra)
      case .tote: events[index].tote.merge(extra)
      case .bsp: events[index].bsp.merge(extra)
      }
    }
  }
}

// MARK: - Sums

extension EntityTally {
  /// Adds an entity's sums to a block `[band × column]`, and joins its runs to the later ones.
  ///
  /// - Parameters:
  ///   - entity: The entity's code.
  ///   - sums: The entity's measures of the first band.
  ///   - columns: The values between one band and the next.
  ///   - sequences: Per band, the runs of the stretches that follow this one.
  func add(
    _ entity: Int32, to sums: UnsafeMutablePointer<Int64>, columns: Int,
    sequences: UnsafeMutablePointer<RunSequence>
  ) {
    var cell = cells[Int(entity - entities.lowerBound)]
    guard cell.runs > 0 else { return }
    while true {
      let event = cell.event > 0 ? events[Int(cell.event) - 1] : nil
      let band = Int(cell.band)
      let own = sums + band * columns
      Measure.add(cell, event, to: own)
      if cell.recent > 0 { Measure.add(recents[Int(cell.recent) - 1], to: own) }
      sequences[band] = RunSequence.combined(
        EventCell.sequence(cell, event), sequences[band])
      guard cell.previous > 0 else { return }
      cell = closed[Int(cell.previous) - 1]
    }
  }
}
