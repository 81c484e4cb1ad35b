import Columns

/// Runs, wins, bets and returns at one price per group, added up in a single pass over few columns.
///
/// A starter is a row whose status is below a limit; a first is a starter at position 1; a starter
/// with a price above zero is a bet of one unit. A bet on a first returns its price, divided by the
/// number of the race's firsts and rounded half to even; all other bets return nothing. Sums are
/// integers, the same in any order and on any number of threads.
///
/// - Units: returns are in the unit of the prices.
/// - Edge cases: a row whose group is −1 belongs to none, but counts as a first of its race; returns
///   wrap at 64 bits.
/// - Cost: about a nanosecond a row on one thread while the groups' sums, 16 bytes each, stay in the
///   second-level cache.
public struct GroupedROI: ~Copyable, @unchecked Sendable {
  // Safety: a block is the only owner of its memory, which lives until deinit, so it may be sent.
  /// Per group, from −1 on: runs, wins and bets of 21 bits each since the last unpacking, and
  /// returns.
  private let packed: UnsafeMutablePointer<SIMD2<Int64>>
  /// Per group, from −1 on: runs, wins and bets before that.
  private let counts: UnsafeMutablePointer<SIMD4<Int64>>
  /// The firsts of the rows being added, as row numbers.
  private let firsts: UnsafeMutablePointer<Int32>
  private var packedRows = 0

  /// The number of groups.
  public let groupCount: Int

  /// The most rows that ``add(groups:races:_:)`` takes at a time.
  public static let mostRows = 1 << 16
  /// Counts have 21 bits each until they are unpacked.
  private static let mostPackedRows = (1 << 21) - 1

  /// What the rows say beside their group, one value per row.
  public struct Rows {
    /// Below ``startersBelow`` for starters.
    let statuses: UnsafeBufferPointer<Int32>
    let positions: UnsafeBufferPointer<Int16>
    /// Zero, or below it, for none.
    let prices: UnsafeBufferPointer<Int64>
    let startersBelow: Int32

    /// Joins columns of one length.
    public init(
      statuses: UnsafeBufferPointer<Int32>, startersBelow: Int32,
      positions: UnsafeBufferPointer<Int16>, prices: UnsafeBufferPointer<Int64>
    ) {
      precondition(
        statuses.count == positions.count && statuses.count == prices.count,
        "columns of one length")
      self.statuses = statuses
      self.positions = positions
      self.prices = prices
      self.startersBelow = startersBelow
    }
  }

  /// The sums of a group.
  public struct Sums: Equatable, Sendable {
    /// Starters.
    public var runs: Int64
    /// Firsts.
    public var wins: Int64
    /// Starters with a price.
    public var bets: Int64
    /// What the bets returned, in the unit of the prices.
    public var returned: Int64

    /// Joins the sums of a group.
    public init(runs: Int64, wins: Int64, bets: Int64, returned: Int64) {
      self.runs = runs
      self.wins = wins
      self.bets = bets
      self.returned = returned
    }
  }

  /// Creates sums that are all zero.
  ///
  /// - Parameter groupCount: The number of groups, numbered from 0.
  public init(groupCount: Int) {
    precondition(groupCount >= 0, "a number of groups must not be negative")
    self.groupCount = groupCount
    packed = .allocate(capacity: groupCount + 1)
    packed.initialize(repeating: .zero, count: groupCount + 1)
    counts = .allocate(capacity: groupCount + 1)
    counts.initialize(repeating: .zero, count: groupCount + 1)
    firsts = .allocate(capacity: Self.mostRows)
  }

  deinit {
    packed.deallocate()
    counts.deallocate()
    firsts.deallocate()
  }

  /// The sums of a group.
  public subscript(group: Int) -> Sums {
    precondition((0..<groupCount).contains(group), "no such group")
    let (late, early) = (packed[group + 1], counts[group + 1])
    let (runs, wins, bets) = Self.unpacked(late[0])
    return Sums(
      runs: early[0] &+ runs, wins: early[1] &+ wins, bets: early[2] &+ bets, returned: late[1])
  }

  /// Adds whole races.
  ///
  /// - Parameters:
  ///   - groups: A group per row, −1 for none.
  ///   - races: A race per row; the rows of a race are adjacent.
  ///   - rows: What the rows say; at most ``mostRows``.
  public mutating func add(
    groups: UnsafeBufferPointer<Int32>, races: UnsafeBufferPointer<Int32>, _ rows: Rows
  ) {
    let count = groups.count
    precondition(races.count == count && rows.statuses.count == count, "columns of one length")
    precondition(count <= Self.mostRows, "too many rows at a time")
    if packedRows + count > Self.mostPackedRows { unpack() }
    packedRows += count
    let firstCount = scatter(groups, rows)
    shareTies(firstCount, groups, races, rows.prices)
  }

  /// Adds the sums of others with as many groups.
  public mutating func merge(_ other: borrowing GroupedROI) {
    precondition(groupCount == other.groupCount, "only sums of the same groups can be merged")
    unpack()
    for group in 0...groupCount {
      let (runs, wins, bets) = Self.unpacked(other.packed[group][0])
      counts[group] &+= other.counts[group] &+ SIMD4(runs, wins, bets, 0)
      packed[group][1] &+= other.packed[group][1]
    }
  }

  // MARK: - Implementation

  /// Adds every row, firsts as if they had won alone; returns how many firsts it noted.
  private func scatter(_ groups: UnsafeBufferPointer<Int32>, _ rows: Rows) -> Int {
    let (limit, count) = (rows.startersBelow, UInt(groupCount))
    guard let groups = groups.baseAddress, let statuses = rows.statuses.baseAddress,
      let positions = rows.positions.baseAddress, let prices = rows.prices.baseAddress
    else { return 0 }
    // Safety: all columns have as many rows as `rows.statuses`; each group is checked.
    var noted = 0
    for row in 0..<rows.statuses.count {
      let group = Int(groups[row]) &+ 1
      precondition(UInt(bitPattern: group) <= count, "no such group")
      let price = prices[row]
      // Arithmetic on flags: LLVM would make jumps of conditions, and firsts are hard to foresee.
      let starts: Int64 = statuses[row] < limit ? 1 : 0
      let wins = starts & (positions[row] == 1 ? 1 : 0)
      let bets = starts & (price > 0 ? 1 : 0)
      let sums = SIMD2(starts | wins &<< 21 | bets &<< 42, price & (0 &- (wins & bets)))
      packed[group] &+= sums
      // Noted always, kept for firsts only.
      firsts[noted] = Int32(truncatingIfNeeded: row)
      noted &+= Int(truncatingIfNeeded: wins)
    }
    return noted
  }

  /// Takes off what firsts of the same race have to share.
  private func shareTies(
    _ count: Int, _ groups: UnsafeBufferPointer<Int32>, _ races: UnsafeBufferPointer<Int32>,
    _ prices: UnsafeBufferPointer<Int64>
  ) {
    guard let races = races.baseAddress else { return }
    // Safety: `firsts` holds row numbers of this call, all below the columns' length.
    var start = 0
    while start < count {
      let race = races[Int(firsts[start])]
      var end = start &+ 1
      while end < count && races[Int(firsts[end])] == race { end &+= 1 }
      if end &- start > 1 {
        for first in start..<end {
          let row = Int(firsts[first])
          let price = max(0, prices[row])
          let share = Rounding.halfEven(price, dividedBy: Int64(end - start))
          packed[Int(groups[row]) + 1][1] &+= share &- price
        }
      }
      start = end
    }
  }

  /// Moves the packed counts into counts of 64 bits.
  private mutating func unpack() {
    for group in 0...groupCount {
      let (runs, wins, bets) = Self.unpacked(packed[group][0])
      counts[group] &+= SIMD4(runs, wins, bets, 0)
      packed[group][0] = 0
    }
    packedRows = 0
  }

  private static func unpacked(_ word: Int64) -> (runs: Int64, wins: Int64, bets: Int64) {
    let mask: Int64 = (1 << 21) - 1
    return (word & mask, word >> 21 & mask, word >> 42 & mask)
  }
}
