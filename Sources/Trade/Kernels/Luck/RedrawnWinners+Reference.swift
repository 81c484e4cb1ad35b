import Columns

extension RedrawnWinners {
  /// The plain path: a permutation's winners, and each group's excess from its own sums.
  ///
  /// - Parameters:
  ///   - permutations: Their numbers.
  ///   - codes: A combination's group per runner, from 0; −1 for none.
  ///   - runners: The runners of all races.
  ///   - raceStarts: The first runner of each race, and the end.
  /// - Returns: Per permutation the greatest excess of wins, and the greatest luck in returns.
  func referenceGreatest(
    of permutations: Range<Int>, codes: [Int32], _ runners: [PricedRunner], raceStarts: [Int32]
  ) -> [SIMD2<Double>] {
    permutations.map { permutation in
      var redrawn: [PricedRunner] = []
      for (race, winner) in winners(permutation, runners, raceStarts: raceStarts).enumerated() {
        for row in Int(raceStarts[race])..<Int(raceStarts[race + 1]) {
          let old = runners[row]
          redrawn.append(
            PricedRunner(
              probability: old.probability, odds: old.odds,
              share: row == winner ? 1_000_000_000 : 0, returned: row == winner ? old.odds : 0))
        }
      }
      let count = Int((codes.max() ?? -1) + 1)
      let sums = RunnerGroups.sums(codes, count: count, redrawn, raceStarts: raceStarts)
      return sums.map(\.excess).reduce([-.infinity, -.infinity]) { top, own in
        [own.x > top.x ? own.x : top.x, own.y > top.y ? own.y : top.y]
      }
    }
  }

  /// Each race's winner: the random numbers of SplitMix64, scaled to the race's chances.
  func winners(
    _ permutation: Int, _ runners: [PricedRunner], raceStarts: [Int32]
  ) -> [Int] {
    var state = key(permutation)
    return zip(raceStarts, raceStarts.dropFirst()).map { start, end in
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      bits ^= bits >> 31
      let rows = Int(start)..<Int(end)
      let total = rows.reduce(0) { $0 + UInt64(runners[$1].probability) }
      var draw = Int64(bits.multipliedFullWidth(by: total).high)
      return rows.first { row in
        draw -= runners[row].probability
        return draw < 0
      }!
    }
  }
}
