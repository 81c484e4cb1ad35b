import ColumnStore
import Foundation
import TestSupport
import Testing

/// Files in the store's own order take a shorter way, which must not show.
struct FileOrderTests {
  private static let header =
    "race_id,date,race_no,course,number,horse,position,sp,tote,tote_paid\n"

  /// Races of four runners over several months; some cells are empty.
  private static func races(_ count: Int, using random: inout SeededGenerator) -> [[String]] {
    (0..<count).map { race in
      let day = String(format: "2024-%02d-%02d", 1 + race * 7 / count, 1 + race % 28)
      return (1...4).map { runner in
        let price = Int.random(in: 0..<4, using: &random) == 0 ? "" : "\(2 + runner).5"
        let tote = runner == 1 && race % 3 > 0 ? "3.5" : ""
        return "\(100 + race),\(day),\(1 + race % 9),Ascot,\(runner),H\(race)-\(runner),\(runner),"
          + "\(price),\(tote),\(race % 3 > 0)\n"
      }
    }
  }

  /// Returns the content of the store's segments of runners and races, by name.
  private func segments(_ text: String) throws -> [String: Data] {
    let store = TestStore()
    try store.add(text, format: "railbird")
    var found: [String: Data] = [:]
    for table in ["races", "runners", "race_keys"] {
      let folder = store.path + "/segments/" + table
      for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
        // The version in the name gives the order of writing.
        let name = table + "/" + file.prefix(7)
        found[name] = try Data(contentsOf: URL(filePath: folder + "/" + file))
      }
    }
    return found
  }

  @Test func `races in another order give the same races, whole or mixed`() throws {
    var random = SeededGenerator(5)
    let races = Self.races(60, using: &random)
    let inOrder = try columns(Self.header + races.joined().joined())
    #expect(inOrder.count == 240)
    // Rows of a race stand apart.
    #expect(try columns(Self.header + races.joined().shuffled(using: &random).joined()) == inOrder)
    // Races are together, out of order, and their runners too.
    let turned = races.reversed().map { $0.reversed().joined() }.joined()
    #expect(try columns(Self.header + turned) == inOrder)
  }

  @Test func `a file in order is stored the same with and without quotes`() throws {
    var random = SeededGenerator(6)
    let text = Self.races(40, using: &random).joined().joined()
    let plain = try segments(Self.header + text)
    let quoted = try segments(Self.header + text.replacing("Ascot", with: "\"Ascot\""))
    #expect(plain.count == 21)
    #expect(plain == quoted)
  }

  @Test func `columns that reports read lie side by side in their file`() throws {
    let store = TestStore()
    try store.add(
      "race_id,date,number,horse,jockey,trainer,draw,position,sp,tote,bsp\n"
        + "1,2024-01-01,1,Ann,Bo,Cy,3,1,2.5,2.7,2.9\n", format: "railbird")
    let names = try store.snapshot.segments(of: "runners")[0].rows.fields.map(\.name)
    #expect(
      names.prefix(9) == [
        "number", "trainer", "jockey", "race_index", "outcome", "position", "sp", "tote", "bsp",
      ])
    #expect(Set(names.dropFirst(9)).isSuperset(of: ["horse", "draw"]))
  }

  /// Returns the stored rows as an export writes them, sorted.
  private func columns(_ text: String) throws -> [String] {
    let store = TestStore()
    try store.add(text, format: "railbird")
    let names = ["race_id", "date", "number", "horse", "position", "sp", "tote", "tote_paid"]
    let values = try names.map { try store.values($0) }
    return values[0].indices.map { row in values.map { $0[row] }.joined(separator: ",") }
  }
}
