extension Bitmap {
  /// Returns the rows with both flags.
  ///
  /// - Parameter other: A bitmap with the same number of rows.
  /// - Returns: `self ∧ other`, row by row.
  public func intersection(_ other: Bitmap) -> Bitmap { combined(other) { $0 & $1 } }

  /// Returns the rows with either flag.
  ///
  /// - Parameter other: A bitmap with the same number of rows.
  /// - Returns: `self ∨ other`, row by row.
  public func union(_ other: Bitmap) -> Bitmap { combined(other) { $0 | $1 } }

  /// Returns the rows with this flag and not the other.
  ///
  /// - Parameter other: A bitmap with the same number of rows.
  /// - Returns: `self ∧ ¬other`, row by row.
  public func subtracting(_ other: Bitmap) -> Bitmap { combined(other) { $0 & ~$1 } }

  /// Makes a bitmap with the same flag in every row.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - count: The number of rows.
  public init(repeating flag: Bool, count: Int) {
    let bytes = Buffer<UInt8>(count: (count + 7) / 8) { $0.initialize(repeating: flag ? 0xFF : 0) }
    self.init(bytes: bytes, count: count)
  }

  // MARK: - Implementation

  @inline(__always)
  private func combined(_ other: Bitmap, _ operation: (UInt8, UInt8) -> UInt8) -> Bitmap {
    precondition(count == other.count, "bitmaps of one length")
    let (left, right) = (bytes.pointer, other.bytes.pointer)
    let combined = Buffer<UInt8>(count: (count + 7) / 8) { out in
      // Safety: both bitmaps hold a byte for every eight rows; their initialisers check it.
      for byte in out.indices {
        out.initializeElement(at: byte, to: operation(left[byte], right[byte]))
      }
    }
    return Bitmap(bytes: combined, count: count)
  }
}
