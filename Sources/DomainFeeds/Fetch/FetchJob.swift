import APICore
import Foundation
import Logging

/// A fetch of one feed, for those who run any.
public protocol Fetch: Sendable {
  /// The API's name in records, and of the files in `STORE/fetch`.
  static var api: String { get }

  /// The store, the service and the people to tell.
  var job: FetchJob { get set }

  /// Fetches what is due and stores it.
  ///
  /// A cancelled task breaks off the request under way; what was answered is stored.
  ///
  /// - Returns: What it came to, also where it ended early.
  /// - Throws: ``FetchError`` when it cannot begin, or cannot keep what it has.
  func run() async throws(FetchError) -> FetchSummary
}

/// The part that all fetches share: a store, a service, and people to tell.
public struct FetchJob: Sendable {
  /// The store's folder; made if there is none.
  public var store: String
  /// The threads that may work when answers are stored.
  public var threads = 1
  /// The most times that a request is sent in one run when its answer can't be read.
  public var triesPerRequest = 3
  /// The journals' size above which their answers are stored before the run ends.
  public var largestJournal = 64 << 20
  /// The longest wait for a store that another process writes to.
  public var lockWait = Duration.seconds(60)
  /// Told how far it is.
  public var progress: @Sendable (FetchProgress) -> Void = { _ in }
  /// Told what people should know, a sentence each.
  public var note: @Sendable (String) -> Void = { _ in }

  /// Told what came of things that were not known, a sentence each, also where people want quiet.
  public var finding: @Sendable (String) -> Void = { _ in }

  let connection: APIConnection
  let authorization: any Authorization
  let attempts: AttemptLog
  /// Where the service is.
  let baseURL: URL
  let clock: any APIClock

  /// Describes a fetch.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - settings: Host, limits and manners; the interval is kept between all requests.
  ///   - transport: What carries requests.
  ///   - authorization: What lets the client in; nil where everyone may ask.
  ///   - clock: The time.
  ///   - log: Where requests are told; never a credential.
  public init(
    store: String, settings: APISettings, transport: any Transport,
    authorization: (any Authorization)? = nil, clock: any APIClock = SystemClock(), log: Logger
  ) {
    self.store = store
    self.authorization = authorization ?? OpenAccess()
    self.clock = clock
    attempts = AttemptLog()
    baseURL = settings.baseURL
    connection = APIConnection(
      settings, transport: OwnAnswers(transport: transport), authorization: self.authorization,
      clock: clock, log: log, observe: attempts.note)
  }
}

/// Follows no redirect to another service: a store holds the answers of one, and an empty list of
/// another's would pass for its own.
private struct OwnAnswers: Transport {
  let transport: any Transport

  func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
    -> HTTPResponse
  {
    var limits = limits
    let (asked, wait) = (Self.place(request.url), limits.beforeRedirect)
    limits.beforeRedirect = { next async throws(TransportError) -> Void in
      let place = Self.place(next.url)
      guard place == asked else { throw .redirectedAway(host: asked, to: place) }
      try await wait(next)
    }
    return try await transport.send(request, limits: limits)
  }

  /// Host and port; a service that moves from http to https is the same one.
  private static func place(_ url: URL) -> String {
    let host = url.host()?.lowercased() ?? "?"
    guard let port = url.port, ![80, 443].contains(port) else { return host }
    return "\(host):\(port)"
  }
}

/// Lets everyone in.
private struct OpenAccess: Authorization {
  func headers() async -> HTTPHeaders? { [:] }

  func renew(after refused: HTTPHeaders) async -> Bool { false }
}
