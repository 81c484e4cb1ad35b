import Columns
import Synchronization
import TestSupport
import Testing

@testable import TabularFiles

/// The rows' members are reported while they are read, and parts may be read again.
@Suite struct JSONPresentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Reading {
    var tables: [Table] = []
    var all = JSONColumns(names: [])

    func cells(_ name: String) -> [String?] { tables.flatMap { $0[name]!.cells } }
  }

  private func reading(
    _ columns: [String], of source: SourceFile, _ rows: RowPath, threads: Int = 1,
    beside: (@Sendable (Int, JSONPart) -> Void)? = nil
  ) throws -> Reading {
    var reading = Reading()
    let all = try source.readParts(
      columns: columns, rows: rows, threads: threads, beside: beside
    ) {
      reading = Reading()
    } take: {
      reading.tables += $0.tables
    }
    reading.all = try #require(all)
    return reading
  }

  private static let paths = [
    "", "a", "*", "a/*", "*/*", "a/*/b/*", "*/runs", "[]/a/[]/b|runs/*", "[]/runs/*", "b/a/*/*",
  ]

  @Test(arguments: paths, [false, true])
  func `what is reported while rows are read is what a look at all of them finds`(
    path: String, isLines: Bool
  ) throws {
    var (presentCount, containerCount) = (0, 0)
    try JSONGenerator.withFiles(path, isLines: isLines, in: folder) { round, _, file, generator in
      let source = try SourceFile(path: file)
      let rows = try #require(RowPath(path))
      let listed = try #require(try source.jsonColumns(rows: rows))
      let asked = Set(
        (listed.names + listed.containers).shuffled(using: &generator.random).prefix(9)
      )
      .union(["a", "b/a", "../a", "../../b", "@key", "../@key", "../../../x~0y"]).sorted()
      let again = Mutex<[Table]>([])
      let read = try reading(asked, of: source, rows) { _, part in
        again.withLock { $0 += (try? part.read(columns: asked, rows: rows)) ?? [] }
      }
      let seed = "round \(round), seed \(SeededGenerator.seed)"
      let (names, containers) = (Set(read.all.names), Set(read.all.containers))
      #expect(asked.filter(names.contains) == asked.filter(listed.names.contains), "\(seed)")
      #expect(
        asked.filter(containers.contains) == asked.filter(listed.containers.contains), "\(seed)")
      // Members that were not requested are reported themselves, or by their enclosing object.
      #expect(names.isSubset(of: listed.names) && containers.isSubset(of: listed.containers))
      let told = names.union(containers)
      for path in listed.names + listed.containers {
        let isInside = told.contains { path.hasPrefix($0 + "/") }
        #expect(told.contains(path) || isInside, "\(path), \(seed)")
      }
      presentCount += names.count
      containerCount += containers.count
      let plain = Reading(tables: try source.read(columns: asked, rows: rows, threads: 1).tables)
      #expect(asked.filter { read.cells($0) != plain.cells($0) } == [], "\(seed)")
      let second = Reading(tables: again.withLock { $0 })
      #expect(asked.filter { second.cells($0) != plain.cells($0) } == [], "\(seed)")
    }
    #expect(presentCount > 0 && containerCount > 0)
  }

  @Test(arguments: paths)
  func `a file's parts tell the same as the whole`(path: String) throws {
    try JSONGenerator.withFiles(path, isLines: true, in: folder) { round, documents, _, _ in
      let rows = try #require(RowPath(path))
      // A line break inside a document would keep it from being read in parts.
      let text = documents.map { document in
        String(
          document.unicodeScalars.map { "\r\n".unicodeScalars.contains($0) ? " " : Character($0) })
          + "\n"
      }
      func members(_ partLength: Int) throws -> [JSONColumns] {
        let json = JSONDocuments(
          file: "a.ndjson", bytes: Buffer(Array(text.joined().utf8)), isLines: true,
          partLength: partLength)
        #expect(json.partCount > 1 || partLength > 1000)
        let noted = try json.read(["a", "../a"], rows, threads: 2) {
        } take: { _, _ in
        }
        return [JSONColumns(try json.members(rows, threads: 2)), JSONColumns(noted)]
      }
      for (parts, whole) in zip(try members(10), try members(1 << 20)) {
        #expect(Set(parts.names) == Set(whole.names), "round \(round)")
        #expect(Set(parts.containers) == Set(whole.containers), "round \(round)")
      }
    }
  }

  @Test(arguments: [1, 2])
  func `a column is found in whichever row it begins, over all parts`(threads: Int) throws {
    let count = 70_000
    var lines = (0..<count).map {
      "{\"n\":\($0),\"text\":\"\(String(repeating: "x", count: 90))\"}"
    }
    lines[20_000] = "{\"n\":1,\"late\":1,\"other\":1}"
    lines[count - 1] = "{\"n\":1,\"last\":{\"a\":[],\"b\":2}}"
    let source = try SourceFile(
      path: folder.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson"))
    let parts = Mutex(0)
    let read = try reading(
      ["late", "last/b", "n", "none"], of: source, .document, threads: threads
    ) { _, _ in parts.withLock { $0 += 1 } }
    #expect(read.all.names == ["n", "text", "late", "other", "last/b"])
    #expect(read.all.containers == ["last"])
    #expect(try source.columnNames(threads: threads) == ["n", "text", "late", "other", "last/b"])
    #expect(read.cells("late").firstIndex(of: "1") == 20_000)
    #expect(read.cells("last/b").firstIndex(of: "2") == count - 1)
    #expect(read.cells("n").count == count && parts.withLock { $0 } > 1)
    let first = try #require(try source.jsonColumns(rows: .document, ofFirst: 20_000))
    #expect(first.columns.names == ["n", "text"] && !first.areAll)
    let all = try #require(try source.jsonColumns(rows: .document, ofFirst: count + 1))
    #expect(all.columns.names == ["n", "text", "late", "other", "last/b"] && all.areAll)
  }

  @Test func `what is null in one part and an object in another is an object`() throws {
    let wide = String(repeating: "x", count: 3 << 20)
    let text =
      "{\"a\":null,\"b\":[],\"c\":{\"d\":1},\"w\":\"\(wide)\"}\n"
      + "{\"a\":{\"x\":1},\"b\":null,\"c\":2,\"w\":\"\(wide)\"}\n"
    let source = try SourceFile(path: folder.write(text, to: "a.ndjson"))
    let all = try reading(["a", "b", "c"], of: source, .document).all
    #expect(all.names == ["c", "w"] && all.containers == ["a"])
    let listed = try #require(try source.jsonColumns(rows: .document))
    #expect(listed.names == ["c", "c/d", "w", "a/x"] && listed.containers == ["a"])
  }

  @Test func `a file that names a member in each row is read without remembering them all`() throws
  {
    let lines = (0..<50_000).map { "{\"id\($0)\":1,\"n\":\($0)}\n" } + ["{\"late\":7}\n"]
    let source = try SourceFile(path: folder.write(lines.joined(), to: "a.ndjson"))
    let read = try reading(["n", "late"], of: source, .document)
    #expect(read.all.names.prefix(2) == ["n", "late"] && read.all.names.count < 30_000)
    #expect(read.cells("late").last == "7" && read.cells("n")[49_999] == "49999")
  }

  @Test(arguments: ["{\"a\":1}\n{\"a\":", "{\"a\":1}\n[1]", "{\"a\":1,}", " "])
  func `a malformed file states nothing`(text: String) throws {
    let source = try SourceFile(path: folder.write(text, to: "a.ndjson"))
    #expect(throws: FileError.self) { try reading(["a"], of: source, .document) }
    #expect(throws: FileError.self) { try source.jsonColumns(rows: .document) }
  }

  @Test func `a name is looked for where letters are spelled by their code points, too`() throws {
    let text = #"{"n\u0061me":"Zo\u00eb \u0026 Ann","\u0007":1}"#
    let source = try SourceFile(path: folder.write(text, to: "a.ndjson"))
    #expect(try source.mayHold(member: "name", threads: 1))
    #expect(try source.columnNames() == ["name", "\u{7}"])
    for name in ["horse", "Ann", "x26"] {
      #expect(try source.mayHold(member: name, threads: 1) == (name == "Ann"), "\(name)")
    }
  }
}
