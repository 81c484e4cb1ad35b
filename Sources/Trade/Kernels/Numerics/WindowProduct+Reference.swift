extension WindowProduct {
  /// The specification of ``fill(_:bandSums:columns:)``: integer loops.
  package static func referenceSums(
    windows: [[Int]], bandSums: [Int64], columns: Int
  ) -> [Int64] {
    windows.flatMap { bands in
      (0..<columns).map { column in
        Int64(bands.reduce(Int128(0)) { $0 + Int128(bandSums[$1 * columns + column]) })
      }
    }
  }
}
