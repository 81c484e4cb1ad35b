import Foundation
import TabularFiles
import TestSupport
import Testing

/// The inputs of the fuzz targets, those that once crashed a reader among them.
struct FoundInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `files of columns are read or refused`() throws {
    var found = 0
    for input in try inputs("columns") {
      // The first byte chooses the kind of file.
      let path = try write(input.dropFirst(), as: input[0] % 2 == 0 ? "a.parquet" : "a.arrow")
      found += 1
      if input[0] % 2 == 1 {
        _ = try? ArrowFile.map(path)
      } else if let file = try? SourceFile(path: path), let names = try? file.columnNames() {
        _ = try? file.read(columns: names, threads: 1)
      }
    }
    #expect(found >= 5)
  }

  @Test func `a Parquet file that lacks a column of its schema is refused`() throws {
    let input = try #require(try inputs("columns", named: "found-unnamed-column").first)
    let file = try SourceFile(path: try write(input.dropFirst(), as: "a.parquet"))
    let names = try file.columnNames()
    let error = #expect(throws: FileError.self) { try file.read(columns: names, threads: 1) }
    #expect("\(error as Any)".contains("found rows without some column that the file names"))
  }

  // MARK: - Implementation

  private func inputs(_ target: String, named name: String = "") throws -> [Data] {
    let corpus = RailbirdProcess.packageFolder + "/Tests/Fuzz/Corpus/" + target
    return try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
      .filter { $0.hasPrefix(name) }
      .map { try Data(contentsOf: URL(filePath: corpus + "/" + $0)) }
  }

  private func write(_ bytes: Data, as name: String) throws -> String {
    try bytes.write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }
}
