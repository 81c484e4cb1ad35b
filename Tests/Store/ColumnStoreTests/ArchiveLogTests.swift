import ColumnStore
import Foundation
import TestSupport
import Testing

struct ArchiveLogTests {
  private let store: SampleStore
  private var path: String { store.path + "/archive/LOG" }

  init() throws { store = try SampleStore() }

  /// Commits notes, each under its key.
  private func commit(_ notes: (key: String, text: String)...) throws {
    let writer = try StoreWriter(store: store.path)
    for note in notes { writer.note(note.text, as: note.key) }
    try writer.commit()
  }

  private func log() throws -> ArchiveLog { try ArchiveLog(store: store.path) }

  @Test func `notes are read again in their order and the newest of a key holds`() throws {
    try commit(("a", "first"), ("b", "{\"x\": \"e\u{301} \u{2028}\r\"}"))
    try commit(("a", "second"))
    let log = try log()
    #expect(log.notes.map(\.generation) == [1, 1, 2])
    #expect(log.notes.map(\.key) == ["a", "b", "a"])
    #expect(log.newest == ["a": "second", "b": "{\"x\": \"e\u{301} \u{2028}\r\"}"])
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `a note that says the same is not written again`() throws {
    try commit(("a", "first"))
    let before = FileManager.default.contents(atPath: path)
    try commit(("a", "first"))
    #expect(FileManager.default.contents(atPath: path) == before)
    #expect(try Snapshot(store: store.path).generation == 2)
  }

  @Test func `a commit that never ended leaves no line behind`() throws {
    try commit(("a", "first"))
    let manifest = try #require(FileManager.default.contents(atPath: store.path + "/MANIFEST"))
    let before = try #require(FileManager.default.contents(atPath: path))
    try commit(("b", "lost"))
    // The state after a crash just before the rename.
    try manifest.write(to: URL(filePath: store.path + "/MANIFEST"))
    #expect(try log().newest == ["a": "first"])
    #expect(try Verification(store: store.path).damages == [])
    _ = try StoreWriter(store: store.path)
    #expect(FileManager.default.contents(atPath: path) == before)
    try commit(("c", "third"))
    #expect(try log().newest == ["a": "first", "c": "third"])
  }

  @Test func `a line that was cut short counts for nothing`() throws {
    try commit(("a", "first"))
    try commit(("b", "second"))
    let whole = try #require(FileManager.default.contents(atPath: path))
    let firstLine = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
    try FileManager.default.removeItem(atPath: store.path + "/MANIFEST")
    for length in firstLine..<whole.count {
      try whole.prefix(length).write(to: URL(filePath: path))
      #expect(try log().newest == ["a": "first"])
    }
    let writer = try StoreWriter(rebuilding: [], store: store.path)
    writer.note("third", as: "c")
    try writer.commit()
    #expect(try log().newest == ["a": "first", "c": "third"])
    #expect(try Snapshot(store: store.path).generation == 2)
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test(arguments: [false, true])
  func `a changed, lost or moved line is found`(hasManifest: Bool) throws {
    try commit(("a", "first"), ("b", "second"), ("c", "third"))
    if !hasManifest { try FileManager.default.removeItem(atPath: store.path + "/MANIFEST") }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n").map { String($0) + "\n" }
    let changes: [String] = [
      lines[0] + lines[2], lines[1] + lines[2], lines[1] + lines[0] + lines[2],
      lines[0] + lines[0] + lines[1] + lines[2], text.replacing("second", with: "secund"),
      text.replacing(" 1 b", with: " 2 b"), "\n" + text, lines[0] + "\n" + lines[1] + lines[2],
      "\n" + text.dropLast(), lines[0].replacing(" 1 a", with: "  1 a") + lines[1] + lines[2],
    ]
    for change in changes {
      try change.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: StoreError.self) { try log() }
    }
  }

  @Test(arguments: [true, false])
  func `nothing is written through a link in the log's place`(isThere: Bool) throws {
    try commit(("a", "first"))
    let notes = store.folder.file("notes")
    if isThere { try "mine".write(toFile: notes, atomically: true, encoding: .utf8) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: notes)
    #expect(
      throws: StoreError.corrupt(file: path, found: "a link", expected: "an ordinary file")
    ) { try commit(("b", "second")) }
    #expect(FileManager.default.contents(atPath: notes) == (isThere ? Data("mine".utf8) : nil))
  }

  @Test func `a log that is lost stops writers, and is begun anew on request`() throws {
    try commit(("a", "first"))
    try FileManager.default.removeItem(atPath: path)
    #expect(try Verification(store: store.path).damages.map(\.file) == ["archive/LOG"])
    #expect {
      try StoreWriter(store: store.path)
    } throws: { error in
      "\(error)".hasPrefix("\(path): found no file; expected the archive's log as it was written")
    }
    let writer = try StoreWriter(store: store.path, replacesDamagedLog: true)
    #expect(writer.log.notes.isEmpty)
    writer.note("first", as: "a")
    try writer.commit()
    #expect(try log().newest == ["a": "first"])
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `a folder with neither store nor log has none`() throws {
    #expect(throws: StoreError.notFound(store: store.path)) { try log() }
    #expect(throws: StoreError.notFound(store: store.path)) {
      try StoreWriter(rebuilding: [], store: store.path)
    }
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }
}
