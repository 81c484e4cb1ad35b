import Columns
import Synchronization
import TestSupport
import Testing

@testable import TabularFiles

/// Columns and their names read in one pass, and parts that are read again.
@Suite struct JSONPresentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: [
      "", "a", "*", "a/*", "*/*", "a/*/b/*", "*/runs", "[]/a/[]/b|runs/*", "[]/runs/*", "b/a/*/*",
    ], [false, true])
  func `the columns that are present are those that are listed, and hold the same`(
    path: String, isLines: Bool
  ) throws {
    var (presentCount, containerCount) = (0, 0)
    try JSONGenerator.withFiles(path, isLines: isLines, in: folder) { round, _, file, generator in
      let source = try SourceFile(path: file)
      let rows = try #require(RowPath(path))
      let listed = try source.columnNames(rows: rows)
      let containers = try #require(try source.jsonColumns(rows: rows)).containers
      let asked = Set((listed + containers).shuffled(using: &generator.random).prefix(9))
        .union(["a", "b/a", "../a", "../../b", "@key", "../@key", "../../../x~0y"]).sorted()
      let again = Mutex<[Table]>([])
      let (read, present) = try #require(
        source.readPresent(columns: asked, rows: rows) { _, part in
          again.withLock { $0 += (try? part.read(columns: asked, rows: rows)) ?? [] }
        })
      #expect(present.names == asked.filter(listed.contains), "round \(round)")
      #expect(present.containers == asked.filter(containers.contains), "round \(round)")
      presentCount += present.names.count
      containerCount += present.containers.count
      let plain = try source.read(columns: asked, rows: rows, threads: 1).tables
      func cells(_ tables: [Table], _ name: String) -> [String?] {
        tables.flatMap { $0[name]!.cells }
      }
      #expect(
        (present.names + present.containers)
          .filter { cells(read.tables, $0) != cells(plain, $0) } == [],
        "round \(round), seed \(SeededGenerator.seed)")
      let second = again.withLock { $0 }
      #expect(
        asked.filter { cells(second, $0) != cells(plain, $0) } == [],
        "round \(round), seed \(SeededGenerator.seed)")
    }
    #expect(presentCount > 0 && containerCount > 0)
  }

  @Test func `columns are looked for in the first 20,000 rows, over all parts`() throws {
    var lines = (0..<30_000).map {
      "{\"n\":\($0),\"text\":\"\(String(repeating: "x", count: 90))\"}"
    }
    lines[19_999] = "{\"n\":1,\"early\":1}"
    lines[20_000] = "{\"n\":1,\"late\":1}"
    let source = try SourceFile(
      path: folder.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson"))
    let parts = Mutex(0)
    let (read, present) = try #require(
      source.readPresent(columns: ["early", "late", "n", "none"], rows: .document) { _, _ in
        parts.withLock { $0 += 1 }
      })
    #expect(present.names == ["early", "n"] && present.containers.isEmpty)
    #expect(try source.columnNames() == ["n", "text", "early"])
    #expect(read.rowCount == 30_000 && parts.withLock { $0 } > 1)
  }

  @Test(arguments: ["{\"a\":1}\n{\"a\":", "{\"a\":1}\n[1]", "{\"a\":1,}", " "])
  func `a malformed file is left to the ordinary reading`(text: String) throws {
    let source = try SourceFile(path: folder.write(text, to: "a.ndjson"))
    #expect(source.readPresent(columns: ["a"], rows: .document) { _, _ in } == nil)
    #expect(throws: FileError.self) { try source.read(columns: ["a"], threads: 1) }
  }

  @Test func `a file that is no JSON has no paths`() throws {
    let source = try SourceFile(path: folder.write("a,b\n1,2\n", to: "a.csv"))
    #expect(source.readPresent(columns: ["a"], rows: .document) { _, _ in } == nil)
  }
}
