import TestSupport
import Testing

struct RowBalanceTests {
  @Test(arguments: 0..<40)
  func `rows read are stored, duplicates or rejected, whatever the file holds`(round: Int) throws {
    var random = SeededGenerator(UInt64(round))
    let store = TestStore()
    var read = 0
    for _ in 0..<3 {
      let lines = (0..<Int.random(in: 0...60, using: &random)).map { _ in Self.line(&random) }
      let end = ["\n", "\r\n", "\r"].randomElement(using: &random)!
      let header = "race_id,date,number,horse,position,sp,race_name"
      let text =
        ([header] + lines).joined(separator: end) + (Bool.random(using: &random) ? end : "")
      let imported = try store.add(text)
      let label = "seed \(SeededGenerator.seed), round \(round)"
      #expect(imported.isBalanced, "\(label)")
      #expect(imported.rowsRead == lines.count || imported.wasKnown, "\(label)")
      #expect(imported.reasons.values.reduce(0, +) == imported.rejected, "\(label)")
      let months = imported.duplicateMonths?.values.reduce(0, +)
      #expect(months == (imported.wasKnown ? nil : imported.duplicates), "\(label)")
      read += imported.wasKnown ? 0 : imported.rejected + (imported.incomplete ?? 0)
      // A row that was refused leaves the list when a later file brings it.
      let listed = try store.rejects().count
      #expect(imported.id == 1 ? listed == read : listed <= read, "\(label)")
    }
  }

  /// Good, bad, odd and repeated rows, out of few values, so that keys meet often.
  private static func line(_ random: inout SeededGenerator) -> String {
    func pick(_ values: [String]) -> String { values.randomElement(using: &random)! }
    let fields = [
      pick(["r1", "r2", "r3", "r4", "", "\"r,5\""]),
      pick(["2024-01-01", "2024-01-01", "2024-01-01", "2024-02-01", "2024-02-30"]),
      pick(["1", "2", "3", "", "x"]),
      pick(["Ann", "Bea", "\"C\nD\"", "\"E \"\"F\"\"\"", "G\"H", ""]),
      pick(["1", "2", "", "40000"]), pick(["2.5", "2.5", "", "0.5"]),
      pick(["Cup", "", "\"a\r\nb\"", "it\"s"]),
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return fields.dropLast().joined(separator: ",")
    case 1: return fields.joined(separator: ",") + ",extra"
    default: return fields.joined(separator: ",")
    }
  }

  @Test func `a listed row keeps its line, reason and raw text`() throws {
    let store = TestStore()
    let imported = try store.add(
      "race_id,date,horse,sp\r\n"
        + "r1,2024-01-01,\"Ann\nof \"\"Eire\"\"\",2\r\n"
        + "\r\n"
        + "r1,2024-01-01,Bea,-1\r\n"
        + "r1,2024-01-01\r\n"
        + "r1,2024-01-01,\"Cat\n,\n\",0.5,9\r\n"
        + "r1,2024-01-01,\"Dot\nx\",0.5")
    #expect(imported.counts == [5, 3, 0, 2])
    #expect(imported.reasons == ["width": 2] && imported.incomplete == 2)
    let odds = "expected decimal odds of at least 1"
    #expect(
      try store.rejects() == [
        .init(
          line: 5, reason: "cell", detail: "sp: found -1; \(odds)", raw: "r1,2024-01-01,Bea,-1"),
        .init(line: 6, reason: "width", detail: "found 2 fields; expected 4", raw: "r1,2024-01-01"),
        .init(
          line: 7, reason: "width", detail: "found 5 fields; expected 4",
          raw: "r1,2024-01-01,\"Cat\n,\n\",0.5,9"),
        .init(
          line: 10, reason: "cell", detail: "sp: found 0.5; \(odds)",
          raw: "r1,2024-01-01,\"Dot\nx\",0.5"),
      ])
  }

  /// A quote inside a field is text, not the start of a quoted part.
  @Test func `an inch mark in a name does not shift the lines of rejects`() throws {
    let store = TestStore()
    let imported = try store.add(
      "race_id,date,horse,sp\nr1,2024-01-01,Two\"Tall,0\nr1,2024-01-01,Bea,3\nr1,2024-01-01,C,x\n")
    #expect(imported.counts == [3, 3, 0, 0] && imported.incomplete == 2)
    #expect(try store.rejects().map(\.line) == [2, 4])
  }

  @Test func `rejects name their import's file`() throws {
    let store = TestStore()
    try store.add("race_id,date,horse,sp\nr1,2024-01-01,Ann,0\n")
    #expect(try store.rows("rejects").map { $0["file"]! } == ["file1.csv"])
    #expect(try store.rows("imports").map { $0["reasons"]! + $0["incomplete"]! } == ["{}1"])
  }
}
