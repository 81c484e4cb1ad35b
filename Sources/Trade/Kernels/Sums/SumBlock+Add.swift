extension SumBlock {
  /// Adds rows to the cells of their bands and entities.
  ///
  /// - Parameters:
  ///   - codes: One entity code per row; a row whose code is outside ``entityRange`` is skipped.
  ///   - bands: One band number per row, below ``bandCount``.
  ///   - values: `[rows × measureCount]`, row-major.
  public mutating func add(codes: Span<Int32>, bands: Span<UInt8>, values: Span<Int64>) {
    precondition(bands.count == codes.count, "one band per code")
    precondition(values.count == codes.count * measureCount, "values must be rows × measures")
    guard measureCount > 0 else { return }
    let (bandCount, measureCount, stride) = (self.bandCount, self.measureCount, measureStride)
    let (firstEntity, entityCount) = (entityRange.lowerBound, entityRange.count)
    // Safety: the counts were checked above; band and entity are checked per row.
    codes.withUnsafeBufferPointer { codes in
      bands.withUnsafeBufferPointer { bands in
        values.withUnsafeBufferPointer { values in
          guard let base = UnsafeRawPointer(values.baseAddress),
            let sums = UnsafeMutableRawPointer(sums.baseAddress)
          else { return }
          for row in 0..<codes.count {
            let entity = Int(codes[row]) - Int(firstEntity)
            guard UInt(bitPattern: entity) < UInt(entityCount) else { continue }
            let band = Int(bands[row])
            precondition(band < bandCount, "a row's band is outside the block")
            let cell = (band &* entityCount &+ entity) &* stride
            Self.add(base + row &* measureCount &* 8, to: sums + cell &* 8, count: measureCount)
          }
        }
      }
    }
  }

  /// Adds the sums of a block of the same shape.
  ///
  /// - Parameter other: The other block, which stays unchanged.
  public mutating func merge(_ other: borrowing SumBlock) {
    precondition(
      bandCount == other.bandCount && entityRange == other.entityRange
        && measureCount == other.measureCount, "only blocks of the same shape can be merged")
    guard let target = UnsafeMutableRawPointer(sums.baseAddress),
      let source = UnsafeRawPointer(other.sums.baseAddress)
    else { return }
    // Safety: both blocks have the same shape and so the same count.
    Self.add(source, to: target, count: sums.count)
  }

  // MARK: - Implementation

  /// Adds `count` values eight, then four, two and one at a time.
  @inline(__always)
  private static func add(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int
  ) {
    // Safety: every load and store ends at or before `count` values from the two starts.
    var offset = 0
    while offset &+ 64 <= count &* 8 {
      add(SIMD8<Int64>.self, source + offset, to: target + offset)
      offset &+= 64
    }
    if count & 4 != 0 {
      add(SIMD4<Int64>.self, source + offset, to: target + offset)
      offset &+= 32
    }
    if count & 2 != 0 {
      add(SIMD2<Int64>.self, source + offset, to: target + offset)
      offset &+= 16
    }
    if count & 1 != 0 {
      let sum = target.load(fromByteOffset: offset, as: Int64.self)
      target.storeBytes(
        of: sum &+ source.load(fromByteOffset: offset, as: Int64.self),
        toByteOffset: offset, as: Int64.self)
    }
  }

  @inline(__always)
  private static func add<Vector: SIMD>(
    _ type: Vector.Type, _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) where Vector.Scalar == Int64 {
    // Mapped columns are 8-byte aligned only, hence the unaligned load.
    let sum = target.load(as: type) &+ source.loadUnaligned(as: type)
    target.storeBytes(of: sum, as: type)
  }
}
