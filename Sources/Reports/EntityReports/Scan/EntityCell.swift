import Kernels
import Racing

/// The sums of an entity's runs of one age band, as if all were plain losses.
///
/// Less than two cache lines. Nearly every starter loses, as the entity's only runner in its race,
/// and adds the same to all sums of money: only its count is stored, and the sums follow from the
/// counts. Any other result is an event, stored apart in an ``WinSums``.
package struct EntityCell: BitwiseCopyable, Sendable {
  /// Runs, and bets at sp, tote and bsp.
  var counts: SIMD4<UInt32> = .zero
  /// Σ probability of runs with an sp, 10⁻⁹.
  var expectedWins: Int64 = 0
  /// Σ percentage of rivals beaten, 10⁻⁶.
  var prb: Int64 = 0
  /// The prices of the bets at sp and at bsp.
  var spPrices = PriceSums()
  var bspPrices = PriceSums()
  /// The last six form characters, the newest lowest; the age band is the highest byte.
  private var formAndBand: UInt64 = 0
  /// The day of the last run.
  var day: Int32 = 0
  /// The race of the last run, counted from 1 within the scan's part.
  var race: UInt32 = 0
  var places: UInt32 = 0
  /// One more than the index of its events, its recent form, the cell of the band before, its
  /// optional bets, its luck, and its sequence at another market than sp; 0 for none.
  var event: UInt32 = 0
  var recent: UInt32 = 0
  var previous: UInt32 = 0
  var bets: UInt32 = 0
  var luck: UInt32 = 0
  var sequence: UInt32 = 0
  // Files of kept sums would contain the padding's bytes.
  private var unused: UInt32 = 0

  private static let formBits: UInt64 = 48

  init(band: UInt8 = 0, previous: UInt32 = 0) {
    formAndBand = UInt64(band) << 56
    self.previous = previous
  }

  var runs: UInt32 { counts[0] }
  var band: UInt8 { UInt8(truncatingIfNeeded: formAndBand >> 56) }
  var form: UInt64 { formAndBand & (1 << Self.formBits - 1) }

  /// Adds a starter as if it were a plain loss.
  @inline(__always)
  mutating func add(_ chunk: borrowing StarterChunk, _ starter: Int, day: Int32, race: UInt32) {
    count(chunk.flags[starter], form: chunk.forms[starter])
    expectedWins &+= chunk.probabilities[starter]
    prb &+= max(0, Int64(chunk.prb[starter]))
    spPrices.add(chunk.sp[starter])
    bspPrices.add(chunk.bsp[starter])
    self.day = day
    self.race = race
  }

  /// Counts a run, its bets and its place by a starter's flags.
  @inline(__always)
  private mutating func count(_ flags: UInt8, form character: UInt8) {
    let isCounted = (SIMD4(repeating: UInt32(flags)) & Self.countedFlags) .== Self.countedFlags
    counts &+= SIMD4.zero.replacing(with: .one, where: isCounted)
    places &+= UInt32(flags & StarterFlags.placed) >> 1
    let kept = (formAndBand & 0xFF_FFFF_FFFF) << 8 | UInt64(character)
    formAndBand = formAndBand & (0xFF << 56) | kept
  }

  /// Adds the runs of a later stretch of the same band; indices stay as they are.
  mutating func append(_ later: EntityCell) {
    counts &+= later.counts
    expectedWins &+= later.expectedWins
    prb &+= later.prb
    spPrices.add(later.spPrices)
    bspPrices.add(later.bspPrices)
    places &+= later.places
    day = later.day
    let characters = UInt64(min(later.runs, 6))
    let kept = (form << (8 * characters) | later.form) & (1 << Self.formBits - 1)
    formAndBand = UInt64(band) << 56 | kept
  }

  /// The flags required to count a run, and a bet at sp, tote and bsp.
  private static var countedFlags: SIMD4<UInt32> {
    @inline(__always) get {
      SIMD4(0, UInt32(StarterFlags.sp), UInt32(StarterFlags.tote), UInt32(StarterFlags.bsp))
    }
  }
}

/// Weighted sums of the runs of the last 365 days: the weight in two limbs times prb.
///
/// Half a cache line, so that no cell crosses two lines.
package struct RecentCell: BitwiseCopyable, Sendable {
  /// The largest age with a weight, in days.
  package static let lastAge = 365

  var low: Int64 = 0
  var high: Int64 = 0
  var weight: Int64 = 0
  private var unused: Int64 = 0

  package static let limbBits: Int64 = 15

  @inline(__always)
  mutating func add(prb: Int64, weight: Int64) {
    low &+= (weight & (1 << Self.limbBits - 1)) &* prb
    high &+= (weight >> Self.limbBits) &* prb
    self.weight &+= weight
  }
}
