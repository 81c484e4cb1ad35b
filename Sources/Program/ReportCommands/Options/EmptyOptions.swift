import ArgumentParser
import ColumnStore
import Columns
import Questions
import RunnerKeys

/// The option for questions that no runner of the store answers.
package struct EmptyOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Answer even where the store lacks a name of the condition, a key's values or any runner that "
        + "counts; otherwise this is an error."))
  var allowEmpty = false

  package init() {}

  /// Checks that the store can answer a question, unless empty answers are allowed.
  ///
  /// - Parameters:
  ///   - filter: The condition.
  ///   - dimensions: The keys.
  ///   - place: The place of the keys, for messages.
  ///   - check: The check of the store.
  /// - Throws: `ReportError` for a name that the store lacks, a key without values, or a condition
  ///   that no runner meets.
  func check(
    _ filter: Filter?, by dimensions: [Dimension] = [], at place: String = "--by",
    with check: StoreCheck
  ) throws(ReportError) {
    if allowEmpty { return }
    try check.check(filter)
    for dimension in dimensions { try check.check(filter, by: dimension, at: place) }
  }

  /// Checks that each question of a batch has an answer, unless empty answers are allowed.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - keys: The keys as they were asked.
  ///   - snapshot: The store's state.
  /// - Throws: As ``check(_:by:at:with:)``.
  func check(
    _ batch: ReportBatch, by keys: AskedKeys, in snapshot: Snapshot
  ) throws(ReportError) {
    if !allowEmpty { try keys.check(batch, in: snapshot) }
  }

  /// Checks that the store has the names of angles, which may have no runner yet.
  func check(_ angles: [Angle], with check: StoreCheck) throws(ReportError) {
    if allowEmpty { return }
    for angle in angles { try check.checkNames(of: angle.filter) }
  }
}
