import Columns

extension GroupedROI {
  /// The specification: row by row, races looked up by their numbers.
  package static func referenceSums(
    groups: [Int32], races: [Int32], statuses: [Int32], starters: Set<Int32>, positions: [Int16],
    prices: [Int64], groupCount: Int
  ) -> [Sums] {
    func isFirst(_ row: Int) -> Bool { starters.contains(statuses[row]) && positions[row] == 1 }
    var firsts: [Int32: Int64] = [:]
    for row in races.indices where isFirst(row) { firsts[races[row], default: 0] += 1 }
    var all = (0..<groupCount).map { _ in Sums(runs: 0, wins: 0, bets: 0, returned: 0) }
    for row in groups.indices where groups[row] >= 0 && starters.contains(statuses[row]) {
      var sums = all[Int(groups[row])]
      sums.runs += 1
      if isFirst(row) { sums.wins += 1 }
      if prices[row] > 0 { sums.bets += 1 }
      if isFirst(row) && prices[row] > 0 {
        sums.returned += Rounding.halfEven(prices[row], dividedBy: firsts[races[row]]!)
      }
      all[Int(groups[row])] = sums
    }
    return all
  }
}
