import ColumnStore
import Columns
import Foundation
import TestSupport
import Testing

struct DamageTests {
  private let store: SampleStore

  /// Makes a store with a file of each kind: two segments, two dictionary parts, two archived files
  /// and their log.
  init() throws {
    store = try SampleStore()
    let many = (0..<40).map { "Jockey \($0)" }
    try store.commit(jockeys: many, points: many.map { Int64($0.count) })
    let writer = try StoreWriter(store: store.path)
    let rides = SampleStore.rides(writer, ["Dettori", "Carson"], [1, nil])
    try writer.replace("rides", SampleStore.february, with: rides)
    _ = try writer.archive(text: "name: railbird\n")
    let raw = try store.folder.write("a,b\n1,2\n", to: "raw.csv")
    try writer.archive(unchangingFileAt: raw, sha256: Checksum.ofFile(raw).hex)
    writer.note("raw.csv", as: "file-1")
    try writer.commit()
  }

  @Test func `an intact store has no damage`() throws {
    var steps: [Int] = []
    let result = try Verification(store: store.path) { done, total in
      steps.append(done)
      #expect(total == 7)
    }
    #expect(result.damages == [])
    #expect(result.fileCount == 7)
    #expect(steps == Array(1...7))
    let sizes = try store.dataFiles.map { try Checksum.ofFile(store.path + "/" + $0).bytes }
    #expect(result.byteCount == sizes.reduce(0, +))
  }

  @Test func `a flipped bit anywhere in a data file is found`() throws {
    var random = SeededGenerator()
    for file in store.dataFiles {
      let path = store.path + "/" + file
      let size = try Checksum.ofFile(path).bytes
      for offset in [0, size - 1] + (0..<6).map({ _ in Int.random(in: 0..<size, using: &random) }) {
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        try rewrite(path) { $0[offset] ^= bit }
        let damages = try Verification(store: store.path).damages
        #expect(damages.map(\.file) == [file], "seed \(SeededGenerator.seed), byte \(offset)")
        try rewrite(path) { $0[offset] ^= bit }
      }
    }
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `a flipped bit anywhere in the manifest is found`() throws {
    let path = store.path + "/MANIFEST"
    let size = try Checksum.ofFile(path).bytes
    for offset in LongForm.indices(size, "flipped bytes of a manifest") {
      try rewrite(path) { $0[offset] ^= 1 << UInt8(offset % 8) }
      let error = #expect(throws: StoreError.self) { try Verification(store: store.path) }
      #expect(throws: StoreError.self) { try Snapshot(store: store.path) }
      switch error {
      case .corrupt(path, _, _), .unknownFormat(store.path, _, 2): break
      default: Issue.record("byte \(offset): \(String(describing: error))")
      }
      try rewrite(path) { $0[offset] ^= 1 << UInt8(offset % 8) }
    }
  }

  @Test func `a missing or shortened file is found`() throws {
    for file in store.dataFiles {
      let path = store.path + "/" + file
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      try FileManager.default.removeItem(atPath: path)
      #expect(try Verification(store: store.path).damages.map(\.file) == [file])
      try data.dropLast().write(to: URL(fileURLWithPath: path))
      #expect(try Verification(store: store.path).damages.map(\.file) == [file])
      try data.write(to: URL(fileURLWithPath: path))
    }
  }

  @Test func `a snapshot of a store that lost a file says which`() throws {
    for file in store.dataFiles where !file.hasPrefix("archive/") {
      let path = store.path + "/" + file
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      try FileManager.default.removeItem(atPath: path)
      let error = #expect(throws: StoreError.self) { try Snapshot(store: store.path) }
      guard case .corrupt(path, _, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try data.write(to: URL(fileURLWithPath: path))
    }
  }

  @Test func `a dictionary file without its column of names is refused, not trusted`() throws {
    let file = try #require(store.dataFiles.first { $0.hasPrefix("dictionaries/") })
    let path = store.path + "/" + file
    try rewrite(path) { data in
      // The schema is at the file's front and, again, in its footer.
      while let range = data.range(of: Data("name\0".utf8)) {
        data.replaceSubrange(range, with: Data("nome\0".utf8))
      }
    }
    #expect(
      throws: StoreError.corrupt(
        file: path, found: "no column of names", expected: "a dictionary")
    ) { try Snapshot(store: store.path) }
  }

  @Test func `a code that its dictionary lacks is found`() throws {
    let writer = try StoreWriter(store: store.path)
    let codes = Column(.coded(dictionary: "jockey"), int32s: [0, nil, 42])
    try writer.replace("rides", SampleStore.january, with: Table([("jockey", codes)]))
    try writer.commit()
    let damages = try Verification(store: store.path).damages
    let file = try #require(store.dataFiles.first { $0.hasPrefix("segments/rides/2024-01") })
    #expect(
      damages.map(\.description) == [
        "\(file): found code 42 in jockey; expected codes below 42"
      ])
  }

  @Test func `a commit meanwhile is no damage`() throws {
    var commits = 0
    let result = try Verification(store: store.path) { done, _ in
      guard commits < 3 else { return }
      commits += 1
      // All files of the state being read are replaced, except those of the archive.
      #expect(throws: Never.self) {
        let many = (0..<200).map { "Jockey \(commits) \($0)" }
        try store.commit(jockeys: many, points: many.map { Int64($0.count) })
        try store.commit(SampleStore.february, jockeys: ["Dettori"], points: [Int64(done)])
      }
    }
    #expect(result.damages == [])
    let sizes = try store.dataFiles.map { try Checksum.ofFile(store.path + "/" + $0).bytes }
    #expect(result.byteCount == sizes.reduce(0, +))
    #expect(result.fileCount == sizes.count)
  }

  @Test func `damage that a commit meanwhile leaves alone is found`() throws {
    let february = try #require(store.dataFiles.first { $0.contains("rides/2024-02") })
    try rewrite(store.path + "/" + february) { $0[SampleStore.lastValue($0)] ^= 1 }
    var hasCommitted = false
    let result = try Verification(store: store.path) { _, _ in
      guard !hasCommitted else { return }
      hasCommitted = true
      #expect(throws: Never.self) { try store.commit(jockeys: ["Moore"], points: [3]) }
    }
    #expect(result.damages.map(\.file) == [february])
  }
}
