import Columns
import Foundation
import TestSupport
import Testing

@testable import ColumnStore

/// Manifests with a right checksum that no writer makes.
struct CraftedManifestTests {
  private let store: SampleStore

  init() throws {
    store = try SampleStore()
    try store.commit(jockeys: ["Dettori"], points: [1])
    let writer = try StoreWriter(store: store.path)
    _ = try writer.archive(text: "name: railbird\n")
    try writer.commit()
  }

  /// Rewrites the manifest, and returns the error of opening the store.
  private func error(
    format: Int = 2, _ change: (inout Manifest) -> Void
  ) throws -> StoreError? {
    var manifest = try Manifest.read(store: store.path)
    change(&manifest)
    let body = try JSONEncoder().encode(manifest)
    let header = "railbird-store \(format) \(Checksum.hex(of: body))\n"
    try (Data(header.utf8) + body).write(to: URL(filePath: store.path + "/MANIFEST"))
    #expect(throws: StoreError.self) { try Verification(store: store.path) }
    return #expect(throws: StoreError.self) { try Snapshot(store: store.path) }
  }

  @Test(arguments: [
    "/etc/hostname", "../store/segments/rides/x", "segments/rides/../../../x", "segments/rides/.x",
    "segments/rides/a/b", "segments/other/x", "segments/rides/", "", "MANIFEST", "archive/LOG",
  ])
  func `a segment elsewhere than in its table's folder is refused`(file: String) throws {
    let error = try error { $0.segments[0].file = file }
    #expect(error?.description.contains("found the segment \(file); expected a manifest") == true)
  }

  @Test(arguments: ["/etc/hostname", "../x", "dictionaries/../x", "dictionaries/a/b", ""])
  func `a dictionary elsewhere than in its folder is refused`(file: String) throws {
    let error = try error { $0.dictionaries["jockey"]![0].file = file }
    #expect(error?.description.contains("found the file \(file); expected a manifest") == true)
  }

  @Test func `names and numbers that no writer makes are refused`() throws {
    let original = try Data(contentsOf: URL(filePath: store.path + "/MANIFEST"))
    let changes: [(String, (inout Manifest) -> Void)] = [
      ("the table ../rides", { $0.segments[0].table = "../rides" }),
      ("the dictionary a/b", { $0.dictionaries["a/b"] = $0.dictionaries["jockey"] }),
      ("the checksum ../../x", { $0.archive[0].sha256 = "../../x" }),
      ("impossible numbers of ", { $0.segments[0].rows = -1 }),
      ("impossible numbers of ", { $0.segments[0].month = Month(202_413) }),
      ("impossible numbers of ", { $0.dictionaries["jockey"]![0].first = .max }),
      ("two segments of rides in 2024-01", { $0.segments.append($0.segments[0]) }),
    ]
    for (found, change) in changes {
      try original.write(to: URL(filePath: store.path + "/MANIFEST"))
      let error = try error(change)
      #expect(error?.description.contains("MANIFEST: found \(found)") == true, "\(found)")
    }
    try original.write(to: URL(filePath: store.path + "/MANIFEST"))
    // A flipped byte of the format's number.
    let older = try error(format: 1) { _ in }
    #expect(older?.description.contains("found an XXH128 of segments/") == true)
  }

  @Test(arguments: ["segments", "segments/rides", "dictionaries"])
  func `a folder that is a link out of the store is refused`(name: String) throws {
    let (path, moved) = (store.path + "/" + name, store.folder.file("moved"))
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: moved)
    let error = #expect(throws: StoreError.self) { try Snapshot(store: store.path) }
    #expect(error?.description.contains("found a link to ") == true)
    #expect(try Verification(store: store.path).damages.isEmpty == false)
  }

  @Test(arguments: ["segments", "segments/rides", "dictionaries", "archive"])
  func `a writer touches nothing behind a link out of the store`(name: String) throws {
    let (path, moved) = (store.path + "/" + name, store.folder.file("moved"))
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    try FileManager.default.createDirectory(
      atPath: moved + "/photos", withIntermediateDirectories: false)
    for file in ["thesis.txt", "photos/1.jpg"] {
      try "mine".write(toFile: moved + "/" + file, atomically: true, encoding: .utf8)
    }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: moved)
    let before = files(below: moved)
    let error = #expect(throws: StoreError.self) {
      try store.commit(jockeys: ["Carson"], points: [2])
    }
    #expect(error?.description.contains("/\(name): found a link") == true)
    #expect(throws: StoreError.self) { try StoreWriter(rebuilding: nil, store: store.path) }
    #expect(files(below: moved) == before && before.count >= 3)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == moved)
  }

  @Test func `a writer takes no lock through a link`() throws {
    let target = store.folder.file("target")
    let path = store.path + "/LOCK"
    for content in [nil, "first commit\n"] {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      if let content { try content.write(toFile: target, atomically: true, encoding: .utf8) }
      #expect(throws: StoreError.self) { try StoreWriter(store: store.path) }
      #expect((try? String(contentsOfFile: target, encoding: .utf8)) == content)
      #expect(FileManager.default.fileExists(atPath: target) == (content != nil))
    }
  }

  @Test(arguments: ["MANIFEST", "segments", "dictionaries"])
  func `a link, a folder or a pipe in a file's place is refused, and not waited for`(
    kind: String
  ) throws {
    let all = store.dataFiles + ["MANIFEST"]
    let path = store.path + "/" + (try #require(all.first { $0.hasPrefix(kind) }))
    let moved = store.folder.file("moved")
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    for (found, make) in [
      ("a link", { symlink(moved, path) }), ("a folder", { mkdir(path, 0o755) }),
      ("a pipe or a device", { mkfifo(path, 0o600) }),
    ] as [(String, () -> Int32)] {
      #expect(make() == 0)
      #expect(
        throws: StoreError.corrupt(file: path, found: found, expected: "an ordinary file")
      ) { try Snapshot(store: store.path) }
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
