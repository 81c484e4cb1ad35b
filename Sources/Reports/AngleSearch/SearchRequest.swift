import ColumnStore
import Columns
import Questions
import Racing
import RunnerKeys

/// A search for the best angles: every value of every combination of some keys.
public struct SearchRequest: Sendable {
  /// The most keys that one combination may have.
  public static let depthLimit = 4
  /// The most permutations: the greatest figures of each are kept.
  package static let permutationLimit = 1_000_000

  /// The figure that angles are ranked by.
  public enum Ranking: String, CaseIterable, Sendable {
    /// The excess of wins over the market's expectation, which A/E tells as a quotient.
    case ae
    /// The luck in the return at the starting price.
    case roi
  }

  /// The keys, each a dimension of its own, in the order of their columns.
  public let keys: [Dimension]
  /// The most keys of a combination, 1 to ``depthLimit``.
  public let depth: Int
  /// The runs that an angle needs, at least 1: priced starters of races with a winner.
  public var minRuns = 30
  /// The number of times that all winners are redrawn, 1 to `permutationLimit`.
  public var permutations = 1000
  /// Chooses the random numbers.
  public var seed: UInt64 = 1
  /// The figure that angles are ranked by.
  public var ranking = Ranking.ae
  /// The number of angles to show, at least 1.
  public var top = 20
  /// The runners that count; nil for all.
  public var filter: Filter?
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The market's probabilities; they add up to 1 in each race.
  public var baseline = MarketBaseline.standard
  /// Spellings that stand for one name.
  public var aliases = NameAliases()
  /// The choices that facts of earlier runs depend on.
  public var facts = FactRules.standard
  /// Number of worker threads.
  public var threads = 1
  /// Bytes that the groups of runners may take at a time; more combinations follow later.
  var groupBudget = 256 << 20

  /// Asks for a search.
  ///
  /// - Parameters:
  ///   - keys: Different keys out of `Dimension.keyNames`, or bands of them.
  ///   - depth: The most keys of a combination, 1 to ``depthLimit``.
  /// - Throws: `ReportError` `.badSearchKeys` for an unknown key, one twice, or none.
  public init(keys: [String], depth: Int) throws(ReportError) {
    precondition((1...Self.depthLimit).contains(depth), "a combination has 1 to 4 keys")
    let found = keys.compactMap { key in try? Dimension([key]) }
    guard !keys.isEmpty, found.count == keys.count,
      Set(found.flatMap(\.columnNames)).count == keys.count,
      keys.count == 1 || !keys.contains(Dimension.none)
    else { throw .badSearchKeys(found: keys.joined(separator: ",")) }
    self.keys = found
    self.depth = min(depth, keys.count)
  }

  /// The combinations, from one key to `depth` keys, each in the keys' order.
  package var combinations: [Dimension] {
    var found: [[Int]] = []
    var last: [[Int]] = [[]]
    for _ in 1...depth {
      last = last.flatMap { head in
        ((head.last ?? -1) + 1..<keys.count).map { head + [$0] }
      }
      found += last
    }
    // One to four keys that differ in their columns' names always are a dimension.
    return found.compactMap { places in try? Dimension(places.flatMap { keys[$0].keys }) }
  }
}

extension MarketBaseline {
  /// Whether each race's probabilities add up to 1, so that winners can be drawn by them.
  package var sumsToOne: Bool { method != .raw }
}
