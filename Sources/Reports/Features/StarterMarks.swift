import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// The marks and amounts of one month's starters for a kind of sums.
struct StarterMarks {
  /// One mark per runner of the month's races, written in place.
  private var next: UnsafeMutablePointer<UInt8>
  /// The index of the next runner among all.
  private var row: Int32
  private var amounts: (first: [Int64], second: [Int64]) = ([], [])
  /// The bits set in the races' runners.
  private var bounds = RunnerBounds()
  /// The runners with an amount.
  private var rows: (first: [Int32], second: [Int32]) = ([], [])

  private let month: MonthView
  // Safety: the month keeps them. Reading them from it per row would count references each time.
  private let outcomes: UnsafeBufferPointer<Int32>
  private let positions: UnsafeBufferPointer<Int16>
  private let odds: UnsafeBufferPointer<Int64>
  private let hasRow: OutcomeSet
  private let starters = OutcomeSet.starters
  /// The runners that count; nil if all count.
  private let mask: Bitmap?

  /// Prepares to write the marks of a month's runners.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - hasRow: The outcomes of runners with a row.
  ///   - mask: The runners that count; nil if all count.
  ///   - marks: The marks of all months' runners.
  ///   - start: The index of the month's first runner among them.
  init(
    _ month: MonthView, hasRow: OutcomeSet, mask: Bitmap?,
    to marks: UnsafeMutablePointer<UInt8>, from start: Int
  ) {
    self.month = month
    outcomes = month.outcomes.pointer
    positions = month.positions.pointer
    odds = month.betSP.pointer
    self.hasRow = hasRow
    self.mask = mask
    next = marks + start
    row = Int32(start)
  }

  /// Whether all runners had only values that an import writes; otherwise marks and amounts are
  /// useless.
  var isSound: Bool { bounds.areKept }

  /// The amounts so far.
  var first: DatedAmounts { DatedAmounts(amounts.first, rows: rows.first) }
  var second: DatedAmounts { DatedAmounts(amounts.second, rows: rows.second) }

  /// Adds the runs, wins, bets and returns of races.
  mutating func addRecords(_ races: Range<Int>) {
    // Few races have two winners, or none.
    amounts.first.reserveCapacity(races.count)
    rows.first.reserveCapacity(races.count)
    for race in races { addRecord(race: race) }
  }

  /// Adds the starters within the paid places, in races with known places.
  ///
  /// - Parameters:
  ///   - races: The races.
  ///   - rules: The place terms.
  mutating func addPlaces(_ races: Range<Int>, _ rules: ReportRules) {
    see(races)
    guard isSound else { return }
    for race in races {
      let own = month.rows(ofRace: race).filter { starters.contains(outcomes[$0]) }
      let paid = rules.paidPlaces(
        countryCode: month.countryCodes[race], starters: own.count { !month.isMate($0) },
        isHandicap: month.isHandicap[race], day: month.dates[race])
      let hasLosers = own.contains { outcomes[$0] == Int32(Outcome.lost.rawValue) }
      let placed =
        hasLosers ? RacePlaces(own, ofRace: race, month).placed(paid: paid) : nil
      add(race..<(race + 1)) { marks, starter in
        if hasLosers && placed == nil { return 1 << UInt8(FeatureSums.unplaceable) }
        let position = Int(marks.positions[own[starter]])
        let isPlaced = placed?[starter] ?? (position > 0 && position <= paid)
        return 1 << UInt8(FeatureSums.runs) | (isPlaced ? 1 : 0) << UInt8(FeatureSums.places)
      }
    }
  }

  /// Adds the probabilities of races' starters, and their win shares.
  mutating func addChances(_ races: Range<Int>, _ market: Market) {
    see(races)
    let prices = month.betPrices(of: market)
    for row in races.lazy.flatMap(month.rows(ofRace:)) {
      bounds.see(outcome: 0, position: 0, prices: prices.pointer[row])
    }
    guard isSound else { return }
    let facts = StarterFacts(month, races, market)
    add(races) { marks, starter in
      guard facts.odds[starter] > 0 else { return 0 }
      let isFirst = facts.positions[starter] == 1
      marks.addFirst(
        Settlement.winShareNanos(
          isFirst: isFirst, tiedForFirst: max(1, Int(facts.tied[starter]))))
      marks.addSecond(facts.probabilities[starter])
      return 1 | DatedRows.amountMarks.first | DatedRows.amountMarks.second
    }
  }

  /// Adds the shares of rivals that races' starters beat.
  mutating func addRivals(_ races: Range<Int>) {
    see(races)
    guard isSound else { return }
    let facts = StarterFacts(month, races)
    add(races) { marks, starter in
      guard facts.prb[starter] >= 0 else { return 0 }
      marks.addFirst(Int64(facts.prb[starter]))
      return 1 | DatedRows.amountMarks.first
    }
  }

  /// Adds the bets of a group on races' starters, each as the only one on its market.
  ///
  /// - Parameters:
  ///   - group: The group, one of `rules`.
  ///   - races: The races.
  ///   - places: The month's columns of place bets.
  ///   - rules: The commission and the place terms.
  mutating func addBets(
    _ group: BetGroup, _ races: Range<Int>, _ places: PlaceColumns?, _ rules: ReportRules
  ) {
    for race in races {
      for row in month.rows(ofRace: race) {
        bounds.see(
          outcome: outcomes[row], position: positions[row],
          prices: odds[row] | month.tote.pointer[row] | month.bsp.pointer[row])
      }
    }
    guard isSound else { return }
    let priced = month.priced(at: rules.figures.market)
    let stake = group.turnoverMicros(bets: 1)
    var chunk = StarterChunk(rules)
    var first = races.lowerBound
    for race in races {
      chunk.append(race: race, of: priced, places, rules)
      guard chunk.starterCount >= Scan.chunkStarters || race == races.upperBound - 1 else {
        continue
      }
      guard chunk.bounds.areKept else {
        bounds = chunk.bounds
        return
      }
      chunk.computeFacts()
      add(first..<(race + 1)) { marks, starter in
        guard let profit = chunk.profit(starter, of: group, rules.commission) else { return 0 }
        let mark: UInt8 = 1 << UInt8(FeatureSums.bets)
        guard profit + stake != 0 else { return mark }
        marks.addFirst(profit + stake)
        return mark | DatedRows.amountMarks.first
      }
      chunk.removeAll()
      first = race + 1
    }
  }

  // MARK: - Implementation

  private mutating func addRecord(race: Int) {
    let runners = month.rows(ofRace: race)
    var firsts = 0
    for row in runners {
      bounds.see(outcome: outcomes[row], position: positions[row], prices: odds[row])
      firsts &+= starters.contains(outcomes[row]) && positions[row] == 1 ? 1 : 0
    }
    for row in runners {
      guard counts(row) else {
        write(unmarked(row))
        continue
      }
      let isFirst = positions[row] == 1
      var mark: UInt8 = 1 << UInt8(FeatureSums.runs)
      mark |= (isFirst ? 1 : 0) << UInt8(FeatureSums.wins)
      mark |= (odds[row] > 0 ? 1 : 0) << UInt8(FeatureSums.bets)
      if isFirst && odds[row] > 0 {
        mark |= DatedRows.amountMarks.first
        addFirst(
          Settlement.winReturnedMicros(
            oddsMicros: odds[row], isFirst: true, tiedForFirst: firsts))
      }
      write(mark)
    }
  }

  private mutating func write(_ mark: UInt8) {
    // Safety: the memory has room for all runners of the races, and each is written once.
    next.initialize(to: mark)
    next += 1
    row &+= 1
  }

  /// Adds an amount of the next runner.
  private mutating func addFirst(_ amount: Int64) {
    amounts.first.append(amount)
    rows.first.append(row)
  }

  private mutating func addSecond(_ amount: Int64) {
    amounts.second.append(amount)
    rows.second.append(row)
  }

  /// Returns the mark of a runner that doesn't count.
  private func unmarked(_ row: Int) -> UInt8 {
    hasRow.contains(outcomes[row]) ? 0 : DatedRows.hidden
  }

  private func counts(_ row: Int) -> Bool {
    starters.contains(outcomes[row]) && mask?[row] ?? true
  }

  /// Checks races' rows before their facts are computed.
  private mutating func see(_ races: Range<Int>) {
    for race in races {
      for row in month.rows(ofRace: race) {
        bounds.see(outcome: outcomes[row], position: positions[row], prices: odds[row])
      }
    }
  }

  /// Visits races' rows; starters are numbered from 0, as their facts are.
  private mutating func add(
    _ races: Range<Int>, _ mark: (inout StarterMarks, _ starter: Int) -> UInt8
  ) {
    var starter = 0
    for race in races {
      for row in month.rows(ofRace: race) {
        if starters.contains(outcomes[row]) {
          write(counts(row) ? mark(&self, starter) : unmarked(row))
          starter += 1
        } else {
          write(unmarked(row))
        }
      }
    }
  }
}
