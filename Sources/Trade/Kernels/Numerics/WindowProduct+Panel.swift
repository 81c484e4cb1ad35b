extension WindowProduct {
  /// The doubles of one range of columns, before and after the product.
  ///
  /// Row `b` of the factor holds limb 0 of every column, then limb 1, and so on; a value is
  /// Σ limb·2^(i·limbBits), where the last limb carries the sign.
  struct Panel {
    private let bandCount: Int
    private let windowCount: Int
    /// Widest limb for which `bandCount` of them stay below 2⁵³.
    private let limbBits: Int
    private var limbCount = 1
    private var factor: [Double] = []
    private var product: [Double] = []

    init(bandCount: Int, windowCount: Int) {
      self.bandCount = bandCount
      self.windowCount = windowCount
      // A sign limb reaches 2^limbBits itself, so one bit is left free.
      limbBits = 52 - (Int.bitWidth - max(0, bandCount - 1).leadingZeroBitCount)
    }

    /// Loads one range of columns as limbs, as few as their widest value needs.
    mutating func load(
      _ bandSums: UnsafeBufferPointer<Int64>, columns: Int, range: Range<Int>
    ) {
      let bits = widestBits(bandSums, columns: columns, range: range)
      limbCount = max(1, (bits + limbBits - 1) / limbBits)
      let width = range.count * limbCount
      Self.resize(&factor, to: bandCount * width)
      Self.resize(&product, to: windowCount * width)
      for band in 0..<bandCount {
        let source = UnsafeBufferPointer(
          rebasing: bandSums[band * columns + range.lowerBound..<band * columns + range.upperBound])
        for limb in 0..<limbCount {
          split(source, limb: limb, to: band * width + limb * range.count)
        }
      }
    }

    /// Forms the product with the 0/1 matrix.
    mutating func multiply(_ membership: [Double]) {
      let shape = BLAS.ProductShape(
        rows: windowCount, inner: bandCount, columns: product.count / windowCount)
      let factor = factor  // shares the memory; self is being changed
      var target = product.mutableSpan
      BLAS.multiply(membership.span, factor.span, into: &target, shape: shape)
    }

    /// Combines the limbs and stores the sums.
    func store(
      _ windowSums: UnsafeMutableBufferPointer<Int64>, columns: Int, range: Range<Int>
    ) {
      let width = range.count * limbCount
      // Safety: the panel holds windowCount · width doubles, the target rows cover the range.
      product.withUnsafeBufferPointer { product in
        for window in 0..<windowCount {
          let target = window * columns + range.lowerBound
          for column in 0..<range.count {
            let first = window * width + column
            windowSums[target + column] =
              limbCount == 1
              ? Int64(product[first]) : combined(product, first: first, step: range.count)
          }
        }
      }
    }

    // MARK: - Implementation

    /// Returns the bits that any value of the range needs beside its sign.
    private func widestBits(
      _ bandSums: UnsafeBufferPointer<Int64>, columns: Int, range: Range<Int>
    ) -> Int {
      var bits: Int64 = 0
      for band in 0..<bandCount {
        for index in band * columns + range.lowerBound..<band * columns + range.upperBound {
          let value = bandSums[index]
          bits |= value ^ (value >> 63)
        }
      }
      return Int.bitWidth - bits.leadingZeroBitCount
    }

    /// Writes one limb of consecutive values; the last limb keeps the sign.
    private mutating func split(_ values: UnsafeBufferPointer<Int64>, limb: Int, to start: Int) {
      let shift = Int64(limb * limbBits)  // below 64, so the masking shift is the same
      let isLast = limb == limbCount - 1
      let mask = isLast ? -1 : (Int64(1) << limbBits) - 1
      // Safety: load has sized the factor for every limb of every band.
      factor.withUnsafeMutableBufferPointer { factor in
        for index in 0..<values.count {
          factor[start + index] = Double((values[index] &>> shift) & mask)
        }
      }
    }

    private func combined(
      _ product: UnsafeBufferPointer<Double>, first: Int, step: Int
    ) -> Int64 {
      var sum: Int128 = 0
      for limb in 0..<limbCount {
        sum += Int128(Int64(product[first + limb * step])) << (limb * limbBits)
      }
      guard let exact = Int64(exactly: sum) else {
        preconditionFailure("a window's sum does not fit 64 bits")
      }
      return exact
    }

    /// Keeps the memory of the previous panel; its content is overwritten.
    private static func resize(_ doubles: inout [Double], to count: Int) {
      if doubles.count > count { doubles.removeLast(doubles.count - count) }
      if doubles.count < count {
        doubles.append(contentsOf: repeatElement(0, count: count - doubles.count))
      }
    }
  }
}
