import APICore
import APISandbox
import ColumnStore
import Columns
import Foundation
import SeasonTotals
import TestSupport
import Testing

@testable import DomainFeeds
import StoreTables

struct PointsFetchTests {
  @Test(arguments: [WireForm.live, .seed])
  func `what is fetched is the truth, and the season's figures are the service's`(wire: WireForm)
    async throws
  {
    let work = try ClubWork { $0.wire = wire }
    try work.play()
    let summary = try await work.fetch()
    #expect(summary.end == .complete && summary.malformed.isEmpty)
    #expect(try work.ledger() == work.truth())
    #expect(summary.imports.count == 5 && summary.imports.allSatisfy { $0.rejected == 0 })
    let report = try work.report()
    #expect(report.differences.isEmpty, "\(report.differences)")
    #expect(report.teamTotal > 150 && report.activeRosterCount == 8)
    #expect(report.rewards.map(\.isAchieved) == [true, false])
    let progress = try work.rows(SeasonTables.progress)
    #expect(progress.map { $0["team_total"] } == ["\(report.teamTotal)"])
    #expect(progress.map { $0["rewards_total"] } == ["2"])
    #expect(progress.map { $0["rewards_achieved"] } == ["1"])
    #expect(try Verification(store: work.store).damages.isEmpty)
    #expect(files(below: work.store + "/fetch") == ["LOCK", "points.url"])
  }

  @Test func `news add what is new`() async throws {
    let work = try ClubWork()
    try work.play()
    try await work.fetch()
    let before = try work.ledger()
    try work.earn(1, "new", "MEET_LOG")
    try work.control("/sandbox/runner?id=2&active=false")
    let again = try await work.fetch()
    // A runner's transactions, the roster, the leaderboard and the progress.
    #expect(again.changedCount == 4 && again.newCount == 0)
    #expect(try work.ledger() == work.truth() && work.ledger().count == before.count + 1)
    let memberships = try work.rows(SeasonTables.roster).filter { $0["runner_id"] == "2" }
    #expect(memberships.map { $0["active"] } == ["true", "false"])
    #expect(try work.rows(SeasonTables.roster).count { $0["runner_id"] == "3" } == 1)
    #expect(try work.rows(SeasonTables.progress).count == 2)
    #expect(try work.report().differences.isEmpty)
    #expect(try work.report().activeRosterCount == 7)
  }

  @Test func `rewards that are gone count no more`() async throws {
    let work = try ClubWork()
    try work.play()
    try await work.fetch()
    for id in 1...2 {
      let url = URL(string: "http://127.0.0.1/api/v1/points/seasonal/rewards/\(id)")!
      #expect(work.sandbox.answer(HTTPRequest(.delete, url)).status == 200)
    }
    try await work.fetch()
    #expect(try work.report().rewards.isEmpty)
  }

  @Test func `without a season those of the ledger are asked for, and this one`() async throws {
    let work = try ClubWork()
    try work.play()
    // Noon of 2025-03-01: track of 2024.
    work.clock.advance(by: .seconds(120 * 86_400))
    let first = try await work.fetch { $0.seasons = nil }
    func seasons() -> [String] {
      work.asked().filter { $0.contains("/progress") }.map { String($0.suffix(22)) }
    }
    // The ledger is stored first, so that the first fetch knows its seasons already.
    #expect(seasons() == ["ss?season=xc&year=2024", "season=track&year=2024"])
    #expect(try Snapshot(store: work.store).generation == 2)
    #expect(first.imports.map(\.table).prefix(2) == ["transactions", "roster"])
    #expect(try work.report().differences.isEmpty)
    let before = try work.store.checksums()
    try await work.fetch { $0.seasons = nil }
    #expect(seasons() == ["ss?season=xc&year=2024", "season=track&year=2024"])
    #expect(try work.store.checksums() == before)
  }

  @Test func `requests keep their distance, and each attempt is reported`() async throws {
    let work = try ClubWork()
    try work.play()
    let busy = HTTPResponse(status: 429, headers: ["Retry-After": "20"])
    work.service.replying { number, _ in number == 3 ? .success(busy) : nil }
    let before = work.clock.uptime
    let summary = try await work.fetch()
    let least = Duration.milliseconds(200) * (summary.requestCount - 2) + .seconds(20)
    #expect(work.clock.uptime - before >= least)
    let attempts = try work.rows("api_requests")
    #expect(attempts.count == summary.requestCount)
    #expect(Set(attempts.map { $0["api"] }) == ["points"])
    #expect(attempts.count { $0["status"] == "429" } == 1)
    #expect(
      Set(attempts.compactMap { $0["endpoint"] }) == [
        "/xc/allRunners/", "/api/v1/points/transactions", "/api/v1/points/seasonal/progress",
        "/api/v1/points/seasonal/rewards", "/api/v1/points/seasonal/leaderboard",
      ])
  }

  @Test(arguments: ["{\"error\":\"x\"}", "<html>", "[{\"runnerId\":1}", ""])
  func `an answer that can't be read is asked again, at last the next time`(body: String)
    async throws
  {
    let work = try ClubWork()
    try work.play()
    let broken = HTTPResponse(status: 200, body: Data(body.utf8))
    let request = "/api/v1/points/transactions?runnerId=1&limit=0"
    work.service.replying { _, target in target == request ? .success(broken) : nil }
    let first = try await work.fetch()
    #expect(first.malformed == [request] && first.end == .complete)
    #expect(work.asked().count { $0 == request } == 3)
    work.service.replying(nil)
    try await work.fetch()
    #expect(try work.ledger() == work.truth())
  }

  /// Such an answer once blocked the import of its journal, and so every later fetch.
  @Test(arguments: [#"["no object"]"#, #"[{"what":"ever"}]"#])
  func `an answer with other members costs its own rows`(body: String) async throws {
    let work = try ClubWork()
    try work.play()
    let odd = HTTPResponse(status: 200, body: Data(body.utf8))
    work.service.replying { _, target in target == "/xc/allRunners/" ? nil : .success(odd) }
    let first = try await work.fetch()
    #expect(first.end == .complete && first.malformed.count == 1, "the progress is malformed")
    let rejected = first.imports.filter { $0.table != "roster" }
    #expect(rejected.map(\.table).sorted() == ["rewards", "runner_points", "transactions"])
    #expect(rejected.allSatisfy { $0.stored == 0 && $0.rejected == $0.rowsRead })
    work.service.replying(nil)
    #expect(try await work.fetch().end == .complete)
    #expect(try work.ledger() == work.truth())
    #expect(try work.report().differences.isEmpty)
  }

  @Test(arguments: ["{\"season\":\"xc\"}", "[]"])
  func `what is no progress is malformed where one was asked for`(body: String) async throws {
    let work = try ClubWork()
    let odd = HTTPResponse(status: 200, body: Data(body.utf8))
    work.service.replying { _, target in target.contains("/progress") ? .success(odd) : nil }
    #expect(try await work.fetch().malformed.count == 1)
  }

  @Test(arguments: [401, 404, 500])
  func `a roster that is refused ends nothing that was stored`(status: Int) async throws {
    let work = try ClubWork()
    try work.play()
    try await work.fetch()
    let before = try work.ledger()
    work.service.replying { number, _ in
      let body = Data(#"{"message": "not for you"}"#.utf8)
      return number == 0 || status != 404
        ? .success(HTTPResponse(status: status, body: body)) : nil
    }
    let refused = try await work.fetch()
    switch refused.end {
    case .stopped(let reason):
      #expect(reason.contains("(status \(status): not for you)") && status != 404)
    case .complete: #expect(refused.absent == ["/xc/allRunners/"] && status == 404)
    default: Issue.record("\(refused.end)")
    }
    #expect(try work.ledger() == before)
    work.service.replying(nil)
    try work.earn(1, "later")
    try await work.fetch()
    #expect(try work.ledger() == work.truth())
  }

  @Test func `a service with the guide's calls alone gives a season of its own figures`()
    async throws
  {
    let work = try ClubWork()
    try work.play()
    work.service.replying { _, target in
      ["/progress", "/rewards"].contains { target.contains($0) }
        ? nil : .success(HTTPResponse(status: 404))
    }
    let summary = try await work.fetch()
    #expect(summary.end == .complete && summary.malformed.isEmpty && summary.refused.isEmpty)
    let report = try work.report()
    #expect(report.origin.reportedAt != nil && report.origin.lacksClasses)
    #expect(report.origin.notes { _ in "noon" }.count == 2)
    #expect(report.teamTotal > 150 && report.activeRosterCount == 8)
    #expect(report.rewards.map(\.isAchieved) == [true, false])
    #expect(report.runners.isEmpty && report.differences.isEmpty)
    // Once there are transactions and a roster, the rules of the ledger hold.
    work.service.replying(nil)
    try await work.fetch()
    #expect(try work.report().origin == SeasonOrigin())
  }

  @Test func `without roster and progress there is nothing to read, which is a failure`()
    async throws
  {
    let work = try ClubWork()
    work.service.replying { _, _ in .success(HTTPResponse(status: 404)) }
    guard case .unread(let reason) = try await work.fetch().end else {
      Issue.record("found another end; expected an unread one")
      return
    }
    #expect(reason.hasSuffix("found status 404; expected the club's runners or progress"))
  }

  @Test(arguments: [
    (#"[{"id":1,"team":"XX"}]"#, "[0].team: found “XX”; expected UA or NU"),
    (#"[{"team":"UA"}]"#, "[0].id: found nothing; expected an id"),
    (#"[{"id":1,"active":"perhaps"}]"#, "[0].active: found “perhaps”; expected true or false"),
    (#"[7]"#, "[0]: found 7; expected an object"),
  ])
  func `an unknown value in an answer is named`(body: String, words: String) async throws {
    let work = try ClubWork()
    let odd = HTTPResponse(status: 200, body: Data(body.utf8))
    work.service.replying { _, target in target == "/xc/allRunners/" ? .success(odd) : nil }
    let summary = try await work.fetch()
    #expect(summary.oddityCount == 1)
    #expect(work.notes.all.contains("/xc/allRunners/: left out: \(words)"))
  }

  @Test func `a runner who is gone is told apart from a request that is refused`() async throws {
    let work = try ClubWork()
    try work.play()
    let requests = (1...2).map { "/api/v1/points/transactions?runnerId=\($0)&limit=0" }
    work.service.replying { _, target in
      zip(requests, [404, 400]).first { $0.0 == target }.map { .success(HTTPResponse(status: $1)) }
    }
    let summary = try await work.fetch()
    #expect(summary.end == .complete)
    #expect(summary.absent == [requests[0]])
    #expect(summary.refused == [requests[1] + " (status 400)"])
  }

  @Test func `a roster that can't be read leaves nothing to ask, which is a failure`() async throws
  {
    let work = try ClubWork()
    try work.play()
    let broken = HTTPResponse(status: 200, body: Data("<html>".utf8))
    work.service.replying { _, target in target == "/xc/allRunners/" ? .success(broken) : nil }
    let summary = try await work.fetch()
    #expect(
      summary.end
        == .unread(
          reason: "/xc/allRunners/: found no answer that can be read; expected the club's runners"))
    #expect(try work.rows(SeasonTables.progress).count == 1, "what could be read is stored")
    work.service.replying(nil)
    #expect(try await work.fetch().end == .complete)
    #expect(try work.ledger() == work.truth())
  }

  @Test func `races and points of one store leave each other's answers alone`() async throws {
    let work = try ClubWork()
    try work.play()
    let races = try FetchWork(days: 2)
    try await races.fetch { $0.job.store = work.store }
    try await work.fetch()
    _ = (work.asked(), races.asked())
    #expect(
      try await races.fetch {
        $0.job.store = work.store
        $0.refreshDays = 0
      }.requestCount == 0)
    let again = try await work.fetch()
    #expect(again.unchangedCount == again.requestCount)
    #expect(
      try RacingFetch.usualFirstDay(store: work.store, last: races.lastDay + 40)
        == races.lastDay)
    #expect(Set(try work.rows("responses").map { $0["api"] }) == ["racing", "points"])
  }
}

extension String {
  /// Returns every file of a folder with its checksum.
  func checksums() throws -> [String: String] {
    var sums: [String: String] = [:]
    for file in files(below: self) { sums[file] = try Checksum.ofFile(self + "/" + file).hex }
    return sums
  }
}
