extension BLAS {
  /// The specification of ``multiply(_:_:into:shape:)``: three plain loops.
  package static func referenceMultiply(
    _ left: Span<Double>, _ right: Span<Double>, into product: inout MutableSpan<Double>,
    shape: ProductShape
  ) {
    for row in 0..<shape.rows {
      for column in 0..<shape.columns {
        var sum = 0.0
        for index in 0..<shape.inner {
          sum += left[row * shape.inner + index] * right[index * shape.columns + column]
        }
        product[row * shape.columns + column] = sum
      }
    }
  }
}
