import ColumnStore
import Foundation
import Mappings
import Racing
import RowReading
import StoreImport
import TestSupport
import Testing

struct ReplayTests {
  /// Returns a store after some imports, retries and undoings.
  private static func history(_ random: inout SeededGenerator) throws -> TestStore {
    let store = TestStore()
    for _ in 0..<5 {
      try store.add(StoreHistory.file(&random), yaml: StoreHistory.mapping)
      let standing = try ImportLedger(store.snapshot).standing.map(\.id)
      let id = standing.randomElement(using: &random)!
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try store.undo(id)
      case 1: try store.retry(id, yaml: StoreHistory.lenientMapping)
      case 2: try store.retry(id)
      default: break
      }
    }
    return store
  }

  /// Reduces a store to what remains after the loss of everything but its archive.
  private static func stripToArchive(_ store: TestStore) throws {
    for name in ["MANIFEST", "LOCK", "segments", "dictionaries"] {
      try? FileManager.default.removeItem(atPath: store.path + "/" + name)
    }
    #expect(throws: StoreError.self) { try store.snapshot }
  }

  @Test(arguments: LongForm.cases(0..<10, short: 3))
  func `the tables out of the archive alone are those of before`(round: Int) throws {
    var random = SeededGenerator(UInt64(700 + round))
    let store = try Self.history(&random)
    let before = try store.everything()
    let copy = TestStore()
    #expect(try store.replay(into: copy.path).textBytes > 0)
    #expect(try store.everything() == before)
    try store.replay()
    #expect(try store.everything() == before, "seed \(SeededGenerator.seed)")
    try Self.stripToArchive(store)
    let outcome = try store.replay()
    #expect(try store.everything() == before, "seed \(SeededGenerator.seed)")
    #expect(try copy.everything() == before, "seed \(SeededGenerator.seed)")
    // A store does not keep the doubts of its imports, nor unknown results.
    #expect(outcome.before == outcome.after.map(\.withoutDoubts))
    for path in [store.path, copy.path] {
      #expect(try Verification(store: path).damages.isEmpty)
    }
    // Later imports find the same state.
    let later = try store.file(StoreHistory.file(&random))
    for store in [store, copy] { _ = try store.add([later], yaml: StoreHistory.mapping) }
    #expect(try store.traces() == copy.traces(), "seed \(SeededGenerator.seed)")
  }

  /// Look-ahead was allowed until the time of a match had to be bounded.
  @Test func `a mapping that has become invalid is reported with a way out`() throws {
    let store = TestStore()
    var random = SeededGenerator(8)
    let old = StoreHistory.mapping.replacing(
      "going: {column: going, optional: true}",
      with: "going: {column: going, optional: true, match: '(?=G).*'}")
    let job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: StoreHistory.mapping, file: "test.yaml"),
      mappingText: old, now: 0)
    _ = try job.run([store.file(StoreHistory.laterFile(&random))])
    let before = try store.everything()
    let error = try #require(throws: ImportError.self) { try store.replay() }
    #expect("\(error)".contains("(?=G).*, with a look ahead; expected an expression whose"))
    #expect("\(error)".hasSuffix("into a new store by a changed mapping (docs/mapping.md, §3)"))
    #expect(try store.everything() == before)
  }

  @Test func `a store of before there was a log gets one with its next commit`() throws {
    var random = SeededGenerator(7)
    let store = try Self.history(&random)
    try store.forgetLog()
    let old = try store.everything()
    try store.replay()
    #expect(try store.everything() == old)
    try store.forgetLog()
    try store.add(StoreHistory.file(&random), yaml: StoreHistory.mapping)
    let before = try store.everything()
    try Self.stripToArchive(store)
    try store.replay()
    #expect(try store.everything() == before)
  }

  @Test func `imports that are not archived are named and nothing is done`() throws {
    let store = TestStore()
    try store.add("race_id,date,number,position\nr1,2024-01-01,1,1\n")
    let file = try store.file("race_id,date,number,position\nr2,2024-01-01,1,1\n")
    _ = try store.add([file], keepsArchive: false)
    let before = try store.everything()
    let missing = ImportError.notArchived(store: store.path, imports: ["import 2 (file2.csv)"])
    #expect(throws: missing) { try store.replay() }
    let target = store.newPath("store")
    #expect(throws: missing) { try store.replay(into: target) }
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(try store.everything() == before && store.snapshot.generation == 2)
    // Its rows are gone with an undoing, and then nothing is missing.
    try store.undo(2)
    try store.replay()
  }

  @Test func `a damaged archive stops a replay, and the store stays as it is`() throws {
    let store = TestStore()
    try store.add("race_id,date,number,position\nr1,2024-01-01,1,1\n")
    let before = try store.everything()
    let sum = try #require(try ImportLedger(store.snapshot).imports[0].sha256)
    try rewrite(store.path + "/archive/" + sum) { $0[$0.count - 2] ^= 1 }
    #expect {
      try store.replay()
    } throws: { "\($0)".hasPrefix("\(store.path)/archive/\(sum): found SHA-256 ") }
    #expect(try store.everything() == before && store.snapshot.generation == 1)
  }

  @Test func `a replay goes by the aliases that are in force`() throws {
    let store = TestStore()
    let header = "race_id,date,race_no,course,number,horse,position,source\n"
    let first = header + "a1,2024-01-01,1,Sha Tin,1,Ann,1,a\na1,2024-01-01,1,Sha Tin,2,Bea,2,a\n"
    try store.add(first)
    try store.add(
      first.replacing("a1", with: "b1").replacing(",a\n", with: ",b\n")
        .replacing("Ann", with: "Anna Maria"))
    let before = try ImportLedger(store.snapshot).imports
    try "role,spelling,name\nhorse,Anna Maria,Ann\n".write(
      toFile: store.path + "/aliases.csv", atomically: true, encoding: .utf8)
    let target = TestStore()
    let outcome = try store.replay(into: target.path)
    #expect(outcome.before == before)
    #expect(outcome.before.map(\.counts) != outcome.after.map(\.counts))
    #expect(try ImportLedger(store.snapshot).imports == before)
    #expect(FileManager.default.fileExists(atPath: target.path + "/aliases.csv"))
    try store.replay()
    #expect(try store.everything() == target.everything())
  }

  @Test func `a new store is made in an empty folder only`() throws {
    let store = TestStore()
    try store.add("race_id,date,number,position\nr1,2024-01-01,1,1\n")
    #expect(
      throws: ImportError.file(
        .malformed(
          file: store.folder, found: "a folder that holds file1.csv",
          expected: "a new or an empty folder"))
    ) { try store.replay(into: store.folder) }
    let other = TestStore()
    try other.add("race_id,date,number,position\nr1,2024-01-01,1,1\n")
    #expect(
      throws: ImportError.file(
        .malformed(file: other.path, found: "a store", expected: "a new or an empty folder"))
    ) { try store.replay(into: other.path) }
    let absent = TestStore()
    #expect(throws: ImportError.store(.notFound(store: absent.path))) { try absent.replay() }
  }

  @Test func `tables of other modules are filled from the same files`() throws {
    let store = TestStore()
    for race in ["r1", "r2"] {
      try store.add("race_id,date,number,position\n\(race),2024-01-01,1,1\n")
    }
    try store.undo(1)
    try store.add("race_id,date,number,position\nr3,2024-01-01,1,1\n")
    try store.replay(derived: [FileSizes()])
    try store.replay(derived: [FileSizes()])
    let rows = try store.snapshot.segments(of: "file_sizes")[0].rows
    #expect(Array(rows["import_id"]!.int64s) == [2, 3])
    #expect(Array(rows["bytes"]!.int64s) == [47, 47])
    // A replay that knows nothing of the table leaves it.
    try store.replay()
    #expect(try store.snapshot.rowCount(of: "file_sizes") == 2)
  }
}

extension ImportedFile {
  /// What a store keeps of it.
  fileprivate var withoutDoubts: ImportedFile {
    var file = self
    file.doubts = []
    file.unknownFinishes = UnknownFinishes()
    return file
  }
}
