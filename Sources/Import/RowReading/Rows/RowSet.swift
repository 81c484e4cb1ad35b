/// A set of rows of a table, one bit for each row up to the last of them.
package struct RowSet {
  /// The number of rows.
  @usableFromInline var count = 0
  @usableFromInline var words: [UInt64] = []

  @inlinable package init() {}

  /// Whether the set is empty.
  @inlinable package var isEmpty: Bool { count == 0 }

  /// Whether a row is in the set.
  @inlinable package func contains(_ row: Int) -> Bool {
    row >> 6 < words.count && words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  /// Adds a row, which may be in the set already.
  @inlinable package mutating func insert(_ row: Int) {
    while words.count <= row >> 6 { words.append(0) }
    guard !contains(row) else { return }
    words[row >> 6] |= 1 << UInt64(row & 63)
    count += 1
  }

  /// Adds the rows of another set.
  package mutating func formUnion(_ other: RowSet) {
    for (index, word) in other.words.enumerated() where word != 0 {
      for bit in 0..<64 where word >> UInt64(bit) & 1 == 1 { insert(index << 6 | bit) }
    }
  }
}
