import Columns
import TestSupport
import Testing
@testable import RaceMerging

struct KeyIndexTests {
  /// Key fields out of few values, many of them absent, so that every way to meet occurs.
  private static func table(_ count: Int, _ random: inout SeededGenerator) -> Table {
    func values(_ limit: Int16) -> [Int16?] {
      (0..<count).map { _ in
        Bool.random(using: &random) ? nil : Int16.random(in: 0..<limit, using: &random)
      }
    }
    let names = values(9).map { $0.map { "horse \($0)" } }
    return Table([
      ("a", Column(int16s: values(40))), ("b", Column(texts: names)),
      ("c", Column(int16s: values(5))),
    ])
  }

  @Test(arguments: [0, 1, 32, 33, 34, 500])
  func `long lists find what comparing every row finds`(count: Int) {
    for round in 0..<10 {
      var random = SeededGenerator(UInt64(1_000 * count + round))
      let table = Self.table(count + 50, &random)
      for key in [RowKey.firstOf(table.columns), .allOf(Array(table.columns.dropFirst()))] {
        let rows = (0..<Int32(count)).map { $0 }
        let index = KeyIndex(rows, key: key)
        for row in count..<(count + 50) {
          let expected = rows.firstIndex { key.matches(Int($0), row) }
          #expect(
            index.place(matching: row) == expected,
            "seed \(SeededGenerator.seed), \(count) rows, round \(round)")
        }
      }
    }
  }
}
