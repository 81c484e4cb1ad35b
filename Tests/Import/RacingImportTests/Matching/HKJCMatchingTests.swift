import Columns
import Foundation
import Testing

/// Prices under other race keys, with English courses and horses without their brand numbers.
@Suite(.enabled(if: HKJCData.isThere, "the data sets are not here: set RAILBIRD_DATASETS"))
struct HKJCMatchingTests {
  /// Returns the rows of the last seasons.
  private static func prices(_ all: [String: [String]]) -> [String: [String]] {
    let courses = ["沙田": "Sha Tin", "跑馬地": "Happy Valley"]
    let rows = all["date"]!.indices.filter { all["date"]![$0] >= "2025" }
    var columns = all.mapValues { column in rows.map { column[$0] } }
    columns["source"] = rows.map { _ in "exchange" }
    columns["race_id"] = columns["race_id"]!.map { "1." + $0 }
    columns["course"] = columns["course"]!.map { courses[$0]! }
    columns["horse"] = columns["horse"]!.map { String($0.prefix { $0 != "(" }) }
    columns["bsp"] = columns["sp"]!.map { $0 == "" ? "" : $0 + "1" }
    return columns
  }

  @Test func `prices of another source reach every race and every runner`() throws {
    let data = try HKJCData.imported.get()
    let store = TestStore()
    try FileManager.default.copyItem(atPath: data.store.path, toPath: store.path)
    let prices = Self.prices(data.columns)
    let names = ["source", "race_id", "date", "race_no", "course", "horse", "bsp"]
    let file = try store.add([
      store.file(Table(names.map { (name: $0, column: Column(texts: prices[$0]!)) }))
    ])[0]
    #expect(file.matchedRaces == Set(prices["race_id"]!).count && file.matchedRaces > 1_000)
    #expect(file.rejected == 0 && file.ambiguousRaces == 0 && file.disagreements == 0)
    #expect(file.replaced == prices["bsp"]!.count { $0 != "" })
    #expect(try store.snapshot.rowCount(of: "races") == 8_513)
    #expect(try store.snapshot.rowCount(of: "runners") == 105_622)
  }
}
