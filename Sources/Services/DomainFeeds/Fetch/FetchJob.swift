import APICore
import Foundation
import Logging
import Synchronization

/// A fetch of any feed.
public protocol Fetch: Sendable {
  /// The API's name in records, and in the files of `STORE/fetch`.
  static var api: String { get }

  /// The store, the service, and the receivers of progress and notes.
  var job: FetchJob { get set }

  /// Fetches what is due and stores it.
  ///
  /// Cancellation breaks off the current request; earlier answers are stored.
  ///
  /// - Returns: The result, also if it ended early.
  /// - Throws: ``FetchError`` if it cannot begin, or cannot keep its answers.
  func run() async throws(FetchError) -> FetchSummary
}

/// The common part of all fetches: a store, a service, and receivers of progress and notes.
public struct FetchJob: Sendable {
  /// The store's folder; created if missing.
  public var store: String
  /// The maximum number of threads for storing answers.
  public var threads = 1
  /// The maximum number of times in one run that a request with an unreadable answer is sent.
  public var triesPerRequest = 3
  /// The size of the journals above which their answers are stored before the run ends.
  public var largestJournal = 64 << 20
  /// The longest wait for a store that another process is writing.
  public var lockWait = Duration.seconds(60)
  /// Receives the progress.
  public var progress: @Sendable (FetchProgress) -> Void = { _ in }
  /// Receives notes for people, one sentence each.
  public var note: @Sendable (String) -> Void = { _ in }

  /// Receives conclusions about unknown outcomes, one sentence each, even in quiet mode.
  public var finding: @Sendable (String) -> Void = { _ in }

  let connection: APIConnection
  let authorization: any Authorization
  let attempts: AttemptLog
  let waits: WaitReceiver
  /// The service's address.
  let baseURL: URL
  let clock: any APIClock

  /// Makes a job.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - settings: Host, limits and pace; the interval applies to all requests.
  ///   - transport: The transport of requests.
  ///   - authorization: The client's credentials; nil if none are needed.
  ///   - clock: The clock.
  ///   - log: The log of requests; never receives a credential.
  public init(
    store: String, settings: APISettings, transport: any Transport,
    authorization: (any Authorization)? = nil, clock: any APIClock = SystemClock(), log: Logger
  ) {
    self.store = store
    self.authorization = authorization ?? OpenAccess()
    self.clock = clock
    attempts = AttemptLog()
    waits = WaitReceiver()
    baseURL = settings.baseURL
    connection = APIConnection(
      settings, transport: transport, authorization: self.authorization, clock: clock, log: log,
      observe: attempts.note, waits: waits.receive)
  }
}

/// The authorization of a service that needs none.
private struct OpenAccess: Authorization {
  func headers() async -> HTTPHeaders? { [:] }

  func renew(after refused: HTTPHeaders) async -> Bool { false }
}

/// Passes the waits of a job's requests to the run under way.
final class WaitReceiver: Sendable {
  private let note = Mutex<@Sendable (String) -> Void>({ _ in })

  /// Passes waits to a receiver of notes from now on.
  func pass(to note: @escaping @Sendable (String) -> Void) {
    self.note.withLock { $0 = note }
  }

  /// Passes a wait on.
  func receive(_ wait: RequestWait) {
    let note = self.note.withLock { $0 }
    note("\(wait)")
  }
}

/// Keeps the records of a call's attempts until its answer is in the journal.
final class AttemptLog: Sendable {
  private let records = Mutex<[RequestRecord]>([])

  /// Adds an attempt.
  func note(_ record: RequestRecord) { records.withLock { $0.append(record) } }

  /// Returns and removes the attempts since the last call, oldest first.
  func take() -> [RequestRecord] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }
}
