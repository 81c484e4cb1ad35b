import Columns

/// Runs, wins, bets and returns at one price per group, added up in a single pass over few columns.
///
/// A starter is a row whose status is one of a set; a first is a starter at position 1; a starter
/// with a price above zero is a bet of one unit. A bet on a first returns its price, divided by the
/// number of the race's firsts and rounded half to even; all other bets return nothing. Sums are
/// integers, the same in any order and on any number of threads.
///
/// - Units: returns are in the unit of the prices.
/// - Edge cases: a row whose group is −1 belongs to none, but counts as a first of its race; an
///   unknown group makes the sums useless, see ``isSound``; returns wrap at 64 bits; no more than
///   2³¹ rows are added.
/// - Cost: about twenty instructions a row while the groups' sums stay in the second-level cache.
///   Firsts, one row in ten, are recorded in passing and visited a second time, so that the pass
///   over all rows only counts.
public struct GroupedROI: ~Copyable, @unchecked Sendable {
  // Safety: a block is the only owner of its memory, which lives until deinit, so it may be sent.
  /// Per group, from −1 on: runs in the lower and bets in the upper 32 bits.
  private let starts: UnsafeMutablePointer<Int64>
  /// Per group, from −1 on: wins and returns.
  private let wins: UnsafeMutablePointer<SIMD2<Int64>>
  /// The firsts of the rows being added, as row numbers.
  private let firsts: UnsafeMutablePointer<Int32>
  private var rowCount = 0

  /// Whether every starter's group was −1 or a known one; others were added to no group.
  public private(set) var isSound = true

  /// The number of groups.
  public let groupCount: Int

  /// The maximum number of rows that ``add(groups:races:_:)`` takes at a time.
  public static let mostRows = 1 << 16

  /// The rows' columns beside their group, one value per row.
  public struct Rows {
    /// Codes below 32.
    let statuses: UnsafeBufferPointer<Int32>
    let positions: UnsafeBufferPointer<Int16>
    /// Zero, or below it, for none.
    let prices: UnsafeBufferPointer<Int64>
    /// A bit for each status of starters.
    let starters: UInt32

    /// Joins columns of one length.
    public init(
      statuses: UnsafeBufferPointer<Int32>, starters: UInt32,
      positions: UnsafeBufferPointer<Int16>, prices: UnsafeBufferPointer<Int64>
    ) {
      precondition(
        statuses.count == positions.count && statuses.count == prices.count,
        "columns of one length")
      self.statuses = statuses
      self.positions = positions
      self.prices = prices
      self.starters = starters
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
    /// The returns of the bets, in the unit of the prices.
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
    starts = .allocate(capacity: groupCount + 1)
    starts.initialize(repeating: 0, count: groupCount + 1)
    wins = .allocate(capacity: groupCount + 1)
    wins.initialize(repeating: .zero, count: groupCount + 1)
    firsts = .allocate(capacity: Self.mostRows)
  }

  deinit {
    starts.deallocate()
    wins.deallocate()
    firsts.deallocate()
  }

  /// The sums of a group.
  public subscript(group: Int) -> Sums {
    precondition((0..<groupCount).contains(group), "no such group")
    let (starts, wins) = (starts[group + 1], wins[group + 1])
    return Sums(
      runs: starts & Int64(UInt32.max), wins: wins[0], bets: starts >> 32, returned: wins[1])
  }

  /// Adds whole races.
  ///
  /// - Parameters:
  ///   - groups: A group per row, −1 for none.
  ///   - races: A race per row; the rows of a race are adjacent.
  ///   - rows: The rows' other columns; at most ``mostRows`` rows.
  public mutating func add(
    groups: UnsafeBufferPointer<Int32>, races: UnsafeBufferPointer<Int32>, _ rows: Rows
  ) {
    let count = groups.count
    precondition(races.count == count && rows.statuses.count == count, "columns of one length")
    precondition(count <= Self.mostRows, "too many rows at a time")
    rowCount += count
    precondition(rowCount < 1 << 31, "more rows than the sums can count")
    let noted = scatter(groups, rows)
    addFirsts(noted, groups, races, rows.prices)
  }

  /// Adds the sums of others with as many groups.
  public mutating func merge(_ other: borrowing GroupedROI) {
    precondition(groupCount == other.groupCount, "only sums of the same groups can be merged")
    rowCount += other.rowCount
    isSound = isSound && other.isSound
    precondition(rowCount < 1 << 31, "more rows than the sums can count")
    for group in 0...groupCount {
      starts[group] &+= other.starts[group]
      wins[group] &+= other.wins[group]
    }
  }

  // MARK: - Implementation

  /// Counts every starter and records the firsts; returns their number.
  private mutating func scatter(_ groups: UnsafeBufferPointer<Int32>, _ rows: Rows) -> Int {
    let (starters, count) = (rows.starters, UInt(groupCount))
    guard let groups = groups.baseAddress, let statuses = rows.statuses.baseAddress,
      let positions = rows.positions.baseAddress, let prices = rows.prices.baseAddress
    else { return 0 }
    // Safety: all columns have as many rows as `rows.statuses`; each group is checked.
    var noted = 0
    for row in 0..<rows.statuses.count {
      // Few rows are not starters, so this branch is predictable; firsts and prices are not.
      guard starters &>> UInt32(truncatingIfNeeded: statuses[row]) & 1 == 1 else { continue }
      let group = Int(groups[row]) &+ 1
      guard UInt(bitPattern: group) <= count else {
        isSound = false
        return 0
      }
      starts[group] &+= 1 | (prices[row] > 0 ? 1 << 32 : 0)
      // Recorded always, kept for firsts only.
      firsts[noted] = Int32(truncatingIfNeeded: row)
      noted &+= positions[row] == 1 ? 1 : 0
    }
    return noted
  }

  /// Adds the wins and returns of first places; dead-heaters share.
  private func addFirsts(
    _ count: Int, _ groups: UnsafeBufferPointer<Int32>, _ races: UnsafeBufferPointer<Int32>,
    _ prices: UnsafeBufferPointer<Int64>
  ) {
    guard let groups = groups.baseAddress, let races = races.baseAddress,
      let prices = prices.baseAddress
    else { return }
    // Safety: `firsts` holds row numbers of this call, all below the columns' length.
    var start = 0
    while start < count {
      let race = races[Int(firsts[start])]
      var end = start &+ 1
      while end < count && races[Int(firsts[end])] == race { end &+= 1 }
      for first in start..<end {
        let row = Int(firsts[first])
        let price = max(0, prices[row])
        let share =
          end &- start == 1 ? price : Rounding.halfEven(price, dividedBy: Int64(end - start))
        wins[Int(groups[row]) + 1] &+= SIMD2(1, share)
      }
      start = end
    }
  }
}
