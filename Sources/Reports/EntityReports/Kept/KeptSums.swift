import ColumnStore
import Columns
import Questions
import RunnerKeys

/// Sums of a store's first months, kept by an earlier run.
struct KeptSums: Sendable {
  let source: KeptSource
  private let stretches: [KeptTally: KeptStretch]
  private let populations: [KeptCohort: Population]
  private let pairs: [[String]: [KnownPairs]]

  /// Finds the sums for a question; nil if there are none, or if months or names have changed.
  ///
  /// - Parameters:
  ///   - question: The question that the sums belong to.
  ///   - snapshot: The state of the store to answer from.
  ///   - threads: Number of worker threads that check them.
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

  /// Returns a dimension's sums over a cohort.
  func stretch(_ tally: KeptTally) -> KeptStretch? { stretches[tally] }

  /// Returns the cohorts' populations.
  func populations(_ cohorts: [Cohort]) -> [Population] { cohorts.map { populations[$0.kept]! } }

  /// Returns the codes of a dimension's pairs; none for a single key.
  func pairs(_ dimension: Dimension) -> [KnownPairs] { pairs[dimension.keys] ?? [] }
}
