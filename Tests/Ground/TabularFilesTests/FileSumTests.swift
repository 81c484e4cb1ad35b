import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

struct FileSumTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The result of `python -m xxhash` (`xxh3_128_hexdigest`) for the same bytes.
  @Test(arguments: [
    (Data(), "99aa06d3014798d86001c324468d497f"),
    (Data("abc".utf8), "06b05ab6733a618578af5f94892f3950"),
    (Data((0..<1 << 20).map { UInt8($0 & 255) }), "1b208d2839093774d36c0e13a3df139e"),
  ])
  func `a file's checksum is XXH3 of 128 bits`(bytes: Data, hex: String) throws {
    let path = folder.file("bytes")
    try bytes.write(to: URL(filePath: path))
    let sum = try FileSum(ofFile: path)
    #expect(sum.hex == hex)
    #expect(sum.bytes == bytes.count)
  }

  @Test(arguments: [
    (TableFormat.arrow, "a.arrow"), (.parquet, "a.parquet"), (.csv, "a.csv"), (.csv, "a.csv.gz"),
    (.csv, "a.csv.zst"),
  ])
  func `a writer knows the checksum of what it wrote`(format: TableFormat, name: String) throws {
    var random = SeededGenerator()
    let table = RandomColumns.table(count: 5_000, nulls: true, using: &random)
    let writer = try TableWriter(path: folder.file(name), format: format, fields: table.fields)
    try writer.write(table)
    if format != .arrow { try writer.write(table) }
    let sum = try writer.close()
    #expect(try sum == FileSum(ofFile: folder.file(name)), "seed \(SeededGenerator.seed)")
  }

  @Test func `a file that cannot be read is named with the reason`() {
    let path = folder.file("absent")
    let error = FileError.cannotOpen(file: path, reason: "No such file or directory")
    #expect(throws: error) { try FileSum(ofFile: path) }
  }
}
