import Columns

/// The people (or sires) of one kind: their skill, their business, and their active days.
///
/// Members are numbered country by country, the busiest of each first; business falls with
/// rank⁻⁰·⁹. A roster too small to divide serves all countries together.
struct Roster: Sendable {
  let skill: [Double]
  /// The divisor of the chance of the next ride at a meeting; it grows with rank.
  let reluctance: [Double]
  private let groups: [Range<Int>]
  private let firstDay: [Int]
  private let lastDay: [Int]
  /// The running share of business within the member's group, 1 at its end.
  private let runningShare: [Double]
  /// For each equal part of a group's business, the member at its start.
  private let guide: [Int]

  /// Makes a roster.
  ///
  /// - Parameters:
  ///   - count: The number of members, at least 40.
  ///   - shares: The countries' shares in thousandths; empty for an undivided roster.
  ///   - dayCount: The number of days of the season.
  ///   - seed: The seed of this roster alone.
  init(count: Int, shares: [Int], dayCount: Int, seed: UInt64) {
    groups = Self.groups(count: count, shares: shares)
    var skill: [Double] = []
    var reluctance: [Double] = []
    var runningShare: [Double] = []
    var firstDay: [Int] = []
    var lastDay: [Int] = []
    var random = RandomSource(seed: seed)
    for group in groups {
      let logRanks = (1...group.count).map { PortableMath.log(Double($0)) }
      let total = logRanks.reduce(0) { $0 + PortableMath.exp12(-0.9 * $1) }
      var running = 0.0
      for (index, logRank) in logRanks.enumerated() {
        running += PortableMath.exp12(-0.9 * logRank)
        runningShare.append(running / total)
        reluctance.append(PortableMath.exp12(0.54 * logRank))
        let rank = 1 - 2 * Double(index) / Double(group.count)
        skill.append(0.22 * random.normal() + 0.25 * rank)
        let start = random.below(3_650 + dayCount) - 3_650
        firstDay.append(start)
        lastDay.append(start + 1_095 + random.below(8_030))
      }
    }
    self.skill = skill
    self.reluctance = reluctance
    self.runningShare = runningShare
    guide = groups.flatMap { Self.guide(group: $0, runningShare: runningShare) }
    self.firstDay = firstDay
    self.lastDay = lastDay
  }

  var count: Int { skill.count }

  func members(inCountry country: Int) -> Range<Int> {
    groups.count == 1 ? groups[0] : groups[country]
  }

  func isActive(_ member: Int, on day: Int) -> Bool {
    firstDay[member] <= day && day <= lastDay[member]
  }

  /// Returns the member of a country at a point in (0, 1) of its running share of business.
  ///
  /// The guide gives the first possible member; only a few steps remain from there (Chen and Asau,
  /// 1974).
  func member(inCountry country: Int, at point: Double) -> Int {
    let group = members(inCountry: country)
    var member = guide[group.lowerBound + Int(point * Double(group.count))]
    while member + 1 < group.upperBound && runningShare[member] < point { member += 1 }
    return member
  }

  /// Returns the member for a key on a day: the first active one of the key's candidates.
  ///
  /// The same key gives the same member as long as that member is active.
  func regular(inCountry country: Int, key: UInt64, on day: Int, skipping skipped: UInt64 = 0)
    -> Int
  {
    var candidate = 0
    for attempt in skipped..<skipped + 8 {
      candidate = member(inCountry: country, at: openUnit(mixed(key, attempt)))
      if isActive(candidate, on: day) { break }
    }
    return candidate
  }

  // MARK: - Implementation

  private static func guide(group: Range<Int>, runningShare: [Double]) -> [Int] {
    var member = group.lowerBound
    return (0..<group.count).map { part in
      let start = Double(part) / Double(group.count)
      while member + 1 < group.upperBound && runningShare[member] < start { member += 1 }
      return member
    }
  }

  private static let smallestGroup = 60

  private static func groups(count: Int, shares: [Int]) -> [Range<Int>] {
    guard shares.count > 1, count >= 100 * shares.count else { return [0..<count] }
    var end = 0
    return apportioned(count, shares: shares, minimum: smallestGroup).map { size in
      end += size
      return end - size..<end
    }
  }
}
