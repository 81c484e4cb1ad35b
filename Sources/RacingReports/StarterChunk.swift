import Columns
import Kernels
import Racing

/// Some thousand starters of whole races, in order, with everything a report adds up.
///
/// Race facts come from the whole race; runners that did not start are left out before.
struct StarterChunk {
  /// Where each race's starters begin, and the end.
  private(set) var raceStarts: [Int32] = [0]
  /// Per race: day, and age in days before the as-of date.
  private(set) var days: [Int32] = []
  private(set) var ages: [Int] = []
  /// Per race: whether the tote declared a win dividend, and the paid places.
  private var totePaid: [Bool] = []
  private var paidPlaces: [Int16] = []

  /// Per starter: its row in the month, and what the source says.
  private(set) var rows: [Int32] = []
  private(set) var positions: [Int16] = []
  private var outcomes: [Int32] = []
  private var sp: [Int64] = []
  private var tote: [Int64] = []
  private var bsp: [Int64] = []

  /// Per starter: what follows from it.
  private(set) var prb: [Int32] = []
  private var probabilities: [Int64] = []
  private var tied: [Int16] = []

  var starterCount: Int { rows.count }
  var raceCount: Int { days.count }

  func starters(_ race: Int) -> Range<Int> { Int(raceStarts[race])..<Int(raceStarts[race + 1]) }

  /// Adds a race's starters, if it has any.
  mutating func append(race: Int, of month: MonthView, _ rules: ReportRules) {
    let first = rows.count
    for row in month.rows(ofRace: race) {
      guard month.outcomes[row] < Int32(Outcome.nonRunner.rawValue) else { continue }
      rows.append(Int32(row))
      positions.append(month.positions[row])
      outcomes.append(month.outcomes[row])
      sp.append(month.sp[row])
      tote.append(month.tote[row])
      bsp.append(month.bsp[row])
    }
    let count = rows.count - first
    guard count > 0 else { return }
    let day = month.dates[race]
    raceStarts.append(Int32(rows.count))
    days.append(day)
    ages.append(Int(rules.asOf.number - day))
    totePaid.append(month.totePaid[race])
    let terms = rules.placeTerms(countryCode: month.countryCodes[race])
    paidPlaces.append(
      Int16(terms.paidPlaces(starters: count, isHandicap: month.isHandicap[race])))
  }

  /// Computes the facts of all races in the chunk.
  mutating func computeFacts() {
    let count = rows.count
    var prb = [Int32](repeating: 0, count: count)
    var probabilities = [Int64](repeating: 0, count: count)
    var ahead = [Int16](repeating: 0, count: count)
    var tied = ahead
    do {
      var prb = prb.mutableSpan
      RaceRanks.fill(prb: &prb, positions: positions.span, raceStarts: raceStarts.span)
      var probabilities = probabilities.mutableSpan
      RaceProbabilities.fill(&probabilities, odds: sp.span, raceStarts: raceStarts.span)
      var ahead = ahead.mutableSpan
      var tied = tied.mutableSpan
      RaceRanks.fill(
        ahead: &ahead, tied: &tied, positions: positions.span, raceStarts: raceStarts.span)
    }
    (self.prb, self.probabilities, self.tied) = (prb, probabilities, tied)
  }

  /// What one starter adds to its entity's sums, less what its whole cluster adds.
  func contribution(_ starter: Int, race: Int) -> Contribution {
    let isFirst = positions[starter] == 1
    let ties = max(1, Int(tied[starter]))
    var out = Contribution(won: isFirst)
    out.isPlaced = positions[starter] > 0 && positions[starter] <= paidPlaces[race]
    out.prb = prb[starter]
    if sp[starter] > 0 {
      out.sp = profit(
        Settlement.winReturnedMicros(
          oddsMicros: sp[starter], isFirst: isFirst, tiedForFirst: ties))
      out.probability = probabilities[starter]
      if isFirst { out.winShare = DeadHeatShare(ahead: 0, tied: ties, paid: 1).nanos }
    }
    let dividend = tote[starter] > 0 ? tote[starter] : nil
    if totePaid[race],
      let returned = Settlement.toteReturnedMicros(
        dividendMicros: dividend, isFirst: isFirst, raceHasDividend: true)
    {
      out.tote = profit(returned)
    }
    if bsp[starter] > 0 {
      out.bsp = profit(
        Settlement.winReturnedMicros(
          oddsMicros: bsp[starter], isFirst: isFirst, tiedForFirst: ties))
    }
    return out
  }

  /// The starter's character in a line of form.
  func form(_ starter: Int) -> UInt8 {
    let outcome = Outcome(rawValue: UInt8(outcomes[starter]))!
    return Outcome.formCharacter(position: Int(positions[starter]), outcome: outcome)
      ?? UInt8(ascii: "-")
  }

  mutating func removeAll() {
    raceStarts.removeAll(keepingCapacity: true)
    raceStarts.append(0)
    days.removeAll(keepingCapacity: true)
    ages.removeAll(keepingCapacity: true)
    totePaid.removeAll(keepingCapacity: true)
    paidPlaces.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    sp.removeAll(keepingCapacity: true)
    tote.removeAll(keepingCapacity: true)
    bsp.removeAll(keepingCapacity: true)
  }

  private func profit(_ returned: Int64) -> Int64 { returned - Settlement.unitStakeMicros }
}
