import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

/// Parquet files that claim other things than they hold.
struct ParquetClaimTests {
  typealias Column = ParquetBytes.Column

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ columns: [Column], rowCount: Int, parts: Int? = nil) throws -> SourceFile {
    let path = folder.file("a.parquet")
    let bytes = ParquetBytes(columns, rowCount: rowCount, partRowCount: parts).bytes
    try Data(bytes).write(to: URL(filePath: path))
    return try SourceFile(path: path)
  }

  private func refusal(_ file: SourceFile, _ columns: [String] = []) throws -> String {
    let error = #expect(throws: FileError.self) { try file.read(columns: columns, threads: 1) }
    return "\(try #require(error))".replacing(file.path, with: "F")
  }

  @Test func `what the helper writes is a Parquet file`() throws {
    let rows = try file([.texts("a", ["x", "é"]), .numbers("n", [7, -5])], rowCount: 2)
      .read(columns: ["n", "a"], threads: 1).tables
    #expect(rows.flatMap { Array($0["n"]!.int32s) } == [7, -5])
    #expect(rows.flatMap { $0["a"]!.cells } == ["x", "é"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: [10_000_000, 1_000_000_000_000])
  func `rows without a column are refused`(count: Int) throws {
    let file = try file([], rowCount: count)
    let message = "F: found no column, and a count of \(count) rows; expected a Parquet file"
    #expect(try refusal(file) == message)
    let error = #expect(throws: FileError.self) { try file.columnNames() }
    #expect("\(try #require(error))".replacing(file.path, with: "F") == message)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [16_777_217, 1_000_000_000_000])
  func `more rows than a file of its bytes may have are refused before they are read`(
    count: Int
  ) throws {
    let file = try file([.flags("won", count: count)], rowCount: count)
    #expect(
      try refusal(file, ["won"]).hasPrefix(
        "F: found \(count) rows in \(file.fileSize) bytes, more than 16777216 and than 16 for each"
      ))
  }

  @Test func `many rows of one value are read, and counted`() throws {
    let file = try file([.flags("won", count: 10_000_000)], rowCount: 10_000_000)
    #expect(file.fileSize < 150)
    for columns in [["won"], []] {
      #expect(try file.read(columns: columns, threads: 1).rowCount == 10_000_000)
    }
  }

  @Test(arguments: [(2, 3, 2), (3, 3, 2), (2, 1, 2), (2, -1, 2), (2, 2, 3), (3, 3, 3)])
  func `counts that differ are refused`(rows: Int, part: Int, claimed: Int) throws {
    var column = Column.numbers("n", [1, 2])
    column.claimedCount = claimed
    let file = try file([column], rowCount: rows, parts: part)
    for columns in [["n"], []] { #expect(try refusal(file, columns).hasPrefix("F: found ")) }
  }

  @Test func `a file's own count may be left out`() throws {
    let file = try file([.numbers("n", [1, 2])], rowCount: 0, parts: 2)
    #expect(try file.read(columns: ["n"], threads: 1).rowCount == 2)
  }

  @Test func `a page whose checksum does not match refuses the file`() throws {
    let names = Column.texts("horse", ["Alpha", "Bravo"])
    let right = try file([names.summed()], rowCount: 2)
    let rows = try right.read(columns: ["horse"], threads: 1)
    #expect(rows.tables.flatMap { $0["horse"]!.cells } == ["Alpha", "Bravo"])
    let wrong = try file([names.summed(isRight: false)], rowCount: 2)
    #expect(try refusal(wrong, ["horse"]).contains("CRC checksum verification failed"))
  }

  /// Days of the Julian calendar, by `datetime.date(…).toordinal() + 1721425` of Python.
  @Test func `times of 96 bits are read beyond 2262, and those that are none are beyond measure`()
    throws
  {
    let times: [(UInt32, UInt64)] = [
      (2_440_588, 0), (5_373_484, 0), (2_440_587, 86_399_999_999_000), (1_721_426, 1_000),
      (0, 0), (4_294_967_295, 0), (2_440_588, 86_400_000_000_000), (2_440_588, .max),
    ]
    let rows = try file([.int96("off", times.map { (day: $0, nanos: $1) })], rowCount: 8)
      .read(columns: ["off"], threads: 1).tables
    #expect(
      rows.flatMap { Array($0["off"]!.int64s) } == [
        0, 253_402_214_400_000_000, -1, -62_135_596_799_999_999, .max, .max, .max, .max,
      ])
  }

  @Test func `columns beside lists and structures are read as their own`() throws {
    let file = try file(
      [
        .lists("form", [7, 8]), .numbers("x", [1, 2]).inside("s"),
        .numbers("y", [3, 4]).inside("s"),
        .fixed("key", [[1, 2], [3, 4]]), .numbers("n", [5, 6]),
      ], rowCount: 2)
    #expect(try file.columnNames() == ["form", "s", "key", "n"])
    #expect(
      try file.unreadColumns() == [
        "form": "lists", "s": "structures", "key": "bytes of one length (fixed_size_binary)",
      ])
    let rows = try file.read(columns: ["n"], threads: 1).tables
    #expect(rows.flatMap { Array($0["n"]!.int32s) } == [5, 6])
    #expect(
      try refusal(file, ["n", "form"])
        == "F: found lists in the column form; expected texts, numbers, days, times or flags in a "
        + "column that a field reads")
  }

  @Test func `a file of lists alone has its rows`() throws {
    let file = try file([.lists("form", [7, 8, 9])], rowCount: 3)
    #expect(try file.read(columns: [], threads: 1).rowCount == 3)
  }

  @Test func `two columns of one name are refused`() throws {
    let file = try file([.numbers("n", [1]), .numbers("n", [2])], rowCount: 1)
    let error = #expect(throws: FileError.self) { try file.columnNames() }
    #expect("\(error as Any)".contains("found the column n twice"))
  }
}
