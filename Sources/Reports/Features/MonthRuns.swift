import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// The runs of one month as sums per entity and day, in time order.
struct MonthRuns: Sendable {
  /// An entity's runs on a day.
  struct Run: Sendable {
    let day: Int32
    let code: Int32
    let sums: FigureSums
    let extra: OptionalSums?
  }

  /// All runs and wins of a day, with known or unknown keys.
  struct Total: Sendable {
    let day: Int32
    var runs: Int64 = 0
    var wins: Int64 = 0
  }

  let runs: [Run]
  let totals: [Total]

  /// Adds up a month's starters by a report's scan.
  ///
  /// - Parameters:
  ///   - month: The month, with checked rows.
  ///   - races: Its races that count.
  ///   - codes: The entity of each of its runners.
  ///   - entityCount: A bound above all codes.
  ///   - mask: The runners that count; nil if all count.
  ///   - places: The month's columns of place bets; nil if no figure needs them.
  ///   - rules: The rules, as of a day so late that no run has recent form.
  init(
    _ month: MonthView, _ races: Range<Int>, _ codes: Buffer<Int32>, entityCount: Int,
    mask: Bitmap?, _ places: PlaceColumns?, _ rules: ReportRules
  ) {
    // An entity's runs of one day are the runs of one "entity" of the scan.
    var (runs, totals) = ([Run](), [Total]())
    var (own, last) = ([(day: Int32, code: Int32)](), [Int](repeating: -1, count: entityCount))
    var firstOfDay = 0
    let pairs = Buffer<Int32>(count: codes.count) { out in
      out.initialize(repeating: -1)
      for race in races {
        let day = month.dates[race]
        if totals.last?.day != day {
          totals.append(Total(day: day))
          firstOfDay = own.count
        }
        for row in month.rows(ofRace: race)
        where OutcomeSet.starters.contains(month.outcomes[row]) && mask?[row] ?? true {
          totals[totals.count - 1].runs += 1
          totals[totals.count - 1].wins += month.positions[row] == 1 ? 1 : 0
          let code = Int(codes[row])
          guard code >= 0 else { continue }
          if last[code] < firstOfDay {
            last[code] = own.count
            own.append((day, codes[row]))
          }
          out[row] = Int32(last[code])
        }
      }
    }
    var cells = EntityCells(
      entities: 0..<Int32(own.count), bands: AgeBands([.all]), commission: rules.commission)
    let priced = month.priced(at: rules.figures.market)
    var chunk = StarterChunk(rules)
    for race in races {
      chunk.append(race: race, of: priced, places, rules)
      guard chunk.starterCount >= Scan.chunkStarters || race == races.upperBound - 1 else {
        continue
      }
      chunk.computeFacts()
      cells.add(chunk, codes: pairs, mask: nil)
      chunk.removeAll()
    }
    let hasExtras = rules.figures.needsOptionalSums
    runs.reserveCapacity(own.count)
    for (pair, key) in own.enumerated() {
      guard let cell = cells.newest(pair) else { continue }
      var (sums, extra) = (FigureSums(), OptionalSums())
      sums.addEarlier(cell, of: cells)
      if let bets = cells.bets(of: cell) { extra.bets.add(bets.pointee) }
      if let luck = cells.luck(of: cell) { extra.luck.add(luck.pointee) }
      runs.append(
        Run(day: key.day, code: key.code, sums: sums, extra: hasExtras ? extra : nil))
    }
    (self.runs, self.totals) = (runs, totals)
  }
}
