import ColumnStore
import StoreSupport
import TestSupport
import Testing

/// Stores of the first layout, whose runners have their races' keys and imports with each of them.
struct FirstLayoutTests {
  @Test(.longForm) func `imports and undoing come to the same as in a store of today's layout`()
    throws
  {
    var random = SeededGenerator()
    for _ in 0..<12 {
      let (today, old) = (TestStore(), TestStore())
      for _ in 0..<3 {
        let text = StoreHistory.file(&random)
        for store in [today, old] { try store.add(text, yaml: StoreHistory.mapping) }
        #expect(try today.tables() == old.tables(), "seed \(SeededGenerator.seed)")
        try FirstLayout.make(of: old.path)
        #expect(try today.tables() == old.tables(), "seed \(SeededGenerator.seed)")
      }
      #expect(try FirstLayout.header(of: old.path) == "railbird-store 1")
      let id = Int.random(in: 1...3, using: &random)
      #expect(try today.undo(id) == old.undo(id))
      #expect(try today.tables() == old.tables(), "seed \(SeededGenerator.seed)")
      #expect(try Verification(store: old.path).damages == [])
    }
  }

  @Test func `what comes from one place is kept once per race`() throws {
    let store = TestStore()
    let header = "race_id,date,number,horse,position,sp\n"
    let races = (1...3).map { race in
      (1...4).map { "\(race),2024-01-0\(race),\($0),H\(race)\($0),\($0),3\n" }.joined()
    }
    try store.add(header + races[0] + races[1])
    try store.add(header + races[2])
    #expect(try store.columns(of: "runners").isDisjoint(with: ["race_id", "source", "import_id"]))
    #expect(try store.columns(of: "races").isSuperset(of: ["race_id", "source", "import_id"]))
    // A runner of the first race that a later file amends.
    try store.add(header + races[0].prefix { $0 != "\n" }.replacing(",3", with: ",4") + "\n")
    #expect(try store.columns(of: "runners").isSuperset(of: ["source", "import_id"]))
    #expect(try store.columns(of: "races").isDisjoint(with: ["source", "import_id"]))
    #expect(
      try store.rows().map { $0["race_id"]! }
        == [1, 2, 3].flatMap { [$0, $0, $0, $0] }.map(String.init))
    #expect(try store.values("sp") == ["4"] + [String](repeating: "3", count: 11))
  }
}

extension TestStore {
  /// Returns all tables, without the columns that the first layout's imports lack.
  fileprivate func tables() throws -> [String] {
    let later = ["xxh128", "duplicate_months"]
    let imports = try rows("imports").map { row in
      row.filter { !later.contains($0.key) }.sorted { $0.key < $1.key }.map { "\($0)" }.joined()
    }
    return try everything().filter { !$0.hasPrefix("imports\n") } + imports
  }

  /// Returns the columns that a table's first month is stored with.
  fileprivate func columns(of table: String) throws -> Set<String> {
    Set(try snapshot.segments(of: table)[0].rows.fields.map(\.name))
  }
}
