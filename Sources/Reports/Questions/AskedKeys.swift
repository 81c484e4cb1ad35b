import ColumnStore
import RunnerKeys

/// The keys of a batch, as they were asked.
package struct AskedKeys: Sendable {
  /// Their option, or their place in a file, for messages.
  package let place: String
  /// Whether the command chose them: then one question with an answer is enough.
  package let areDefault: Bool

  /// Describes the keys of a batch.
  package init(place: String = "--by", areDefault: Bool) {
    (self.place, self.areDefault) = (place, areDefault)
  }

  /// Checks that a store can answer each question of a batch; of default keys one is enough.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - snapshot: The store's state.
  /// - Throws: As ``StoreCheck/check(_:by:at:)``.
  package func check(_ batch: ReportBatch, in snapshot: Snapshot) throws(ReportError) {
    try check(batch.questions) { question throws(ReportError) in
      let check = StoreCheck(
        snapshot, aliases: batch.aliases, rules: batch.facts, before: question.scope.asOf)
      try check.check(question.scope.filter, by: question.dimension, at: place)
    }
  }

  /// Checks each question of a batch; of default keys one with values is enough.
  ///
  /// - Parameters:
  ///   - questions: The questions.
  ///   - check: Checks one of them; throws `.noValues` for a key without values.
  /// - Throws: The first error; of default keys without values the first one's, if none has any.
  package func check<Question>(
    _ questions: [Question], _ check: (Question) throws(ReportError) -> Void
  ) throws(ReportError) {
    var missing: ReportError?
    for question in questions {
      do throws(ReportError) {
        try check(question)
        if areDefault { return }
      } catch {
        guard case .noValues = error, areDefault else { throw error }
        missing = missing ?? error
      }
    }
    if let missing { throw missing }
  }
}
