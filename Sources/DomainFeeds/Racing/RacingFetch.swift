import APICore
import ColumnStore
import Columns
import PoniRacing
import TabularFiles

/// Fetches races into a store: lists of each day, then each race, and again what may have changed.
///
/// `docs/fetching.md` tells what is asked when, and how an interrupted run goes on.
public struct RacingFetch: Feed {
  /// The API's name in records, and of the files in `STORE/fetch`.
  public static let api = "racing"
  /// The words for who has no key: where one is looked for.
  public static let missingKey =
    "found no API key; expected one in the environment variable RAILBIRD_RACING_API_KEY, or a file of "
    + "mode 0600 with a line RAILBIRD_RACING_API_KEY=…, given by --credentials FILE"

  /// The store, the service and the people to tell.
  public var job: FetchJob
  /// The racing days wanted.
  public var days: ClosedRange<Day>
  /// How many of the last days are asked for again.
  public var refreshDays = 3
  /// The number of days after which answers are stored before the run ends.
  public var daysPerCommit = 30

  /// Describes a fetch of some racing days.
  public init(_ job: FetchJob, days: ClosedRange<Day>) {
    (self.job, self.days) = (job, days)
  }

  /// Fetches what is due and stores it.
  public func run() async throws(FetchError) -> FetchSummary { try await FetchRun.fetch(self) }

  /// The day a fetch begins with where none is given: 29 days before the last one, so that races
  /// that have waited for their result are among them, or the last day fetched if that is earlier.
  ///
  /// - Parameters:
  ///   - store: The store's folder, which need not be there.
  ///   - last: The last day wanted, or today if that is earlier.
  /// - Returns: The first day.
  /// - Throws: ``FetchError`` `.store` when the store cannot be read.
  public static func usualFirstDay(store: String, last: Day) throws(FetchError) -> Day {
    let known = try StoredAnswers(store: store).answers
    let fetched = known.answers.filter { $0.api == api }.map(\.day).max()
    return min(last - 29, fetched ?? last)
  }

  // MARK: - A feed

  static let mapping = "poni"
  static let journals = [FeedJournal(name: nil, tables: ["answers"])]
  static var lineColumns: [String] { JournalEntry.raceColumns.map { "body/" + $0 } }

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
    if entry.request.hasPrefix("/race/") { return entry.isOfRaceAsked }
    return [RacingRequest.racecards(entry.day), .results(entry.day)].contains {
      $0.text == entry.request
    }
  }

  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    try JournalEntry.readRaces(of: part, lines, from: first, into: &entries)
  }

  /// Counts the day and the races that an answer tells of.
  static func cover(_ entry: JournalEntry, in summary: inout FetchSummary) {
    summary.days.insert(entry.day)
    summary.races.formUnion(entry.details + entry.racesWithRunners)
    if let id = entry.raceID { summary.races.insert(id) }
  }

  func plan(now: Int64, runStart: Int64) -> RacingPlan {
    RacingPlan(
      days: days, today: RacingDay.of(now), refreshDays: refreshDays, runStart: runStart)
  }

  func lack(_ failure: JournalEntry, hasData: Bool) -> String {
    let found = failure.error ?? failure.statusText ?? "nothing"
    return "none of the lists asked for \(hasData ? "could be read" : "has data") "
      + "(\(failure.request): found \(found)); expected lists of races"
  }

  /// Computes the figures of `connection_stats` anew where stored races have changed.
  func finish() throws(FetchError) {
    let writer: StoreWriter
    do throws(StoreError) {
      writer = try StoreWriter(existing: job.store)
    } catch {
      switch error {
      case .notFound: return
      // The table is absent, not out of date; the next fetch writes it.
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
