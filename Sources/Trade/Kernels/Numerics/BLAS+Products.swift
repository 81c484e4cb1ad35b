import COpenBLAS

extension BLAS {
  /// The three extents of a product `[rows × inner] · [inner × columns]`.
  public struct ProductShape: Equatable, Sendable {
    /// Rows of the left factor and of the product.
    public var rows: Int
    /// Columns of the left factor and rows of the right one.
    public var inner: Int
    /// Columns of the right factor and of the product.
    public var columns: Int

    /// Creates a shape from its three extents, none of them negative.
    public init(rows: Int, inner: Int, columns: Int) {
      precondition(rows >= 0 && inner >= 0 && columns >= 0, "a matrix has no negative extent")
      self.rows = rows
      self.inner = inner
      self.columns = columns
    }
  }

  /// Multiplies two dense matrices (`dgemm` with α = 1, β = 0).
  ///
  /// - Shape: `left` is `[rows × inner]`, `right` `[inner × columns]`, `product`
  ///   `[rows × columns]`, all row-major without gaps.
  /// - Edge cases: with `inner` 0 the product is 0.
  /// - Accuracy: exact for integers with Σ|products| < 2⁵³, in whatever order OpenBLAS adds.
  ///
  /// - Parameters:
  ///   - left: The left factor.
  ///   - right: The right factor.
  ///   - product: Receives the product; its previous content is not read.
  ///   - shape: The extents; each must fit OpenBLAS's 32-bit integers.
  public static func multiply(
    _ left: Span<Double>, _ right: Span<Double>, into product: inout MutableSpan<Double>,
    shape: ProductShape
  ) {
    let (rows, inner, columns) = (shape.rows, shape.inner, shape.columns)
    precondition(left.count == rows * inner, "left factor: count must be rows × inner")
    precondition(right.count == inner * columns, "right factor: count must be inner × columns")
    precondition(product.count == rows * columns, "product: count must be rows × columns")
    guard rows > 0, columns > 0 else { return }
    guard inner > 0 else { return product.update(repeating: 0) }
    load()
    // Safety: the three counts above are what dgemm reads and writes for these extents.
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        product.withUnsafeMutableBufferPointer { product in
          rb_blas_dgemm(
            product.baseAddress, left.baseAddress, right.baseAddress,
            extent(rows), extent(inner), extent(columns))
        }
      }
    }
  }

  /// Multiplies a dense matrix by a vector (`dgemv` with α = 1, β = 0).
  ///
  /// - Shape: `matrix` is `[rows × columns]`, row-major; `vector` `[columns]`; `product` `[rows]`.
  /// - Edge cases: with no columns the product is 0.
  /// - Accuracy: exact for integers with Σ|products| < 2⁵³, in whatever order OpenBLAS adds.
  ///
  /// - Parameters:
  ///   - matrix: The matrix.
  ///   - vector: One value per column, which fixes the matrix's extents.
  ///   - product: Receives one value per row; its previous content is not read.
  public static func multiply(
    _ matrix: Span<Double>, vector: Span<Double>, into product: inout MutableSpan<Double>
  ) {
    let (rows, columns) = (product.count, vector.count)
    precondition(matrix.count == rows * columns, "matrix: count must be rows × columns")
    guard rows > 0 else { return }
    guard columns > 0 else { return product.update(repeating: 0) }
    load()
    // Safety: the counts above are what dgemv reads and writes for these extents.
    matrix.withUnsafeBufferPointer { matrix in
      vector.withUnsafeBufferPointer { vector in
        product.withUnsafeMutableBufferPointer { product in
          rb_blas_dgemv(
            product.baseAddress, matrix.baseAddress, vector.baseAddress,
            extent(rows), extent(columns))
        }
      }
    }
  }

  // MARK: - Implementation

  private static func extent(_ value: Int) -> Int32 {
    guard let extent = Int32(exactly: value) else {
      preconditionFailure("an extent of a product does not fit OpenBLAS's 32-bit integers")
    }
    return extent
  }
}
