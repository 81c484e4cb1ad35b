import ColumnStore
import Columns

/// A dimension's entities in the order of their keys.
package struct OrderedEntities: Sendable {
  package let codes: EntityCodes
  /// Per entity, its place in the order; −1 for unused codes.
  package let ranks: [Int32]
  /// The entities in that order.
  package let codesInOrder: [Int32]

  /// Orders the entities.
  ///
  /// - Parameters:
  ///   - codes: The entities.
  ///   - threads: Number of worker threads.
  package init(_ codes: EntityCodes, threads: Int) {
    self.codes = codes
    let used = (0..<Int32(codes.count)).filter { codes.isUsed(Int($0)) }
    codesInOrder = codes.inKeyOrder(used, threads: threads)
    var ranks = [Int32](repeating: -1, count: codes.count)
    for (rank, code) in codesInOrder.enumerated() { ranks[Int(code)] = Int32(rank) }
    self.ranks = ranks
  }

  /// Bytes of all tables by entity.
  var tableBytes: Int {
    codes.tableBytes + (ranks.count + codesInOrder.count) * MemoryLayout<Int32>.size
  }
}

extension EntityCodes {
  /// Sorts entities by their keys' UTF-8 bytes.
  ///
  /// Names are sorted once per key; then one counting sort per key, the last key first, sorts the
  /// entities.
  ///
  /// - Parameters:
  ///   - entities: Codes, without duplicates.
  ///   - threads: Number of worker threads.
  /// - Returns: The same codes in order.
  func inKeyOrder(_ entities: [Int32], threads: Int) -> [Int32] {
    var ordered = entities
    for key in (0..<keyCount).reversed() {
      let own = ordered.map { Int32(keyCode(Int($0), key)) }
      let ranks = ranks(of: own, key: key, threads: threads)
      ordered = Self.sorted(ordered, by: own.map { ranks[Int($0)] })
    }
    return ordered
  }

  /// Whether an entity comes before another by its keys' UTF-8 bytes; for sorting a few.
  package func precedes(_ left: Int, _ right: Int) -> Bool {
    for key in 0..<keyCount {
      let (first, second) = (keyCode(left, key), keyCode(right, key))
      let names = names(ofKey: key)
      if names.utf8(first).lexicographicallyPrecedes(names.utf8(second)) { return true }
      if names.utf8(second).lexicographicallyPrecedes(names.utf8(first)) { return false }
    }
    return false
  }

  // MARK: - Implementation

  /// Returns, per code of a key, its name's rank among the given codes' names; −1 for other codes.
  private func ranks(of codes: [Int32], key: Int, threads: Int) -> [Int32] {
    let names = self.names(ofKey: key)
    var ranks = [Int32](repeating: -1, count: names.count)
    for code in codes { ranks[Int(code)] = 0 }
    var used: [(prefix: UInt64, code: Int32)] = []
    for code in ranks.indices where ranks[code] == 0 {
      used.append((Self.prefix(names.utf8(code)), Int32(code)))
    }
    used = ParallelTasks.sorted(used, threads: threads) { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return names.utf8(Int(left.code)).lexicographicallyPrecedes(names.utf8(Int(right.code)))
    }
    for (rank, name) in used.enumerated() { ranks[Int(name.code)] = Int32(rank) }
    return ranks
  }

  /// Packs the first eight bytes into a number that sorts as the bytes do.
  private static func prefix(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    for place in 0..<8 {
      prefix = prefix << 8 | UInt64(place < bytes.count ? bytes[place] : 0)
    }
    return prefix
  }

  /// Sorts by rank with a stable counting sort.
  private static func sorted(_ values: [Int32], by ranks: [Int32]) -> [Int32] {
    var starts = [Int](repeating: 0, count: Int(ranks.max() ?? 0) + 2)
    for rank in ranks { starts[Int(rank) + 1] += 1 }
    for rank in 1..<starts.count { starts[rank] += starts[rank - 1] }
    return Array(unsafeUninitializedCapacity: values.count) { out, count in
      for (value, rank) in zip(values, ranks) {
        // Safety: each value takes a slot counted by the first pass.
        out[starts[Int(rank)]] = value
        starts[Int(rank)] += 1
      }
      count = values.count
    }
  }
}
