import Columns
import Racing

/// Rows of measures, one per entity and race: an entity's runners in one race are one cluster.
struct ClusterRows {
  /// One entity code per row.
  private(set) var codes: [Int32] = []
  /// One age band per row.
  private(set) var bands: [UInt8] = []
  /// `[rows × Measure.count]`.
  private(set) var values: [Int64] = []

  private var firstOfRace = 0

  /// Opens a race; its entities' rows follow those of the races before.
  mutating func beginRace() { firstOfRace = codes.count }

  /// Adds a starter to its entity's row of the race.
  mutating func add(_ one: Contribution, code: Int32, band: UInt8) {
    var row = firstOfRace
    while row < codes.count && codes[row] != code { row += 1 }
    if row == codes.count {
      codes.append(code)
      bands.append(band)
      values.append(contentsOf: repeatElement(0, count: Measure.count))
    }
    let base = row * Measure.count
    values[base + Measure.runs] += 1
    values[base + Measure.wins] += one.won ? 1 : 0
    values[base + Measure.places] += one.isPlaced ? 1 : 0
    values[base + Measure.expectedWins] += one.probability
    values[base + Measure.winShares] += one.winShare
    if one.prb >= 0 {
      values[base + Measure.prb] += Int64(one.prb)
      values[base + Measure.prbRuns] += 1
    }
    bet(one.sp, 0, base)
    bet(one.tote, 1, base)
    bet(one.bsp, 2, base)
  }

  /// Closes the race: takes each market's commission off, and squares what the intervals need.
  mutating func endRace(_ commission: Commission) {
    for row in firstOfRace..<codes.count {
      for basis in 0..<3 { closeCluster(at: row * Measure.count, basis, commission) }
    }
  }

  mutating func removeAll() {
    codes.removeAll(keepingCapacity: true)
    bands.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  // MARK: - Implementation

  private mutating func bet(_ profit: Int64?, _ basis: Int, _ base: Int) {
    guard let profit else { return }
    let first = base + Measure.first(of: basis)
    values[first + Measure.bets] += 1
    values[first + Measure.profit] += profit
  }

  private mutating func closeCluster(at base: Int, _ basis: Int, _ commission: Commission) {
    let first = base + Measure.first(of: basis)
    let bets = values[first + Measure.bets]
    guard bets > 0 else { return }
    if basis == 2 {
      values[first + Measure.profit] -= commission.commissionMicros(
        onMarketNet: values[first + Measure.profit])
    }
    let profit = values[first + Measure.profit]
    let square = Int128(profit) * Int128(profit)
    let mask: Int128 = 1 << Measure.limbBits - 1
    values[first + Measure.squareLow] = Int64(square & mask)
    values[first + Measure.squareMiddle] = Int64(square >> Measure.limbBits & mask)
    values[first + Measure.squareHigh] = Int64(square >> (2 * Measure.limbBits))
    values[first + Measure.profitTimesBets] = profit * bets
    values[first + Measure.betSquares] = bets * bets
  }
}
