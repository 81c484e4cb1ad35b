import Columns
import Foundation
import TestSupport
import Testing

@testable import ColumnStore

struct StoreRoundTripTests {
  private let store: SampleStore

  init() throws { store = try SampleStore() }

  @Test(arguments: [false, true])
  func `every column type comes back from a store`(nulls: Bool) throws {
    var random = SeededGenerator()
    let table = RandomColumns.table(count: 300, nulls: nulls, using: &random)
    let writer = try StoreWriter(store: store.path)
    try writer.replace("rows", SampleStore.january, with: table)
    try writer.commit()
    let snapshot = try Snapshot(store: store.path)
    #expect(snapshot.tableNames == ["rows"])
    #expect(snapshot.rowCount(of: "rows") == 300)
    let rows = try #require(snapshot.segment(of: "rows", month: SampleStore.january)?.rows)
    #expect(rows.cells == table.cells, "seed \(SeededGenerator.seed)")
  }

  @Test func `commits add up`() throws {
    try store.commit(SampleStore.february, jockeys: ["Piggott"], points: [3])
    try store.commit(SampleStore.january, jockeys: ["Dettori", "Piggott"], points: [1, nil])
    let snapshot = try Snapshot(store: store.path)
    #expect(snapshot.generation == 2)
    #expect(snapshot.segments(of: "rides").map(\.month.number) == [202_401, 202_402])
    #expect(SampleStore.rides(snapshot) == ["Dettori 1", "Piggott -", "Piggott 3"])
  }

  @Test func `one writer commits several times`() throws {
    let writer = try StoreWriter(store: store.path)
    for (month, name) in [(SampleStore.january, "Dettori"), (SampleStore.february, "Piggott")] {
      try writer.replace(
        "rides", month, with: SampleStore.rides(writer, [name, "Carson"], [1, 2]))
      try writer.commit()
      #expect(try writer.rows(of: "rides", month)?.rowCount == 2)
    }
    let snapshot = try Snapshot(store: store.path)
    #expect(SampleStore.rides(snapshot) == ["Dettori 1", "Carson 2", "Piggott 1", "Carson 2"])
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `a writer sees its own changes before they are committed`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    let writer = try StoreWriter(store: store.path)
    #expect(try writer.rows(of: "rides", SampleStore.january)?["points"]?.cells == ["1"])
    try writer.replace(
      "rides", SampleStore.january, with: SampleStore.rides(writer, ["Carson"], [9]))
    #expect(try writer.rows(of: "rides", SampleStore.january)?["points"]?.cells == ["9"])
    try writer.replace("rides", SampleStore.february, with: Table([]))
    #expect(writer.months(of: "rides") == [SampleStore.january])
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Dettori 1"])
  }

  @Test func `what a writer does not commit is gone`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    do {
      let writer = try StoreWriter(store: store.path)
      let rides = SampleStore.rides(writer, ["Carson"], [9])
      try writer.replace("rides", SampleStore.february, with: rides)
      // The first step of a commit.
      try writer.writeWaiting(threads: 1)
      #expect(store.dataFiles.count == 3)
    }
    #expect(store.dataFiles.count == 2)
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Dettori 1"])
  }

  @Test func `a month without rows is no segment`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    let writer = try StoreWriter(store: store.path)
    try writer.replace("rides", SampleStore.january, with: Table([]))
    try writer.commit()
    let snapshot = try Snapshot(store: store.path)
    #expect(snapshot.tableNames == [])
    #expect(snapshot.dictionary("jockey").count == 1)
    #expect(store.dataFiles.allSatisfy { $0.hasPrefix("dictionaries/") })
  }

  @Test func `a column that an old segment lacks reads as null`() throws {
    try store.commit(SampleStore.january, jockeys: ["Dettori"], points: [nil])
    try store.commit(SampleStore.february, jockeys: ["Carson"], points: [5])
    let snapshot = try Snapshot(store: store.path)
    let segments = snapshot.segments(of: "rides").map(\.rows)
    // A column without any value is not stored at all.
    #expect(segments[0]["points"] == nil)
    #expect(segments[0].column(Field("points", .int64)).cells == [nil])
    #expect(Table.concatenated(segments)["points"]?.cells == [nil, "5"])
  }

  @Test func `a table of nulls alone keeps its number of rows`() throws {
    let writer = try StoreWriter(store: store.path)
    try writer.replace(
      "rows", SampleStore.january, with: Table([("a", Column.nulls(.text, count: 4))]))
    try writer.commit()
    #expect(try Snapshot(store: store.path).rowCount(of: "rows") == 4)
  }

  @Test func `only the tables asked for are opened`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    #expect(try Snapshot(store: store.path, tables: ["races"]).tableNames == [])
    #expect(try Snapshot(store: store.path, tables: ["rides"]).tableNames == ["rides"])
  }

  @Test func `something made of a month's rows is made again for other rows alone`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    try store.commit(SampleStore.february, jockeys: ["Carson"], points: [2])
    let writer = try StoreWriter(store: store.path)
    var asked: [Int64] = []
    func sums() throws -> [Int64] {
      asked = []
      return try writer.made(of: "rides") { rows in
        let sum = rows["points"]!.int64s.reduce(0, +)
        asked.append(sum)
        return sum
      }.sorted()
    }
    #expect(try sums() == [1, 2] && asked.sorted() == [1, 2])
    #expect(try sums() == [1, 2] && asked == [])
    for points in [Int64(7), 8] {
      try writer.replace(
        "rides", SampleStore.january, with: SampleStore.rides(writer, ["Piggott"], [points]))
      #expect(try sums() == [2, points] && asked == [points])
    }
    try writer.commit()
    #expect(try sums() == [2, 8] && asked == [])
    // Another type of value is another thing.
    #expect(try writer.made(of: "rides") { $0.rowCount } == [1, 1])
    writer.removeRows(of: "rides", but: [SampleStore.february])
    #expect(try sums() == [2])
  }

  @Test func `the archive keeps a file's and a text's bytes`() throws {
    let raw = try store.folder.write("a,b\n1,2\n", to: "raw.csv")
    let sum = try Checksum.ofFile(raw)
    let writer = try StoreWriter(store: store.path)
    try writer.archive(unchangingFileAt: raw, sha256: sum.hex)
    try writer.archive(unchangingFileAt: raw, sha256: sum.hex)
    let text = try writer.archive(text: "name: railbird\n")
    try writer.commit()
    #expect(store.dataFiles.sorted() == ["archive/\(sum.hex)", "archive/\(text)"].sorted())
    #expect(try Checksum.ofFile(store.path + "/archive/" + sum.hex) == sum)
    #expect(try Verification(store: store.path).fileCount == 2)
  }

  @Test func `what the archive has lost is written again`() throws {
    let (raw, text) = (try store.folder.write("a,b\n1,2\n", to: "raw.csv"), "name: railbird\n")
    for _ in 0..<2 {
      let writer = try StoreWriter(store: store.path)
      try writer.archive(ArchiveDraft(of: raw, store: store.path))
      _ = try writer.archive(text: text)
      try writer.commit()
      let verified = try Verification(store: store.path)
      #expect(verified.damages == [] && verified.fileCount == 2)
      for file in store.dataFiles {
        try FileManager.default.removeItem(atPath: store.path + "/" + file)
      }
    }
    do {
      let writer = try StoreWriter(store: store.path)
      #expect(try writer.restore(archivedText: text))
      #expect(try !writer.restore(archivedText: text))
      #expect(try !writer.restore(archivedText: "never archived"))
    }
    // No commit was needed.
    #expect(store.dataFiles == ["archive/" + Checksum.hex(of: Data(text.utf8))])
  }

  @Test func `a checksum is SHA-256's`() throws {
    // FIPS 180-2, appendix B.1.
    let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Checksum.hex(of: Array("abc".utf8)) == sum)
    let path = try store.folder.write("abc", to: "abc")
    #expect(try Checksum.ofFile(path) == (hex: sum, bytes: 3))
  }
}
