import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

struct SourceFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("runners.csv", SourceKind.csv), ("RUNNERS.CSV", .csv), ("a.csv.gz", .gzippedCSV),
    ("a.csv.zst", .zstdCSV), ("a.parquet", .parquet), ("a.json", .json),
    ("a.JSON.gz", .gzippedJSON),
    ("a.json.zst", .zstdJSON), ("a.ndjson", .ndjson), ("a.jsonl", .ndjson),
    ("a.jsonl.gz", .gzippedNDJSON), ("a.ndjson.gz", .gzippedNDJSON), ("a.ndjson.zst", .zstdNDJSON),
    ("a.jsonl.zst", .zstdNDJSON), ("a.csv.bz2", .bzip2CSV), ("a.ndjson.bz2", .bzip2NDJSON),
    ("a.json.bz2", .bzip2JSON), ("a.txt", .csv), ("a.tsv.gz", .gzippedCSV),
  ])
  func `the name states the kind`(name: String, kind: SourceKind) {
    #expect(SourceKind(fileName: name) == kind)
  }

  @Test(arguments: [
    "a.xls", "csv", "a.gz", "a.csv.xz", "a.arrow", "", "json", "a.parquet.gz", "a.json.csv.x",
  ])
  func `other names tell none`(name: String) throws {
    #expect(SourceKind(fileName: name) == nil)
    let path = try folder.write("x", to: "file")
    let error = #expect(throws: FileError.self) { try SourceFile(path: path, name: name) }
    #expect(
      error
        == .malformed(
          file: path, found: "an unknown file ending",
          expected: SourceKind.endings))
  }

  @Test(arguments: ["a.xls", "a", "a/"])
  func `a missing file is reported before its ending`(name: String) {
    let path = folder.file(name)
    #expect(throws: FileError.cannotOpen(file: path, reason: "No such file or directory")) {
      try SourceFile(path: path)
    }
  }

  @Test func `another name may tell the kind`() throws {
    let path = try folder.write("{\"a\":1}\n{\"a\":2}", to: "0badcafe")
    let source = try SourceFile(path: path, name: "runners.jsonl")
    #expect(source.kind == .ndjson && source.name == "runners.jsonl")
    #expect(try source.read(columns: ["a"], threads: 1).tables[0]["a"]?.cells == ["1", "2"])
    #expect(throws: FileError.self) { try SourceFile(path: path) }
    #expect(throws: FileError.self) { try SourceFile(path: path, name: "runners.xls") }
  }

  @Test(arguments: ["gz", "zst"])
  func `packed JSON is unpacked`(packing: String) throws {
    let path = try folder.write("[{\"a\":1}]", to: "a.json")
    let tool = packing == "gz" ? ["gzip", "-k"] : ["zstd", "-q"]
    try #require(try RailbirdProcess.run(program: tool[0], [tool[1], path]).exitCode == 0)
    let source = try SourceFile(path: path + "." + packing)
    #expect(try source.columnNames(rows: RowPath("*")) == ["a"])
  }

  @Test(arguments: ["a.csv", "a.csv.gz", "a.csv.zst", "a.parquet", "a.json", "a.ndjson.zst"])
  func `a missing file, a folder and an empty file are refused`(name: String) throws {
    let path = folder.file(name)
    #expect(throws: FileError.cannotOpen(file: path, reason: "No such file or directory")) {
      try SourceFile(path: path)
    }
    _ = try folder.write("", to: name)
    #expect(throws: FileError.empty(file: path)) { try SourceFile(path: path) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: FileError.cannotOpen(file: path, reason: "it is a folder")) {
      try SourceFile(path: path)
    }
  }

  @Test(arguments: [("csv.gz", "gzip"), ("csv.zst", "zstd")], [0.1, 0.5, 0.9, 0.999])
  func `a truncated packed file is refused`(kind: (ending: String, name: String), share: Double)
    throws
  {
    let path = try packed("cut." + kind.ending)
    try rewrite(path) { $0 = $0.prefix(Int(Double($0.count) * share)) }
    let error = #expect(throws: FileError.self) { try SourceFile(path: path) }
    guard case .malformed(path, _, "a whole \(kind.name) file") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [("csv.gz", "gzip"), ("csv.zst", "zstd")])
  func `a file that is not packed is refused`(kind: (ending: String, name: String)) throws {
    let path = try folder.write("race_id,date\n1,2024-01-01\n", to: "plain." + kind.ending)
    let packed = "\(kind.name)-packed data"
    #expect(
      throws: FileError.malformed(
        file: path, found: "no \(packed)",
        expected: "\(packed), as the ending \(kind.ending.dropFirst(3)) says")
    ) { try SourceFile(path: path) }
  }

  @Test(arguments: ["ndjson.zst", "json.zst", "csv.gz"])
  func `what is packed, but no text, is reported as what it is`(ending: String) throws {
    let gzip = Compression.gzip(of: Data("{}".utf8))
    let wide = Data("{\"a\":1}\n".utf8.flatMap { [$0, 0] })
    for (content, found, expected) in [
      (gzip, "gzip-packed data", "text that is packed once"),
      (
        wide, "UTF-16LE text without a byte-order mark",
        "UTF-8 text (such as iconv -f utf16le -t utf8 makes)"
      ),
    ] {
      let path = folder.file("inside." + ending)
      let packed =
        ending.hasSuffix("gz") ? Compression.gzip(of: content) : Compression.zstdFrame(of: content)
      try packed.write(to: URL(filePath: path))
      #expect(throws: FileError.malformed(file: path, found: found, expected: expected)) {
        let source = try SourceFile(path: path)
        _ = try source.columnNames(rows: RowPath("*"))
      }
    }
  }

  @Test func `frames to be skipped may stand first`() throws {
    let path = folder.file("skip.csv.zst")
    let skipped = Data([0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3])
    try (skipped + Compression.zstdFrame(of: Data("a\n1\n".utf8))).write(to: URL(filePath: path))
    #expect(try SourceFile(path: path).columnNames() == ["a"])
  }

  @Test(arguments: ["csv.gz", "csv.zst"])
  func `packed files one after another are one text`(ending: String) throws {
    let path = try packed("twice." + ending)
    try rewrite(path) { $0 += $0 }
    let rows = try SourceFile(path: path).read(columns: ["number"], threads: 1)
    // The second file's header line is a record of the whole.
    #expect(rows.rowCount == 2 * 2000 + 1)
  }

  @Test(arguments: [0.01, 0.5, 0.99])
  func `a truncated Parquet file is refused`(share: Double) throws {
    let path = try packed("cut.parquet")
    try rewrite(path) { $0 = $0.prefix(max(1, Int(Double($0.count) * share))) }
    let error = #expect(throws: FileError.self) { try SourceFile(path: path).columnNames() }
    guard case .malformed(path, _, "a Parquet file") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a damaged Parquet page is refused`() throws {
    let path = try packed("flip.parquet")
    // Behind the magic number come the first column's packed pages.
    try rewrite(path) { data in for index in 40..<80 { data[index] ^= 0xFF } }
    let source = try SourceFile(path: path)
    #expect(throws: FileError.self) { try source.read(columns: ["number", "word"], threads: 2) }
  }

  /// Repeated texts of more than a gibibyte take some kilobytes.
  @Test func `a Parquet file that unpacks to too much is refused`() throws {
    let path = folder.file("bomb.parquet")
    let word = String(repeating: "x", count: 1 << 20)
    let table = Table([("word", Column(texts: Array(repeating: word, count: 80)))])
    let writer = try TableWriter(path: path, format: .parquet, fields: table.fields)
    for _ in 0..<14 { try writer.write(table) }
    try writer.close()
    let source = try SourceFile(path: path)
    let refused = FileError.malformed(
      file: path, found: "more than 1073741824 bytes packed in \(source.fileSize)",
      expected: "at most 1073741824 bytes, or 200 for each packed one, as far as memory reaches")
    #expect(try source.columnNames() == ["word"])
    #expect(throws: refused) { try source.read(columns: ["word"], threads: 2) }
    var seen = 0
    #expect(throws: refused) {
      try source.readParts(columns: ["word"], threads: 2, begin: {}, take: { seen += $0.rowCount })
    }
    #expect(seen == 0)
  }

  @Test func `a binary file named as CSV is refused`() throws {
    let path = try folder.write("PK\u{0}\u{4}", to: "binary.csv")
    #expect(
      throws: FileError.malformed(
        file: path + ":1", found: "a NUL byte", expected: "UTF-8 text")
    ) { try SourceFile(path: path) }
  }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `Parquet files of polars, pyarrow and duckdb are read`() throws {
    let script = """
      import sys, duckdb, polars as pl, pyarrow as pa, pyarrow.parquet as pq
      out = sys.argv[1]
      words, numbers = ["a", None, "ccc", "a"], [1, 2, None, -4]
      frame = pl.DataFrame({"word": words, "number": numbers})
      frame.write_parquet(out + "/polars.parquet")
      frame.with_columns(pl.col("word").cast(pl.Categorical)).write_parquet(out + "/coded.parquet")
      for kind in [pa.int8(), pa.uint8(), pa.uint16(), pa.uint32(), pa.float32()]:
        values = [None if n is None else abs(n) for n in numbers]
        table = pa.table({"word": words, "number": pa.array(values, kind)})
        pq.write_table(table, f"{out}/{kind}.parquet")
      query = "select word, number from frame"
      duckdb.sql(query).write_parquet(out + "/duckdb.parquet")
      """
    #expect(try Python.run(script, folder.path).stderr == "")
    let written = files(below: folder.path)
    #expect(written.count == 8)
    for name in written {
      let source = try SourceFile(path: folder.file(name))
      let rows = Table.concatenated(
        try source.read(columns: ["word", "number"], threads: 1).tables)
      #expect(rows["word"]?.cells == ["a", nil, "ccc", "a"], "\(name)")
      let numbers = rows["number"]?.cells.map { $0.map { abs(Double($0)!) } }
      #expect(numbers == [1, 2, nil, 4], "\(name)")
    }
  }

  /// Returns a file of 2,000 rows.
  private func packed(_ name: String) throws -> String {
    let path = folder.file(name)
    let table = Table([
      ("number", Column(int64s: (0..<2000).map { $0 &* 7_919 % 1_009 })),
      ("word", Column(texts: (0..<2000).map { "word \($0 &* 31 % 997)" })),
    ])
    let writer = try TableWriter(
      path: path, format: name.hasSuffix("parquet") ? .parquet : .csv, fields: table.fields)
    try writer.write(table)
    try writer.close()
    return path
  }
}
