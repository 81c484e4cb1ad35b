import ColumnStore
import Columns
import Foundation

/// Runs of consecutive rows with one race key, in a file's order.
///
/// Most files keep a race's rows together, so that each run is a race.
package struct RaceRuns {
  /// The rows, without those left out.
  let rows: [Int32]
  /// The start of each run in `rows`, and their end.
  let starts: [Int]
  /// Whether no two runs have the same key.
  let areRaces: Bool

  init(_ ids: TextBuffer, leavingOut isRefused: ((Int) -> Bool)?) {
    let rows = Self.rows(ids.count, leavingOut: isRefused)
    let starts = Self.starts(ids, rows)
    self.rows = rows
    self.starts = starts
    areRaces = Self.areAscending(ids, rows, starts) || Self.areDifferent(ids, rows, starts)
  }

  // MARK: - Implementation

  private static func rows(_ count: Int, leavingOut isRefused: ((Int) -> Bool)?) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: count) { out, filled in
      for row in 0..<count where !(isRefused?(row) ?? false) {
        // Safety: no more rows than there is room for.
        out.initializeElement(at: filled, to: Int32(truncatingIfNeeded: row))
        filled += 1
      }
    }
  }

  private static func starts(_ ids: TextBuffer, _ rows: [Int32]) -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(rows.count / 8 + 1)
    var previous = -1
    for place in rows.indices {
      let row = Int(rows[place])
      if previous < 0 || !ids.areSame(previous, row) { starts.append(place) }
      previous = row
    }
    return starts + [rows.count]
  }

  /// Whether the keys are whole numbers, each above the one before.
  private static func areAscending(_ ids: TextBuffer, _ rows: [Int32], _ starts: [Int]) -> Bool {
    var last = -1
    for start in starts.dropLast() {
      guard let number = number(ids.utf8(Int(rows[start]))), number > last else { return false }
      last = number
    }
    return true
  }

  /// Reads a key that is a whole number, 0 or above; nil for any other.
  @inlinable package static func number(_ id: UnsafeBufferPointer<UInt8>) -> Int? {
    // Another spelling of the same number would be another key.
    guard id.count > 0, id.count <= 18, id[0] != UInt8(ascii: "0") || id.count == 1 else {
      return nil
    }
    var value = 0
    for byte in id {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }

  private static func areDifferent(_ ids: TextBuffer, _ rows: [Int32], _ starts: [Int]) -> Bool {
    let index = DictionaryEncoder.ofKeys()
    for (run, start) in starts.dropLast().enumerated() {
      guard Int(index.code(ids.utf8(Int(rows[start])))!) == run else { return false }
    }
    return true
  }
}

extension RandomAccessCollection<Int32> {
  /// Whether each row is one above the row before.
  @inlinable package var areConsecutive: Bool {
    let first = first ?? 0
    return withContiguousStorageIfAvailable { rows in
      var differs: Int32 = 0
      for place in rows.indices {
        differs |= rows[place] ^ (first &+ Int32(truncatingIfNeeded: place))
      }
      return differs == 0
    } ?? false
  }
}

extension TextBuffer {
  /// Whether two rows hold the same text.
  ///
  /// Keys are short: most are compared as one machine word.
  @inlinable @inline(__always)
  package func areSame(_ left: Int, _ right: Int) -> Bool {
    let (offsets, bytes) = (offsets.pointer, bytes.pointer)
    return withExtendedLifetime(self) {
      // Safety: a text has one more offset than rows, and its offsets' bytes.
      let (first, second) = (Int(offsets[left]), Int(offsets[right]))
      let count = Int(offsets[left + 1]) - first
      guard count == Int(offsets[right + 1]) - second else { return false }
      guard count > 0, let start = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else {
        return true
      }
      guard count <= 8, max(first, second) + 8 <= bytes.count else {
        return memcmp(start + first, start + second, count) == 0
      }
      let differing =
        start.loadUnaligned(fromByteOffset: first, as: UInt64.self).littleEndian
        ^ start.loadUnaligned(fromByteOffset: second, as: UInt64.self).littleEndian
      return differing << UInt64(64 - 8 * count) == 0
    }
  }
}
