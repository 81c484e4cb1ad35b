import APICore
import Promotions
import SportsbookAPI

/// Fetches a sportsbook's home screen and promotions into a store: a snapshot per run.
///
/// `docs/fetching.md` tells what is asked when, and how an interrupted run goes on.
public struct PromotionsFetch: Feed {
  /// The API's name in records, and of the files in `STORE/fetch`.
  public static let api = SportsbookEndpoint.api

  /// The store, the service and the people to tell.
  public var job: FetchJob
  /// The login; the job's connection sends its token.
  public let session: SportsbookSession
  /// Whom promotions are asked for; a home screen of iOS where no platform is named.
  public var audience: PromotionAudience

  /// Describes a fetch.
  ///
  /// - Parameters:
  ///   - job: The store and the service, with the session as its authorization.
  ///   - session: The login, which is made before the first request where there is no token.
  ///   - audience: Whom promotions are asked for.
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
    let found = failure.error ?? failure.statusText ?? "nothing"
    return "none of the answers could be read (\(failure.request): found \(found)); expected a "
      + "sportsbook's promotions"
  }
}

/// Which requests a fetch of promotions still has to send: all, once in each run.
struct PromotionsPlan: FeedPlan {
  let audience: PromotionAudience
  /// When the run began, µs since 1970 UTC: what was answered since is not asked for again.
  let runStart: Int64

  /// A snapshot has no parts.
  let parts: [Void] = [()]

  func due(in part: Void, _ known: KnownAnswers) -> [PromotionsRequest] {
    PromotionsRequest.endpoints.map { PromotionsRequest(endpoint: $0, audience: audience) }
      .filter { request in known[request].map { $0.fetchedAt < runStart } ?? true }
  }
}
