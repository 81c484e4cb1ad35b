import APICore
import ColumnStore
import Foundation
import Logging
import SeasonalRewards
import Seasons

/// Fetches a running club's points into a store: roster, transactions, rewards and how seasons stand.
///
/// `docs/fetching.md` tells what is asked when, and how an interrupted run goes on.
public struct PointsFetch: Sendable {
  /// The API's name in records, and of the files in `STORE/fetch`.
  public static let api = SeasonalAPI.name
  /// The mapping that reads the journals.
  static let mapping = "points"

  /// The store's folder; made if there is none.
  public var store: String
  /// The seasons whose team figures are asked for; nil for this one and those of the store's ledger.
  public var seasons: [SeasonYear]?
  /// The club's time zone, which says on which day a season begins.
  public var zone: TimeZone
  /// How many threads may work when answers are stored.
  public var threads = 1
  /// How often a request is sent again in one run when its answer can't be read.
  public var triesPerRequest = 3
  /// How long a store that another process writes to is waited for.
  public var lockWait = Duration.seconds(60)
  /// Told how far it is.
  public var progress: @Sendable (FetchProgress) -> Void = { _ in }
  /// Told what people should know, a sentence each.
  public var note: @Sendable (String) -> Void = { _ in }

  let connection: APIConnection
  let attempts: AttemptLog
  /// Where the service is.
  let baseURL: URL
  let clock: any APIClock

  /// Describes a fetch.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - zone: The club's time zone.
  ///   - settings: Host, limits and manners; the interval is kept between all requests.
  ///   - transport: What carries requests.
  ///   - clock: The time.
  ///   - log: Where requests are told.
  public init(
    store: String, zone: TimeZone, settings: APISettings, transport: any Transport,
    clock: any APIClock = SystemClock(), log: Logger
  ) {
    let attempts = AttemptLog()
    self.store = store
    self.zone = zone
    self.clock = clock
    baseURL = settings.baseURL
    self.attempts = attempts
    connection = APIConnection(
      settings, transport: transport, authorization: OpenAccess(), clock: clock, log: log,
      observe: attempts.note)
  }

  /// Fetches what is due and stores it in one commit, or in two where no season is named.
  ///
  /// A cancelled task breaks off the request under way; what was answered is stored.
  ///
  /// - Returns: What it came to, also where it ended early.
  /// - Throws: ``FetchError`` when it cannot begin, or cannot keep what it has.
  public func run() async throws(FetchError) -> FetchSummary {
    try await PointsRun(self).run()
  }
}
