import Columns

/// Pairs that have codes already, and the index that finds a pair's code.
///
/// Both are plain values, so a file can hold them and a mapping can use them in place.
package struct KnownPairs: Sendable {
  /// Per code, the pair; `PairCodes.none` for unused codes.
  package let pairs: Buffer<UInt64>
  /// Slots of a hash table: the codes of pairs, −1 for a free slot.
  ///
  /// Their number is a power of two; at most half are taken. A pair's code is in the first slot,
  /// from its hash on, that was free.
  package let slots: Buffer<Int32>

  /// Builds the index of pairs.
  package init(_ pairs: Buffer<UInt64>) {
    self.pairs = pairs
    var size = 16
    while size < 2 * pairs.count { size *= 2 }
    let mask = UInt64(size - 1)
    slots = Buffer(count: size) { slots in
      slots.initialize(repeating: -1)
      for (code, pair) in pairs.pointer.enumerated() where pair != PairCodes.none {
        var slot = PairCodes.hash(pair) & mask
        while slots[Int(slot)] >= 0 { slot = (slot &+ 1) & mask }
        slots[Int(slot)] = Int32(code)
      }
    }
  }

  /// Takes over a stored index; nil if it is not valid.
  package init?(pairs: Buffer<UInt64>, slots: Buffer<Int32>) {
    guard slots.count.nonzeroBitCount == 1, slots.count >= 2 * pairs.count,
      Self.isSound(slots.pointer, below: pairs.count)
    else { return nil }
    (self.pairs, self.slots) = (pairs, slots)
  }

  /// Whether slots hold codes of pairs only, and at least one is free, so that each search ends.
  private static func isSound(_ slots: UnsafeBufferPointer<Int32>, below count: Int) -> Bool {
    var (least, most) = (Int32.max, Int32.min)
    for code in slots { (least, most) = (min(least, code), max(most, code)) }
    return least == -1 && most < count
  }

  /// Fills in the codes of known pairs, and moves the other rows to the front.
  ///
  /// - Parameters:
  ///   - codes: Codes by row.
  ///   - rows: The rows to look at.
  ///   - wanted: Their pairs.
  ///   - seen: Working memory for as many values.
  ///   - count: Number of these rows.
  /// - Returns: Number of rows left.
  func fill(
    _ codes: UnsafeMutablePointer<Int32>, _ rows: UnsafeMutablePointer<UInt64>,
    _ wanted: UnsafeMutablePointer<UInt64>, _ seen: UnsafeMutablePointer<UInt64>, count: Int
  ) -> Int {
    // Safety: the mask limits indices of slots, and slots hold codes of the pairs.
    let (pairs, slots) = (pairs.pointer, slots.pointer)
    let mask = UInt64(slots.count - 1)
    // In separate loops the waits for memory overlap: first for the slots, then for their pairs.
    for index in 0..<count {
      seen[index] = UInt64(bitPattern: Int64(slots[Int(PairCodes.hash(wanted[index]) & mask)]))
    }
    var left = 0
    for index in 0..<count {
      let pair = wanted[index]
      var code = Int(truncatingIfNeeded: Int64(bitPattern: seen[index]))
      var slot = PairCodes.hash(pair) & mask
      while code >= 0 && pairs[code] != pair {
        slot = (slot &+ 1) & mask
        code = Int(slots[Int(slot)])
      }
      if code >= 0 {
        codes[Int(rows[index])] = Int32(truncatingIfNeeded: code)
      } else {
        (rows[left], wanted[left]) = (rows[index], pair)
        left &+= 1
      }
    }
    return left
  }
}
