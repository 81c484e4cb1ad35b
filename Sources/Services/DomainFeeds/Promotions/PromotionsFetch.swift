import APICore
import SportsbookAPI
import StoreTables

/// Fetches a sportsbook's home screen and promotions into a store: one snapshot per run.
///
/// `docs/fetching.md` describes the requests, and how an interrupted run is resumed.
public struct PromotionsFetch: Feed {
  /// The API's name in records, and in the files of `STORE/fetch`.
  public static let api = SportsbookEndpoint.api

  /// The store, the service, and the receivers of progress and notes.
  public var job: FetchJob
  /// The login, whose token the job's connection sends.
  public let session: SportsbookSession
  /// The audience of the promotions; the home screen is for iOS if no platform is named.
  public var audience: PromotionAudience

  /// Makes a fetch.
  ///
  /// - Parameters:
  ///   - job: The store and the service, with the session as its authorization.
  ///   - session: The login; if it has no token, it logs in before the first request.
  ///   - audience: The audience of the promotions.
  public init(
    _ job: FetchJob, session: SportsbookSession, audience: PromotionAudience = PromotionAudience()
  ) {
    (self.job, self.session, self.audience) = (job, session, audience)
  }

  /// Fetches what is due and stores it in one commit.
  public func run() async throws(FetchError) -> FetchSummary { try await FetchRun.fetch(self) }

  // MARK: - A feed

  static let mapping = "sportsbook"
  static let journals = [FeedJournal(name: nil, tables: PromotionTables.all)]

  var words: ServiceWords {
    ServiceWords(
      name: "the sportsbook", credential: "the login",
      wanted: "RAILBIRD_SPORTSBOOK_USERNAME and RAILBIRD_SPORTSBOOK_PASSWORD that it knows",
      missing: "found no login; expected RAILBIRD_SPORTSBOOK_USERNAME and "
        + "RAILBIRD_SPORTSBOOK_PASSWORD in the environment or in a file of credentials")
  }

  func hasCredential() async -> Bool { session.canLogIn }

  func logIn() async -> FetchSummary.End? {
    guard session.token == nil else { return nil }
    do throws(SportsbookError) {
      try await session.login()
      return nil
    } catch .cancelled {
      return .cancelled
    } catch {
      return .stopped(reason: "\(error)")
    }
  }

  func plan(now: Int64, runStart: Int64) -> PromotionsPlan {
    PromotionsPlan(audience: audience, runStart: runStart)
  }

  func lack(_ failure: JournalEntry, hasData: Bool) -> String {
    "none of the answers could be read (\(failure.request): \(failure.finding)); expected a "
      + "sportsbook's promotions"
  }
}

/// The requests that a fetch of promotions still has to send: all, once in each run.
struct PromotionsPlan: FeedPlan {
  let audience: PromotionAudience
  /// The start of the run, µs since 1970 UTC: later answers are not requested again.
  let runStart: Int64

  /// A snapshot has no parts.
  let parts: [Void] = [()]

  func due(in part: Void, _ known: KnownAnswers) -> [PromotionsRequest] {
    PromotionsRequest.endpoints.map { PromotionsRequest(endpoint: $0, audience: audience) }
      .filter { request in known[request].map { $0.fetchedAt < runStart } ?? true }
  }
}
