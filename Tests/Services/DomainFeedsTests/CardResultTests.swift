import APICore
import APISandbox
import ColumnStore
import Columns
import Foundation
import ImportHistory
import RacingExport
import Synchronization
import TestSupport
import Testing

@testable import DomainFeeds

/// Races that are fetched before they are run.
struct CardResultTests {
  /// Cards of the guide's form contain their runners, so no race is requested before its result;
  /// some services never change them.
  @Test(arguments: [WireForm.live, .seed], [false, true])
  func `cards become results, however long no one has asked`(wire: WireForm, cardsStay: Bool)
    async throws
  {
    let work = try FetchWork(days: 10, wire: wire)
    let asOf = FetchWork.firstDay + 2
    work.sandbox.today = asOf
    if cardsStay {
      let days = (0..<10).map { RacingRequest.racecards(FetchWork.firstDay + $0).text }
      let cards = Dictionary(
        uniqueKeysWithValues: days.map { target in
          let url = URL(string: "http://127.0.0.1:1" + target)!
          return (target, work.sandbox.answer(HTTPRequest(.get, url)))
        })
      work.service.replying { _, target in cards[target].map { .success($0) } }
    }
    try await work.fetch { $0.days = FetchWork.firstDay...asOf + 3 }
    #expect(try work.runners(["outcome"]).values.contains(["unresolved"]))
    work.sandbox.today = work.lastDay + 1
    try await work.fetch()
    #expect(try work.runners(FetchWork.stored) == work.truth())
    // Everything is settled now, and an archive gives the same result.
    _ = work.asked()
    try await work.fetch { $0.refreshDays = 0 }
    #expect(work.asked() == [])
    var replay = ReplayJob(store: work.store)
    replay.target = work.folder.file("N")
    replay.derived = [FetchTables()]
    _ = try replay.run()
    let columns = ["request", "race_state", "details", "open_races", "fetched_at"]
    func responses(_ store: String) throws -> [[String]] {
      let out = work.folder.file(UUID().uuidString + ".csv")
      try ExportJob(try Snapshot(store: store)).write("responses", to: out, as: .csv)
      return try FetchWork.rows(
        String(contentsOfFile: out, encoding: .utf8), ["request"], columns
      ).values.sorted { $0[0] < $1[0] }
    }
    #expect(try responses(work.folder.file("N")) == responses(work.store))
  }

  @Test(arguments: [WireForm.live, .seed])
  func `cards become results when the day moves on`(wire: WireForm) async throws {
    let work = try FetchWork(days: 5, wire: wire)
    work.sandbox.today = FetchWork.firstDay + 2
    try await work.fetch()
    let cards = try work.runners(["outcome"])
    #expect(cards.count == (try work.truth()).count)
    #expect(cards.values.contains(["unresolved"]))
    work.sandbox.today = work.lastDay + 1
    try await work.fetch { $0.refreshDays = 0 }
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }
}
