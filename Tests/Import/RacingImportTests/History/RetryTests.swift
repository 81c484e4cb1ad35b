import ColumnStore
import Mappings
import StoreImport
import TestSupport
import Testing

struct RetryTests {
  private static let header = "race_id,date,number,horse,position,sp\n"
  private static let yaml = StoreHistory.mapping.replacing(
    "race_no: {column: race_no}", with: "race_no: {column: race_no, optional: true}"
  ).replacing("source: {column: source}", with: "source: {column: source, optional: true}")
  private static let lenient = yaml.replacing(
    "bad: reject", with: "bad: \"null\"")
  /// Lines 2 and 6 are stored, 3 and 5 have bad odds, 4 has another width, 7 no such day.
  private static let file =
    header + "r1,2024-01-01,1,Ann,1,2\nr1,2024-01-01,2,Bea,2,x\nr1,2024-01-01\n"
    + "r2,2024-02-01,1,\"Cat\nII\",1,y\nr2,2024-02-01,2,Dot,2,5\nr2,2024-02-30,3,Eve,3,4\n"

  private func loaded() throws -> TestStore {
    let store = TestStore()
    try store.add(Self.file, yaml: Self.yaml)
    return store
  }

  @Test func `rows that another mapping accepts leave the rejects`() throws {
    let store = try loaded()
    #expect(try store.rejects().map(\.line) == [3, 4, 5, 8])
    let retried = try #require(try store.retry(1, yaml: Self.lenient))
    #expect(retried.counts == [4, 2, 0, 2] && retried.isBalanced)
    #expect(retried.id == 2 && retried.retryOf == 1 && retried.reasons == ["date": 1, "width": 1])
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat\nII", "Dot"])
    #expect(try store.rejects().map(\.line) == [4, 8])
    let ledger = try ImportLedger(store.snapshot)
    // The rejects of the first import are unchanged.
    #expect(ledger.imports.map(\.rejected) == [4, 2])
    #expect(ledger.imports.map(\.name) == ["file1.csv", "file1.csv"])
    #expect(try store.rows("rejects").map { $0["import_id"] } == ["1", "1"])
  }

  @Test func `rows that are refused again stay with their new reason`() throws {
    let store = try loaded()
    let strict = Self.yaml.replacing(
      "sp: {column: sp, bad: reject}", with: "sp: {column: position}"
    )
    .replacing("number: {column: number}", with: "number: {column: horse}")
    #expect(try store.retry(1, yaml: strict)?.counts == [4, 0, 0, 4])
    #expect(try store.rejects().map(\.line) == [3, 4, 5, 8])
    #expect(try store.rejects().map(\.reason) == ["number", "width", "number", "date"])
    #expect(try store.rejects()[0].raw == "r1,2024-01-01,2,Bea,2,x")
  }

  @Test func `without another mapping the import's own is used`() throws {
    let store = try loaded()
    let before = try store.rejects()
    let retried = try #require(try store.retry(1))
    #expect(retried.counts == [4, 0, 0, 4] && retried.mapping == "test")
    #expect(try store.rejects() == before)
  }

  @Test func `a retry of a retry reads what is left of the first import`() throws {
    let store = try loaded()
    try store.retry(1, yaml: Self.lenient)
    let again = try #require(try store.retry(2))
    #expect(again.counts == [2, 0, 0, 2] && again.retryOf == 1)
    let imports = try ImportLedger(store.snapshot).imports
    #expect(imports[2].mappingSHA256 == imports[1].mappingSHA256)
  }

  @Test func `nothing is done where nothing is left to retry`() throws {
    let store = TestStore()
    try store.add(Self.header + "r1,2024-01-01,1,Ann,1,x\n", yaml: Self.yaml)
    #expect(try store.retry(1, yaml: Self.lenient)?.stored == 1)
    #expect(try store.retry(1) == nil)
    #expect(try store.snapshot.generation == 2)
    #expect(try !store.snapshot.tableNames.contains("rejects"))
  }

  @Test func `a retry does not make the whole file known`() throws {
    let store = try loaded()
    try store.retry(1, yaml: Self.lenient)
    let whole = try store.add(Self.file, yaml: Self.lenient)
    #expect(!whole.wasKnown && whole.counts == [6, 0, 4, 2])
  }

  @Test func `a retry needs archived bytes and a standing import`() throws {
    let store = TestStore()
    let file = try store.file(Self.file)
    _ = try store.add([file], yaml: Self.yaml, keepsArchive: false)
    let error = ImportError.notArchived(store: store.path, imports: ["import 1 (file1.csv)"])
    #expect(throws: error) { try store.retry(1) }
    #expect(throws: ImportError.noImport(store: store.path, id: 7, isUndone: false)) {
      try store.retry(7)
    }
    try store.undo(1)
    #expect(throws: ImportError.noImport(store: store.path, id: 1, isUndone: true)) {
      try store.retry(1)
    }
  }

  @Test func `a mapping that does not fit the file changes nothing`() throws {
    let store = try loaded()
    let before = try store.traces()
    #expect(throws: ImportError.self) {
      try store.retry(1, yaml: Self.yaml.replacing("[race_id, horse]", with: "[colour]"))
    }
    #expect(try store.traces() == before)
  }

  @Test func `rows of a Parquet file are retried by their number`() throws {
    let source = TestStore()
    try source.add(
      Self.header + "r1,2024-01-01,1,Ann,1,2\nr1,2024-01-01,2,Bea,2,1\nr1,2024-01-01,3,Cat,3,4\n")
    let store = TestStore()
    _ = try store.add([source.repacked(ending: "parquet")], yaml: Self.yaml)
    #expect(try store.rejects().map(\.line) == [2])
    let even = Self.yaml.replacing("bad: reject", with: "bad: reject, at_least: \"1\"")
    #expect(try store.retry(1, yaml: even)?.counts == [1, 1, 0, 0])
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat"])
  }

  @Test func `undoing an import undoes the retries of its rows`() throws {
    let store = try loaded()
    try store.add(Self.header + "r9,2024-03-01,1,Zoe,1,2\n", yaml: Self.yaml)
    try store.retry(1, yaml: Self.lenient)
    #expect(try store.undo(1) == [1, 3])
    #expect(try store.values("horse") == ["Zoe"])
    #expect(try !store.snapshot.tableNames.contains("rejects"))
  }

  @Test func `undoing a retry alone refuses its rows again`() throws {
    let (store, never) = (try loaded(), try loaded())
    try store.retry(1, yaml: Self.lenient)
    #expect(try store.undo(2) == [2])
    #expect(try store.traces() == never.traces())
  }

  @Test(arguments: 0..<6)
  func `a rebuild runs retries in their turn`(round: Int) throws {
    var random = SeededGenerator(UInt64(700 + round))
    let files = (0..<3).map { _ in StoreHistory.file(&random) }
    let retried = Int.random(in: 2...3, using: &random)
    let (store, never) = (TestStore(), TestStore())
    try store.add(files[0], yaml: StoreHistory.mapping)
    _ = try never.file(files[0])
    for (store, offset) in [(store, 0), (never, -1)] {
      try store.add(files[1], yaml: StoreHistory.mapping)
      if retried == 2 { try store.retry(2 + offset, yaml: StoreHistory.lenientMapping) }
      try store.add(files[2], yaml: StoreHistory.mapping)
      let last = try #require(try ImportLedger(store.snapshot).imports.last?.id)
      try store.retry(last, yaml: StoreHistory.lenientMapping)
    }
    try store.undo(1)
    #expect(try store.traces() == never.traces(), "seed \(SeededGenerator.seed), round \(round)")
    for file in try ImportLedger(store.snapshot).imports {
      #expect(file.isBalanced, "seed \(SeededGenerator.seed), round \(round)")
    }
    #expect(try Verification(store: store.path).damages.isEmpty)
  }
}
