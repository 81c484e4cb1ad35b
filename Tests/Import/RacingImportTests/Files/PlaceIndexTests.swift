import ColumnStore
import TestSupport
import Testing
@testable import RowReading
@testable import StoreImport

/// The index of open rows and the sets of rows, against plain collections.
struct PlaceIndexTests {
  @Test(arguments: [0, 100, 1_000, .max])
  func `all places of a hash are found, whatever the size of a run`(bound: Int) throws {
    var random = SeededGenerator(11)
    let store = TestStore()
    var index = PlaceIndex(try StoreWriter(store: store.path), bound: bound)
    var expected: [UInt32: [Int]] = [:]
    for place in 0..<600 {
      let hash = [0, 1, .max, UInt32.random(in: 0..<40, using: &random)].randomElement(
        using: &random)!
      try index.add(place, hash)
      expected[hash, default: []].append(place)
    }
    let places = try index.finished()
    for hash in (0..<60 as Range<UInt32>) + [.max - 1, .max] {
      var found: [Int] = []
      places.search(hash) {
        found.append($0)
        return false
      }
      #expect(found == expected[hash] ?? [])
      var first: [Int] = []
      places.search(hash) {
        first.append($0)
        return true
      }
      #expect(first == Array((expected[hash] ?? []).prefix(1)))
    }
  }

  @Test func `an index without places finds none`() throws {
    var index = PlaceIndex(nil, bound: 0)
    try index.finished().search(0) { place in
      Issue.record("found \(place)")
      return false
    }
  }

  @Test func `texts that stand apart differ from those that stand together`() {
    func hash(_ texts: [String]) -> UInt32 {
      let (first, second) = (Array(texts[0].utf8), Array(texts[1].utf8))
      return first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { PlaceIndex.hash(first, $0) }
      }
    }
    #expect(hash(["ab", "c"]) == hash(["ab", "c"]))
    #expect(hash(["ab", "c"]) != hash(["a", "bc"]))
  }

  @Test func `a set of rows is a set`() {
    var random = SeededGenerator(12)
    var (rows, others) = (RowSet(), RowSet())
    var (expected, added): (Set<Int>, Set<Int>) = ([], [])
    #expect(rows.isEmpty && !rows.contains(0))
    for _ in 0..<300 {
      let (row, other) = (
        Int.random(in: 0..<500, using: &random), Int.random(in: 0..<900, using: &random)
      )
      rows.insert(row)
      expected.insert(row)
      others.insert(other)
      added.insert(other)
      #expect(rows.count == expected.count)
    }
    for row in 0..<1_000 { #expect(rows.contains(row) == expected.contains(row)) }
    rows.formUnion(others)
    expected.formUnion(added)
    #expect(rows.count == expected.count)
    for row in 0..<1_000 { #expect(rows.contains(row) == expected.contains(row)) }
  }
}
