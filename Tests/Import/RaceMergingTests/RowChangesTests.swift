import Columns
import TestSupport
import Testing
@testable import RaceMerging
@testable import RowReading

struct RowChangesTests {
  @Test func `changes are found where comparing each row with the one before finds them`() {
    var random = SeededGenerator()
    for round in 0..<200 {
      let count = Int.random(in: 0...60, using: &random)
      // Races that go on, come again, or have keys of more than a machine word.
      let ids = (0..<count).map { row in
        [row / 7, row / 7 % 3, 1_234_567_890_123 + row / 9][round % 3]
      }
      let isChanging = Bool.random(using: &random)
      func values(hasNulls: Bool) -> [Int16?] {
        ids.map { id in
          if hasNulls, Bool.random(using: &random) { return nil }
          let differs = isChanging && Int.random(in: 0..<20, using: &random) == 0
          return Int16(id % 5) + (differs ? 1 : 0)
        }
      }
      let plain = values(hasNulls: false)
      let columns = [
        Column(int16s: plain), Column(int16s: values(hasNulls: true)),
        Column(texts: plain.map { "\($0!)" }),
        Column(.int64, .int64(Buffer(plain.map { Int64($0!) }))),
      ]
      let table = Table([("race_id", Column(texts: ids.map { "\($0)" }))])
      let refused = Set((0..<count).filter { _ in round % 2 == 1 && Bool.random(using: &random) })
      let groups = RaceGroups(table, leavingOut: refused.isEmpty ? nil : { refused.contains($0) })
      for column in columns {
        let expected = (0..<groups.count).filter { race in
          zip(groups[race], groups[race].dropFirst()).contains {
            !column.holdsSame(Int($0), as: column, Int($1))
          }
        }
        #expect(
          RowChanges(groups).races(in: column) == expected,
          "seed \(SeededGenerator.seed), round \(round)")
      }
    }
  }
}
