import CKernels
import Columns

/// Races whose winners are redrawn by the market's probabilities: the world in which no group of
/// runners is better than its prices say.
///
/// A permutation draws one winner per race, and so redraws all groups together. The greatest excess
/// of any group in each permutation shows what the best of all groups reaches by luck alone.
///
/// - Edge cases: a dead heat is redrawn as one whole win.
/// - Accuracy: integers, and one product each; the same on every machine.
/// - Source: Westfall and Young (1993), "Resampling-Based Multiple Testing", the maxima of
///   section 2.3; Steele, Lea and Flood (2014), "Fast Splittable Pseudorandom Number Generators".
package struct RedrawnWinners: Sendable {
  private let raceStarts: [Int32]
  /// Per runner, the sum of the chances of its race's runners up to itself, 10⁻⁹.
  private let ends: [UInt32]
  /// The starting prices, 10⁻⁶; 0 for none.
  private let odds: [Int64]
  private let seed: UInt64
  /// The number of races between two calls of `isStopped`.
  var sliceRaces = 1 << 14

  /// Takes races.
  ///
  /// - Parameters:
  ///   - runners: The runners of all races, each with a probability above 0.
  ///   - raceStarts: The first runner of each race, and the end; no race is empty.
  ///   - seed: Chooses the random numbers.
  package init(_ runners: [PricedRunner], raceStarts: [Int32], seed: UInt64) {
    self.raceStarts = raceStarts
    self.seed = seed
    odds = runners.map(\.odds)
    var ends: [UInt32] = []
    ends.reserveCapacity(runners.count)
    for (start, end) in zip(raceStarts, raceStarts.dropFirst()) {
      precondition(start < end, "a race without a runner has no winner")
      var sum: UInt32 = 0
      for runner in runners[Int(start)..<Int(end)] {
        precondition(runner.probability > 0, "a chance must be positive")
        sum += UInt32(runner.probability)
        ends.append(sum)
      }
    }
    precondition(ends.count == runners.count, "a runner of no race")
    self.ends = ends
  }

  /// Finds the greatest excess of any group in each of some permutations.
  ///
  /// - Parameters:
  ///   - permutations: Their numbers; each has its own random numbers.
  ///   - groups: The groups of the races' runners.
  ///   - threads: Number of worker threads.
  ///   - isStopped: Called every few thousand races, from any thread.
  /// - Returns: Per permutation the greatest excess of wins, and the greatest luck in returns; nil
  ///   if it was stopped.
  package func greatest(
    of permutations: Range<Int>, in groups: RunnerGroups, threads: Int,
    unless isStopped: @Sendable () -> Bool = { false }
  ) -> [SIMD2<Double>]? {
    precondition(groups.firsts.count == ends.count + 1, "groups of these runners")
    let parts = Parallel.ranges(count: permutations.count, parts: threads)
    let found = ParallelTasks.map(count: parts.count, threads: threads) { part in
      var sums = [rb_group](repeating: rb_group(), count: groups.scales.count / 2)
      return parts[part].map { index in
        if index > parts[part].lowerBound {
          for group in sums.indices { sums[group] = rb_group() }
        }
        return greatest(key: key(permutations.lowerBound + index), groups, &sums, isStopped)
      }
    }
    let all = found.joined().compactMap(\.self)
    return all.count == permutations.count ? all : nil
  }

  // MARK: - Implementation

  /// The state before the first random number of a permutation.
  func key(_ permutation: Int) -> UInt64 {
    rb_mixed(seed &+ rb_mixed(UInt64(permutation) &+ 1))
  }

  private func greatest(
    key: UInt64, _ groups: RunnerGroups, _ sums: inout [rb_group], _ isStopped: () -> Bool
  ) -> SIMD2<Double>? {
    let raceCount = max(0, raceStarts.count - 1)
    for first in stride(from: 0, to: raceCount, by: sliceRaces) {
      if isStopped() { return nil }
      redraw(first..<min(raceCount, first + sliceRaces), key: key, groups, &sums)
    }
    var greatest = (0.0, 0.0)
    withUnsafeMutablePointer(to: &greatest) { pair in
      pair.withMemoryRebound(to: Double.self, capacity: 2) {
        rb_greatest_excess($0, sums, groups.promised, groups.scales, Int64(sums.count / 2))
      }
    }
    return [greatest.0, greatest.1]
  }

  /// Adds the winners of some races to their groups.
  private func redraw(
    _ races: Range<Int>, key: UInt64, _ groups: RunnerGroups, _ sums: inout [rb_group]
  ) {
    // Safety: the pointers stay inside their closures; starts and groups were made to fit above.
    raceStarts.withUnsafeBufferPointer { starts in
      ends.withUnsafeBufferPointer { ends in
        odds.withUnsafeBufferPointer { odds in
          groups.firsts.withUnsafeBufferPointer { firsts in
            groups.groups.withUnsafeBufferPointer { numbers in
              var own = rb_redraw(
                starts: starts.baseAddress! + races.lowerBound, ends: ends.baseAddress,
                odds: odds.baseAddress, first_groups: firsts.baseAddress,
                groups: numbers.baseAddress, count: Int64(races.count))
              // Each race has the next random number.
              rb_redraw_winners(
                &sums, &own, key &+ UInt64(races.lowerBound) &* 0x9E37_79B9_7F4A_7C15)
            }
          }
        }
      }
    }
  }
}
