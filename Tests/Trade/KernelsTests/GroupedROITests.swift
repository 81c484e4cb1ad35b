import Kernels
import TestSupport
import Testing

struct GroupedROITests {
  /// Races in which ties, non-starters, missing groups and missing prices happen often.
  private struct Rows {
    var groups: [Int32] = []
    var races: [Int32] = []
    var statuses: [Int32] = []
    var positions: [Int16] = []
    var prices: [Int64] = []

    init(races count: Int, groupCount: Int, salt: UInt64) {
      var random = SeededGenerator(salt)
      func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      for race in 0..<count {
        for _ in 0..<(1 + below(9)) {
          groups.append(groupCount == 0 || below(12) == 0 ? -1 : Int32(below(groupCount)))
          races.append(Int32(race))
          statuses.append(Int32(below(16)))
          positions.append(Int16(below(4)))
          prices.append(below(5) == 0 ? 0 : Int64(1_000_001 + below(40_000_000)))
        }
      }
    }

    func reference(_ groupCount: Int) -> [GroupedROI.Sums] {
      GroupedROI.referenceSums(
        groups: groups, races: races, statuses: statuses, starters: Set(0..<11).union([14]),
        positions: positions,
        prices: prices, groupCount: groupCount)
    }

    /// Adds the rows of some whole races.
    func add(_ range: Range<Int>, to sums: inout GroupedROI) {
      groups.withUnsafeBufferPointer { groups in
        races.withUnsafeBufferPointer { races in
          statuses.withUnsafeBufferPointer { statuses in
            positions.withUnsafeBufferPointer { positions in
              prices.withUnsafeBufferPointer { prices in
                sums.add(
                  groups: UnsafeBufferPointer(rebasing: groups[range]),
                  races: UnsafeBufferPointer(rebasing: races[range]),
                  GroupedROI.Rows(
                    statuses: UnsafeBufferPointer(rebasing: statuses[range]),
                    starters: 1 << 14 | (1 << 11 - 1),
                    positions: UnsafeBufferPointer(rebasing: positions[range]),
                    prices: UnsafeBufferPointer(rebasing: prices[range])))
              }
            }
          }
        }
      }
    }

    /// Returns the first row at or after one that begins a race.
    func raceStart(from row: Int) -> Int {
      var row = row
      while row > 0 && row < races.count && races[row] == races[row - 1] { row += 1 }
      return row
    }
  }

  @Test(arguments: [(0, 3), (1, 1), (2, 5), (40, 0), (40, 7), (3_000, 900)])
  func `the fast sums are those of the plain loops, in one part or two`(
    races: Int, groupCount: Int
  ) {
    let rows = Rows(races: races, groupCount: groupCount, salt: UInt64(races + groupCount))
    let reference = rows.reference(groupCount)
    for part in 0...4 {
      let cut = rows.raceStart(from: rows.groups.count * part / 4)
      var first = GroupedROI(groupCount: groupCount)
      var second = GroupedROI(groupCount: groupCount)
      rows.add(0..<cut, to: &first)
      rows.add(cut..<rows.groups.count, to: &second)
      first.merge(second)
      for group in 0..<groupCount { #expect(first[group] == reference[group]) }
    }
  }

  @Test func `a dead heat for first pays each its share, half to even`() {
    var rows = Rows(races: 0, groupCount: 0, salt: 0)
    rows.groups = [0, 1, 2, 0]
    rows.races = [7, 7, 7, 8]
    rows.statuses = [0, 0, 11, 0]
    rows.positions = [1, 1, 1, 1]
    rows.prices = [5_000_001, 4_000_003, 9_000_000, 3_000_000]
    var sums = GroupedROI(groupCount: 3)
    rows.add(0..<4, to: &sums)
    // 2,500,000.5 and 2,000,001.5 go to the even neighbour; the third never started.
    #expect(sums[0] == GroupedROI.Sums(runs: 2, wins: 2, bets: 2, returned: 5_500_000))
    #expect(sums[1] == GroupedROI.Sums(runs: 1, wins: 1, bets: 1, returned: 2_000_002))
    #expect(sums[2] == GroupedROI.Sums(runs: 0, wins: 0, bets: 0, returned: 0))
  }

  @Test(arguments: [-2, 3, .max, .min] as [Int32])
  func `a group that is not there makes the sums useless`(group: Int32) {
    var rows = Rows(races: 0, groupCount: 0, salt: 0)
    rows.groups = [0, group, -1]
    rows.races = [7, 7, 7]
    // A row that did not start belongs to no group.
    rows.statuses = [0, 11, 0]
    rows.positions = [1, 2, 3]
    rows.prices = [5_000_000, 0, 0]
    var sums = GroupedROI(groupCount: 3)
    rows.add(0..<3, to: &sums)
    let (isSound, runs) = (sums.isSound, sums[0].runs)
    #expect(isSound && runs == 1)
    rows.statuses[1] = 0
    var others = GroupedROI(groupCount: 3)
    rows.add(0..<3, to: &others)
    sums.merge(others)
    let areSound = [others.isSound, sums.isSound]
    #expect(areSound == [false, false])
  }
}
