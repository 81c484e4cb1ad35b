import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Kernels

@Suite struct RedrawnWinnersTests {
  /// Races of 1 to 12 runners, some without a starting price, and the first of each has won.
  private static func races(
    _ count: Int, _ random: inout SeededGenerator
  ) -> (runners: [PricedRunner], starts: [Int32]) {
    var runners: [PricedRunner] = []
    var starts: [Int32] = [0]
    for _ in 0..<count {
      let strengths = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Double.random(in: 0.1...4, using: &random)
      }
      let total = strengths.reduce(0, +)
      for (place, strength) in strengths.enumerated() {
        let odds =
          Int.random(in: 0..<9, using: &random) == 0 ? 0 : Int64(0.8e6 * total / strength)
        runners.append(
          PricedRunner(
            probability: Int64((1e9 * strength / total).rounded()), odds: odds,
            share: place == 0 ? 1_000_000_000 : 0, returned: place == 0 ? odds : 0))
      }
      starts.append(Int32(runners.count))
    }
    return (runners, starts)
  }

  @Test(arguments: 1...6) func `the fast path finds what plain loops find`(combinations: Int) {
    var random = SeededGenerator(UInt64(combinations))
    let (runners, starts) = Self.races(60, &random)
    let counts = (0..<combinations).map { _ in Int.random(in: 1...9, using: &random) }
    let codes = counts.map { count in
      runners.map { _ in Int32.random(in: -1..<Int32(count), using: &random) }
    }
    let groups = RunnerGroups(
      codes: codes,
      sums: zip(codes, counts).map {
        RunnerGroups.sums($0, count: $1, runners, raceStarts: starts)
      })
    let winners = RedrawnWinners(runners, raceStarts: starts, seed: 5)
    let references = codes.map {
      winners.referenceGreatest(of: 7..<27, codes: $0, runners, raceStarts: starts)
    }
    let expected = (0..<20).map { permutation in
      references.map { $0[permutation] }.reduce([-.infinity, -.infinity], pointwiseMax)
    }
    for threads in [1, 3] {
      #expect(winners.greatest(of: 7..<27, in: groups, threads: threads) == expected)
    }
    // Races are gone through in slices, between which it may be stopped.
    var sliced = winners
    sliced.sliceRaces = 7
    #expect(sliced.greatest(of: 7..<27, in: groups, threads: 2) == expected)
    let asked = Atomic(0)
    #expect(
      sliced.greatest(of: 7..<27, in: groups, threads: 1) {
        asked.add(1, ordering: .relaxed).newValue == 100
      } == nil)
    let other = RedrawnWinners(runners, raceStarts: starts, seed: 6)
    #expect(other.greatest(of: 7..<27, in: groups, threads: 1) != expected)
  }

  @Test func `runners win as often as their chances say`() {
    let chances: [Int64] = [500_000_000, 300_000_000, 199_999_000, 1000]
    let runners = chances.map {
      PricedRunner(probability: $0, odds: 2_000_000, share: 0, returned: 0)
    }
    let winners = RedrawnWinners(runners, raceStarts: [0, 4], seed: 1)
    let count = 20_000
    var wins = [0, 0, 0, 0]
    for permutation in 0..<count {
      wins[winners.winners(permutation, runners, raceStarts: [0, 4])[0]] += 1
    }
    for (chance, wins) in zip(chances, wins) {
      let p = Double(chance) / 1e9
      let spread = (p * (1 - p) * Double(count)).squareRoot()
      #expect(abs(Double(wins) - p * Double(count)) <= 4.5 * spread + 1)
    }
  }

  /// Two of three runners at evens and 4.0 in one race, one at evens in another.
  @Test func `an excess is worked by hand`() {
    let runners = [(500, 2), (250, 4), (250, 4), (500, 2), (500, 2)].enumerated().map {
      PricedRunner(
        probability: Int64($1.0) * 1_000_000, odds: Int64($1.1) * 1_000_000,
        share: $0 == 1 ? 1_000_000_000 : $0 == 3 ? 500_000_000 : 0,
        returned: $0 == 1 ? 4_000_000 : $0 == 3 ? 1_000_000 : 0)
    }
    let sums = RunnerGroups.sums(
      [0, 0, -1, 0, -1], count: 1, runners, raceStarts: [0, 3, 5])[0]
    #expect(sums.runs == 3)
    // Wins 1 + ½ of ¾ + ½; variance ¾·¼ + ½·½. Returned 4 + 1 of 3; variance 2 + 4 − 4 and 2 − 1.
    #expect(abs(sums.excess.x - 0.25 / (0.1875 + 0.25).squareRoot()) < 1e-12)
    #expect(abs(sums.excess.y - 2 / (2.0 + 1).squareRoot()) < 1e-12)
  }

  @Test func `a group that has every runner has no excess`() {
    var random = SeededGenerator(3)
    let (runners, starts) = Self.races(20, &random)
    let codes = [Int32](repeating: 0, count: runners.count)
    let sums = RunnerGroups.sums(codes, count: 1, runners, raceStarts: starts)
    #expect(sums[0].excess.x.isNaN && !sums[0].excess.y.isNaN)
    let groups = RunnerGroups(codes: [codes], sums: [sums])
    let winners = RedrawnWinners(runners, raceStarts: starts, seed: 1)
    let greatest = winners.greatest(of: 0..<3, in: groups, threads: 1)
    #expect(greatest?.allSatisfy { $0.x == -.infinity && $0.y.isFinite } == true)
  }
}
