import ColumnStore
import Foundation
import TestSupport
import Testing

/// Writers that begin without some tables.
struct RebuildTests {
  private let store: SampleStore

  /// Makes a store with rides, an archived text and a log.
  init() throws {
    store = try SampleStore()
    let writer = try StoreWriter(store: store.path)
    let rides = SampleStore.rides(writer, ["Carson", "Dettori"], [1, 2])
    try writer.replace("rides", SampleStore.january, with: rides)
    writer.note("text", as: "note")
    _ = try writer.archive(text: "kept")
    try writer.commit()
  }

  private func rebuild(_ tables: Set<String>) throws {
    let writer = try StoreWriter(rebuilding: tables, store: store.path)
    let rides = SampleStore.rides(writer, ["Dettori"], [3])
    try writer.replace("rides", SampleStore.february, with: rides)
    try writer.commit()
  }

  @Test func `only what was written anew is there`() throws {
    try rebuild(["rides"])
    let snapshot = try Snapshot(store: store.path)
    #expect(SampleStore.rides(snapshot) == ["Dettori 3"])
    #expect(snapshot.generation == 2 && snapshot.dictionary("jockey").count == 1)
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `a lost manifest is made again of checksums alone`() throws {
    let archive = store.path + "/archive/"
    let sums = try FileManager.default.contentsOfDirectory(atPath: archive).filter { $0 != "LOG" }
    for name in ["G", "A", "backup of my results of 2024, before the move to a new machine.."] {
      let name = String(repeating: name, count: 64 / name.utf8.count)
      try "mine".write(toFile: archive + name, atomically: true, encoding: .utf8)
    }
    let folder = archive + String(repeating: "a", count: 64)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try FileManager.default.removeItem(atPath: store.path + "/MANIFEST")
    try rebuild(["rides"])
    #expect(try SampleStore.rides(Snapshot(store: store.path)) == ["Dettori 3"])
    #expect(try StoreWriter(store: store.path).archivedPath(sha256: sums[0]) == archive + sums[0])
    #expect(sums.count == 1)
  }

  @Test func `without a commit the old state stays`() throws {
    let files = store.dataFiles
    do {
      let writer = try StoreWriter(rebuilding: ["rides"], store: store.path)
      let rides = SampleStore.rides(writer, ["Dettori"], [3])
      try writer.replace("rides", SampleStore.january, with: rides)
    }
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Carson 1", "Dettori 2"])
    _ = try StoreWriter(store: store.path)
    #expect(store.dataFiles == files)
  }

  @Test func `other tables keep their rows and names`() throws {
    do {
      let writer = try StoreWriter(store: store.path)
      let rides = SampleStore.rides(writer, ["Piggott"], [9])
      try writer.replace("others", SampleStore.january, with: rides)
      try writer.commit()
    }
    try rebuild(["rides"])
    let snapshot = try Snapshot(store: store.path)
    #expect(snapshot.tableNames == ["others", "rides"])
    #expect(snapshot.dictionary("jockey").count == 3)
    let code = snapshot.segments(of: "others")[0].rows["jockey"]!.int32s[0]
    #expect(snapshot.dictionary("jockey")[Int(code)] == "Piggott")
  }

  @Test(arguments: [["segments"], ["dictionaries"], ["segments", "dictionaries", "MANIFEST"]])
  func `nothing but the archive is needed`(lost: [String]) throws {
    for name in lost { try FileManager.default.removeItem(atPath: store.path + "/" + name) }
    try rebuild(["rides"])
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Dettori 3"])
    #expect(try Snapshot(store: store.path).generation == 2)
    let writer = try StoreWriter(store: store.path)
    #expect(writer.archivedPath(sha256: Checksum.hex(of: Data("kept".utf8))) != nil)
    #expect(writer.log.newest == ["note": "text"])
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `a rebuild that fails keeps the archive, whatever the lock file says`() throws {
    try FileManager.default.removeItem(atPath: store.path + "/MANIFEST")
    try Data("first commit\n".utf8).write(to: URL(filePath: store.path + "/LOCK"))
    let files = store.dataFiles
    do {
      let writer = try StoreWriter(rebuilding: ["rides"], store: store.path)
      let rides = SampleStore.rides(writer, ["Dettori"], [3])
      try writer.replace("rides", SampleStore.january, with: rides)
    }
    #expect(Set(store.dataFiles).isSuperset(of: files))
    #expect(throws: StoreError.self) { try StoreWriter(store: store.path) }
    try rebuild(["rides"])
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Dettori 3"])
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `other tables that are damaged keep a store from being rebuilt without them`() throws {
    let before = store.dataFiles
    try FileManager.default.removeItem(atPath: store.path + "/dictionaries")
    #expect(throws: StoreError.self) { try rebuild(["others"]) }
    #expect(store.dataFiles == before.filter { !$0.hasPrefix("dictionaries") })
  }
}
