import CKernels
import TestSupport
import Testing

@testable import EntityReports

struct StarterFlagsTests {
  @Test func `flags are those of a plain loop, whatever the races' sizes`() {
    var random = SeededGenerator()
    for _ in 0..<20 {
      // Races without starters, and races longer than one block of work.
      let sizes = (0..<40).map { _ in
        Int.random(in: 0..<10, using: &random) == 0
          ? Int.random(in: 900...2_600, using: &random) : Int.random(in: 0...14, using: &random)
      }
      let starters = sizes.enumerated().flatMap { race, size in
        (0..<size).map { _ in Starter(race: race, using: &random) }
      }
      let paid = sizes.map { _ in ([0, 1, 2, 3, 4, .max] as [Int16]).randomElement(using: &random)!
      }
      let totePaid = sizes.map { _ in UInt8.random(in: 0...1, using: &random) }
      let starts = sizes.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1)) }
      var flags = [UInt8](repeating: 0xAA, count: starters.count)
      rb_starter_flags(
        &flags, starters.map(\.position), starters.map(\.sp), starters.map(\.tote),
        starters.map(\.bsp), starters.map(\.prb), starts, paid, totePaid, Int64(sizes.count))
      let plain = starters.map { $0.flags(paid: paid[$0.race], totePaid: totePaid[$0.race] == 1) }
      #expect(flags == plain, "seed \(SeededGenerator.seed)")

      var counts: [Int64] = [7, 0, 0, 0]
      rb_count_flags(flags, Int64(flags.count), &counts)
      let all = [StarterFlags.won, StarterFlags.sp, StarterFlags.tote, StarterFlags.bsp]
      #expect(
        counts
          == all.enumerated().map { index, flag in
            Int64(flags.count { $0 & flag != 0 }) + (index == 0 ? 7 : 0)
          })
    }
  }

  private struct Starter {
    let race: Int
    let position: Int16
    let sp: Int64
    let tote: Int64
    let bsp: Int64
    let prb: Int32

    init(race: Int, using random: inout SeededGenerator) {
      self.race = race
      position = [0, 1, 2, 3, 4, 5, 40, .max].randomElement(using: &random)!
      func price() -> Int64 { [0, 0, 1, 2_500_000, .max].randomElement(using: &random)! }
      (sp, tote, bsp) = (price(), price(), price())
      prb = [-1, 0, 500_000].randomElement(using: &random)!
    }

    func flags(paid: Int16, totePaid: Bool) -> UInt8 {
      let isWinner = position == 1
      let hasDividend = totePaid && tote > 0
      var flags: UInt8 = 0
      if isWinner { flags |= StarterFlags.won }
      if position > 0 && position <= paid { flags |= StarterFlags.placed }
      if sp > 0 { flags |= StarterFlags.sp }
      if hasDividend || (totePaid && !isWinner) { flags |= StarterFlags.tote }
      if bsp > 0 { flags |= StarterFlags.bsp }
      if isWinner || hasDividend || prb < 0 { flags |= StarterFlags.event }
      return flags
    }
  }
}
