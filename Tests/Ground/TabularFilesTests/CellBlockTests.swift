import Columns
import TabularFiles
import TestSupport
import Testing

/// Cells that are read in place, against Arrow's reading of the same text.
struct CellBlockTests {
  /// A record of more cells than any other.
  private static let comma = String(repeating: ",", count: 3_000)

  @Test(arguments: [
    "a,b\n1,2\n", "a,b\n1,2", "a,b\r\n1,2\r\n3,4\r\n", "\u{FEFF}a,b\n1,2\n",
    "\n\na,b\n\n1,2\n\r\n\n3,4\n\n", "\"a\",\"b\"\n,\n", "a,b\n", "a,b",
    // Records of another width than all others, in text that is otherwise regular.
    "a,b\n" + String(repeating: "1,22\n", count: 99) + "3\n",
    "a,b\n1,2\n\n" + comma + "\n3,4\n",
    "a,b\n1,2\n" + comma + "\n", "a,b\n é ,NA\nnull,#N/A\n", "a,b\n1\n1,2\n1,2,3\n\n3,4\n,,\n",
    "a\n1\n\n2\n",
  ])
  func `cells without quotes are those that Arrow reads`(text: String) throws {
    try expectArrowsCells(text)
  }

  @Test func `cells of any number and length are those that Arrow reads`() throws {
    var random = SeededGenerator()
    for _ in 0..<60 {
      // More columns than are laid down together among them.
      let width = [2, 3, 5, 16, 17, 63, 64, 65, 90].randomElement(using: &random)!
      let longest = [0, 3, 12, 90].randomElement(using: &random)!
      let rows = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        (0..<width).map { _ in
          String(repeating: "x", count: Int.random(in: 0...longest, using: &random))
        }
      }
      let lines = [(0..<width).map { "c\($0)" }] + rows
      var text = lines.map { $0.joined(separator: ",") }.joined(separator: "\n")
      if Bool.random(using: &random) { text += "\n" }
      try expectArrowsCells(text)
    }
  }

  private func expectArrowsCells(_ text: String) throws {
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
    #expect(
      records == (0..<expected.rowCount).map { row in columns.map { $0[row] } },
      "seed \(SeededGenerator.seed)")
  }

  @Test(arguments: ["a,b\n1,\"2\"\n", "a,b\r1,2\r", "a,b\n1,2\r3,4\n", "a,b\n1,2\r"])
  func `quotes and lone carriage returns are left to Arrow`(text: String) throws {
    var stream = try CSVBlocks(text.csv, threads: 1)
    while stream.next() != nil {}
    #expect(!stream.isWhole)
  }

  @Test func `blocks follow one another without a gap`() throws {
    // Cells of all lengths, so that their ends fall on every position of a vector.
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
  /// The cells' texts, without the carriage return after the last one.
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
