import Kernels
import TestSupport
import Testing

@Suite struct SumBlockTests {
  @Test func `rows are added to the cell of their band and entity`() {
    var block = SumBlock(bandCount: 2, entityRange: 10..<12, measureCount: 3)
    let values: [Int64] = [1, 2, 3, 10, 20, 30, 100, 200, 300]
    block.add(
      codes: ([11, 10, 11] as [Int32]).span, bands: ([0, 1, 0] as [UInt8]).span,
      values: values.span)
    #expect(block.row(band: 0, entity: 11) == [101, 202, 303])
    #expect(block.row(band: 1, entity: 10) == [10, 20, 30])
    #expect(block.row(band: 0, entity: 10) == [0, 0, 0])
    #expect(block[0, 11, 2] == 303)
  }

  @Test func `rows of other entities and of none are skipped`() {
    var block = SumBlock(bandCount: 1, entityRange: 5..<6, measureCount: 1)
    let codes: [Int32] = [-1, 4, 5, 6, .max, .min]
    block.add(
      codes: codes.span, bands: [UInt8](repeating: 0, count: 6).span,
      values: [Int64](repeating: 7, count: 6).span)
    #expect(block.row(band: 0, entity: 5) == [7])
  }

  @Test func `a cell is padded with zeros to eight measures`() {
    var block = SumBlock(bandCount: 2, entityRange: 0..<2, measureCount: 3)
    block.add(
      codes: ([1] as [Int32]).span, bands: ([1] as [UInt8]).span,
      values: ([1, 2, 3] as [Int64]).span)
    let sums = block.withSums { span in span.indices.map { span[$0] } }
    #expect(block.columnCount == 16)
    #expect(sums == Array(repeating: 0, count: 24) + [1, 2, 3, 0, 0, 0, 0, 0])
    block.reset()
    let zeros = block.withSums { span in span.indices.allSatisfy { span[$0] == 0 } }
    #expect(zeros)
  }

  @Test func `empty blocks can be filled and merged`() {
    for (bands, entities, measures) in [(0, 3, 2), (2, 0, 2), (2, 3, 0)] {
      var block = SumBlock(
        bandCount: bands, entityRange: 0..<Int32(entities), measureCount: measures)
      let other = SumBlock(
        bandCount: bands, entityRange: 0..<Int32(entities), measureCount: measures)
      block.add(
        codes: ([-1] as [Int32]).span, bands: ([0] as [UInt8]).span,
        values: [Int64](repeating: 1, count: measures).span)
      block.merge(other)
      #expect(block.withSums { $0.count } == 0)
    }
  }

  @Test(arguments: Array(0...17) + [24, 31])
  func `every number of measures agrees with the plain version`(measures: Int) {
    var random = SeededGenerator(UInt64(measures))
    let (range, bands, rows) = (Int32(3)..<Int32(20), 5, 200)
    let codes = (0..<rows).map { _ in Int32.random(in: -1...22, using: &random) }
    let bandOfRow = (0..<rows).map { _ in UInt8.random(in: 0..<5, using: &random) }
    let values = (0..<rows * measures).map { _ in
      Int64.random(in: Int64.min / 256...Int64.max / 256, using: &random)
    }
    var expected = SumBlockReference(entityRange: range, measureCount: measures)
    expected.add(codes: codes, bands: bandOfRow, values: values)

    // One pass, against two blocks that are merged.
    let cut = Int.random(in: 0...rows, using: &random)
    var whole = SumBlock(bandCount: bands, entityRange: range, measureCount: measures)
    whole.add(codes: codes.span, bands: bandOfRow.span, values: values.span)
    var first = SumBlock(bandCount: bands, entityRange: range, measureCount: measures)
    var second = SumBlock(bandCount: bands, entityRange: range, measureCount: measures)
    first.add(
      codes: codes.span.extracting(first: cut), bands: bandOfRow.span.extracting(first: cut),
      values: values.span.extracting(first: cut * measures))
    second.add(
      codes: codes.span.extracting(droppingFirst: cut),
      bands: bandOfRow.span.extracting(droppingFirst: cut),
      values: values.span.extracting(droppingFirst: cut * measures))
    second.merge(first)
    for band in 0..<bands {
      for entity in range {
        let row = expected.row(band: band, entity: entity)
        #expect(whole.row(band: band, entity: entity) == row, "seed \(SeededGenerator.seed)")
        #expect(second.row(band: band, entity: entity) == row, "seed \(SeededGenerator.seed)")
      }
    }
  }
}
