import Columns
import TabularFiles
import TestSupport
import Testing

struct TableWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [false, true])
  func `every column type comes back from Parquet`(nulls: Bool) throws {
    var random = SeededGenerator(1)
    let parts = [100, 0, 33].map {
      RandomColumns.table(count: $0, nulls: nulls, using: &random)
    }
    let read = try roundTrip(parts, "table.parquet")
    #expect(read.fields == parts[0].fields)
    #expect(read.cells == Table.concatenated(parts).cells, "seed \(SeededGenerator.seed)")
  }

  @Test(arguments: ["table.csv", "table.csv.gz", "table.csv.zst"], [false, true])
  func `text comes back from CSV, nulls as empty text`(name: String, nulls: Bool) throws {
    var random = SeededGenerator(2)
    let parts = [100, 0, 33].map { count in
      Table(
        ["horse", "jockey, \"J\"", "trainer"].map {
          ($0, RandomColumns.column(.text, count: count, nulls: nulls, using: &random))
        })
    }
    let read = try roundTrip(parts, name)
    let expected = Table.concatenated(parts).cells.mapValues { $0.map { $0 ?? "" } }
    #expect(read.cells == expected, "seed \(SeededGenerator.seed)")
  }

  @Test func `values are written to CSV as people write them`() throws {
    let table = Table([
      ("date", Column(.date, int32s: [Day(iso: "2024-02-29")!.number, nil])),
      ("off_time", Column(.instant, int64s: [1_709_213_400_000_000, nil])),
      ("draw", Column(int16s: [-7, nil])), ("sp", Column(.double, .double(Buffer([3.75, 100])))),
      ("handicap", Column(booleans: [true, nil])),
    ])
    #expect(
      try roundTrip([table], "values.csv").cells == [
        "date": ["2024-02-29", ""], "off_time": ["2024-02-29 13:30:00.000000Z", ""],
        "draw": ["-7", ""], "sp": ["3.75", "100"], "handicap": ["true", ""],
      ])
  }

  @Test func `one thread and several read the same`() throws {
    var random = SeededGenerator(3)
    let table = RandomColumns.table(count: 500, nulls: true, using: &random)
    for name in ["t.csv", "t.parquet"] {
      let one = try roundTrip([table], name, threads: 1)
      let several = try roundTrip([table], name, threads: 3)
      #expect(one.cells == several.cells, "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `some columns can be read, in the order asked for`() throws {
    var random = SeededGenerator(4)
    let table = RandomColumns.table(count: 20, nulls: true, using: &random)
    for name in ["t.csv", "t.parquet"] {
      try write([table], name)
      let source = try SourceFile(path: folder.file(name))
      let rows = try source.read(columns: ["text", "int16"], threads: 1)
      #expect(rows.tables.allSatisfy { $0.fields.map(\.name) == ["text", "int16"] })
      #expect(rows.rowCount == 20)
    }
  }

  @Test func `a file in a folder that does not exist cannot be written`() throws {
    let path = folder.file("absent/table.csv")
    let error = #expect(throws: FileError.self) {
      _ = try TableWriter(path: path, format: .csv, fields: [Field("a", .text)])
    }
    guard case .cannotWrite(path, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("No such file or directory"))
  }

  private func write(_ parts: [Table], _ name: String) throws {
    let format: TableFormat = name.hasSuffix(".parquet") ? .parquet : .csv
    let writer = try TableWriter(
      path: folder.file(name), format: format, fields: parts[0].fields)
    for part in parts { try writer.write(part) }
    try writer.close()
  }

  private func roundTrip(_ parts: [Table], _ name: String, threads: Int = 2) throws -> Table {
    try write(parts, name)
    let source = try SourceFile(path: folder.file(name))
    let columns = try source.columnNames()
    #expect(columns == parts[0].fields.map(\.name))
    let rows = try source.read(columns: columns, threads: threads)
    #expect(rows.skippedCount == 0)
    return Table.concatenated(rows.tables)
  }
}
