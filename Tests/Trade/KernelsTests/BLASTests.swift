import Kernels
import TestSupport
import Testing

@Suite struct BLASTests {
  @Test func `a known product is reproduced`() {
    let left: [Double] = [1, 2, 3, 4, 5, 6]
    let right: [Double] = [7, 8, 9, 10, 11, 12]
    var product = [Double](repeating: .nan, count: 4)
    var target = product.mutableSpan
    BLAS.multiply(
      left.span, right.span, into: &target, shape: .init(rows: 2, inner: 3, columns: 2))
    #expect(product == [58, 64, 139, 154])
  }

  @Test func `a known product with a vector is reproduced`() {
    let matrix: [Double] = [1, 2, 3, 4, 5, 6]
    var product = [Double](repeating: .nan, count: 2)
    var target = product.mutableSpan
    BLAS.multiply(matrix.span, vector: ([1, 10, 100] as [Double]).span, into: &target)
    #expect(product == [321, 654])
  }

  @Test func `a product over nothing is zero`() {
    let none: [Double] = []
    var product: [Double] = [.nan, .nan]
    var target = product.mutableSpan
    BLAS.multiply(
      none.span, none.span, into: &target, shape: .init(rows: 2, inner: 0, columns: 1))
    BLAS.multiply(none.span, vector: none.span, into: &target)
    #expect(product == [0, 0])
  }

  @Test func `integer products agree with plain loops for all small shapes`() {
    var random = SeededGenerator()
    for rows in 0...5 {
      for inner in 0...9 {
        for columns in [0, 1, 2, 7, 8, 9, 33] {
          let shape = BLAS.ProductShape(rows: rows, inner: inner, columns: columns)
          let left = integers(rows * inner, &random)
          let right = integers(inner * columns, &random)
          var product = [Double](repeating: .nan, count: rows * columns)
          var expected = product
          var target = product.mutableSpan
          BLAS.multiply(left.span, right.span, into: &target, shape: shape)
          var plain = expected.mutableSpan
          BLAS.referenceMultiply(left.span, right.span, into: &plain, shape: shape)
          #expect(product == expected, "\(shape), seed \(SeededGenerator.seed)")
        }
      }
    }
  }

  @Test func `the library says what it is and how many threads it uses`() {
    #expect(BLAS.configuration.contains("OpenBLAS"))
    #expect(!BLAS.coreName.isEmpty)
    BLAS.useThreads(2)
    #expect(BLAS.threadCount == 2)
    BLAS.useThreads(1)
    #expect(BLAS.threadCount == 1)
  }

  private func integers(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in Double(Int64.random(in: -1_000_000...1_000_000, using: &random)) }
  }
}
