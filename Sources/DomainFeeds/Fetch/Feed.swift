import RacingImport
import TabularFiles

/// A service that stores are filled from: its requests and which of them are due, how its journals are
/// read, and what else is made of them.
///
/// A feed is a public type with the options that it alone has; all else is done by ``FetchRun``. Its
/// static members read journals, archived ones too, whoever asked. If you add one, also add it to
/// ``Feeds`` and to `docs/fetching.md`, §7.
protocol Feed: Fetch {
  associatedtype Plan: FeedPlan
  typealias Request = Plan.Request

  /// The mapping that reads its journals.
  static var mapping: String { get }
  /// Its journals: one for all its tables, or one for each.
  static var journals: [FeedJournal] { get }

  /// The endpoint's template of a request's text, such as `/race/{id}`.
  static func endpoint(of request: String) -> String

  /// Whether a journal's answer is one to what its line names.
  static func isAnswer(_ entry: JournalEntry) -> Bool

  /// Columns of a journal's lines that this feed adds behind the common ones, read out of bodies.
  static var lineColumns: [String] { get }

  /// Adds what the bodies of a journal's part tell beside rows, such as what is to be asked for next.
  ///
  /// - Parameters:
  ///   - part: The journal's part.
  ///   - lines: Its lines; the feed's own columns begin at `first`.
  ///   - first: The place of the first of ``lineColumns``.
  ///   - entries: The lines' entries, those of other feeds among them.
  /// - Throws: `FileError` when it is malformed.
  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError)

  /// Counts in a summary what an answer is of, beside its being one.
  static func cover(_ entry: JournalEntry, in summary: inout FetchSummary)

  /// The words for the service in messages.
  var words: ServiceWords { get }
  /// The number of parts after which answers are stored on the way.
  var partsPerCommit: Int { get }
  /// The mapping's text, with what a run adds to it.
  var mappingText: String { get }

  /// Decides what is asked.
  ///
  /// - Parameters:
  ///   - now: The time, µs since 1970 UTC.
  ///   - runStart: When the run began, which an interrupted one did before.
  /// - Returns: The plan.
  func plan(now: Int64, runStart: Int64) -> Plan

  /// Whether there is something to get in with.
  func hasCredential() async -> Bool

  /// Gets in, before the first request.
  ///
  /// - Returns: Why nothing can be asked; nil where something can.
  func logIn() async -> FetchSummary.End?

  /// Whether a part of the plan depends on what the answers before have brought to the store.
  func needsStored(_ part: Plan.Part, of plan: Plan) -> Bool

  /// Completes the plan of a part that is to begin, by what is known then.
  func begin(
    _ part: Plan.Part, of plan: inout Plan, _ known: KnownAnswers
  ) throws(FetchError)

  /// Takes over files of its own that the next commit stores with the answers, such as what a client
  /// has written; until they are dropped they are the same at each call.
  func takeFiles() throws(FetchError) -> [ImportFile]

  /// Removes the files that were taken over, once they are stored.
  func dropFiles() throws(FetchError)

  /// Why the rest could not be asked for, in words.
  ///
  /// - Parameters:
  ///   - failure: The last answer that should have told of it.
  ///   - hasData: Whether the service had something for one of the requests, be it a refusal.
  /// - Returns: Where, what was found, what was expected.
  func lack(_ failure: JournalEntry, hasData: Bool) -> String

  /// Makes what is made of stored rows, once a run's answers are stored.
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
