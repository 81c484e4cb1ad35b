import Columns
import Kernels
import Racing

/// The sums of all groups at one price by one method, per age band.
struct CalibrationTally: Sendable {
  let basis: Market
  let baseline: Baseline
  private let groups: [CalibrationGroups]
  /// The commission; nil at bookmakers.
  private let commission: Commission?
  /// Per grouping, the index of its first cell within a band.
  private let offsets: [Int]
  /// The number of cells per age band.
  private let width: Int
  /// Band by band, grouping by grouping, code by code.
  private var cells: [CalibrationSums]
  /// The largest difference of a race's sum of probabilities from 1; 10⁻⁹.
  private(set) var largestExcess: Int64 = 0

  init(
    _ basis: Market, _ baseline: Baseline, _ groups: [CalibrationGroups], bandCount: Int,
    _ commission: Commission
  ) {
    self.basis = basis
    self.baseline = baseline
    self.groups = groups
    self.commission = basis.isOfExchange ? commission : nil
    var offsets: [Int] = []
    var width = 0
    for group in groups {
      offsets.append(width)
      width += group.count
    }
    self.offsets = offsets
    self.width = width
    cells = Array(repeating: CalibrationSums(), count: width * bandCount)
  }

  /// Scores the runners of some races that count.
  ///
  /// - Parameters:
  ///   - races: The races.
  ///   - month: Their month, by its index.
  ///   - year: The month's calendar year.
  ///   - mask: The runners that count; nil if all count.
  mutating func add(_ races: CalibrationRaces, of month: Int, year: Int32, mask: Bitmap?) {
    let probabilities = races.probabilities(baseline)
    for (index, race) in races.races.enumerated() {
      let starters = races.starters(index)
      let fieldLogarithm = ProbabilityTerms.logarithm(ofField: starters.count)
      var sum: Int64 = 0
      for starter in starters {
        sum += probabilities[starter]
        guard mask?[Int(races.rows[starter])] ?? true else { continue }
        let terms = ProbabilityTerms(
          probability: probabilities[starter], share: races.shares[starter],
          fieldLogarithm: fieldLogarithm)
        let run = CalibrationSums.Run(
          race: race.number, starters: Int32(starters.count),
          probability: probabilities[starter], won: races.shares[starter] > 0,
          profit: races.profits[starter])
        for group in groups.indices {
          let code = code(
            groups[group].codes, probabilities[starter], races.odds[starter], year,
            starters.count, Int(races.rows[starter]), month)
          guard let code, code >= 0 else { continue }
          cells[race.band * width + offsets[group] + code].add(run, terms, commission)
        }
      }
      largestExcess = max(largestExcess, abs(sum - Probability.one))
    }
  }

  /// Settles the last race of each group.
  mutating func close() {
    for index in cells.indices { cells[index].closeRace(commission) }
  }

  /// Adds the sums of other races; all must be closed.
  mutating func add(_ other: CalibrationTally) {
    for index in cells.indices { cells[index].add(other.cells[index]) }
    largestExcess = max(largestExcess, other.largestExcess)
  }

  /// Returns the sums of one group's newest bands.
  func sums(_ group: Int, code: Int, bands: Int) -> CalibrationSums {
    var sums = CalibrationSums()
    for band in 0..<bands { sums.add(cells[band * width + offsets[group] + code]) }
    return sums
  }

  // MARK: - Implementation

  @inline(__always)
  private func code(
    _ codes: CalibrationGroups.Codes, _ probability: Int64, _ odds: Int64, _ year: Int32,
    _ starters: Int, _ row: Int, _ month: Int
  ) -> Int? {
    switch codes {
    case .one: 0
    case .bins: ProbabilityBin(nanos: probability).rawValue
    case .bands: OddsBand(oddsMicros: odds)?.rawValue
    case .years(let first): Int(year - first)
    case .fieldSizes: starters
    case .stored(let months): Int(months[month][row])
    }
  }
}
