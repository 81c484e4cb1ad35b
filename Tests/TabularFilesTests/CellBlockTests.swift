import Columns
import TabularFiles
import Testing

/// Cells that are taken from where they stand, against Arrow's reading of the same text.
struct CellBlockTests {
  @Test(arguments: [
    "a,b\n1,2\n", "a,b\n1,2", "a,b\r\n1,2\r\n3,4\r\n", "\u{FEFF}a,b\n1,2\n",
    "\n\na,b\n\n1,2\n\r\n\n3,4\n\n", "\"a\",\"b\"\n,\n", "a,b\n", "a,b",
    "a,b\n é ,NA\nnull,#N/A\n", "a,b\n1\n1,2\n1,2,3\n\n3,4\n,,\n", "a\n1\n\n2\n",
  ])
  func `cells without quotes are those that Arrow reads`(text: String) throws {
    let csv = try text.csv
    let names = try csv.columnNames()
    let expected = try csv.read(columns: names, threads: 1)
    var records: [[String]] = []
    var skipped = 0
    var stream = try CSVBlocks(csv, threads: 2)
    while let blocks = stream.next() {
      records += blocks.flatMap(\.records)
      skipped += blocks.reduce(0) { $0 + $1.skippedCount }
    }
    #expect(stream.isWhole)
    #expect(skipped == expected.skippedCount)
    let columns = names.map { name in expected.tables.flatMap { $0[name]!.texts.strings } }
    #expect(records == (0..<expected.rowCount).map { row in columns.map { $0[row] } })
  }

  @Test(arguments: ["a,b\n1,\"2\"\n", "a,b\r1,2\r", "a,b\n1,2\r3,4\n", "a,b\n1,2\r"])
  func `quotes and lone carriage returns are left to Arrow`(text: String) throws {
    var stream = try CSVBlocks(text.csv, threads: 1)
    while stream.next() != nil {}
    #expect(!stream.isWhole)
  }

  @Test func `blocks follow one another without a gap`() throws {
    // Cells of all lengths, so that their ends fall on every place of what is looked at together.
    let count = 60_000
    let lines = (0..<count).map { "\($0),\(String(repeating: "x", count: $0 % 131))" }
    let csv = try ("n,x\n" + lines.joined(separator: "\n")).csv
    var next = 0
    var blockCount = 0
    var stream = try CSVBlocks(csv, threads: 2)
    while let blocks = stream.next() {
      for record in blocks.flatMap(\.records) {
        if record != ["\(next)", String(repeating: "x", count: next % 131)] {
          Issue.record("record \(next): \(record)")
        }
        next += 1
      }
      blockCount += blocks.count
    }
    #expect(stream.isWhole)
    #expect(next == count)
    #expect(blockCount > 2)
  }
}

extension CellBlock {
  /// The cells' texts, a carriage return behind the last one taken off.
  fileprivate var records: [[String]] {
    (0..<rowCount).map { row in
      columns.indices.map { column in
        let place = column * stride + row
        let cell = bytes.pointer[Int(offsets[place])..<(Int(offsets[place + stride]) - 1)]
        let text = String(decoding: cell, as: UTF8.self)
        return column == columns.count - 1 && text.hasSuffix("\r") ? String(text.dropLast()) : text
      }
    }
  }
}

extension TextBuffer {
  fileprivate var strings: [String] { (0..<count).map { self[$0] } }
}
