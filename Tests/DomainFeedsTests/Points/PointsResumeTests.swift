import APICore
import ColumnStore
import Foundation
import RacingImport
import Seasons
import Synchronization
import TestSupport
import Testing

@testable import DomainFeeds

/// A fetch is cut off at every request there is; nothing that was written down is asked again.
struct PointsResumeTests {
  @Test func `what a kill leaves at any request is taken up`() async throws {
    let work = try ClubWork()
    try work.play()
    let copies = Mutex<[String]>([])
    let (store, folder) = (work.store, work.folder)
    work.service.replying { number, _ in
      let copy = folder.file("killed-\(number)")
      try? FileManager.default.copyItem(atPath: store, toPath: copy)
      copies.withLock { $0.append(copy) }
      return nil
    }
    try await work.fetch()
    work.service.replying(nil)
    let all = work.asked()
    for (number, copy) in copies.withLock({ $0 }).enumerated() {
      #expect(try await work.fetch { $0.store = copy }.end == .complete)
      #expect(work.asked() == Array(all[number...]))
      #expect(try work.ledger(of: copy) == work.truth())
      #expect(try work.report(of: copy).differences.isEmpty)
      #expect(try Verification(store: copy).damages.isEmpty)
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  @Test func `a cancelled fetch stores what it has and goes on where it ended`() async throws {
    let work = try ClubWork()
    try work.play()
    var asked: [String] = []
    for limit in [1, 4, 9] {
      let job = work.job()
      work.clock.advance(by: .seconds(1))
      let task = Task { try await job.run() }
      work.service.replying { number, _ in
        if number == limit - 1 { task.cancel() }
        return nil
      }
      #expect(try await task.value.end == .cancelled)
      #expect(try Verification(store: work.store).damages.isEmpty)
      asked += work.asked()
    }
    work.service.replying(nil)
    #expect(try await work.fetch().end == .complete)
    asked += work.asked()
    #expect(Set(asked).count == asked.count)
    #expect(try work.ledger() == work.truth())
  }

  @Test func `journals of a commit that was not tidied up are not stored twice`() async throws {
    let work = try ClubWork()
    try work.play()
    try await work.fetch()
    let before = try Snapshot(store: work.store).generation
    for stored in try ImportLedger(Snapshot(store: work.store)).standing {
      try FileManager.default.copyItem(
        atPath: work.store + "/archive/" + stored.sha256,
        toPath: work.store + "/fetch/points-\(stored.table).ndjson.zst")
    }
    let again = try await work.fetch()
    #expect(again.imports.isEmpty && again.resumedCount == 0)
    #expect(try Snapshot(store: work.store).generation == before)
    #expect(files(below: work.store + "/fetch") == ["LOCK", "points.url"])
  }

  @Test func `while another process writes the answers wait, and are stored by the next fetch`()
    async throws
  {
    let work = try ClubWork()
    try work.play()
    var writer: StoreWriter? = try StoreWriter(store: work.store)
    guard case .notStored(let reason) = try await work.fetch().end else {
      Issue.record("stored into a locked store")
      return
    }
    #expect(reason.contains("stored by the next fetch"))
    #expect(writer?.before.generation == 0)
    writer = nil
    _ = work.asked()
    let summary = try await work.fetch()
    #expect(work.asked() == [] && summary.end == .complete && summary.resumedCount > 0)
    #expect(try work.ledger() == work.truth())
  }

  @Test func `a fetched season can be filled again from the archive alone`() async throws {
    let work = try ClubWork()
    try work.play()
    try await work.fetch()
    try work.earn(2, "later")
    try await work.fetch()
    let tables = SeasonTables.rebuiltTables + ["responses", "api_requests"]
    let before = try tables.map { try work.rows($0) }
    var replay = ReplayJob(store: work.store)
    replay.derived = [FetchTables()]
    _ = try replay.run()
    #expect(try tables.map { try work.rows($0) } == before)
    let again = try await work.fetch()
    #expect(again.unchangedCount == again.requestCount)
  }
}
