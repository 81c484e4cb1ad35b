import Columns
import Racing

/// A row whose result is a zero or a word without a known meaning.
struct OpenFinish {
  let row: Int
  /// A code of ``OpenFinishes``.
  let code: Int32
}

/// Runners whose result is a word without a known meaning, by word.
public struct UnknownFinishes: Equatable, Sendable {
  /// The number of runners of each word.
  public private(set) var counts: [String: Int] = [:]

  /// Makes counts of no runner.
  public init() {}

  /// The number of runners.
  public var total: Int { counts.values.reduce(0, +) }

  /// The words with their numbers, the most frequent first, as `"XYZ" 12, "QQ" 3 and 2 more words`.
  public var listed: String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(5).map { "\"\($0.key)\" \(TextCount.grouped($0.value))" }
    let more = sorted.count - shown.count
    return shown.joined(separator: ", ")
      + (more > 0 ? " and \(more) more word\(more == 1 ? "" : "s")" : "")
  }

  /// The remedy, with the most frequent word.
  public var remedy: String {
    let word = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    return "give each its meaning in the mapping, such as words: {\"\(word)\": did_not_finish}, or "
      + "non_runner if it did not start"
  }

  /// The doubt in words; none without such runners.
  var lines: [String] {
    guard total > 0 else { return [] }
    return [
      "\(total) runners have a result without a known meaning and are left out of reports: "
        + "\(listed); \(remedy)"
    ]
  }

  /// Adds the counts of other rows.
  public static func += (left: inout Self, right: Self) {
    left.counts.merge(right.counts) { $0 + $1 }
  }

  mutating func add(_ word: String) { counts[word, default: 0] += 1 }
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
