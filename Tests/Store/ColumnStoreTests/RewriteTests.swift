import ColumnStore
import Columns
import Foundation
import TestSupport
import Testing

/// A writer does not give damaged bytes a valid checksum.
struct RewriteTests {
  private let store: SampleStore

  init() throws {
    store = try SampleStore()
    let many = (0..<40).map { "Jockey \($0)" }
    try store.commit(jockeys: many, points: many.map { Int64($0.count) })
    try store.commit(SampleStore.february, jockeys: ["Dettori", "Carson"], points: [1, nil])
  }

  private func file(_ prefix: String) throws -> String {
    try #require(store.dataFiles.first { $0.hasPrefix(prefix) })
  }

  private func bytes() throws -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: try files(below: store.path).map {
        ($0, try Data(contentsOf: URL(filePath: store.path + "/" + $0)))
      })
  }

  @Test func `a month that is damaged anywhere is not read to be written again`() throws {
    let january = try file("segments/rides/2024-01")
    let path = store.path + "/" + january
    let size = try Checksum.ofFile(path).bytes
    for offset in stride(from: 0, to: size, by: 7) {
      try rewrite(path) { $0[offset] ^= 1 << UInt8(offset % 8) }
      let before = try bytes()
      let error = #expect(throws: StoreError.self, "byte \(offset)") {
        let writer = try StoreWriter(store: store.path)
        _ = try writer.rows(of: "rides", SampleStore.january)
      }
      guard case .corrupt(path, _, _) = error else {
        Issue.record("byte \(offset): \(String(describing: error))")
        return
      }
      #expect(try bytes() == before)
      try rewrite(path) { $0[offset] ^= 1 << UInt8(offset % 8) }
    }
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `damage in a month that no one writes stays to be found`() throws {
    let february = try file("segments/rides/2024-02")
    try rewrite(store.path + "/" + february) { $0[SampleStore.lastValue($0)] ^= 1 }
    try store.commit(jockeys: ["Dettori"], points: [9])
    #expect(try Verification(store: store.path).damages.map(\.file) == [february])
  }

  @Test func `a part of a dictionary that is damaged is not packed with new names`() throws {
    let part = try file("dictionaries/jockey")
    let path = store.path + "/" + part
    // The damage is within the names, where Arrow does not detect it.
    try rewrite(path) { data in
      let place = data.range(of: Data("Jockey 1".utf8))!.lowerBound
      data[place] ^= 1
    }
    let before = try bytes()
    let error = #expect(throws: StoreError.self) {
      try store.commit(jockeys: (0..<90).map { "New \($0)" }, points: (0..<90).map { Int64($0) })
    }
    guard case .corrupt(path, let found, let expected) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.hasPrefix("damage: XXH128 ") && expected.hasPrefix("XXH128 "))
    #expect(try bytes() == before)
    #expect(try Verification(store: store.path).damages.map(\.file) == [part])
  }

  @Test func `a code without a name is not written again, though its checksum is right`() throws {
    do {
      let writer = try StoreWriter(store: store.path)
      let codes = Column(.coded(dictionary: "jockey"), int32s: [0, nil, 99])
      try writer.replace("rides", SampleStore.january, with: Table([("jockey", codes)]))
      try writer.commit()
    }
    let january = try file("segments/rides/2024-01")
    #expect(
      throws: StoreError.corrupt(
        file: store.path + "/" + january, found: "code 99 in jockey", expected: "codes below 42")
    ) { try StoreWriter(store: store.path).rows(of: "rides", SampleStore.january) }
  }

  @Test func `a reader of a whole table is told of its damage`() throws {
    let february = try file("segments/rides/2024-02")
    let snapshot = try Snapshot(store: store.path)
    #expect(try snapshot.checkedSegments(of: "rides", threads: 2).count == 2)
    try rewrite(store.path + "/" + february) { $0[SampleStore.lastValue($0)] ^= 1 }
    let damaged = try Snapshot(store: store.path)
    let error = #expect(throws: StoreError.self) { try damaged.checkedSegments(of: "rides") }
    guard case .corrupt(let file, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file == store.path + "/" + february)
  }

  @Test func `a file that was cut short or has grown is refused when it is opened`() throws {
    for file in store.dataFiles {
      let path = store.path + "/" + file
      let whole = try Data(contentsOf: URL(filePath: path))
      for other in [whole.dropLast(8), whole + Data(count: 8)] {
        try other.write(to: URL(filePath: path))
        let error = #expect(throws: StoreError.self, "\(file)") { try Snapshot(store: store.path) }
        guard case .corrupt(path, _, _) = error else {
          Issue.record("\(file): \(String(describing: error))")
          return
        }
      }
      try whole.write(to: URL(filePath: path))
    }
  }
}
