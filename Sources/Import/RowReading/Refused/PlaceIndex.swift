import ColumnStore
import Columns

/// Places by the hashes of texts: sorted runs of a limited size, on disk if there are several.
///
/// Two texts may have one hash, so the caller must compare the text of each place found.
package struct PlaceIndex {
  private let writer: StoreWriter?
  private let bound: Int
  /// A hash and its place in one number.
  private var entries = ValueDraft<UInt64>()
  private var run: [UInt64] = []
  private var ends: [Int] = []

  /// Makes an empty index.
  ///
  /// - Parameters:
  ///   - writer: The writer; its store holds the file; nil to keep all in memory.
  ///   - bound: The number of bytes of a run.
  package init(_ writer: StoreWriter?, bound: Int) { (self.writer, self.bound) = (writer, bound) }

  /// Returns the hash of a sequence of texts; it differs in each process.
  package static func hash(_ texts: UnsafeBufferPointer<UInt8>...) -> UInt32 {
    var hasher = Hasher()
    for text in texts {
      // Safety: the caller lends the bytes for the call.
      hasher.combine(text.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(text))
    }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Adds a place; places must ascend.
  package mutating func add(_ place: Int, _ hash: UInt32) throws(StoreError) {
    run.append(UInt64(hash) << 32 | UInt64(UInt32(place)))
    if run.count * MemoryLayout<UInt64>.stride > bound { try endRun() }
  }

  /// Returns the places for searching; none may be added afterwards.
  package mutating func finished() throws(StoreError) -> Places {
    try endRun()
    return Places(entries: try entries.values(), ends: ends)
  }

  /// The places of an index.
  package struct Places {
    fileprivate let entries: Buffer<UInt64>
    fileprivate let ends: [Int]

    /// Passes each place of a hash to `suffices`, within a run in ascending order, until that
    /// returns true.
    package func search(_ hash: UInt32, _ suffices: (Int) -> Bool) {
      var start = 0
      for end in ends {
        let first = (start..<end).partitionPoint { entries[$0] >> 32 >= hash }
        for index in first..<end {
          guard entries[index] >> 32 == hash else { break }
          if suffices(Int(entries[index] & 0xFFFF_FFFF)) { return }
        }
        start = end
      }
    }
  }

  // MARK: - Implementation

  private mutating func endRun() throws(StoreError) {
    guard !run.isEmpty else { return }
    run.sort()
    entries.append(contentsOf: run)
    run.removeAll(keepingCapacity: true)
    ends.append(entries.count)
    // A single run stays in memory.
    if let writer, ends.count > 1 || entries.bytesInMemory > bound {
      try entries.moveToDisk(writer)
    }
  }
}
