import ColumnStore
import Columns
import Questions
import RunnerKeys

/// Sums of a store's first months that an earlier run left.
struct KeptSums: Sendable {
  let source: KeptSource
  private let stretches: [KeptTally: KeptStretch]
  private let populations: [KeptCohort: Population]
  private let pairs: [[String]: [KnownPairs]]

  /// Finds the sums that answer a question; nil where there are none, or not of these months and
  /// names.
  ///
  /// - Parameters:
  ///   - question: What the sums are of.
  ///   - snapshot: The state of the store to answer it from.
  ///   - threads: How many threads may check them.
  init?(_ question: KeptQuestion, _ snapshot: Snapshot, threads: Int) {
    guard let file = KeptFile(store: snapshot.store, name: question.fileName),
      let text = KeptText(file.text), text.question == question,
      text.populations.count == question.cohorts.count, text.source.isPart(of: snapshot),
      file.isWhole(threads: threads)
    else { return nil }
    source = text.source
    populations = Dictionary(uniqueKeysWithValues: zip(question.cohorts, text.populations))
    var stretches: [KeptTally: KeptStretch] = [:]
    var block = 0
    for tally in question.tallies {
      guard let stretch = KeptStretch(file, block: block) else { return nil }
      stretches[tally] = stretch
      block += KeptStretch.blockCount
    }
    var pairs: [[String]: [KnownPairs]] = [:]
    for keys in question.joinedKeys {
      for _ in keys.dropFirst() {
        guard let own = file.values(block, of: UInt64.self),
          let slots = file.values(block + 1, of: Int32.self),
          let known = KnownPairs(pairs: own, slots: slots)
        else { return nil }
        pairs[keys, default: []].append(known)
        block += 2
      }
    }
    (self.stretches, self.pairs) = (stretches, pairs)
  }

  /// A dimension's sums over a cohort.
  func stretch(_ tally: KeptTally) -> KeptStretch? { stretches[tally] }

  /// The cohorts' populations.
  func populations(_ cohorts: [Cohort]) -> [Population] { cohorts.map { populations[$0.kept]! } }

  /// The codes of a dimension's pairs; none for a single key.
  func pairs(_ dimension: Dimension) -> [KnownPairs] { pairs[dimension.keys] ?? [] }
}
