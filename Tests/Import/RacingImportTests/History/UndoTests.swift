import ColumnStore
import Mappings
import Racing
import StoreImport
import TestSupport
import Testing

struct UndoTests {
  private static let header = "race_id,date,number,horse,position,sp\n"
  private static let first = header + "r1,2024-01-01,1,Ann,1,2\nr1,2024-01-01,2,Bea,2,3\n"
  private static let second = header + "r1,2024-01-01,1,Ann,2,2\nr2,2024-02-01,1,Cat,first,2\n"

  @Test(arguments: LongForm.cases(0..<12, short: 4))
  func `a store after an undoing is one that never had the file`(round: Int) throws {
    var random = SeededGenerator(UInt64(500 + round))
    let files = (0..<4).map { _ in StoreHistory.file(&random) }
    let undone = Int.random(in: 1...files.count, using: &random)
    let (store, never) = (TestStore(), TestStore())
    let paths = try files.map { try store.file($0) }
    for path in paths { _ = try store.add([path], yaml: StoreHistory.mapping) }
    #expect(try store.undo(undone) == [undone])
    for (index, path) in paths.enumerated() where index + 1 != undone {
      _ = try never.add([path], yaml: StoreHistory.mapping)
    }
    #expect(try store.traces() == never.traces(), "seed \(SeededGenerator.seed), round \(round)")
    #expect(try Verification(store: store.path).damages.isEmpty)
  }

  @Test(arguments: LongForm.cases(0..<14, short: 4))
  func `the latest import goes without a trace, alone in its months or not`(round: Int) throws {
    var random = SeededGenerator(UInt64(550 + round))
    let (store, never) = (TestStore(), TestStore())
    for _ in 0..<2 {
      let text = StoreHistory.file(&random)
      try store.add(text, yaml: StoreHistory.mapping)
      try never.add(text, yaml: StoreHistory.mapping)
    }
    let last = try store.add(StoreHistory.laterFile(&random), yaml: StoreHistory.mapping)
    try store.undo(last.id)
    #expect(try store.traces() == never.traces(), "seed \(SeededGenerator.seed), round \(round)")
    #expect(try Verification(store: store.path).damages.isEmpty)
  }

  @Test func `the latest import that is alone in its months needs no other to run again`() throws {
    let store = TestStore()
    _ = try store.add([store.file(Self.first)], keepsArchive: false)
    let before = try store.exported()
    let march = Self.header + "r3,2024-03-01,1,Zoe,1,2\nr3,2024-03-01,2,Yve,2,x\n"
    try store.add(march)
    var steps: [String] = []
    try store.undo(2) { steps.append($0) }
    #expect(steps == ["committing"])
    #expect(try store.exported() == before && store.rejects().isEmpty)
    #expect(try ImportLedger(store.snapshot).imports.map(\.isUndone) == [false, true])
    // A month shared with another import's race must be distinguished from it.
    try store.add(Self.header + "r4,2024-01-09,1,Zoe,1,2\n")
    #expect(throws: ImportError.self) { try store.undo(3) }
  }

  @Test func `a refused row that the import brought is refused again`() throws {
    let (store, never) = (TestStore(), TestStore())
    let july = Self.header + "r7,2024-07-01,1,Zoe,1,2\n"
    let refused = Self.header + "r6,2024-06-01,1,Ann,1,2\nr9,2024-06-31,1,Bea,1,2\n"
    let brought = Self.header + "r9,2024-08-01,1,Bea,1,2\n"
    for text in [july, refused] {
      try store.add(text)
      try never.add(text)
    }
    try store.add(brought)
    #expect(try store.rejects().isEmpty)
    try store.undo(3)
    #expect(try store.rejects().map(\.line) == [3])
    #expect(try store.traces() == never.traces())
  }

  @Test func `the random histories hold what they are for`() throws {
    var random = SeededGenerator(1)
    let store = TestStore()
    var files: [ImportedFile] = []
    var monthsOfRace: [String: Set<String>] = [:]
    for _ in 0..<20 {
      files.append(try store.add(StoreHistory.file(&random), yaml: StoreHistory.mapping))
      for row in try store.rows("races") {
        monthsOfRace[row["race_id"]!, default: []].insert(String(row["date"]!.prefix(7)))
      }
    }
    let reasons = Set(files.flatMap(\.reasons.keys))
    #expect(reasons.isSuperset(of: ["sp", "width", "conflict", "dividend"]))
    #expect(files.contains { $0.replaced > 0 } && files.contains { $0.duplicates > 0 })
    #expect(Set(files.map(\.table)) == ["results", "dividends"])
    #expect(monthsOfRace.values.contains { $0.count > 1 })
  }

  @Test func `a rebuild empties every table but the lists of imports and rejects`() {
    #expect(
      Set(RacingTables.rebuiltTables)
        == Set(RacingTables.exportedTables + [RacingTables.raceKeys])
        .subtracting([RacingTables.imports, RacingTables.rejects, RacingTables.connectionStats])
        .subtracting(RacingTables.fetchTables + [RacingTables.prices]))
  }

  @Test(arguments: LongForm.cases(0..<5, short: 2))
  func `undoing every import in any order leaves empty tables`(round: Int) throws {
    var random = SeededGenerator(UInt64(600 + round))
    let store = TestStore()
    for _ in 0..<3 { try store.add(StoreHistory.file(&random), yaml: StoreHistory.mapping) }
    for id in [1, 2, 3].shuffled(using: &random) { try store.undo(id) }
    #expect(try store.snapshot.tableNames == ["imports"], "seed \(SeededGenerator.seed)")
    #expect(try store.rows("imports").allSatisfy { $0["undone_at"] != "" })
    #expect(try Verification(store: store.path).damages.isEmpty)
  }

  @Test func `the undone import stays in the list and the others keep number, time and name`()
    throws
  {
    let store = TestStore()
    try store.add(Self.first)
    try store.add(Self.second)
    let before = try ImportLedger(store.snapshot).imports
    try store.undo(1)
    let after = try ImportLedger(store.snapshot).imports
    #expect(after.map(\.id) == [1, 2] && after.map(\.name) == before.map(\.name))
    #expect(after.map(\.importedAt) == before.map(\.importedAt))
    #expect(after.map(\.undoneAt) == [1_775_001_700_000_000, nil])
    #expect(after[0].counts == before[0].counts)
    // Ann's second version replaces nothing any more.
    #expect(before.map(\.replaced) == [0, 1] && after.map(\.replaced) == [0, 0])
    #expect(try store.values("horse") == ["Ann"])
    #expect(try store.rejects().map(\.line) == [3])
  }

  @Test func `an undone file may be imported again`() throws {
    let store = TestStore()
    let file = try store.file(Self.first)
    _ = try store.add([file])
    let before = try store.exported()
    try store.undo(1)
    let again = try store.add([file])[0]
    #expect(!again.wasKnown && again.id == 2 && again.stored == 2)
    #expect(try store.exported() == before)
    #expect(try store.add([file])[0].id == 2)
  }

  @Test func `undoing what is not there or undone already changes nothing`() throws {
    let store = TestStore()
    try store.add(Self.first)
    #expect(throws: ImportError.noImport(store: store.path, id: 2, isUndone: false)) {
      try store.undo(2)
    }
    try store.undo(1)
    #expect(throws: ImportError.noImport(store: store.path, id: 1, isUndone: true)) {
      try store.undo(1)
    }
    #expect(try store.snapshot.generation == 2)
    let absent = TestStore()
    #expect(throws: ImportError.store(.notFound(store: absent.path))) { try absent.undo(1) }
  }

  @Test func `imports whose bytes are not archived keep others from being undone`() throws {
    let store = TestStore()
    try store.add(Self.first)
    _ = try store.add([store.file(Self.second)], keepsArchive: false)
    let before = try store.traces()
    #expect(
      throws: ImportError.notArchived(store: store.path, imports: ["import 2 (file2.csv)"])
    ) { try store.undo(1) }
    #expect(try store.traces() == before && store.snapshot.generation == 2)
    // The one that is not archived itself needs no bytes.
    #expect(try store.undo(2) == [2])
    #expect(try store.values("position") == ["1", "2"])
  }

  @Test func `a damaged archive stops an undoing`() throws {
    let store = TestStore()
    try store.add(Self.first)
    try store.add(Self.second)
    let before = try store.traces()
    let sum = try #require(try ImportLedger(store.snapshot).imports.first?.sha256)
    try rewrite(store.path + "/archive/" + sum) { $0[$0.count - 2] ^= 1 }
    #expect {
      try store.undo(2)
    } throws: { "\($0)".hasPrefix("\(store.path)/archive/\(sum): found SHA-256 ") }
    #expect(try store.traces() == before)
  }

  @Test func `packed and Parquet files are found by their names`() throws {
    let store = TestStore()
    try store.add(Self.first)
    let packed = try ["csv.gz", "parquet"].map { try store.repacked(ending: $0) }
    for path in packed { _ = try store.add([path], format: "railbird") }
    try store.undo(1)
    #expect(try store.values("horse") == ["Ann", "Bea"])
    #expect(try ImportLedger(store.snapshot).standing.map(\.stored) == [2, 0])
  }
}
