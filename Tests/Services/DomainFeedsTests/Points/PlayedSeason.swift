import APICore
import APISandbox
import ColumnStore
import Foundation
import HTTPTransport
import Logging
import Mappings
import SeasonTotals
import SeasonalRewards
import Seasons
import StoreImport
import TestSupport
import Testing

@testable import DomainFeeds
import StoreTables

/// A sandbox over HTTP, and a season of many activities to be played through it.
struct PlayedSeason: Sendable {
  static let activityCount = LongForm.count(10_000, short: 2_000, "activities of a season")
  static let clientCount = 8
  /// The number of activities sent a second time, by another client.
  static let repeatCount = activityCount / 20
  static let thresholds = [5_000, 20_000, 45_000, 1_000_000].map { $0 * activityCount / 10_000 }
  static let kinds = [
    ("TRAINING_RUN", 10), ("WORKOUT", 15), ("CROSS_TRAINING", 8), ("MEET_LOG", 20),
    ("PRE_MEET_LOG", 5), ("UNHEARD_OF", 0),
  ]

  let sandbox: PointsSandbox
  let url: URL
  let transport: AsyncHTTPTransport
  let client: DataService
  let folder: TemporaryFolder
  /// The team's members, by the service's roster.
  let members: Set<Int>
  let runners: [Int]

  /// Starts a club, lets `body` play, and ends it.
  static func with(_ body: (PlayedSeason) async throws -> Void) async throws {
    let sandbox = try PointsSandbox(PointsSettings(seed: SeededGenerator.seed))
    let server = SandboxServer(SandboxSettings(rate: 0), sandbox)
    let url = try await server.start()
    let transport = AsyncHTTPTransport()
    do {
      try await body(try await PlayedSeason(sandbox, url, transport))
    } catch {
      await transport.shutdown(grace: .zero)
      await server.stop()
      throw error
    }
    await transport.shutdown(grace: .zero)
    await server.stop()
  }

  private init(_ sandbox: PointsSandbox, _ url: URL, _ transport: AsyncHTTPTransport) async throws {
    self.sandbox = sandbox
    self.url = url
    self.transport = transport
    folder = try TemporaryFolder()
    client = Self.service(url, transport)
    let roster = try await client.runners()
    runners = roster.map(\.id)
    members = Set(
      roster.filter { runner in
        let graduation = runner.graduatingClass.flatMap { Int($0) } ?? 0
        return runner.isActive && runner.team == "UA" && (2025...2028).contains(graduation)
      }.map(\.id))
  }

  private static func service(_ url: URL, _ transport: AsyncHTTPTransport) -> DataService {
    DataService(
      SeasonalServiceSettings(baseURL: url),
      surroundings: SeasonalSurroundings(
        transport: transport, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
  }

  // MARK: - What is played

  /// Returns the n-th activity: runner, kind and UUID.
  private func activity(_ number: Int) -> (runner: Int, kind: (String, Int), uuid: String) {
    let runner = runners[number &* 7_919 % runners.count]
    return (runner, Self.kinds[number % 6], "activity-\(number)")
  }

  /// The points of all activities.
  var plannedPoints: Int { (0..<Self.activityCount).reduce(0) { $0 + activity($1).kind.1 } }

  /// The points of the team's activities, each counted once.
  var plannedTotal: Int {
    (0..<Self.activityCount).map(activity).filter { members.contains($0.runner) }
      .reduce(0) { $0 + $1.kind.1 }
  }

  func makeRewards() async throws {
    for (order, threshold) in Self.thresholds.enumerated() {
      _ = try await client.createReward(
        CreateSeasonalRewardRequest(
          season: "xc", year: "2024", description: "Reward \(order)", pointThreshold: threshold,
          displayOrder: order + 1, createdBy: "Coach"))
    }
  }

  /// Plays the season from 3 June on, in equal steps: 24 minutes with ten thousand activities.
  ///
  /// - Returns: The points that the answers say were awarded.
  func play() async throws -> Int {
    let step = 14_000_000_000 / Self.activityCount
    try control("/sandbox/clock?at=2024-06-03T08:00:00Z&step_ms=\(step)")
    let repeats = Self.activityCount / Self.repeatCount
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for place in 0..<Self.clientCount {
        group.addTask {
          let service = Self.service(url, transport)
          var points = 0
          for number in stride(from: place, to: Self.activityCount, by: Self.clientCount) {
            points += try await earn(number, service)
            // An activity that another client has sent, or will send.
            if number % repeats == 0 { points += try await earn(max(0, number - 1), service) }
          }
          return points
        }
      }
      var points = 0
      for try await earned in group { points += earned }
      return points
    }
  }

  private func earn(_ number: Int, _ service: DataService) async throws -> Int {
    let activity = activity(number)
    let answer = try await service.earn(
      EarnPointsRequest(
        runnerId: activity.runner, activityType: activity.kind.0, activityUuid: activity.uuid,
        season: "xc", year: "2024", description: nil))
    return answer.pointsEarned ?? 0
  }

  // MARK: - What it came to

  @discardableResult
  private func control(_ path: String, _ method: HTTPMethod = .post) throws -> String {
    let call = HTTPRequest(method, URL(string: url.absoluteString + path)!)
    let response = try #require(sandbox.control(call))
    try #require(response.status == 200)
    return String(decoding: response.body, as: UTF8.self)
  }

  /// Sums the sandbox's truth line by line.
  func recount() async throws -> PlainRecount {
    PlainRecount(
      ledger: TruthLines(try control("/sandbox/ledger", .get)).rows,
      roster: TruthLines(try control("/sandbox/roster", .get)).rows)
  }

  /// Fetches into a store, and computes the season of its ledger.
  func fetch() async throws -> SeasonReport {
    let store = folder.file("fetched")
    let job = FetchJob(
      store: store, settings: APISettings(api: PointsFetch.api, baseURL: url),
      transport: transport, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var fetch = PointsFetch(job, zone: TimeZone(identifier: SeasonYear.clubZone)!)
    fetch.seasons = [SeasonYear(.xc, 2024)]
    let summary = try await fetch.run()
    #expect(summary.end == .complete && summary.malformed.isEmpty)
    let transactions = summary.imports.first { $0.table == "transactions" }
    #expect(transactions?.rowsRead == Self.activityCount && transactions?.rejected == 0)
    let report = try report(of: store)
    #expect(report.differences.isEmpty, "\(report.differences)")
    return report
  }

  /// Imports the truth as a club without the service would.
  func importTruth() async throws -> SeasonReport {
    let store = folder.file("imported")
    let text = Mapping.builtInText("points-ledger")!
    let job = ImportJob(
      store: store, mapping: try Mapping(yaml: text, file: "points-ledger"), mappingText: text,
      now: 1_795_000_000_000_000)
    let files = try ["ledger", "roster", "rewards"].map { name in
      try folder.write(try control("/sandbox/\(name)", .get), to: name + ".csv")
    }
    let imports = try job.run(files)
    #expect(imports.map(\.rejected) == [0, 0, 0])
    return try report(of: store)
  }

  private func report(of store: String) throws -> SeasonReport {
    let snapshot = try Snapshot(store: store, tables: Set(SeasonTables.rebuiltTables))
    return try SeasonJob(SeasonRequest(SeasonYear(.xc, 2024)), from: snapshot).run()
  }

  /// Checks that the ledger's season equals the client's and the recount's.
  func expect(
    _ report: SeasonReport, _ progress: SeasonalProgressResponse, _ recount: PlainRecount
  ) {
    #expect(report.teamTotal == Int64(recount.total))
    #expect(report.activeRosterCount == progress.activeRosterCount)
    #expect(report.rewards.map(\.id) == progress.rewards.map(\.id))
    #expect(report.rewards.map(\.isAchieved) == progress.rewards.map(\.isAchieved))
    #expect(report.rewards.map(\.achievedAt) == recount.crossings(of: Self.thresholds))
    #expect(
      report.rewards.map(\.progressPercentage) == progress.rewards.compactMap(\.progressPercentage))
    #expect(Set(report.runners.filter(\.isMember).map(\.id)) == Set(members.map { "\($0)" }))
    let points = report.runners.filter(\.isMember).map { ($0.id, Int($0.points)) }
    #expect(Dictionary(uniqueKeysWithValues: points) == recount.points)
  }

  static func micros(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1e3).rounded()) * 1_000
  }
}

/// A team's season by plain loops over the sandbox's truth.
struct PlainRecount {
  private(set) var total = 0
  private(set) var rowCount = 0
  private(set) var memberCount = 0
  /// Points by member.
  private(set) var points: [String: Int] = [:]
  /// The total after each transaction of a member, and its time, in time order.
  private var course: [(time: Int64, total: Int)] = []

  init(ledger: [[String: String]], roster: [[String: String]]) {
    for runner in roster where runner["team"] == "UA" && runner["active"] == "true" {
      guard let graduation = runner["graduation_class"].flatMap({ Int($0) }),
        (2025...2028).contains(graduation), let id = runner["runner_id"]
      else { continue }
      points[id] = 0
    }
    memberCount = points.count
    rowCount = Set(ledger.map { $0["tx_key"] }).count
    let rows = ledger.map { (APIDate($0["event_time"] ?? "")?.micros ?? 0, $0) }
    for (time, row) in rows.sorted(by: { $0.0 < $1.0 }) {
      guard let id = row["runner_id"], points[id] != nil, row["season"] == "xc",
        row["year"] == "2024", let earned = row["points"].flatMap({ Int($0) })
      else { continue }
      total += earned
      points[id]? += earned
      course.append((time, total))
    }
  }

  /// Returns the time at which each threshold was reached; nil if it was not.
  func crossings(of thresholds: [Int]) -> [Int64?] {
    thresholds.map { threshold in course.first { $0.total >= threshold }?.time }
  }
}
