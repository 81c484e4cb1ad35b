import APICore
import ColumnStore
import Columns
import PoniRacing
import TabularFiles

/// Fetches races into a store: each day's lists, then each race, and again what may have changed.
///
/// `docs/fetching.md` describes the requests, and how an interrupted run is resumed.
public struct RacingFetch: Feed {
  /// The API's name in records, and in the files of `STORE/fetch`.
  public static let api = JournalEntry.firstAPI
  /// The message for a missing key, with the places where a key may be.
  public static let missingKey =
    "found no API key; expected one in the environment variable RAILBIRD_RACING_API_KEY, or a file of "
    + "mode 0600 with a line RAILBIRD_RACING_API_KEY=…, given by --credentials FILE"

  /// The store, the service, and the receivers of progress and notes.
  public var job: FetchJob
  /// The racing days to fetch.
  public var days: ClosedRange<Day>
  /// The number of recent days to request again.
  public var refreshDays = 3
  /// The number of days after which answers are stored before the run ends.
  public var daysPerCommit = 30

  /// Makes a fetch of some racing days.
  public init(_ job: FetchJob, days: ClosedRange<Day>) {
    (self.job, self.days) = (job, days)
  }

  /// Fetches what is due and stores it.
  public func run() async throws(FetchError) -> FetchSummary { try await FetchRun.fetch(self) }

  /// Returns the default first day of a fetch: 29 days before the last one, so that races still
  /// waiting for their result are included, or the last fetched day if that is earlier.
  ///
  /// - Parameters:
  ///   - store: The store's folder, which may be missing.
  ///   - last: The last day to fetch, or today if that is earlier.
  /// - Returns: The first day.
  /// - Throws: ``FetchError`` `.store` if the store cannot be read.
  public static func usualFirstDay(store: String, last: Day) throws(FetchError) -> Day {
    let known = try StoredAnswers(store: store).answers
    let fetched = known.answers.filter { $0.api == api }.map(\.day).max()
    return min(last - 29, fetched ?? last)
  }

  // MARK: - A feed

  static let mapping = "poni"
  static let journals = [FeedJournal(name: nil, tables: ["answers"])]
  /// The member of a line with the number of races and runners that cannot be read.
  static let unreadMember = "unread_parts"
  static var lineColumns: [String] {
    JournalEntry.raceColumns.map { "body/" + $0 } + [unreadMember]
  }

  var words: ServiceWords {
    ServiceWords(
      name: "the racing service", credential: "the API key",
      wanted: "a key with a subscription, in RAILBIRD_RACING_API_KEY or a file of mode 0600",
      missing: Self.missingKey)
  }

  var partsPerCommit: Int { daysPerCommit }

  static func endpoint(of request: String) -> String {
    request.hasPrefix("/race/") ? "/race/{id}" : String(request.prefix { $0 != "?" })
  }

  static func isAnswer(_ entry: JournalEntry) -> Bool {
    if entry.request.hasPrefix("/race/") {
      return entry.subject.map(RacingRequest.text(of:)) == entry.request
    }
    return [RacingRequest.racecards(entry.day), .results(entry.day)].contains {
      $0.text == entry.request
    }
  }

  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    try JournalEntry.readRaces(of: part, lines, from: first, into: &entries)
    let unread = first + JournalEntry.raceColumns.count
    for place in entries.indices where entries[place].api == api {
      // The missing parts may come later, so the answer counts as open.
      if lines.number(place, unread) != nil { entries[place].raceState = .open }
    }
  }

  /// Counts the day and the races of an answer.
  static func cover(_ entry: JournalEntry, in summary: inout FetchSummary) {
    summary.days.insert(entry.day)
    summary.races.formUnion(entry.details + entry.included.map(RacingRequest.raceID(in:)))
    if let id = entry.subject { summary.races.insert(id) }
  }

  func plan(now: Int64, runStart: Int64) -> RacingPlan {
    RacingPlan(
      days: days, today: RacingDay.of(now), refreshDays: refreshDays, runStart: runStart)
  }

  func lack(_ failure: JournalEntry, hasData: Bool) -> String {
    "none of the requested lists \(hasData ? "could be read" : "has data") "
      + "(\(failure.request): \(failure.finding)); expected lists of races"
  }

  /// Recomputes the figures of `connection_stats` if stored races have changed.
  func finish() throws(FetchError) {
    let writer: StoreWriter
    do throws(StoreError) {
      writer = try StoreWriter(existing: job.store)
    } catch {
      switch error {
      case .notFound: return
      // The table is absent, not outdated; the next fetch writes it.
      case .locked: return
      default: throw .store(error)
      }
    }
    do throws(StoredDataError) {
      try ConnectionStatistics.refresh(writer, threads: job.threads)
    } catch {
      throw .statistics(error)
    }
  }
}
