extension Range<Int> {
  /// Finds the first place from which on a condition holds, by binary search.
  ///
  /// - Parameter isReached: False up to some place, and true from there on.
  /// - Returns: The place; the range's end if the condition never holds.
  @inlinable
  public func partitionPoint(where isReached: (Int) -> Bool) -> Int {
    var (first, end) = (lowerBound, upperBound)
    while first < end {
      let middle = first + (end - first) / 2
      if isReached(middle) { end = middle } else { first = middle + 1 }
    }
    return first
  }
}
