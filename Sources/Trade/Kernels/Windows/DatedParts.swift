import Columns

/// Values of dated rows in consecutive parts, each of whole days.
///
/// So values that were made month by month are used without a copy of all.
struct DatedParts<Value: BitwiseCopyable & Sendable>: Sendable {
  private let parts: [Buffer<Value>]
  /// Per day, the part it lies in, and its first value there.
  private let places: [(part: Int, first: Int)]

  /// Finds the days in the parts.
  ///
  /// - Parameters:
  ///   - parts: The values; each part may hold more values than are used.
  ///   - counts: The number of values used of each part.
  ///   - dayStarts: The first value of each day over all parts, and the end.
  init(_ parts: [Buffer<Value>], counts: [Int], dayStarts: [Int]) {
    precondition(counts.reduce(0, +) == dayStarts.last, "as many values as the days have")
    var (part, first) = (0, 0)
    self.parts = parts
    places = zip(dayStarts, dayStarts.dropFirst()).map { start, end in
      while part + 1 < parts.count, start >= first + counts[part] {
        first += counts[part]
        part += 1
      }
      precondition(start == end || end <= first + counts[part], "a part has whole days")
      return (part, start - first)
    }
  }

  /// Returns a day's values, the first one in front, valid while these parts live; there must be a
  /// part.
  @inline(__always)
  func ofDay(_ day: Int) -> UnsafePointer<Value> {
    let (part, first) = places[day]
    // Safety: the part has all values of the day.
    return parts[part].pointer.baseAddress.unsafelyUnwrapped + first
  }
}
