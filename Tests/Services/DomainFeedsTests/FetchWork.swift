import APICore
import APISandbox
import ColumnStore
import Columns
import Foundation
import Logging
import PoniRacing
import RacingExport
import Synchronization
import SyntheticRacing
import TabularFiles
import TestSupport

@testable import DomainFeeds

/// A sandbox without a network, a store to fetch into, and the clock of both.
final class FetchWork: FeedWork {
  static let key = "fetchtestkey00000000000000000000"
  static let firstDay = Day(iso: "2024-11-01")!

  let folder: TemporaryFolder
  let sandbox: RacingSandbox
  let service: DirectService
  /// It is stopped at noon in New York on the day after the last race.
  let clock: ManualClock
  let lastDay: Day
  let notes = NoteBook()

  init(days: Int = 6, racesPerDay: Int = 4, wire: WireForm = .live) throws {
    folder = try TemporaryFolder()
    var settings = RacingSettings(
      programme: AmericanProgramme(
        firstDay: Self.firstDay, dayCount: days, racesPerDay: racesPerDay), seed: 5)
    settings.wire = wire
    sandbox = RacingSandbox(settings)
    service = DirectService(sandbox) { $0.headers["X-RapidAPI-Key"] == Self.key }
    lastDay = Self.firstDay + (days - 1)
    clock = ManualClock(
      start: Int64((lastDay + 1).number) * 86_400_000_000 + 17 * 3_600_000_000, isImpatient: true)
  }

  /// Returns a fetch of the whole season.
  func job(
    base: String = "http://127.0.0.1:1", key: String? = key,
    _ change: (inout RacingFetch) -> Void = { _ in }
  ) -> RacingFetch {
    var settings = APISettings(api: "racing", baseURL: URL(string: base)!)
    settings.retries.random = { 0.5 }
    let job = FetchJob(
      store: store, settings: settings, transport: service,
      authorization: RapidAPIKey(baseURL: settings.baseURL) { key }, clock: clock,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var fetch = RacingFetch(job, days: Self.firstDay...lastDay)
    fetch.job.note = { self.notes.add($0) }
    change(&fetch)
    return fetch
  }

  /// Runs a fetch, a second after the last one.
  @discardableResult
  func fetch(_ change: (inout RacingFetch) -> Void = { _ in }) async throws -> FetchSummary {
    clock.advance(by: .seconds(1))
    return try await job(change).run()
  }

  func fetching(into store: String) -> any Fetch { job { $0.job.store = store } }

  func stored(in store: String) throws -> [[String]] {
    Self.lines(try runners(Self.stored, of: store))
  }

  /// Returns the truth, one line per runner.
  func truthLines() throws -> [[String]] { Self.lines(try truth()) }

  func makeNews() throws {
    let race = try truth().filter { $0.value[0] == lastDay.iso && $0.value[5] == "1" }.keys.min()!
    precondition(sandbox.amend(race: String(race.dropFirst(5).prefix { $0 != " " })))
  }

  func aList() -> String { RacingRequest.results(lastDay).text }

  func aRequest() throws -> String { try truth().keys.map(Self.raceRequest).min()! }

  private static func lines(_ rows: [String: [String]]) -> [[String]] {
    rows.map { [$0.key] + $0.value }.sorted { $0[0] < $1[0] }
  }

  /// Returns a column of every stored runner, by race and horse.
  func runners(_ names: [String], of store: String? = nil) throws -> [String: [String]] {
    let out = folder.file(UUID().uuidString + ".csv")
    try ExportJob(try Snapshot(store: store ?? self.store)).write("runners", to: out, as: .csv)
    return try Self.rows(
      String(contentsOfFile: out, encoding: .utf8), ["race_id", "horse_id"], names)
  }

  /// Returns the same columns of the sandbox's truth, in the store's words.
  func truth() throws -> [String: [String]] {
    let names = [
      "race_day", "jockey", "trainer", "number", "outcome", "position", "sp", "weight_lb",
    ]
    let rows = try Self.rows(sandbox.truth, ["race_id", "horse_id"], names)
    return Dictionary(uniqueKeysWithValues: rows.map { ("poni-" + $0.key, $0.value) })
  }

  static let stored = [
    "date", "jockey", "trainer", "number", "outcome", "position", "sp", "weight_lb",
  ]

  /// Returns every file of the store with its checksum.
  func files() throws -> [String: String] {
    var sums: [String: String] = [:]
    for file in TestSupport.files(below: store) {
      sums[file] = try Checksum.ofFile(store + "/" + file).hex
    }
    return sums
  }

  /// Returns the request for the race of a runner, which is known by race and horse.
  static func raceRequest(_ key: String) -> String {
    "/race/" + key.dropFirst("poni-".count).prefix { $0 != " " }
  }

  static func rows(_ text: String, _ key: [String], _ names: [String]) throws -> [String: [String]]
  {
    var records = CSVRecords(Buffer(Array(text.utf8)))
    guard let header = records.next() else { return [:] }
    let columns = records.fields(header)
    var rows: [String: [String]] = [:]
    for record in records {
      let cells = Dictionary(uniqueKeysWithValues: zip(columns, records.fields(record)))
      rows[key.map { cells[$0] ?? "" }.joined(separator: " ")] = names.map { cells[$0] ?? "" }
    }
    return rows
  }
}

/// Passes requests to a sandbox, and records them; a test may answer instead.
final class DirectService: Transport {
  typealias Reply = Result<HTTPResponse, TransportError>

  private let sandbox: any SandboxService
  private let isLetIn: @Sendable (HTTPRequest) -> Bool
  private let state = Mutex((asked: [String](), count: 0))
  private let override = Mutex<(@Sendable (Int, String) -> Reply?)?>(nil)
  private let redirects = Mutex<(@Sendable (String) -> URL?)?>(nil)
  private let losses = Mutex<(@Sendable (String) -> Bool)?>(nil)

  init(_ sandbox: any SandboxService, isLetIn: @escaping @Sendable (HTTPRequest) -> Bool) {
    self.sandbox = sandbox
    self.isLetIn = isLetIn
  }

  /// Answers instead of the sandbox if `reply` returns an answer, by the request's number from 0.
  func replying(_ reply: (@Sendable (Int, String) -> Reply?)?) {
    override.withLock { $0 = reply }
    state.withLock { $0.count = 0 }
  }

  /// Answers with an empty list after a redirect, if there is one.
  func redirecting(_ place: @escaping @Sendable (String) -> URL?) {
    redirects.withLock { $0 = place }
  }

  /// Makes the service execute requests without delivering its answers.
  func losing(_ isLost: (@Sendable (String) -> Bool)?) { losses.withLock { $0 = isLost } }

  func take() -> [String] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }

  func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
    -> HTTPResponse
  {
    // Without the token that some services want in the query.
    let target =
      (request.url.path(percentEncoded: true)
      + (request.url.query(percentEncoded: true).map { "?" + $0 } ?? ""))
      .replacing(/[?&]access_token=[^&]*/, with: "")
    let number = state.withLock { state in
      state.asked.append(target)
      state.count += 1
      return state.count - 1
    }
    if let place = redirects.withLock({ $0 })?(target) {
      try await limits.beforeRedirect(HTTPRequest(.get, place))
      return HTTPResponse(status: 200, body: Data("[]".utf8))
    }
    let reply = override.withLock { $0 }
    if let answer = reply?(number, target) { return try answer.get() }
    guard isLetIn(request) else { return HTTPResponse(status: 401) }
    let answer = sandbox.answer(request)
    guard losses.withLock({ $0 })?(target) != true else {
      throw .interrupted(host: "127.0.0.1", reason: "connection reset")
    }
    return answer
  }
}
