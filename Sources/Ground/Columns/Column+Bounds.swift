/// The checks of a mapped file's codes and offsets before its reader follows them.
extension Column {
  /// Finds a code without a name.
  ///
  /// - Parameter limit: The number of names.
  /// - Returns: The first one; nil if each row has a name, or no value.
  package func firstCode(notBelow limit: Int) -> Int32? {
    let codes = int32s
    guard codes.highestCode >= limit else { return nil }
    // Checked only now: the slot of an absent value may hold any code.
    return codes.indices.first { !isNull($0) && !(0..<limit).contains(Int(codes[$0])) }
      .map { codes[$0] }
  }
}

extension Buffer<Int32> {
  /// The highest code; a negative code counts as above all others, and −1 means that there are
  /// none.
  package var highestCode: Int {
    guard !isEmpty else { return -1 }
    // Branch-free, so that the compiler vectorises it.
    return withExtendedLifetime(self) {
      Int(pointer.reduce(UInt32(0)) { Swift.max($0, UInt32(bitPattern: $1)) })
    }
  }

  /// Whether each code is −1, for none, or below a count.
  package func hasCodes(below count: Int) -> Bool {
    // Codes never exceed this, and `last &- $1` must not overflow for −1.
    let last = Int32(clamping: Swift.min(count, Int(Int32.max)) - 1)
    // Negative if a code is below −1 or above the last; branch-free, so that it is vectorised.
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
  /// Whether all strings lie within the bytes, one after another.
  package var isInBytes: Bool {
    offsets[0] >= 0 && Int(offsets[count]) <= bytes.count && offsets.isRising
  }
}
