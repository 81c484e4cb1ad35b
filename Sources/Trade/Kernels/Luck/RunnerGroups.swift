import Columns

/// Groups of runners: each runner is in one group of every combination of keys.
package struct RunnerGroups: Sendable {
  /// The sums of each group with the actual results.
  package let sums: [ExcessSums]
  /// Per runner, the place of its first group in `groups`, and the end.
  let firsts: [Int64]
  let groups: [UInt32]
  /// Two per group, and two more if a group is added to fill the last pair:
  /// ``ExcessSums/promised``.
  let promised: [Int64]
  /// In the same layout: ``ExcessSums/scales``.
  let scales: [Double]

  /// Gathers groups.
  ///
  /// - Parameters:
  ///   - codes: Per combination a group per runner, counted from 0; −1 for none.
  ///   - sums: Per combination its groups' sums.
  package init(codes: [[Int32]], sums: [[ExcessSums]]) {
    self.sums = Array(sums.joined())
    var firstGroups: [UInt32] = []
    var next = 0
    for own in sums {
      firstGroups.append(UInt32(next))
      next += own.count
    }
    var firsts = [Int64](repeating: 0, count: (codes.first?.count ?? 0) + 1)
    for own in codes {
      for (runner, group) in own.enumerated() where group >= 0 { firsts[runner + 1] += 1 }
    }
    for runner in firsts.indices.dropFirst() { firsts[runner] += firsts[runner - 1] }
    var places = firsts
    var groups = [UInt32](repeating: 0, count: Int(firsts.last!))
    for (own, first) in zip(codes, firstGroups) {
      for (runner, group) in own.enumerated() where group >= 0 {
        groups[Int(places[runner])] = first + UInt32(group)
        places[runner] += 1
      }
    }
    self.firsts = firsts
    self.groups = groups
    let isOdd = self.sums.count % 2 == 1
    promised =
      self.sums.flatMap { [$0.promised.x, $0.promised.y] } + (isOdd ? [0, 0] : [])
    scales =
      self.sums.flatMap { [$0.scales.x, $0.scales.y] } + (isOdd ? [.nan, .nan] : [])
  }

  /// Sums up each group's runners, race by race.
  ///
  /// - Parameters:
  ///   - codes: A group per runner, from 0 up to `count`; −1 for none.
  ///   - count: The number of groups.
  ///   - runners: The runners of all races.
  ///   - raceStarts: The first runner of each race, and the end.
  /// - Returns: The groups' sums.
  package static func sums(
    _ codes: [Int32], count: Int, _ runners: [PricedRunner], raceStarts: [Int32]
  ) -> [ExcessSums] {
    precondition(codes.count == runners.count, "one group per runner")
    var sums = [ExcessSums](repeating: ExcessSums(), count: count)
    var met: [(group: Int, race: ExcessSums.Race)] = []
    for (start, end) in zip(raceStarts, raceStarts.dropFirst()) {
      met.removeAll(keepingCapacity: true)
      var total: Int64 = 0
      for runner in Int(start)..<Int(end) {
        total += runners[runner].probability
        let group = Int(codes[runner])
        guard group >= 0 else { continue }
        let place = met.firstIndex { $0.group == group } ?? met.count
        if place == met.count { met.append((group, ExcessSums.Race())) }
        met[place].race.add(runners[runner])
      }
      for (group, race) in met { sums[group].add(race, of: total) }
    }
    return sums
  }
}
