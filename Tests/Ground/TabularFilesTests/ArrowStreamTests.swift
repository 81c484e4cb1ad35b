import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

/// Arrow streams in memory, as pyarrow writes them.
@Suite(.enabled(if: Python.hasPackages, "\(Python.absence)"))
struct ArrowStreamTests {
  /// Two batches and an empty one, with nulls, wide decimals, dates and text.
  private static let script = """
    import datetime, decimal, sys, pyarrow as pa
    rows = pa.table({
      "n": pa.array([1, None, -(2**63), 2**63 - 1], pa.int64()),
      "s": pa.array(["", "é", None, "x"], pa.string()),
      "d": pa.array([decimal.Decimal(10**37), None, decimal.Decimal(-1), decimal.Decimal(0)],
                    pa.decimal128(38, 0)),
      "t": pa.array([datetime.date(2024, 2, 29), None, datetime.date(1970, 1, 1), None], pa.date32()),
      "b": pa.array([True, None, False, True], pa.bool_())})
    with pa.ipc.new_stream(sys.argv[1], rows.schema) as stream:
      stream.write_table(rows.slice(0, 3))
      stream.write_table(rows.slice(3))
      stream.write_batch(pa.RecordBatch.from_pylist([], schema=rows.schema))
    """

  private static func stream() throws -> Data {
    let folder = try TemporaryFolder()
    let path = folder.file("stream")
    let made = try Python.run(script, path)
    #expect(made.exitCode == 0, "\(made.stderr)")
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test func `batches come back as they were written`() throws {
    let tables = try Table.batches(ofArrowStream: try Self.stream(), from: "test")
    #expect(tables.map(\.rowCount) == [3, 1, 0])
    let first = try #require(tables.first)
    #expect(first.fields.map(\.name) == ["n", "s", "d", "t", "b"])
    #expect(first.fields.map(\.type) == [.int64, .text, .text, .date, .boolean])
    guard case .int64(let numbers) = first.columns[0].values,
      case .text(let decimals) = first.columns[2].values
    else { throw FileError.empty(file: "test") }
    #expect(numbers[0] == 1 && numbers[2] == .min && first.columns[0].isNull(1))
    #expect(decimals[0] == "1" + String(repeating: "0", count: 37) && decimals[2] == "-1")
  }

  /// Streams of some hundred bytes: nulls without bytes, and codes that point to codes.
  @Test(arguments: [
    ("pa.table({'a': pa.Array.from_buffers(pa.null(), 10**12, [None])})", "1000000000000 rows in "),
    (
      """
      pa.table({"a": pa.DictionaryArray.from_arrays(pa.array([0], pa.int8()),
          pa.ListArray.from_arrays([0, 1], pa.DictionaryArray.from_arrays([0], ["x"])))})
      """, "codes of codes in the column a"
    ),
  ])
  func `a stream that claims too much, or that Arrow cannot read, is refused`(
    table: String, found: String
  ) throws {
    let path = try TemporaryFolder()
    let made = try Python.run(
      """
      import sys, pyarrow as pa
      rows = \(table)
      options = pa.ipc.IpcWriteOptions(allow_64bit=True)
      with pa.ipc.new_stream(sys.argv[1], rows.schema, options=options) as stream:
        stream.write_table(rows)
      """, path.file("stream"))
    #expect(made.exitCode == 0, "\(made.stderr)")
    let bytes = try Data(contentsOf: URL(filePath: path.file("stream")))
    let error = #expect(throws: FileError.self) {
      try Table.batches(ofArrowStream: bytes, from: "test")
    }
    let told = "\(try #require(error))"
    #expect(told.hasPrefix("test: found \(found)"), "\(told)")
  }

  @Test func `a null's code may be any number`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import sys, struct, pyarrow as pa
      codes = pa.Array.from_buffers(pa.int64(), 2, [pa.py_buffer(b"\\x01"),
                                    pa.py_buffer(struct.pack("<qq", 0, 2**62))])
      rows = pa.table({"a": pa.DictionaryArray.from_arrays(codes, ["x"], safe=False)})
      with pa.ipc.new_stream(sys.argv[1], rows.schema) as stream: stream.write_table(rows)
      """
    let made = try Python.run(script, folder.file("stream"))
    #expect(made.exitCode == 0, "\(made.stderr)")
    let bytes = try Data(contentsOf: URL(filePath: folder.file("stream")))
    let tables = try Table.batches(ofArrowStream: bytes, from: "test")
    #expect(tables.flatMap { $0["a"]!.cells } == ["x", nil])
  }

  /// A cut-off stream has fewer batches or is refused; nothing is read past its end.
  @Test func `a stream that was cut off or damaged is refused or shorter`() throws {
    let bytes = try Self.stream()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      _ = try? Table.batches(ofArrowStream: bytes.prefix(count), from: "test")
    }
    var generator = SeededGenerator(3)
    for _ in 0..<200 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
        in: 0...255, using: &generator)
      let tables = (try? Table.batches(ofArrowStream: damaged, from: "test")) ?? []
      for table in tables { for column in table.columns { _ = column.values } }
    }
    #expect {
      try Table.batches(ofArrowStream: Data("no Arrow".utf8), from: "test")
    } throws: {
      "\($0)".hasPrefix("test: found ") && "\($0)".hasSuffix("; expected an Arrow stream")
    }
  }
}
