import Columns

/// Values of dated rows where they stand: in parts that follow one another, each of whole days.
///
/// So what was made month by month serves as it is, without a copy of all.
struct DatedParts<Value: BitwiseCopyable & Sendable>: Sendable {
  private let parts: [Buffer<Value>]
  /// Per day, the part it lies in, and its first value there.
  private let places: [(part: Int, first: Int)]

  /// Finds the days in the parts.
  ///
  /// - Parameters:
  ///   - parts: The values; each part may have more than count.
  ///   - counts: How many values of each part count.
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

  /// A day's values, the first one in front, as long as these parts live; not to be asked for where
  /// there is no part.
  @inline(__always)
  func ofDay(_ day: Int) -> UnsafePointer<Value> {
    let (part, first) = places[day]
    // Safety: the part has all values of the day.
    return parts[part].pointer.baseAddress.unsafelyUnwrapped + first
  }
}
