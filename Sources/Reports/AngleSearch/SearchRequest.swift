import ColumnStore
import Columns
import Questions
import Racing
import RunnerKeys

/// A search for the best angles: every value of every combination of some keys.
public struct SearchRequest: Sendable {
  /// The largest number of keys in one combination.
  public static let depthLimit = Limits.combinedKeys
  /// The largest number of permutations: the greatest figures of each are kept.
  package static let permutationLimit = Limits.permutations

  /// The figure that angles are ranked by.
  public enum Ranking: String, CaseIterable, Sendable {
    /// The excess of wins over the market's expectation, as a difference; A/E is the quotient.
    case ae
    /// The luck in the return at the market's price.
    case roi
  }

  /// The keys, each a dimension, in the order of their columns.
  public let keys: [Dimension]
  /// The largest number of keys in a combination, 1 to ``depthLimit``.
  public let depth: Int
  /// The smallest number of runs of an angle, at least 1: priced starters of races with a winner.
  public var minRuns = 30
  /// The number of redraws of all winners, 1 to `permutationLimit`.
  public var permutations = 1000
  /// The seed of the random numbers.
  public var seed: UInt64 = 1
  /// The figure that angles are ranked by.
  public var ranking = Ranking.ae
  /// The number of angles to show, at least 1.
  public var top = 20
  /// The runners that count; nil for all.
  public var filter: Filter?
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The market's probabilities; their sum is 1 in each race.
  public var baseline = MarketBaseline.standard
  /// Other spellings of names.
  public var aliases = NameAliases()
  /// Settings of the facts of earlier runs.
  public var facts = FactRules.standard
  /// Number of worker threads.
  public var threads = 1
  /// Largest number of bytes of the runners' groups in memory; more combinations follow later.
  var groupBudget = 256 << 20

  /// Creates a request for a search.
  ///
  /// - Parameters:
  ///   - keys: Different keys of `Dimension.keyNames`, or bands of them.
  ///   - depth: The largest number of keys in a combination, 1 to ``depthLimit``.
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

  /// The market; SP until a job has chosen the store's.
  package var market: Market { facts.market ?? .sp }

  /// The combinations, from one key to `depth` keys, each in the order of the keys.
  package var combinations: [Dimension] {
    var found: [[Int]] = []
    var last: [[Int]] = [[]]
    for _ in 1...depth {
      last = last.flatMap { head in
        ((head.last ?? -1) + 1..<keys.count).map { head + [$0] }
      }
      found += last
    }
    // One to four keys with different column names always form a dimension.
    return found.compactMap { places in try? Dimension(places.flatMap { keys[$0].keys }) }
  }
}

extension MarketBaseline {
  /// Whether each race's probabilities sum to 1, so that winners can be drawn by them.
  package var sumsToOne: Bool { method != .raw }
}
