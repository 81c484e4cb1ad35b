import ColumnStore
import Columns
import Foundation
import Synchronization
import TestSupport
import Testing

struct SnapshotIsolationTests {
  private let store: SampleStore

  init() throws { store = try SampleStore() }

  @Test func `a snapshot keeps its values when a later commit removes its files`() throws {
    try store.commit(jockeys: ["Dettori", "Carson"], points: [1, 2])
    let old = try Snapshot(store: store.path)
    let oldFiles = Set(store.dataFiles)
    try store.commit(jockeys: ["Piggott"], points: [3])
    #expect(oldFiles.isDisjoint(with: store.dataFiles))
    #expect(SampleStore.rides(old) == ["Dettori 1", "Carson 2"])
    #expect(old.generation == 1)
    #expect(old.dictionary("jockey").count == 2)
    #expect(SampleStore.rides(try Snapshot(store: store.path)) == ["Piggott 3"])
  }

  @Test func `a writer's own starting point stays as it was`() throws {
    try store.commit(jockeys: ["Dettori"], points: [1])
    let writer = try StoreWriter(store: store.path)
    let before = writer.before
    try writer.replace(
      "rides", SampleStore.january, with: SampleStore.rides(writer, ["Carson"], [2]))
    try writer.commit()
    #expect(SampleStore.rides(before) == ["Dettori 1"])
  }

  @Test func `readers beside a writer see whole commits only`() throws {
    // Each commit writes its number to every row of two months, so a mix would show.
    let path = store.path
    try store.commit(jockeys: ["A"], points: [0])
    // A thread of its own: a task would wait behind all other tests while this one reads on.
    let failure = Mutex<(any Error)?>(nil)
    let writing = Thread {
      do {
        for number in 1...25 {
          let writer = try StoreWriter(store: path)
          for month in [SampleStore.january, SampleStore.february] {
            let rows = SampleStore.rides(writer, ["J\(number)"], [Int64(number)])
            try writer.replace("rides", month, with: rows)
          }
          try writer.commit()
        }
      } catch { failure.withLock { $0 = error } }
    }
    writing.start()
    var last = 1
    while last < 26 {
      if let error = failure.withLock({ $0 }) { throw error }
      let snapshot = try Snapshot(store: path)
      #expect(snapshot.generation >= last)
      last = snapshot.generation
      let number = last - 1
      let expected = "J\(number) \(number)"
      if number > 0 { #expect(SampleStore.rides(snapshot) == [expected, expected]) }
    }
  }
}
