import Columns
import Kernels
import Racing

/// One dimension's sums over a stretch of time, for a range of its entities.
struct EntitySums: ~Copyable {
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

  private let bands: AgeBands
  private let commission: Commission
  /// Kept between chunks for its memory only.
  private var scratch = ClusterRows()

  init(entities: Range<Int32>, bands: AgeBands, commission: Commission) {
    self.entities = entities
    self.bands = bands
    self.commission = commission
    block = SumBlock(bandCount: bands.count, entityRange: entities, measureCount: Measure.count)
    sequences = Array(repeating: RunSequence(), count: bands.count * entities.count)
  }

  /// Adds a chunk's starters that count, whose entity codes stand in `month` by row.
  mutating func add(_ chunk: StarterChunk, codes month: Buffer<Int32>, mask: Bitmap?) {
    var rows = ClusterRows()
    swap(&rows, &scratch)
    let codes = month.pointer
    for race in 0..<chunk.raceCount {
      guard let band = bands.band(age: chunk.ages[race]) else { continue }
      rows.beginRace()
      for starter in chunk.starters(race) {
        let row = Int(chunk.rows[starter])
        let code = codes[row]
        guard entities.contains(code), mask?[row] ?? true else { continue }
        let contribution = chunk.contribution(starter, race: race)
        rows.add(contribution, code: code, band: band)
        note(contribution, code, band, starter, race, chunk)
      }
      rows.endRace(commission)
    }
    block.add(codes: rows.codes.span, bands: rows.bands.span, values: rows.values.span)
    rows.removeAll()
    swap(&rows, &scratch)
  }

  /// Adds the sums of the stretch that follows this one.
  mutating func merge(later: borrowing EntitySums) {
    block.merge(later.block)
    for cell in sequences.indices {
      sequences[cell] = RunSequence.combined(sequences[cell], later.sequences[cell])
    }
    formCodes += later.formCodes
    formAges += later.formAges
    formPRB += later.formPRB
  }

  // MARK: - Implementation

  /// Appends the run to its entity's sequence, and to the form where it is recent.
  private mutating func note(
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

/// Sums that can be kept in a list and handed from thread to thread; one fills them at a time.
final class EntitySumsBox {
  var sums: EntitySums

  init(_ sums: consuming EntitySums) { self.sums = sums }
}
