/// Checks that a reader of a mapped file makes before it follows codes and offsets.
extension Column {
  /// Finds a code of a name that is not there.
  ///
  /// - Parameter limit: How many names there are.
  /// - Returns: The first one; nil where each row has a name, or no value.
  package func firstCode(notBelow limit: Int) -> Int32? {
    let codes = int32s
    guard codes.highestCode >= limit else { return nil }
    // Only now it matters that an absent value's slot may hold any code.
    return codes.indices.first { !isNull($0) && !(0..<limit).contains(Int(codes[$0])) }
      .map { codes[$0] }
  }
}

extension Buffer<Int32> {
  /// The highest code; a negative one is above all others, and without any it is −1.
  package var highestCode: Int {
    guard !isEmpty else { return -1 }
    // Many at a time, without a jump.
    return withExtendedLifetime(self) {
      Int(pointer.reduce(UInt32(0)) { Swift.max($0, UInt32(bitPattern: $1)) })
    }
  }

  /// Whether each code is −1, for none, or below a count.
  package func hasCodes(below count: Int) -> Bool {
    // Of more there are no codes, and −1 taken from the highest number of all would be negative.
    let last = Int32(clamping: Swift.min(count, Int(Int32.max)) - 1)
    // Negative where a code is below −1 or above the last: many at a time, without a jump.
    return withExtendedLifetime(self) {
      pointer.reduce(Int32(0)) { $0 | ($1 &+ 1) | (last &- $1) } >= 0
    }
  }

  /// Whether no value is lower than the one before it.
  package var isRising: Bool {
    guard count > 1 else { return true }
    return withExtendedLifetime(self) {
      let values = pointer
      var falls: Int32 = 0
      for index in 1..<values.count { falls |= values[index - 1] > values[index] ? 1 : 0 }
      return falls == 0
    }
  }
}

extension TextBuffer {
  /// Whether all strings lie in the bytes, one behind the other.
  package var isInBytes: Bool {
    offsets[0] >= 0 && Int(offsets[count]) <= bytes.count && offsets.isRising
  }
}
