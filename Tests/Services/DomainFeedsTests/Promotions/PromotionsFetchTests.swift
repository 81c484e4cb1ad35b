import APICore
import APISandbox
import ColumnStore
import Foundation
import SportsbookAPI
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds
import StoreTables

/// A sportsbook's promotions, fetched again and again.
@Suite struct PromotionsFetchTests {
  @Test(.longForm)
  func `many days of fetches, a third of them killed, are the truth, and so is a replay`()
    async throws
  {
    // A token is good for an hour, so nearly each fetch renews it.
    let work = try BookWork { $0.tokenLifetime = .seconds(3_600) }
    let days = LongForm.count(30, short: 9, "days of fetched promotions")
    var kills = 0
    for number in 0..<days {
      // Once a day, not always at the same hour.
      let hours = number * 24 + number % 5 * 3
      if number > 0 { work.move(to: BookWork.firstMoment + Int64(hours) * 3_600_000_000) }
      if number % 3 == 2 {
        try await work.runKilled(at: number / 4 + 1)
        kills += 1
      }
      let summary = try await work.run()
      #expect(summary.end == .complete && summary.malformed.isEmpty)
      #expect(summary.imports.allSatisfy { $0.rejected == 0 })
    }
    #expect(kills == days / 3 && work.door.take().count == days)
    let truth = try work.truth()
    let stored = try BookTables(work.store, work.folder)
    for table in PromotionTables.all {
      #expect(stored.counts[table] == truth.counts[table], "\(table)")
      #expect(truth.counts[table, default: 0] > 0)
    }
    #expect(stored.boosts == truth.boosts)
    #expect(stored.picks == truth.picks)
    #expect(try Verification(store: work.store).damages.isEmpty)
    let before = try work.tables()
    try work.replay()
    let after = try work.tables()
    #expect(after.keys.sorted() == before.keys.sorted())
    for (table, text) in before { #expect(after[table] == text, "\(table)") }
  }

  @Test func `a snapshot is nine requests, one journal and six imports of one call`() async throws {
    let work = try BookWork()
    let summary = try await work.run()
    #expect(
      work.asked() == ["/api/home/v1/template?platform=ios"]
        + [
          "alert-banner", "banners", "sport-banners", "boosted-odds-banners", "hero-cards",
          "stories", "news", "pro-choices",
        ].map { "/api/promotions/v1/" + $0 })
    #expect(summary.imports.map(\.table) == PromotionTables.all)
    #expect(Set(summary.imports.map(\.sha256)).count == 1)
    let requests = TruthLines(try #require(try work.tables()["api_requests"])).rows
    #expect(requests.count == 9 && requests.allSatisfy { $0["api"] == "sportsbook" })
  }

  @Test(arguments: [(204, ""), (404, ""), (200, ""), (200, "null"), (200, "{}"), (200, "[]")])
  func `without an alert banner nothing is odd`(status: Int, body: String) async throws {
    let work = try BookWork()
    work.service.replying { _, target in
      target.hasSuffix("/alert-banner")
        ? .success(HTTPResponse(status: status, body: Data(body.utf8))) : nil
    }
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.malformed.isEmpty && summary.noData.isEmpty)
    #expect(summary.absent == ["/api/promotions/v1/alert-banner"] && summary.oddityCount == 0)
    #expect(try await work.run().unchangedCount == 9)
  }

  @Test(.longForm) func `the live form is read too`() async throws {
    let work = try BookWork { $0.wire = .live }
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.malformed.isEmpty)
    let stored = try BookTables(work.store, work.folder)
    let truth = try work.truth()
    #expect(stored.counts["promo_items"] == truth.counts["promo_items"])
    #expect(stored.counts["news_items"] == truth.counts["news_items"])
    #expect(stored.counts["tipster_picks"] == 0)
  }

  @Test
  func `an element that cannot be read is reported, refused and looked up, the others are stored`()
    async throws
  {
    let work = try BookWork()
    let body = #"[{"title":"no id"},{"id":7,"title":"A","author":"B","status":"published"}]"#
    work.service.replying { _, target in
      target.hasSuffix("/news") ? .success(HTTPResponse(status: 200, body: Data(body.utf8))) : nil
    }
    let summary = try await work.run()
    #expect(summary.malformed.isEmpty)
    let news = try #require(summary.imports.first { $0.table == "news_items" })
    #expect(news.rejected == 1 && news.stored == 1)
    #expect(
      work.notes.all.contains { $0.hasPrefix("/api/promotions/v1/news: left out: ") },
      "\(work.notes.all)")
  }

  @Test func `an object of another kind is no list`() async throws {
    let work = try BookWork()
    let body = #"{"success":true,"message":"Welcome"}"#
    work.service.replying { _, _ in .success(HTTPResponse(status: 200, body: Data(body.utf8))) }
    let summary = try await work.run()
    #expect(summary.malformed.count >= 8 && summary.imports.isEmpty)
    guard case .unread(let reason) = summary.end else {
      Issue.record("\(summary.end)")
      return
    }
    #expect(reason.contains("expected a sportsbook's promotions"))
  }

  @Test func `a wrong password ends a fetch with the service's words after one request`()
    async throws
  {
    let work = try BookWork { $0.users[0].password = "another" }
    work.door.replying { _, _ in
      .success(
        HTTPResponse(status: 401, body: Data(#"{"message":"These credentials do not match"}"#.utf8))
      )
    }
    let summary = try await work.run()
    guard case .stopped(let reason) = summary.end else {
      Issue.record("\(summary.end)")
      return
    }
    #expect(reason.contains("These credentials do not match"))
    #expect(work.asked() == [] && work.door.take().count == 1)
    #expect(files(below: work.store + "/fetch") == ["LOCK"])
  }

  @Test func `without a login nothing is made`() async throws {
    let work = try BookWork()
    work.session.logout()
    await #expect {
      try await work.run()
    } throws: { "\($0)".contains("expected RAILBIRD_SPORTSBOOK_USERNAME") }
    #expect(!FileManager.default.fileExists(atPath: work.store))
  }

  @Test func `no token and no password is stored, be it repeated in an answer`() async throws {
    let work = try BookWork()
    try await work.session.login()
    let token = try #require(work.session.token).exposed
    let password = SportsbookSettings.standardUser.password
    let body =
      #"[{"id":7,"title":"\#(token) \#(password)","author":"Bearer \#(token)","#
      + #""status":"published"}]"#
    let (store, folder) = (work.store, work.folder)
    work.service.replying { number, target in
      try? FileManager.default.copyItem(atPath: store, toPath: folder.file("\(number)"))
      return target.hasSuffix("/news")
        ? .success(HTTPResponse(status: 200, body: Data(body.utf8))) : nil
    }
    try await work.run()
    for copy in [store] + (0..<9).map({ folder.file("\($0)") }) {
      for file in files(below: copy) {
        let data = try Data(contentsOf: URL(filePath: copy + "/" + file))
        var (text, rest) = (data, data)
        for length in ZstdFrames.lengths(in: data) {
          text += Compression.text(ofZstdFrame: rest.prefix(length)) ?? Data()
          rest = rest.dropFirst(length)
        }
        for secret in [token, password] {
          #expect(text.range(of: Data(secret.utf8)) == nil, "\(file)")
        }
      }
    }
    let news = try #require(try work.tables()["news_items"])
    #expect(news.contains("••• •••") && !news.contains(token) && !news.contains(password))
    #expect(!work.notes.all.joined().contains(token))
    // Nor is it reported.
    work.service.replying { _, _ in
      let words = #"{"message":"no: \#(password) \#(token)"}"#
      return .success(HTTPResponse(status: 404, body: Data(words.utf8)))
    }
    let refused = try await work.run().refused
    #expect(!refused.isEmpty && refused.allSatisfy { $0.hasSuffix("(status 404: no: ••• •••)") })
  }
}
