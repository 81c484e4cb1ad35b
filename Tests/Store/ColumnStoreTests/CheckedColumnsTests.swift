import Columns
import Foundation
import StoreSupport
import SystemFiles
import TestSupport
import Testing

@testable import ColumnStore

/// Checks of a segment's columns when they are first used.
struct CheckedColumnsTests {
  private let store: SampleStore
  private let file: String

  init() throws {
    store = try SampleStore()
    let many = (0..<40).map { "Jockey \($0)" }
    try store.commit(jockeys: many, points: many.indices.map { $0 == 3 ? nil : Int64($0) })
    file = try #require(store.dataFiles.first { $0.hasPrefix("segments/") })
  }

  private func flip(_ place: Int) throws { try rewrite(store.path + "/" + file) { $0[place] ^= 4 } }

  @Test func `each flipped byte is found when its column is used, or the file is opened`() throws {
    let path = store.path + "/" + file
    let size = try Data(contentsOf: URL(filePath: path)).count
    var places: [String: Int] = [:]
    for place in LongForm.indices(size, "flipped bytes of a segment") {
      try flip(place)
      do {
        let snapshot = try Snapshot(store: store.path)
        let rows = snapshot.segments(of: "rides")[0].rows
        #expect(snapshot.dictionary("jockey").count == 40)
        try snapshot.confirm()
        let nulls = rows.fields.map { rows[$0.name]!.validity.nullCount == 40 }
        let damaged = try #require(nulls.firstIndex(of: true), "byte \(place) of \(size)")
        #expect(nulls.count { $0 } == 1)
        let name = rows.fields[damaged].name
        let error = #expect(throws: StoreError.self) { try snapshot.confirm() }
        guard case .corrupt(path, let found, let expected) = error else {
          Issue.record("byte \(place): \(String(describing: error))")
          return
        }
        #expect(found.hasPrefix("damage in \(name): XXH3 "))
        #expect(expected.hasSuffix(StoreError.remedy))
        places[name, default: 0] += 1
      } catch {
        guard case .corrupt(path, _, _) = error as? StoreError else { throw error }
        places["description", default: 0] += 1
      }
      try flip(place)
    }
    #expect(places.keys.sorted() == ["description", "jockey", "points"])
    let share = LongForm.isWanted ? 1 : 7
    #expect(places["jockey"]! >= 160 / share && places["points"]! >= 320 / share)
    #expect(try Verification(store: store.path).damages == [])
  }

  @Test func `an unused column is not read`() throws {
    // The last value is a point.
    try rewrite(store.path + "/" + file) { $0[SampleStore.lastValue($0)] ^= 1 }
    let snapshot = try Snapshot(store: store.path)
    let rows = snapshot.segments(of: "rides")[0].rows
    #expect(rows["jockey"]!.int32s[39] == 39)
    try snapshot.confirm()
    _ = rows["points"]
    #expect(throws: StoreError.self) { try snapshot.confirm() }
  }

  @Test(arguments: [false, true])
  func `a column is checked once, however many there are`(isWhole: Bool) throws {
    let names = (0..<70).map { "c\($0)" }
    let writer = try StoreWriter(store: store.path)
    let wide = Table(names.map { ($0, Column(int64s: (1...40).map { Int64($0) })) })
    try writer.replace("wide", SampleStore.january, with: wide)
    try writer.commit()
    let snapshot = try Snapshot(store: store.path)
    let rows = snapshot.segments(of: "wide")[0].rows
    if isWhole { _ = try snapshot.checkedSegments(of: "wide") }
    for name in names where !isWhole { _ = rows[name] }
    // The mapping shows the change: a second check would find it.
    let path = store.path + "/" + store.dataFiles.first { $0.hasPrefix("segments/wide") }!
    var data = try Data(contentsOf: URL(filePath: path))
    let place = SampleStore.lastValue(data)
    data[place] ^= 1
    try OpenFile(path, for: .writing).write(data, at: 0)
    #expect(rows["c69"]!.validity.nullCount == 0)
    #expect(rows["c69"]!.int64s[39] != 40)
    try snapshot.confirm()
  }

  @Test func `a file of an older version is checked as a whole`() throws {
    try FirstLayout.make(of: store.path)
    try Snapshot(store: store.path).confirm()
    try rewrite(store.path + "/" + file) { $0[SampleStore.lastValue($0)] ^= 1 }
    let snapshot = try Snapshot(store: store.path)
    _ = snapshot.segments(of: "rides")[0].rows["jockey"]
    let error = #expect(throws: StoreError.self) { try snapshot.confirm() }
    guard case .corrupt(_, let found, _) = error else { return }
    #expect(found.hasPrefix("damage: SHA-256 "))
  }

  @Test func `a file cut while it is mapped is an error, not a signal`() throws {
    let names = (0..<20_000).map { "Jockey \($0 % 7)" }
    try store.commit(SampleStore.february, jockeys: names, points: names.indices.map { Int64($0) })
    let cut = try #require(store.dataFiles.first { $0.contains("rides/2024-02") })
    let snapshot = try Snapshot(store: store.path)
    let file = try OpenFile(store.path + "/" + cut, for: .writing)
    try file.cut(to: 4096)
    let rows = snapshot.segments(of: "rides")[1].rows
    #expect(rows["points"]!.validity.nullCount == 20_000)
    #expect(throws: StoreError.self) { try snapshot.confirm() }
  }

  @Test func `a file cut after its columns were checked is an error too`() throws {
    let names = (0..<20_000).map { "Jockey \($0 % 7)" }
    try store.commit(SampleStore.february, jockeys: names, points: names.indices.map { Int64($0) })
    let cut = try #require(store.dataFiles.first { $0.contains("rides/2024-02") })
    let snapshot = try Snapshot(store: store.path)
    let segment = snapshot.segments(of: "rides")[1]
    let points = try #require(segment.rows["points"]).int64s
    try snapshot.confirm()
    segment.releasePages()
    try OpenFile(store.path + "/" + cut, for: .writing).cut(to: 4096)
    #expect(points[19_999] == 0)
    let error = #expect(throws: StoreError.self) { try snapshot.confirm() }
    #expect(error?.description.contains("fewer bytes than when it was opened") == true)
  }
}
