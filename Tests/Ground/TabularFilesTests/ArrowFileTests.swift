import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

struct ArrowFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Row counts around a byte's end, where the packed bits have a remainder.
  @Test(arguments: [0, 1, 7, 8, 9, 64, 1000], [false, true])
  func `a table of every column type comes back`(count: Int, nulls: Bool) throws {
    var random = SeededGenerator(UInt64(count))
    let table = RandomColumns.table(count: count, nulls: nulls, using: &random)
    let path = folder.file("table.arrow")
    try ArrowFile.write(table, to: path)
    let mapped = try ArrowFile.map(path)
    #expect(mapped.rowCount == count)
    #expect(mapped.fields == table.fields)
    #expect(mapped.cells == table.cells, "seed \(SeededGenerator.seed)")
    let zeros: Set = ["0", "0.0", "false", ""]
    for column in mapped.columns {
      for row in 0..<count where column.isNull(row) { #expect(zeros.contains(column.slot(row))) }
    }
  }

  @Test func `a mapped table is written again unchanged`() throws {
    var random = SeededGenerator()
    let table = RandomColumns.table(count: 77, nulls: true, using: &random)
    try ArrowFile.write(table, to: folder.file("a.arrow"))
    try ArrowFile.write(ArrowFile.map(folder.file("a.arrow")), to: folder.file("b.arrow"))
    #expect(
      FileManager.default.contentsEqual(
        atPath: folder.file("a.arrow"), andPath: folder.file("b.arrow")))
  }

  @Test func `a table without columns keeps its number of rows`() throws {
    try ArrowFile.write(
      Table(fields: [], columns: [], rowCount: 3), to: folder.file("none.arrow"))
    #expect(try ArrowFile.map(folder.file("none.arrow")).rowCount == 3)
  }

  @Test func `columns outlive the table and the file's name`() throws {
    let path = folder.file("gone.arrow")
    try ArrowFile.write(Table([("name", Column(texts: ["Arkle", nil]))]), to: path)
    let column = try #require(try ArrowFile.map(path)["name"])
    try FileManager.default.removeItem(atPath: path)
    #expect(column.cells == ["Arkle", nil])
  }

  #if os(Linux)
    @Test func `columns point into the mapped file`() throws {
      var random = SeededGenerator()
      let path = folder.file("mapped.arrow")
      try ArrowFile.write(RandomColumns.table(count: 500, nulls: true, using: &random), to: path)
      let mapped = try ArrowFile.map(path)
      let ranges = try Self.mappings(of: path)
      for (field, column) in zip(mapped.fields, mapped.columns) {
        let start = UInt(bitPattern: Self.start(column.values))
        #expect(ranges.contains { $0.contains(start) }, "\(field.name) is a copy")
      }
    }

    @Test func `pages that are let go come back when they are read`() throws {
      var random = SeededGenerator()
      let path = folder.file("pages.arrow")
      let table = RandomColumns.table(count: 50_000, nulls: true, using: &random)
      try ArrowFile.write(table, to: path)
      let mapped = try ArrowFile.mapped(path)
      // To find the columns it was read as well.
      #expect(try Self.residentKilobytes(of: path) == 0)
      #expect(mapped.table.cells == table.cells)
      #expect(try Self.residentKilobytes(of: path) > 100)
      mapped.parts.pages.releasePages()
      #expect(try Self.residentKilobytes(of: path) == 0)
      #expect(mapped.table.cells == table.cells)
    }

    /// Returns the part of a file's mapping in this process's memory.
    private static func residentKilobytes(of path: String) throws -> Int {
      let list = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/smaps"))
      let maps = String(decoding: try list.readToEnd() ?? Data(), as: UTF8.self)
      let mapping = try #require(maps.range(of: path))
      let line = try #require(
        maps[mapping.upperBound...].split(separator: "\n").first {
          $0.hasPrefix("Rss:")
        })
      return try #require(Int(line.filter(\.isNumber)))
    }

    /// Returns the address ranges at which this process maps a file.
    private static func mappings(of path: String) throws -> [Range<UInt>] {
      // The list's size is unknown, so it is read to its end.
      let list = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps"))
      let maps = String(decoding: try list.readToEnd() ?? Data(), as: UTF8.self)
      return maps.split(separator: "\n").filter { $0.hasSuffix(path) }.map { line in
        let ends = line.prefix { $0 != " " }.split(separator: "-").map { UInt($0, radix: 16)! }
        return ends[0]..<ends[1]
      }
    }

    private static func start(_ values: ColumnValues) -> UnsafeRawPointer? {
      switch values {
      case .int16(let buffer): UnsafeRawPointer(buffer.pointer.baseAddress)
      case .int32(let buffer): UnsafeRawPointer(buffer.pointer.baseAddress)
      case .int64(let buffer): UnsafeRawPointer(buffer.pointer.baseAddress)
      case .double(let buffer): UnsafeRawPointer(buffer.pointer.baseAddress)
      case .boolean(let bitmap): UnsafeRawPointer(bitmap.bytes.pointer.baseAddress)
      case .text(let text): UnsafeRawPointer(text.bytes.pointer.baseAddress)
      }
    }
  #endif

  @Test func `a file that is no Arrow file is refused`() throws {
    let path = try folder.write("race_id,date\n1,2024-01-01\n", to: "text.arrow")
    let error = #expect(throws: FileError.self) { try ArrowFile.map(path) }
    #expect(error == .malformed(file: path, found: "Not an Arrow file", expected: "an Arrow file"))
  }

  @Test(arguments: [0, 1, 100, 600])
  func `a truncated file is refused`(length: Int) throws {
    var random = SeededGenerator()
    let path = folder.file("cut.arrow")
    try ArrowFile.write(RandomColumns.table(count: 50, nulls: true, using: &random), to: path)
    try rewrite(path) { $0 = $0.prefix(length) }
    #expect(throws: FileError.self) { try ArrowFile.map(path) }
  }

  @Test func `several record batches are refused`() throws {
    let table = Table([("a", Column(int64s: [1]))])
    let path = folder.file("two.arrow")
    let writer = try TableWriter(path: path, format: .arrow, fields: table.fields)
    try writer.write(table)
    try writer.write(table)
    try writer.close()
    let error = #expect(throws: FileError.self) { try ArrowFile.map(path) }
    #expect(
      error
        == .malformed(
          file: path, found: "holds 2 record batches; expected one", expected: "an Arrow file"))
  }
}
