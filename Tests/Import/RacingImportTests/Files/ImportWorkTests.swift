import Columns
import Foundation
import Racing
import RacingExport
import Synchronization
import SystemFiles
import Testing
@testable import Mappings
@testable import RowReading
@testable import StoreImport

/// An import reports its work with its total, whatever the file's kind.
struct ImportWorkTests {
  private static let rowCount = 60_000

  private static let yaml = mapping(
    key: "[number]", "number: {column: number}", "horse: {column: horse}")

  /// Random names do not pack well, so that the packed files are of several blocks.
  private static let rows = (0..<rowCount).map { row in
    "r\(row / 10),2024-01-\(row / 10 % 18 + 11),\(row % 10 + 1),"
      + String(UInt64(row) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
  }

  private static func csv(quoted: Bool) -> String {
    let head = "race_id,date,number,horse\n"
    return head + (quoted ? "r9999,2024-01-01,1,\"Ann, the II\"\n" : "")
      + rows.joined(separator: "\n") + "\n"
  }

  /// Returns the work that an import reports, by step and unit.
  private func work(of path: String, in store: TestStore) throws -> [String: [ImportWork]] {
    let told = Mutex((step: "", work: [String: [ImportWork]]()))
    var job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: Self.yaml, file: "test"),
      mappingText: Self.yaml, now: 0)
    job.threads = 2
    job.progress = { step in told.withLock { $0.step = String(step.prefix { $0 != " " }) } }
    job.workProgress = { work in
      guard work != .uncounted else { return }
      told.withLock { $0.work["\($0.step) \(work.unit)", default: []].append(work) }
    }
    #expect(try job.run([path])[0].rejected == 0)
    return told.withLock { $0.work }
  }

  /// Checks that work grows, ends with all, and estimates all about right from the first word on.
  private func check(_ work: [ImportWork]?, of all: Int, isExact: Bool = true) throws {
    let work = try #require(work)
    #expect(work.map(\.done) == work.map(\.done).sorted() && work.last?.done == all, "\(work)")
    for some in work {
      let about = try #require(some.about)
      #expect(isExact ? about == all : abs(about - all) * 20 <= all, "\(some)")
    }
  }

  @Test(arguments: ["gzip", "bzip2"])
  func `a packed file states the bytes that are unpacked`(program: String) throws {
    let store = TestStore()
    let path = try store.file(Self.csv(quoted: false))
    try store.shell("\(program) '\(path)'")
    let packed = path + (program == "gzip" ? ".gz" : ".bz2")
    let size = try #require(try FileSystem.status(of: packed)).size
    try check(try work(of: packed, in: store)["reading bytes"], of: size)
  }

  @Test func `a text with quotes states the bytes that are parsed`() throws {
    let store = TestStore()
    let text = Self.csv(quoted: true)
    let work = try work(of: try store.file(text), in: store)
    try check(work["parsing bytes"], of: text.utf8.count)
    try check(work["parsing rows"], of: Self.rowCount + 1)
  }

  @Test func `a JSON file states about how many rows it has`() throws {
    let store = TestStore()
    let lines = Self.rows.map { row in
      let cells = row.split(separator: ",")
      return "{\"race_id\":\"\(cells[0])\",\"date\":\"\(cells[1])\",\"number\":\(cells[2]),"
        + "\"horse\":\"\(cells[3])\"}"
    }
    let path = try store.file(lines.joined(separator: "\n"), ending: "ndjson")
    let work = try work(of: path, in: store)
    #expect((work["parsing rows"] ?? []).count > 1)
    try check(work["parsing rows"], of: Self.rowCount, isExact: false)
  }

  @Test func `a Parquet file states how many rows it has`() throws {
    let first = TestStore()
    _ = try work(of: try first.file(Self.csv(quoted: false)), in: first)
    let path = first.newPath("parquet")
    try ExportJob(try first.snapshot).write("runners", to: path, as: .parquet)
    let work = try work(of: path, in: TestStore())
    try check(work["parsing rows"], of: Self.rowCount)
  }

  @Test func `an archive states its members, and the bytes that are unpacked`() throws {
    let store = TestStore()
    for name in ["a.csv", "b.csv", "c.csv"] {
      try Self.csv(quoted: false).write(
        toFile: store.folder + "/" + name, atomically: false, encoding: .utf8)
    }
    try store.shell("tar -czf year.tar.gz a.csv b.csv c.csv")
    let path = store.folder + "/year.tar.gz"
    let told = Mutex<[ImportWork]>([])
    let found = try InputFiles([ImportFile(path)]) { work in told.withLock { $0.append(work) } }
    #expect(found.files.count == 3)
    let work = told.withLock { $0 }
    let size = try #require(try FileSystem.status(of: path)).size
    try check(work.filter { $0.unit == .bytes }, of: size)
    #expect(work.filter { $0.unit == .members }.map(\.done) == [0, 1, 2])
    #expect(work.filter { $0.unit == .members }.allSatisfy { $0.about == 3 })
  }
}
