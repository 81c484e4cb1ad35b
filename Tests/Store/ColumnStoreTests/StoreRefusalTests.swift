import ColumnStore
import Columns
import Foundation
import TestSupport
import Testing

struct StoreRefusalTests {
  private let store: SampleStore

  init() throws { store = try SampleStore() }

  @Test func `a second writer is refused until the first is gone`() throws {
    var first: StoreWriter? = try StoreWriter(store: store.path)
    #expect(first != nil)
    #expect(throws: StoreError.locked(store: store.path)) { try StoreWriter(store: store.path) }
    first = nil
    #expect(throws: Never.self) { try StoreWriter(store: store.path) }
  }

  @Test(arguments: [true, false])
  func `a closed writer leaves the state before, and others may write while it is held`(
    isFirst: Bool
  ) throws {
    if !isFirst { try store.commit(jockeys: ["Dettori"], points: [1]) }
    let before = files(below: store.path)
    let writer = try StoreWriter(store: store.path)
    let rides = SampleStore.rides(writer, ["Carson"], [2])
    try writer.replace("rides", SampleStore.february, with: rides)
    _ = try writer.archive(text: "left over")
    #expect(store.dataFiles.contains { $0.hasPrefix("archive/") })
    writer.close()
    #expect(files(below: store.path) == (isFirst ? ["LOCK"] : before))
    try withExtendedLifetime(writer) {
      try store.commit(SampleStore.february, jockeys: ["Piggott"], points: [3])
    }
    let known = isFirst ? [] : ["Dettori 1"]
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == known + ["Piggott 3"])
  }

  @Test func `a second writer is refused while the first store is being made`() throws {
    let first = try StoreWriter(store: store.path)
    // There are files but no manifest yet.
    let rides = SampleStore.rides(first, ["Dettori"], [1])
    try first.replace("rides", SampleStore.january, with: rides)
    #expect(throws: StoreError.locked(store: store.path)) { try StoreWriter(store: store.path) }
    try first.commit()
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Dettori 1"])
  }

  @Test func `a lock file without a holder means nothing`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    #expect(files(below: store.path).contains("LOCK"))
    #expect(throws: Never.self) { try StoreWriter(store: store.path) }
  }

  @Test func `what a killed first writer left is no obstacle`() throws {
    do {
      let writer = try StoreWriter(store: store.path)
      let rides = SampleStore.rides(writer, ["Carson"], [1])
      try writer.replace("rides", SampleStore.february, with: rides)
      _ = try writer.archive(text: "left over")
    }
    #expect(throws: StoreError.notFound(store: store.path)) { try Snapshot(store: store.path) }
    try store.commit(jockeys: ["Dettori"], points: [1])
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Dettori 1"])
    #expect(store.dataFiles.count == 2)
  }

  @Test(arguments: ["notes.txt", "segments/mine.arrow", "archive/photo.jpg"])
  func `a folder with foreign files is refused and left alone`(name: String) throws {
    let folder = (store.path + "/" + name as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: store.path + "/" + name))
    let top = String(name.prefix { $0 != "/" })
    #expect(
      throws: StoreError.notAStore(store: store.path, found: "a folder that holds \(top)")
    ) { try StoreWriter(store: store.path) }
    #expect(files(below: store.path) == [name])
  }

  @Test func `an empty folder becomes a store`() throws {
    try FileManager.default.createDirectory(
      atPath: store.path, withIntermediateDirectories: true)
    try store.commit(jockeys: ["Dettori"], points: [1])
    #expect(try Snapshot(store: store.path).generation == 1)
  }

  @Test func `a file where the store should be is refused`() throws {
    let path = try store.folder.write("text", to: "file")
    let error = #expect(throws: StoreError.self) { try StoreWriter(store: path) }
    guard case .io(path, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("the folder cannot be made"))
    #expect(throws: StoreError.notFound(store: path)) { try Snapshot(store: path) }
  }

  @Test func `no store is found where there is none`() {
    let path = store.folder.file("absent")
    #expect(throws: StoreError.notFound(store: path)) { try Snapshot(store: path) }
    #expect(throws: StoreError.notFound(store: path)) { try Verification(store: path) }
    #expect(files(below: store.folder.path) == [])
  }

  @Test func `a store of another format is refused by readers and writers`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    try rewrite(store.path + "/MANIFEST") { data in
      let text = String(decoding: data, as: UTF8.self)
      data = Data(text.replacing("railbird-store 3 ", with: "railbird-store 4 ").utf8)
    }
    let error = StoreError.unknownFormat(store: store.path, found: 4, expected: 3)
    let files = store.dataFiles
    #expect(throws: error) { try Snapshot(store: store.path) }
    #expect(throws: error) { try StoreWriter(store: store.path) }
    #expect(throws: error) { try Verification(store: store.path) }
    #expect(store.dataFiles == files)
  }

  @Test func `a store that lost its manifest is refused and loses nothing more`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    try FileManager.default.removeItem(atPath: store.path + "/MANIFEST")
    let files = store.dataFiles
    #expect(
      throws: StoreError.corrupt(
        file: store.path + "/MANIFEST", found: "none beside the folder segments",
        expected: "the manifest of the store that these files belong to; `railbird repair --store "
          + "\(store.path)` rebuilds it from the archive")
    ) { try StoreWriter(store: store.path) }
    #expect(store.dataFiles == files)
  }
}
