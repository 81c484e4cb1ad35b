import Foundation

@testable import SyntheticRacing

/// The seed of all property tests: fixed unless `TEST_SEED` says otherwise.
let testSeed = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap(UInt64.init) ?? 20_241_231

/// Whether seasons of any size are made; the short form of the tests makes small ones.
let isLongForm = ProcessInfo.processInfo.environment["RAILBIRD_LONG_TESTS"] == "1"

/// The season most tests look at.
enum SharedSeason {
  static let season = SyntheticSeason(runners: 70_000, seed: testSeed)
  static let rows = season.allRunners()
}

extension SyntheticSeason {
  /// Returns all runners of a season in one block.
  func allRunners() -> RunnerBlock {
    var rows = RunnerBlock()
    for block in self { rows.append(block) }
    return rows
  }
}

extension RunnerBlock {
  mutating func append(_ other: RunnerBlock) {
    raceID += other.raceID
    date += other.date
    offTimeMicros += other.offTimeMicros
    raceNumber += other.raceNumber
    course += other.course
    country += other.country
    raceName += other.raceName
    raceClass += other.raceClass
    going += other.going
    surface += other.surface
    isHandicap += other.isHandicap
    distanceMetres += other.distanceMetres
    prize += other.prize
    horse += other.horse
    jockey += other.jockey
    trainer += other.trainer
    owner += other.owner
    sire += other.sire
    age += other.age
    sex += other.sex
    number += other.number
    draw += other.draw
    weightPounds += other.weightPounds
    officialRating += other.officialRating
    position += other.position
    outcome += other.outcome
    beatenLengthsMicros += other.beatenLengthsMicros
    spMicros += other.spMicros
    toteMicros += other.toteMicros
    bspMicros += other.bspMicros
    totePaid += other.totePaid
  }

  /// Every column as integers, in the order of declaration.
  var columns: [[Int64]] {
    func wide<T: BinaryInteger>(_ column: [T]) -> [Int64] { column.map { Int64($0) } }
    func wide(_ column: [Bool]) -> [Int64] { column.map { $0 ? 1 : 0 } }
    return [
      raceID, wide(date), offTimeMicros, wide(raceNumber), wide(course), wide(country),
      wide(raceName), wide(raceClass), wide(going), wide(surface), wide(isHandicap),
      wide(distanceMetres), prize, wide(horse), wide(jockey), wide(trainer), wide(owner),
      wide(sire), wide(age), wide(sex), wide(number), wide(draw), wide(weightPounds),
      wide(officialRating), wide(position), wide(outcome), beatenLengthsMicros, spMicros,
      toteMicros, bspMicros, wide(totePaid),
    ]
  }

  /// The rows of each race.
  var races: [Range<Int>] {
    var races: [Range<Int>] = []
    var start = 0
    for row in 0..<count where row + 1 == count || raceID[row + 1] != raceID[row] {
      races.append(start..<row + 1)
      start = row + 1
    }
    return races
  }

  func isStarter(_ row: Int) -> Bool { outcome[row] != 11 }
  func isFinisher(_ row: Int) -> Bool { outcome[row] == 0 }
}

/// FNV-1a over the bytes of integers and texts.
struct Checksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(UInt8(0))
  }
}
