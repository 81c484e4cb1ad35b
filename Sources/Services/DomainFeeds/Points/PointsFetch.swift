import APICore
import ColumnStore
import Foundation
import SeasonTotals
import SeasonalRewards
import Seasons
import TabularFiles
import StoreTables

/// Fetches a running club's points into a store: roster, transactions, rewards and the seasons'
/// progress.
///
/// `docs/fetching.md` describes the requests, and how an interrupted run is resumed.
public struct PointsFetch: Feed {
  /// The API's name in records, and in the files of `STORE/fetch`.
  public static let api = SeasonalAPI.name

  /// The store, the service, and the receivers of progress and notes.
  public var job: FetchJob
  /// The seasons whose team figures are fetched; nil for the current one and those of the store's
  /// ledger.
  public var seasons: [SeasonYear]?
  /// The club's time zone, which decides the day on which a season begins.
  public var zone: TimeZone

  /// Makes a fetch of a club in a time zone.
  public init(_ job: FetchJob, zone: TimeZone) {
    (self.job, self.zone) = (job, zone)
  }

  /// Fetches what is due and stores it, in one commit, or in two if no season is named.
  public func run() async throws(FetchError) -> FetchSummary { try await FetchRun.fetch(self) }

  // MARK: - A feed

  static let mapping = "points"
  static let journals = ["transactions", "roster", "rewards", "progress", "runner_points"].map {
    FeedJournal(name: $0, tables: [$0])
  }

  var words: ServiceWords {
    ServiceWords(
      name: "the points service", credential: "this caller",
      wanted: "a token that it knows, in RAILBIRD_SEASONAL_TOKEN or a file of credentials",
      missing: "found no credential; expected a service that needs none")
  }

  var mappingText: String { Self.builtInMapping + "\nzone: \(zone.identifier)\n" }

  /// Adds the runners of rosters, whose transactions are requested one by one.
  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    let roster = PointsRequest.roster.text
    guard entries.contains(where: { $0.request == roster }) else { return }
    let runners = JournalRows(
      try part.read(
        columns: ["../request", "../fetched_at"] + rosterColumns, rows: RowPath("body/[]")!))
    runners.forEach(of: lines) { row, place in
      guard let id = runners[row, 2], entries[place].request == roster else { return }
      entries[place].details.append(id)
    }
  }

  /// The columns of a roster's runners.
  static let rosterColumns = ["id"]

  func plan(now: Int64, runStart: Int64) -> PointsPlan {
    PointsPlan(seasons: seasons, runStart: runStart)
  }

  /// Whether to store first: if no season is named, the stored ledger determines the seasons.
  func needsStored(_ part: PointsPlan.Part, of plan: PointsPlan) -> Bool {
    part == .teams && plan.seasons == nil
  }

  func begin(
    _ part: PointsPlan.Part, of plan: inout PointsPlan, _ known: KnownAnswers
  ) throws(FetchError) {
    guard needsStored(part, of: plan) else { return }
    plan.seasons = try LedgerSeasons.usual(self)
  }

  func lack(_ failure: JournalEntry, hasData: Bool) -> String {
    let found =
      !hasData
      ? AnswerLine.noData
      : failure.error == nil ? failure.statusText ?? "nothing" : "no answer that can be read"
    let isRoster = failure.request == PointsRequest.roster.text
    return "\(failure.request): found \(found); expected the club's "
      + (isRoster ? "runners" : "runners or progress")
  }
}

/// The default seasons of a fetch.
enum LedgerSeasons {
  /// Returns the current season, and those with points in the store's ledger.
  static func usual(_ fetch: PointsFetch) throws(FetchError) -> [SeasonYear] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = fetch.zone
    let now = SeasonYear(
      of: Date(timeIntervalSince1970: Double(fetch.job.clock.now) / 1e6), in: calendar)
    let stored = try stored(fetch.job.store)
    return stored.contains(now) ? stored : stored + [now]
  }

  // MARK: - Implementation

  private static func stored(_ store: String) throws(FetchError) -> [SeasonYear] {
    do {
      return try StoredSeasons.all(
        in: Snapshot(store: store, tables: [SeasonTables.pointsLedger]))
    } catch .notFound {
      return []
    } catch {
      throw .store(error)
    }
  }
}
