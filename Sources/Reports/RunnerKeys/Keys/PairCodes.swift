import Columns

/// Dense codes of the pairs formed by two columns of codes, by row.
///
/// If the names form few possible pairs, each possible pair has a bit; see ``PairBits``. Otherwise
/// each thread numbers the pairs of its share of the hashes, so threads need no lock; the shares'
/// codes interleave, and a few codes stay unused. Pairs numbered before keep their codes.
struct PairCodes: Sendable {
  /// The value for "no pair": codes are not negative.
  static let none = UInt64.max

  /// Per month, a code per row; −1 if either column has none.
  let months: [Buffer<Int32>]
  /// Per code, the pair, with the left code in the upper half; `none` for unused codes.
  let pairs: Buffer<UInt64>
  /// Whether all codes are below the counts; otherwise no pair has a code.
  let isSound: Bool

  var count: Int { pairs.count }
  var left: [Int32] { pairs.map { Int32(truncatingIfNeeded: $0 >> 32) } }
  var right: [Int32] { pairs.map { Int32(truncatingIfNeeded: $0) } }

  /// Numbers pairs.
  ///
  /// - Parameters:
  ///   - left: Per month, codes by row.
  ///   - right: Per month, codes by row of the other column.
  ///   - counts: Upper bounds of the codes of either column.
  ///   - known: Pairs that keep their codes.
  ///   - threads: Number of worker threads.
  init(
    _ left: [Buffer<Int32>], _ right: [Buffer<Int32>], counts: (left: Int, right: Int),
    known: KnownPairs? = nil, threads: Int
  ) {
    let memory = ColumnMemory<Int32>(count: left.reduce(0) { $0 + $1.count })
    var starts = [0]
    for month in left { starts.append(starts.last! + month.count) }
    let firsts = starts
    let shares = max(1, threads)
    isSound = ParallelTasks.map(count: left.count, threads: shares) { month in
      left[month].hasCodes(below: counts.left)
        && right[month].hasCodes(below: counts.right)
    }.allSatisfy { $0 }
    guard isSound else {
      pairs = known?.pairs ?? Buffer([])
      months = left.map { codes in Buffer(count: codes.count) { $0.initialize(repeating: -1) } }
      return
    }
    if known == nil && PairBits.areFew(counts, rows: memory.count) {
      let found = PairBits(
        zip(left, right).map { PairBits.Month(left: $0, right: $1) }, counts, threads: shares)
      found.fill(memory.start, threads: shares)
      pairs = found.pairs
      months = left.indices.map { memory.buffer.slice(firsts[$0]..<firsts[$0 + 1]) }
      return
    }
    let found = ParallelTasks.map(count: shares, threads: shares) { share in
      var numbering = Numbering(share: share, of: shares, known: known)
      for month in left.indices {
        // Safety: each row is written once, by its pair's share, and read afterwards.
        numbering.fill(memory.start + firsts[month], left[month].pointer, right[month].pointer)
      }
      return numbering.pairs
    }
    pairs = Self.interleaved(found, after: known?.pairs)
    months = left.indices.map { memory.buffer.slice(firsts[$0]..<firsts[$0 + 1]) }
  }

  /// Mixes all bits of a pair into all bits of its hash.
  ///
  /// If you change it, raise `KeptQuestion.layout`: slots of known pairs are stored.
  @inline(__always)
  static func hash(_ pair: UInt64) -> UInt64 {
    let mixed = (pair ^ pair &>> 32) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed &>> 29
  }

  private static func interleaved(
    _ shares: [[UInt64]], after known: Buffer<UInt64>?
  ) -> Buffer<UInt64> {
    let first = known?.count ?? 0
    let most = shares.map(\.count).max()!
    if let known, most == 0 { return known }
    return Buffer(count: first + most * shares.count) { pairs in
      // Safety: known pairs and the shares' places fill all of `pairs`.
      if let known { _ = pairs.update(fromContentsOf: known.pointer) }
      for (share, own) in shares.enumerated() {
        for place in 0..<most {
          pairs[first + place * shares.count + share] = place < own.count ? own[place] : none
        }
      }
    }
  }
}

/// The pairs of one share of the hashes, numbered in order of appearance.
private struct Numbering: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var pair: UInt64
    var place: UInt64
  }

  private let share: UInt64
  private let shares: UInt64
  private let known: KnownPairs?
  /// The code of the first new pair.
  private let first: UInt64
  /// The new pairs.
  private(set) var pairs: [UInt64] = []
  // Safety: the only owner of `mask + 1` slots; the mask limits indices.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask: UInt64

  private static let none = PairCodes.none
  /// Number of rows looked up together, so that their cache misses overlap.
  private static let batch = 32

  init(share: Int, of shares: Int, known: KnownPairs?) {
    self.share = UInt64(share)
    self.shares = UInt64(shares)
    self.known = known
    first = UInt64(known?.pairs.count ?? 0)
    mask = 1 << 12 - 1
    slots = Self.emptySlots(mask)
  }

  deinit { slots.deallocate() }

  /// Fills in the codes of the rows with pairs of this share.
  mutating func fill(
    _ codes: UnsafeMutablePointer<Int32>, _ left: UnsafeBufferPointer<Int32>,
    _ right: UnsafeBufferPointer<Int32>
  ) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 3 * Self.batch) { memory in
      let rows = memory.baseAddress!
      let wanted = rows + Self.batch
      let seen = wanted + Self.batch
      var row = 0
      while row < left.count {
        var count = 0
        while row < left.count && count < Self.batch {
          let isMissing = left[row] < 0 || right[row] < 0
          let pair =
            UInt64(UInt32(bitPattern: left[row])) << 32 | UInt64(UInt32(bitPattern: right[row]))
          // Rows without a pair belong to the first share.
          let own = isMissing ? 0 : owner(pair)
          rows[count] = UInt64(row)
          wanted[count] = isMissing ? Self.none : pair
          count &+= own == share ? 1 : 0
          row &+= 1
        }
        if let known { count = known.fill(codes, rows, wanted, seen, count: count) }
        makeRoom(count)
        for index in 0..<count {
          seen[index] = slots[Int(PairCodes.hash(wanted[index]) & mask)].pair
        }
        for index in 0..<count {
          codes[Int(rows[index])] =
            wanted[index] == Self.none ? -1 : code(wanted[index], first: seen[index])
        }
      }
    }
  }

  // MARK: - Implementation

  /// Returns the share of a pair.
  @inline(__always)
  private func owner(_ pair: UInt64) -> UInt64 { (PairCodes.hash(pair) &>> 32 &* shares) &>> 32 }

  @inline(__always)
  private mutating func code(_ pair: UInt64, first seen: UInt64) -> Int32 {
    var slot = PairCodes.hash(pair) & mask
    if seen != pair {
      while slots[Int(slot)].pair != pair {
        if slots[Int(slot)].pair == Self.none {
          slots[Int(slot)] = Slot(pair: pair, place: UInt64(pairs.count))
          pairs.append(pair)
          break
        }
        slot = (slot &+ 1) & mask
      }
    }
    return Int32(truncatingIfNeeded: first &+ slots[Int(slot)].place &* shares &+ share)
  }

  /// Keeps the slots at most half full.
  private mutating func makeRoom(_ more: Int) {
    guard 2 * UInt64(pairs.count + more) > mask else { return }
    slots.deallocate()
    mask = mask << 1 | 1
    slots = Self.emptySlots(mask)
    for (place, pair) in pairs.enumerated() {
      var slot = PairCodes.hash(pair) & mask
      while slots[Int(slot)].pair != Self.none { slot = (slot &+ 1) & mask }
      slots[Int(slot)] = Slot(pair: pair, place: UInt64(place))
    }
  }

  private static func emptySlots(_ mask: UInt64) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Int(mask) + 1)
    adviseLargePages(slots, (Int(mask) + 1) * MemoryLayout<Slot>.stride)
    slots.initialize(repeating: Slot(pair: none, place: 0), count: Int(mask) + 1)
    return slots
  }
}
