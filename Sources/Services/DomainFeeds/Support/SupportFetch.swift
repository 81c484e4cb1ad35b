import APICore
import ChatistSDK
import TabularFiles

/// Fetches a customer's support tickets into a store: the list, and each ticket that shows
/// something new.
///
/// `docs/fetching.md` describes the requests and the parts that are kept: without ``includesTexts``
/// neither journal nor store has a text, a name or an id of the service.
public struct SupportFetch: Feed {
  /// The API's name in records, and in the files of `STORE/fetch`.
  public static let api = ChatistService.api

  /// The store, the service, and the receivers of progress and notes.
  public var job: FetchJob
  /// Routes, names and the customer.
  public let settings: ChatistServiceSettings
  /// Whether the texts of messages and the service's ids are kept.
  public var includesTexts = false
  /// The ids, which only this process has; nil until the run has begun.
  private var desk: SupportDesk?

  /// Describes a fetch.
  ///
  /// - Parameters:
  ///   - job: The store and the service, with the settings' `connection` and `authorization`.
  ///   - settings: Routes, names and the customer.
  public init(_ job: FetchJob, settings: ChatistServiceSettings) {
    (self.job, self.settings) = (job, settings)
  }

  /// Fetches what is due and stores it, some ten thousand tickets in one commit.
  public func run() async throws(FetchError) -> FetchSummary {
    // Without a key nothing is created, not even the salt.
    guard await hasCredential() else { throw .noCredential(words.missing) }
    var fetch = self
    fetch.desk = SupportDesk(
      settings, try SupportNames(store: job.store), includesTexts: includesTexts)
    return try await FetchRun.fetch(fetch)
  }

  // MARK: - A feed

  static let mapping = "chatist"
  static let journals = [FeedJournal(name: nil, tables: ["tickets", "ticket_messages"])]
  /// The mark, in an answer's details, that its texts were kept.
  static let textsMark = "texts"

  /// Returns the route of the list, or that of a ticket with `{id}` for its hash.
  static func endpoint(of request: String) -> String {
    let path = request.prefix { $0 != "#" }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) ? "{id}" : $0 }
      .joined(separator: "/")
  }

  static let lineColumns = ["body/preview", "body/\(textsMark)"]

  /// Adds the list's entry of a ticket when it was requested, and whether its texts were kept.
  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    for row in entries.indices where entries[row].api == api {
      guard let preview = lines[row, first] else { continue }
      entries[row].details = [preview] + (lines.isSet(row, first + 1) ? [textsMark] : [])
    }
  }

  var words: ServiceWords {
    ServiceWords(
      name: "the support service", credential: "the API key",
      wanted: "one in CHATIST_API_KEY that it knows",
      missing: "found no API key; expected CHATIST_API_KEY in the environment or in a file of "
        + "credentials")
  }

  var partsPerCommit: Int { 10_000 / SupportPlan.shareSize }

  func plan(now: Int64, runStart: Int64) -> SupportPlan {
    guard let desk else { preconditionFailure("a fetch that has not begun") }
    return SupportPlan(desk: desk, processStart: now, runStart: runStart)
  }

  func begin(
    _ part: SupportPlan.Part, of plan: inout SupportPlan, _ known: KnownAnswers
  ) throws(FetchError) { plan.begin(part, known) }

  func lack(_ failure: JournalEntry, hasData: Bool) -> String {
    "the list of tickets could not be read (\(failure.request): \(failure.finding)); expected "
      + "\(failure.api)'s list of a customer's tickets"
  }
}
