import APICore
import APISandbox
import ColumnStore
import Columns
import Foundation
import Logging
import RacingExport
import SportsbookAPI
import Synchronization
import TestSupport

@testable import DomainFeeds
import StoreTables

/// A sportsbook without a network, a store to fetch into, and the clock of the fetch.
final class BookWork: FeedWork {
  /// A Wednesday with an alert banner.
  static let firstMoment = APIDate("2024-05-15T12:10:00Z")!.micros

  let folder: TemporaryFolder
  let sandbox: SportsbookSandbox
  let service: DirectService
  /// Answers logins, which belong to no feed.
  let door: DirectService
  let clock = ManualClock(start: firstMoment, isImpatient: true)
  let notes = NoteBook()
  let session: SportsbookSession
  /// The sportsbook's times of past and planned requests.
  let moments = Mutex([firstMoment])

  init(_ change: (inout SportsbookSettings) -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    var settings = SportsbookSettings(seed: 3)
    settings.now = Self.firstMoment
    settings.tokenLifetime = .seconds(90 * 86_400)
    change(&settings)
    let sandbox = SportsbookSandbox(settings)
    self.sandbox = sandbox
    service = DirectService(sandbox) { sandbox.keyUse(of: $0) == .right }
    door = DirectService(sandbox) { _ in true }
    let user = settings.users[0]
    session = SportsbookSession(
      SportsbookServiceSettings(baseURL: Self.base),
      surroundings: SportsbookSurroundings(
        transport: door, clock: clock, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
      credentials: SportsbookCredentials(
        username: user.username, password: Secret(user.password)))
  }

  private static let base = URL(string: "http://127.0.0.1:1")!

  func job(_ change: (inout PromotionsFetch) -> Void = { _ in }) -> PromotionsFetch {
    var settings = APISettings(
      api: PromotionsFetch.api, baseURL: Self.base, interval: .milliseconds(200))
    settings.retries.random = { 0.5 }
    let job = FetchJob(
      store: store, settings: settings, transport: service, authorization: session, clock: clock,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var fetch = PromotionsFetch(job, session: session)
    fetch.job.note = { self.notes.add($0) }
    change(&fetch)
    return fetch
  }

  /// Moves both clocks on.
  func move(to moment: Int64) {
    sandbox.setClock(moment)
    clock.advance(by: .microseconds(max(0, moment - clock.now)))
    moments.withLock { $0.append(moment) }
  }

  /// Runs a fetch and copies the disk during one of its requests, counted from 0: the state after a
  /// kill.
  func runKilled(at limit: Int) async throws {
    let (store, killed) = (store, folder.file("killed"))
    service.replying { asked, _ in
      if asked == limit { try? FileManager.default.copyItem(atPath: store, toPath: killed) }
      return nil
    }
    try await run()
    service.replying(nil)
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.moveItem(atPath: killed, toPath: store)
  }

  func fetching(into store: String) -> any Fetch { job { $0.job.store = store } }

  func stored(in store: String) throws -> [[String]] {
    try BookTables(store, folder).boosts
  }

  func truthLines() throws -> [[String]] { try truth().boosts }

  /// Returns the expected content, only from the sandbox's truth.
  func truth() throws -> BookTruth { try BookTruth(sandbox, at: moments.withLock { $0 }) }

  func makeNews() { move(to: moments.withLock { $0.last! } + 3_600_000_000) }

  func aRequest() -> String { "/api/promotions/v1/boosted-odds-banners" }

  func aList() -> String { "/api/promotions/v1/news" }
}

/// A store's data about a sportsbook, in the form of ``BookTruth``.
struct BookTables {
  private(set) var counts: [String: Int] = [:]
  /// Each boost's odds, in the order in which they were seen: banner, number, original, boosted.
  private(set) var boosts: [[String]] = []
  /// Each pick with a claim: pick, number, tipster, odds, win rate.
  private(set) var picks: [[String]] = []

  init(_ store: String, _ folder: TemporaryFolder) throws {
    let snapshot = try Snapshot(store: store)
    let job = ExportJob(snapshot)
    func lines(_ table: String, _ names: [String]) throws -> [[String]] {
      let out = folder.file(UUID().uuidString + ".csv")
      try job.write(table, to: out, as: .csv)
      let text = try String(contentsOfFile: out, encoding: .utf8)
      return try FetchWork.rows(text, [names[0], "ingest_time"], names).sorted { $0.key < $1.key }
        .map(\.value)
    }
    for table in PromotionTables.all {
      counts[table] = snapshot.rowCount(of: table)
    }
    boosts = BookTruth.numbered(
      try lines("odds_boosts", ["banner_id", "original_odd", "boosted_odd"]).map {
        [$0[0], BookTruth.parts($0[1], 100), BookTruth.parts($0[2], 100)]
      })
    picks = BookTruth.numbered(
      try lines("tipster_picks", ["pick_id", "tipster_id", "odds", "win_rate"]).map {
        [$0[0], $0[1], BookTruth.parts($0[2], 100), BookTruth.parts($0[3], 10_000)]
      })
  }
}
