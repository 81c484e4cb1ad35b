import Columns
import TabularFiles
import TestSupport
import Testing

struct IdempotenceTests {
  private static let names = [
    "race_id", "date", "off_time", "race_no", "course", "handicap", "number", "horse", "jockey",
    "position", "outcome", "sp", "bsp",
  ]

  /// Returns some races with every kind of gap, one row per runner.
  private static func rows(_ salt: UInt64) -> [[String]] {
    var random = SeededGenerator(salt)
    return (0..<30).flatMap { race -> [[String]] in
      let month = Int.random(in: 1...3, using: &random)
      let day = Int.random(in: 10...28, using: &random)
      let date = "2024-0\(month)-\(day)"
      let off = Bool.random(using: &random) ? "\(date)T1\(race % 10):00:00Z" : ""
      let handicap = ["true", "false", ""].randomElement(using: &random)!
      return (1...Int.random(in: 1...9, using: &random)).map { runner in
        let isSilent = Bool.random(using: &random)
        return [
          "race\(race)", date, isSilent ? "" : off, "\(race % 4)", isSilent ? "" : "Ascot",
          handicap, race % 5 == 0 ? "" : "\(runner)", "Horse \(race)/\(runner)",
          "Jockey \(Int.random(in: 0..<5, using: &random))",
          runner % 4 == 0 ? "" : "\(runner)", runner % 4 == 0 ? "fell" : "",
          "\(runner).\(race)1", Bool.random(using: &random) ? "2.02" : "",
        ]
      }
    }
  }

  private func csv(_ rows: some Sequence<[String]>) -> String {
    ([Self.names] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  @Test(arguments: 1...5)
  func `shuffled rows give the same export`(salt: UInt64) throws {
    var random = SeededGenerator(100 + salt)
    let rows = Self.rows(salt)
    let (store, shuffled) = (TestStore(), TestStore())
    try store.add(csv(rows))
    try shuffled.add(csv(rows.shuffled(using: &random)))
    #expect(try store.exported() == shuffled.exported(), "seed \(SeededGenerator.seed)")
  }

  @Test(arguments: 1...5)
  func `rows that are known already change nothing`(salt: UInt64) throws {
    var random = SeededGenerator(200 + salt)
    let rows = Self.rows(salt)
    let store = TestStore()
    try store.add(csv(rows))
    let before = try store.exported()
    let again = try store.add(csv(rows.shuffled(using: &random)))
    #expect(again.counts == [rows.count, 0, rows.count, 0], "seed \(SeededGenerator.seed)")
    #expect(try store.exported() == before, "seed \(SeededGenerator.seed)")
  }

  @Test(arguments: 1...5)
  func `two halves give what the whole gives`(salt: UInt64) throws {
    var random = SeededGenerator(300 + salt)
    let rows = Self.rows(salt).shuffled(using: &random)
    let cut = Int.random(in: 0...rows.count, using: &random)
    let (store, halves) = (TestStore(), TestStore())
    try store.add(csv(rows))
    let parts = try halves.add([
      halves.file(csv(rows[..<cut])), halves.file(csv(rows[cut...])),
    ])
    #expect(parts.map(\.stored) == [cut, rows.count - cut], "seed \(SeededGenerator.seed)")
    #expect(try store.exported() == halves.exported(), "seed \(SeededGenerator.seed)")
  }

  @Test(arguments: ["csv.gz", "csv.zst"])
  func `a repacked file is all duplicates`(ending: String) throws {
    let rows = Self.rows(9)
    let store = TestStore()
    try store.add(csv(rows))
    let before = try store.exported()
    let columns = Self.names.indices.map { index in
      (name: Self.names[index], column: Column(texts: rows.map { $0[index] }))
    }
    let table = Table(columns)
    let path = store.newPath(ending)
    let writer = try TableWriter(path: path, format: .csv, fields: table.fields)
    try writer.write(table)
    try writer.close()
    #expect(try store.add([path])[0].duplicates == rows.count)
    #expect(try store.exported() == before)
  }
}
