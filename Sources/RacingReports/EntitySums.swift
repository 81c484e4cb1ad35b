import Columns
import Kernels
import Racing

/// One dimension's sums over a stretch of time, for a range of its entities.
final class EntitySums {
  let entities: Range<Int32>
  private(set) var block: SumBlock
  /// `[band × entity]`.
  private(set) var sequences: [RunSequence]
  /// Runs of the last 365 days: entity (from the range's start on), age and prb.
  private(set) var formCodes: [Int32] = []
  private(set) var formAges: [Int16] = []
  private(set) var formPRB: [Int32] = []

  /// Bytes per entity and band.
  static let cellBytes = (Measure.count + 7) / 8 * 64 + MemoryLayout<RunSequence>.stride

  private let bandCount: Int
  private let commission: Commission
  private var codes: [Int32] = []
  private var bands: [UInt8] = []
  private var values: [Int64] = []

  init(entities: Range<Int32>, rules: ReportRules) {
    self.entities = entities
    bandCount = rules.bands.count
    commission = rules.commission
    block = SumBlock(bandCount: bandCount, entityRange: entities, measureCount: Measure.count)
    sequences = Array(repeating: RunSequence(), count: bandCount * entities.count)
  }

  /// Adds a chunk's starters, whose entity codes stand in `month` by row.
  func add(_ chunk: StarterChunk, codes month: Buffer<Int32>) {
    for race in 0..<chunk.raceCount {
      guard let band = chunk.bands[race] else { continue }
      add(race, of: chunk, band, month.pointer)
    }
    block.add(codes: codes.span, bands: bands.span, values: values.span)
    codes.removeAll(keepingCapacity: true)
    bands.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Adds the sums of the stretch that follows this one.
  func merge(later: EntitySums) {
    block.merge(later.block)
    for cell in sequences.indices {
      sequences[cell] = RunSequence.combined(sequences[cell], later.sequences[cell])
    }
    formCodes += later.formCodes
    formAges += later.formAges
    formPRB += later.formPRB
  }

  // MARK: - Implementation

  private func add(
    _ race: Int, of chunk: StarterChunk, _ band: UInt8, _ month: UnsafeBufferPointer<Int32>
  ) {
    let starters = chunk.starters(race)
    let firstRow = codes.count
    for starter in starters {
      let code = month[Int(chunk.rows[starter])]
      guard entities.contains(code) else { continue }
      let contribution = chunk.contribution(starter, race: race)
      // Runners of one entity in one race are one cluster, and so one row of values.
      var row = firstRow
      while row < codes.count && codes[row] != code { row += 1 }
      if row == codes.count {
        codes.append(code)
        bands.append(band)
        values.append(contentsOf: repeatElement(0, count: Measure.count))
      }
      accumulate(contribution, at: row * Measure.count)
      note(contribution, code, band, starter, race, chunk)
    }
    for row in firstRow..<codes.count { closeCluster(at: row * Measure.count) }
  }

  private func accumulate(_ one: Contribution, at base: Int) {
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

  private func bet(_ profit: Int64?, _ basis: Int, _ base: Int) {
    guard let profit else { return }
    let first = base + Measure.first(of: basis)
    values[first + Measure.bets] += 1
    values[first + Measure.profit] += profit
  }

  /// Takes the market's commission off, and squares what the interval needs.
  private func closeCluster(at base: Int) {
    for basis in 0..<3 {
      let first = base + Measure.first(of: basis)
      let bets = values[first + Measure.bets]
      guard bets > 0 else { continue }
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

  /// Appends the run to its entity's sequence, and to the form where it is recent.
  private func note(
    _ one: Contribution, _ code: Int32, _ band: UInt8, _ starter: Int, _ race: Int,
    _ chunk: StarterChunk
  ) {
    let entity = Int(code - entities.lowerBound)
    sequences[Int(band) * entities.count + entity].append(
      RunSequence.Run(
        day: chunk.days[race], won: one.won, profit: one.sp, form: chunk.form(starter)))
    if one.prb >= 0 && chunk.ages[race] <= 365 {
      formCodes.append(Int32(entity))
      formAges.append(Int16(chunk.ages[race]))
      formPRB.append(one.prb)
    }
  }
}
