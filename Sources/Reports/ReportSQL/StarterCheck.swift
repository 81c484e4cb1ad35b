import ColumnStore
import Columns
import Questions
import RunnerKeys

/// The check that a dataset can answer a question, by the rules of a store's `StoreCheck`.
struct StarterCheck {
  private let question: ReportQuestion
  /// The values of the fields that the condition compares with names.
  private var names: [String: [String]] = [:]
  /// The numbers of runners; nil where starters were counted.
  private var tally: RunnerTally?

  private var keys: [String] {
    question.dimension == .ofEveryone ? [] : question.dimension.keys
  }

  /// Reads the answers to a question's queries.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - query: Its queries.
  ///   - answers: The answers by query.
  /// - Throws: ``SQLReportError`` `.answer` for an answer that does not fit its query.
  init(
    _ question: ReportQuestion, _ query: StarterQuery, _ answers: [String: [Table]]
  ) throws(SQLReportError) {
    self.question = question
    for table in (query.names.flatMap { answers[$0] } ?? []).map({ AnswerTable(table: $0) }) {
      for (field, name) in zip(try table.keys("field"), try table.keys("name")) {
        names[field.text, default: []].append(name.text)
      }
    }
    for table in (answers[query.tally] ?? []).map({ AnswerTable(table: $0) }) {
      let own = ["runners", "meeting", "answered"] + query.keyNames.prefix(keys.count)
      for row in try table.rows(own).map({ $0.map { Int($0) } }) {
        var found = RunnerTally(keys: keys.count)
        (found.runners, found.meeting, found.isAnswered) = (row[0], row[1], row[2] > 0)
        found.having = Array(row[3...])
        tally = found
      }
    }
  }

  /// Checks that some runner answers the question.
  ///
  /// - Parameters:
  ///   - place: The place of the keys, for messages.
  ///   - offered: Keys with values, for messages.
  /// - Throws: `ReportError` for a name that the dataset lacks, a key without values, or a
  ///   condition that no runner meets.
  func check(at place: String, offering offered: [String]) throws(ReportError) {
    let filter = question.scope.filter
    let unknown = filter?.unknownValue { field in
      KeyColumns.orderedNames(ofKey: field) ?? (names[field] ?? []).sorted()
    }
    if let unknown { throw unknown }
    guard let tally else { return }
    if let key = tally.missingKey(of: keys) {
      throw .noValues(place: place, key: key, having: offered)
    }
    if let error = tally.error(filter, keys, before: question.scope.asOf) { throw error }
  }

  /// Reads the keys to offer that some runner has.
  ///
  /// - Parameter answers: The answers by query.
  /// - Returns: The keys; none if they were not asked.
  /// - Throws: ``SQLReportError`` `.answer` for an answer that does not fit its query.
  static func offered(_ answers: [String: [Table]]) throws(SQLReportError) -> [String] {
    var found: [String] = []
    for table in answers[StarterQuery.keysToOffer] ?? [] {
      for row in try AnswerTable(table: table).rows(StoreCheck.keysToOffer) {
        found = zip(StoreCheck.keysToOffer, row).filter { $0.1 > 0 }.map(\.0)
      }
    }
    return found
  }
}
