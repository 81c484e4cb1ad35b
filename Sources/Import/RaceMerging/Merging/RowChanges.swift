import Columns
import RowReading

/// Compares each row of a race with the one before it, a column at a time.
///
/// In nearly all races all rows hold the same, and there is nothing to settle between them: only
/// the other races need the exact rules.
struct RowChanges {
  private let groups: RaceGroups
  /// The races' rows as a range, where they are consecutive.
  private let range: Range<Int>?

  /// Compares rows within races.
  init(_ groups: RaceGroups) {
    self.groups = groups
    let rows = groups.rows
    let first = rows.first ?? 0
    range = rows.areConsecutive ? Int(first)..<(Int(first) + rows.count) : nil
  }

  /// Returns the races in which a row of a column differs from the one before, or one of the two is
  /// null.
  func races(in column: Column) -> [Int] {
    switch column.values {
    case .int16(let buffer): races(column.validity, buffer)
    case .int32(let buffer): races(column.validity, buffer)
    case .int64(let buffer): races(column.validity, buffer)
    case .double(let buffer): races(column.validity, buffer)
    case .boolean(let bits): races(column.validity) { bits[$0] == bits[$1] }
    case .text(let text):
      races(column.validity) { text.utf8($0).elementsEqual(text.utf8($1)) }
    }
  }

  // MARK: - Implementation

  @inline(__always)
  private func races<T: Equatable>(_ validity: Validity, _ values: Buffer<T>) -> [Int] {
    if validity.bits == nil, let range, changesBetweenRacesOnly(values.pointer, range) { return [] }
    let values = values.pointer
    return races(validity) { values[$0] == values[$1] }
  }

  /// Whether there are as many changes between neighbouring rows as between neighbouring races.
  ///
  /// Branch-free, many rows at a time.
  @inline(__always)
  private func changesBetweenRacesOnly<T: Equatable>(
    _ values: UnsafeBufferPointer<T>, _ range: Range<Int>
  ) -> Bool {
    // Safety: the rows are rows of the column.
    guard let base = values.baseAddress, range.count > 1 else { return true }
    let (start, count) = (base + range.lowerBound, Int32(range.count))
    var changes: Int32 = 0
    for row in 1..<count { changes &+= start[Int(row)] == start[Int(row &- 1)] ? 0 : 1 }
    var between: Int32 = 0
    for first in groups.starts.dropFirst().dropLast() {
      between &+= start[first] == start[first - 1] ? 0 : 1
    }
    return changes == between
  }

  @inline(__always)
  private func races(_ validity: Validity, _ areSame: (Int, Int) -> Bool) -> [Int] {
    guard let bits = validity.bits else { return races(areSame) }
    let flags = bits.bytes.pointer
    func isValid(_ row: Int) -> Bool { flags[row >> 3] >> UInt8(row & 7) & 1 == 1 }
    return withExtendedLifetime(bits) {
      races { isValid($0) == isValid($1) && (!isValid($0) || areSame($0, $1)) }
    }
  }

  @inline(__always)
  private func races(_ areSame: (Int, Int) -> Bool) -> [Int] {
    var found: [Int] = []
    groups.rows.withUnsafeBufferPointer { rows in
      groups.starts.withUnsafeBufferPointer { starts in
        for race in 0..<(starts.count - 1) {
          var place = starts[race] + 1
          let end = starts[race + 1]
          while place < end {
            if !areSame(Int(rows[place - 1]), Int(rows[place])) {
              found.append(race)
              break
            }
            place += 1
          }
        }
      }
    }
    return found
  }
}
