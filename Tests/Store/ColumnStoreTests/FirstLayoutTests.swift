import ColumnStore
import Columns
import Foundation
import StoreSupport
import TestSupport
import Testing

/// Stores whose manifest is of the first layout: files with a SHA-256.
struct FirstLayoutTests {
  private let store: SampleStore

  init() throws {
    store = try SampleStore()
    try store.commit(jockeys: ["Dettori", "Moore"], points: [1, 2])
    try store.commit(SampleStore.february, jockeys: ["Buick"], points: [3])
    try FirstLayout.make(of: store.path)
  }

  @Test func `it is read and verified`() throws {
    #expect(try FirstLayout.header(of: store.path) == "railbird-store 1")
    let rides = SampleStore.rides(try Snapshot(store: store.path))
    #expect(rides == ["Dettori 1", "Moore 2", "Buick 3"])
    #expect(try Verification(store: store.path).damages == [])
    let file = try #require(store.dataFiles.first { $0.contains("2024-01") })
    try rewrite(store.path + "/" + file) { $0[$0.count / 2] ^= 1 }
    let damages = try Verification(store: store.path).damages
    #expect(damages.map(\.file) == [file])
    #expect(damages.allSatisfy { $0.found.hasPrefix("SHA-256 ") })
  }

  @Test func `the next commit is of the second and leaves its files alone`() throws {
    let before = store.dataFiles
    try store.commit(SampleStore.february, jockeys: ["Buick", "Moore"], points: [3, 4])
    #expect(try FirstLayout.header(of: store.path) == "railbird-store 3")
    let kept = store.dataFiles.filter { $0.contains("2024-01") }
    #expect(kept == before.filter { $0.contains("2024-01") })
    let rides = SampleStore.rides(try Snapshot(store: store.path))
    #expect(rides == ["Dettori 1", "Moore 2", "Buick 3", "Moore 4"])
    let verification = try Verification(store: store.path)
    #expect(verification.damages == [])
    #expect(verification.fileCount == store.dataFiles.count)
  }
}
