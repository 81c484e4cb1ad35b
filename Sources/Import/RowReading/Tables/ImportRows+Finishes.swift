import Columns
import Racing

/// A row whose result is a zero or a word without a known meaning.
struct OpenFinish {
  let row: Int
  /// A code of ``OpenFinishes``.
  let code: Int32
}

extension ImportRows {
  /// Counts unknown words, and makes zeros non-runners where only they have no price.
  ///
  /// Some sources print 0 for runners that were not placed, others also for runners that did not
  /// start. A runner that started has a price where all placed ones of its race have one.
  ///
  /// - Parameters:
  ///   - open: Rows in ascending order.
  ///   - named: The columns; the outcomes among them change.
  mutating func settle(_ open: [OpenFinish], _ named: inout [(name: String, column: Column)]) {
    var zeros: [Int] = []
    for finish in open where !refused.contains(finish.row) {
      if finish.code == OpenFinishes.zero {
        zeros.append(finish.row)
      } else {
        resultDoubts.finishes.add(unknownFinishes[Int(finish.code - OpenFinishes.firstWord)])
      }
    }
    let prices = named.filter {
      ["sp", "bsp"].contains($0.name) || NamedPrice.of(column: $0.name) != nil
    }.map(\.column)
    func isPriced(_ row: Int) -> Bool { prices.contains { !$0.isNull(row) } }
    zeros.removeAll(where: isPriced)
    guard !zeros.isEmpty, !prices.isEmpty, let ids = table["race_id"],
      let outcomes = named.firstIndex(where: { $0.name == "outcome" }),
      let positions = named.first(where: { $0.name == "position" })?.column
    else { return }
    let refused = refused
    let groups = RaceGroups(table) { ids.isNull($0) || refused.contains($0) }
    let unpriced = Set(zeros)
    var codes = Array(named[outcomes].column.int32s)
    for race in 0..<groups.count {
      let runners = groups[race].map { Int($0) }
      let own = runners.filter(unpriced.contains)
      let placed = runners.filter { !positions.isNull($0) }
      guard !own.isEmpty, placed.count > 1, placed.allSatisfy(isPriced) else { continue }
      for row in own {
        codes[row] = Int32(Outcome.nonRunner.rawValue)
        resultDoubts.zeros.note("race \(table.raceIDs[row])")
      }
    }
    named[outcomes].column = Column(.coded(dictionary: "outcome"), .int32(Buffer(codes)))
  }
}
