import Mappings
import RowReading
import TabularFiles

/// A service from which stores are filled: its requests, the rules for when they are due, the
/// parsing of its journals, and tables derived from them.
///
/// A feed is a public type with the options that only it has; ``FetchRun`` does everything else.
/// Its static members read journals, including archived ones. If you add a feed, also add it to
/// ``Feeds`` and to `docs/fetching.md`, §7.
protocol Feed: Fetch {
  associatedtype Plan: FeedPlan
  typealias Request = Plan.Request

  /// The mapping that reads its journals.
  static var mapping: String { get }
  /// The feed's journals: one for all tables, or one for each.
  static var journals: [FeedJournal] { get }

  /// Returns the endpoint's template for a request's text, such as `/race/{id}`.
  static func endpoint(of request: String) -> String

  /// Whether a journal's answer fits the request of its line.
  static func isAnswer(_ entry: JournalEntry) -> Bool

  /// The columns that this feed adds after the common ones of a journal's lines, read from bodies.
  static var lineColumns: [String] { get }

  /// Adds further facts from the bodies of a journal's part, such as the next requests.
  ///
  /// - Parameters:
  ///   - part: The journal's part.
  ///   - lines: Its lines; the feed's own columns begin at `first`.
  ///   - first: The index of the first of ``lineColumns``.
  ///   - entries: The lines' entries, other feeds' included.
  /// - Throws: `FileError` for a malformed part.
  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError)

  /// Counts the subjects of an answer in a summary.
  static func cover(_ entry: JournalEntry, in summary: inout FetchSummary)

  /// The service's names in messages.
  var words: ServiceWords { get }
  /// The number of parts after which answers are stored before the run ends.
  var partsPerCommit: Int { get }
  /// The mapping's text, with any additions of a run.
  var mappingText: String { get }

  /// Plans the requests.
  ///
  /// - Parameters:
  ///   - now: The time, µs since 1970 UTC.
  ///   - runStart: The start of the run; an interrupted run keeps its start.
  /// - Returns: The plan.
  func plan(now: Int64, runStart: Int64) -> Plan

  /// Whether there is a credential.
  func hasCredential() async -> Bool

  /// Logs in, before the first request.
  ///
  /// - Returns: The reason why nothing can be requested; nil otherwise.
  func logIn() async -> FetchSummary.End?

  /// Whether a part of the plan depends on the stored data of earlier answers.
  func needsStored(_ part: Plan.Part, of plan: Plan) -> Bool

  /// Completes the plan of a part that is about to begin, from what is known.
  func begin(
    _ part: Plan.Part, of plan: inout Plan, _ known: KnownAnswers
  ) throws(FetchError)

  /// Takes over the feed's own files that the next commit stores with the answers, such as a
  /// client's journal; until they are dropped each call returns the same files.
  func takeFiles() throws(FetchError) -> [ImportFile]

  /// Removes the files that were taken over, after they are stored.
  func dropFiles() throws(FetchError)

  /// Describes why the remaining requests could not be planned.
  ///
  /// - Parameters:
  ///   - failure: The last answer that should have listed them.
  ///   - hasData: Whether the service answered one of the requests with data or a refusal.
  /// - Returns: The message: place, what was found, and what was expected.
  func lack(_ failure: JournalEntry, hasData: Bool) -> String

  /// Computes tables derived from stored rows, after a run's answers are stored.
  func finish() throws(FetchError)
}

extension Feed {
  static var lineColumns: [String] { [] }

  static func isAnswer(_ entry: JournalEntry) -> Bool { true }

  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {}

  static func cover(_ entry: JournalEntry, in summary: inout FetchSummary) {}

  static func endpoint(of request: String) -> String { String(request.prefix { $0 != "?" }) }

  var partsPerCommit: Int { .max }

  /// The text of the mapping.
  static var builtInMapping: String { Mapping.builtInText(mapping)! }

  var mappingText: String { Self.builtInMapping }

  func hasCredential() async -> Bool { await job.authorization.headers() != nil }

  func logIn() async -> FetchSummary.End? { nil }

  func needsStored(_ part: Plan.Part, of plan: Plan) -> Bool { false }

  func begin(
    _ part: Plan.Part, of plan: inout Plan, _ known: KnownAnswers
  ) throws(FetchError) {}

  func takeFiles() throws(FetchError) -> [ImportFile] { [] }

  func dropFiles() throws(FetchError) {}

  func finish() throws(FetchError) {}
}

/// A file of answers, and the tables that the feed's mapping fills from it.
struct FeedJournal {
  /// Its name among the feed's journals; nil for the only one.
  let name: String?
  /// The tables; the answers themselves belong to the first one's import.
  let tables: [String]
}
