/// The specification of ``SumBlock``: a dictionary from band and entity to a list of sums.
package struct SumBlockReference {
  package struct Cell: Hashable {
    package var band: Int
    package var entity: Int32
  }

  package var entityRange: Range<Int32>
  package var measureCount: Int
  package private(set) var cells: [Cell: [Int64]] = [:]

  package init(entityRange: Range<Int32>, measureCount: Int) {
    self.entityRange = entityRange
    self.measureCount = measureCount
  }

  package mutating func add(codes: [Int32], bands: [UInt8], values: [Int64]) {
    for (row, code) in codes.enumerated() where entityRange.contains(code) {
      let cell = Cell(band: Int(bands[row]), entity: code)
      var sums = cells[cell] ?? zeros
      for measure in 0..<measureCount { sums[measure] &+= values[row * measureCount + measure] }
      cells[cell] = sums
    }
  }

  package func row(band: Int, entity: Int32) -> [Int64] {
    cells[Cell(band: band, entity: entity)] ?? zeros
  }

  private var zeros: [Int64] { Array(repeating: 0, count: measureCount) }
}
