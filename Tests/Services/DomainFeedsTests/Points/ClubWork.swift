import APICore
import APISandbox
import ColumnStore
import Columns
import Foundation
import Logging
import RacingExport
import SeasonTotals
import Seasons
import Synchronization
import TestSupport
import Testing

@testable import DomainFeeds
import StoreTables

/// A points sandbox without a network, a store to fetch into, and the clock of the fetch.
final class ClubWork: FeedWork {
  static let season = SeasonYear(.xc, 2024)

  let folder: TemporaryFolder
  let sandbox: PointsSandbox
  let service: DirectService
  let clock: ManualClock
  let notes = NoteBook()

  init(_ change: (inout PointsSettings) -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    var settings = PointsSettings()
    (settings.athletesUA, settings.athletesNU) = (8, 4)
    change(&settings)
    sandbox = try PointsSandbox(settings)
    service = DirectService(sandbox) { _ in true }
    // Noon of 2024-11-01 in New York.
    clock = ManualClock(start: 1_730_476_800_000_000, isImpatient: true)
    try control("/sandbox/clock?at=2024-08-20T10:00:00Z&step_ms=40000000")
  }

  /// Sends one of the sandbox's own calls, and returns the answer.
  @discardableResult
  func control(_ path: String, _ method: HTTPMethod = .post) throws -> String {
    let response = try #require(
      sandbox.control(HTTPRequest(method, URL(string: "http://127.0.0.1" + path)!)))
    try #require(response.status == 200)
    return String(decoding: response.body, as: UTF8.self)
  }

  /// Awards points in the season, without the client's help.
  func earn(_ runner: Int, _ uuid: String, _ activity: String = "WORKOUT") throws {
    let body = [
      "runnerId": "\(runner)", "activityType": activity, "activityUuid": uuid, "season": "xc",
      "year": "2024",
    ]
    let url = URL(string: "http://127.0.0.1/api/v1/points/earn")!
    let answer = sandbox.answer(
      HTTPRequest(.post, url, body: try JSONEncoder().encode(body)))
    try #require(answer.status == 200)
  }

  func reward(_ threshold: Int, order: Int) throws {
    let body = """
      {"season":"xc","year":2024,"description":"Reward \(order)","pointThreshold":\(threshold),\
      "displayOrder":\(order)}
      """
    let url = URL(string: "http://127.0.0.1/api/v1/points/seasonal/rewards")!
    try #require(sandbox.answer(HTTPRequest(.post, url, body: Data(body.utf8))).status == 200)
  }

  /// Plays a season of two rewards, with forty activities per runner.
  func play() throws {
    try reward(150, order: 1)
    try reward(100_000, order: 2)
    let runners = TruthLines(try control("/sandbox/roster", .get)).rows.count
    for number in 0..<40 { try earn(1 + number % runners, "u-\(number)") }
  }

  func job(
    base: String = "http://127.0.0.1:1", _ change: (inout PointsFetch) -> Void = { _ in }
  ) -> PointsFetch {
    var settings = APISettings(
      api: PointsFetch.api, baseURL: URL(string: base)!, interval: .milliseconds(200))
    settings.retries.random = { 0.5 }
    let job = FetchJob(
      store: store, settings: settings, transport: service, clock: clock,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var fetch = PointsFetch(job, zone: TimeZone(identifier: SeasonYear.clubZone)!)
    fetch.seasons = [Self.season]
    fetch.job.note = { self.notes.add($0) }
    change(&fetch)
    return fetch
  }

  /// Runs a fetch, a second after the last one.
  @discardableResult
  func fetch(_ change: (inout PointsFetch) -> Void = { _ in }) async throws -> FetchSummary {
    clock.advance(by: .seconds(1))
    return try await job(change).run()
  }

  func fetching(into store: String) -> any Fetch { job { $0.job.store = store } }

  func stored(in store: String) throws -> [[String]] { try ledger(of: store) }

  func truthLines() throws -> [[String]] { try truth() }

  func makeNews() throws { try earn(1, "news", "MEET_LOG") }

  func aList() -> String { PointsRequest.rewards(Self.season).text }

  func aRequest() throws -> String { "/api/v1/points/transactions?runnerId=1&limit=0" }

  /// Returns the season by the store's ledger.
  func report(of store: String? = nil) throws -> SeasonReport {
    let snapshot = try Snapshot(
      store: store ?? self.store, tables: Set(SeasonTables.rebuiltTables))
    return try SeasonJob(SeasonRequest(Self.season), from: snapshot).run()
  }

  /// Returns the lines of a stored table.
  func rows(_ table: String, of store: String? = nil) throws -> [[String: String]] {
    let out = folder.file(UUID().uuidString + ".csv")
    try ExportJob(try Snapshot(store: store ?? self.store)).write(table, to: out, as: .csv)
    return TruthLines(try String(contentsOfFile: out, encoding: .utf8)).rows
  }

  /// Returns some columns of every stored transaction, in the order of time and key.
  func ledger(of store: String? = nil) throws -> [[String]] {
    try Self.ledger(rows(SeasonTables.pointsLedger, of: store))
  }

  /// Returns the same of the sandbox's truth.
  func truth() throws -> [[String]] {
    Self.ledger(TruthLines(try control("/sandbox/ledger", .get)).rows)
  }

  private static func ledger(_ rows: [[String: String]]) -> [[String]] {
    let names = ["tx_key", "runner_id", "season", "year", "kind", "activity_type", "points"]
    let lines: [[String]] = rows.map { row in
      let time = APIDate(row["event_time"] ?? "")?.micros ?? 0
      return [String(time)] + names.map { row[$0] ?? "" }
    }
    return lines.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

/// Lines of CSV whose fields hold neither commas nor line ends, by the header's names.
struct TruthLines {
  let rows: [[String: String]]

  init(_ text: String) {
    var lines: [[String]] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      lines.append(fields.map { String($0).replacing("\"", with: "") })
    }
    let header = lines.first ?? []
    rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }
}
