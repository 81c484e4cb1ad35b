import APICore
import ColumnStore
import Columns
import Foundation
import Logging
import PoniRacing

/// Fetches races into a store: lists of each day, then each race, and again what may have changed.
///
/// `docs/fetching.md` tells what is asked when, and how an interrupted run goes on.
public struct RacingFetch: Sendable {
  /// The API's name in records, and of the files in `STORE/fetch`.
  public static let api = "racing"
  /// The words for who has no key: where one is looked for.
  public static let missingKey = ServiceWords.racing.missing
  /// The mapping that reads the journal, and its table.
  static let mapping = "poni"
  static let table = "answers"

  /// The store's folder; made if there is none.
  public var store: String
  /// The racing days wanted.
  public var days: ClosedRange<Day>
  /// How many of the last days are asked for again.
  public var refreshDays = 3
  /// How many threads may work when answers are stored.
  public var threads = 1
  /// The journal's size above which its answers are stored before the run ends.
  public var largestJournal = 64 << 20
  /// The number of days after which answers are stored before the run ends.
  public var daysPerCommit = 30
  /// How often a request is sent again in one run when its answer can't be read.
  public var triesPerRequest = 3
  /// How long a store that another process writes to is waited for.
  public var lockWait = Duration.seconds(60)
  /// Told how far it is.
  public var progress: @Sendable (FetchProgress) -> Void = { _ in }
  /// Told what people should know, a sentence each.
  public var note: @Sendable (String) -> Void = { _ in }

  let service: RacingAPI
  let authorization: any Authorization
  let attempts: AttemptLog
  /// Where the service is.
  let baseURL: URL
  let clock: any APIClock
  let limiter: RateLimiter

  /// Describes a fetch.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - days: The racing days wanted.
  ///   - settings: Host, limits and manners; the interval is kept between all requests.
  ///   - transport: What carries requests.
  ///   - authorization: What lets the client in.
  ///   - clock: The time.
  ///   - log: Where requests are told; never a credential.
  public init(
    store: String, days: ClosedRange<Day>, settings: APISettings, transport: any Transport,
    authorization: any Authorization, clock: any APIClock = SystemClock(), log: Logger
  ) {
    let attempts = AttemptLog()
    self.store = store
    self.days = days
    self.clock = clock
    self.attempts = attempts
    self.authorization = authorization
    baseURL = settings.baseURL
    limiter = RateLimiter(interval: settings.interval, clock: clock, others: settings.others)
    service = RacingAPI(
      APIConnection(
        settings, transport: transport, authorization: authorization, clock: clock,
        limiter: limiter, log: log, observe: attempts.note))
  }

  /// Fetches what is due and stores it.
  ///
  /// A cancelled task breaks off the request under way; what was answered is stored.
  ///
  /// - Returns: What it came to, also where it ended early.
  /// - Throws: ``FetchError`` when it cannot begin, or cannot keep what it has.
  public func run() async throws(FetchError) -> FetchSummary {
    // Without one nothing can be asked, so nothing is made either.
    guard await authorization.headers() != nil else {
      throw .noCredential(ServiceWords.racing.missing)
    }
    let run = try FetchRun(self)
    let summary = try await run.run()
    try refreshStatistics()
    try run.close()
    return summary
  }

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

  // MARK: - Implementation

  /// Computes the figures anew where stored races have changed.
  private func refreshStatistics() throws(FetchError) {
    let writer: StoreWriter
    do throws(StoreError) {
      writer = try StoreWriter(existing: store)
    } catch {
      switch error {
      case .notFound: return
      // The table is absent, not out of date; the next fetch writes it.
      case .locked: return
      default: throw .store(error)
      }
    }
    do throws(StoredDataError) {
      try ConnectionStatistics.refresh(writer, threads: threads)
    } catch {
      throw .statistics(error)
    }
  }
}
