import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

/// NDJSON read part by part gives the rows of the whole.
struct JSONPartsTests {
  private let folder: TemporaryFolder
  private let path = RowPath("")!

  init() throws { folder = try TemporaryFolder() }

  /// Lines of about 4 MB, more than a part holds.
  private static let lines = (0..<40_000).map {
    "{\"n\":\($0),\"name\":\"\(String(repeating: "x", count: 60 + $0 % 80))\"}\n"
  }
  private static let numbers: [String?] = (0..<40_000).map { "\($0)" }

  private struct Reading {
    var numbers: [String?] = []
    var takes = 0
    var begins = 0
  }

  private func reading(of file: SourceFile, threads: Int) throws -> Reading {
    var reading = Reading()
    try file.readParts(columns: ["n"], rows: path, threads: threads) {
      reading = Reading(begins: reading.begins + 1)
    } take: { rows in
      reading.numbers += rows.tables.flatMap { $0["n"]!.cells }
      reading.takes += 1
    }
    return reading
  }

  @Test(arguments: [1, 3])
  func `parts joined are the file, packed or not`(threads: Int) throws {
    let plain = try folder.write(Self.lines.joined(), to: "plain.ndjson")
    let packed = folder.file("packed.ndjson.zst")
    var frames = Data()
    for start in stride(from: 0, to: Self.lines.count, by: 700) {
      let end = min(start + 700, Self.lines.count)
      frames += Compression.zstdFrame(of: Data(Self.lines[start..<end].joined().utf8))
    }
    try frames.write(to: URL(filePath: packed))
    for file in [plain, packed] {
      let source = try SourceFile(path: file)
      let reading = try reading(of: source, threads: threads)
      #expect(reading.numbers == Self.numbers && reading.begins == 1, "\(file)")
      // Otherwise nothing was read in parts.
      #expect(threads > 1 || reading.takes > 1, "\(file)")
      #expect(source.byteCount == Self.lines.joined().utf8.count)
      #expect(try source.columnNames(rows: path) == ["n", "name"])
      let counts = try source.mapParts(threads: threads) { part throws(FileError) in
        try part.read(columns: ["n"], rows: RowPath("")!).reduce(0) { $0 + $1.rowCount }
      }
      #expect(counts.count > 1 && counts.reduce(0, +) == Self.lines.count)
    }
  }

  @Test func `frames that end within a line are read as a whole`() throws {
    let text = Data(Self.lines.joined().utf8)
    let packed = folder.file("cut.ndjson.zst")
    var frames = Data()
    for start in stride(from: 0, to: text.count, by: 1_500_001) {
      frames += Compression.zstdFrame(of: text[start..<min(start + 1_500_001, text.count)])
    }
    try frames.write(to: URL(filePath: packed))
    let reading = try reading(of: SourceFile(path: packed), threads: 2)
    #expect(reading.numbers == Self.numbers && reading.begins == 2)
  }

  @Test func `a late document that spans lines voids what was handed out`() throws {
    let file = try folder.write(
      (Self.lines + ["{\n\"n\":\n40000}\n"]).joined(), to: "spanning.ndjson")
    let reading = try reading(of: SourceFile(path: file), threads: 1)
    #expect(reading.numbers == Self.numbers + ["40000"])
  }

  @Test func `a mistake in a late part is told by its line in the file`() throws {
    var lines = Self.lines
    lines[39_000] = "{\"n\":39000,\n"
    let file = try folder.write(lines.joined(), to: "wrong.ndjson")
    let error = try #require(
      #expect(throws: FileError.self) {
        _ = try reading(of: SourceFile(path: file), threads: 2)
      })
    #expect("\(error)".contains("in line 39002"), "\(error)")
    #expect(throws: error) {
      _ = try SourceFile(path: file).mapParts(threads: 2) { part throws(FileError) in
        try part.read(columns: ["n"], rows: RowPath("")!).count
      }
    }
  }

  @Test func `a column that only a later part has is found`() throws {
    // Fewer than the 20,000 rows that are looked at, in more than one part.
    let wide = String(repeating: "y", count: 400)
    let lines = (0..<15_000).map { "{\"n\":\($0),\"w\":\"\(wide)\"}\n" } + ["{\"late\":1}\n"]
    let file = try folder.write(lines.joined(), to: "late.ndjson")
    #expect(try SourceFile(path: file).columnNames(rows: path) == ["n", "w", "late"])
  }
}
