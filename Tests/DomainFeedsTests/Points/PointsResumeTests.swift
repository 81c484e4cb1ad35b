import APICore
import ColumnStore
import Foundation
import RacingImport
import Seasons
import Synchronization
import TabularFiles
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

  @Test func `damaged answers are asked for again, the others are not`() async throws {
    let work = try ClubWork()
    try work.play()
    work.service.replying { number, _ in
      number >= 9 ? .failure(.unreachable(host: "club.example", reason: "down")) : nil
    }
    try await work.fetch()
    let all = Array(work.asked().prefix(10))
    // What was stored is taken back to where a kill would have left it.
    let journal = work.store + "/fetch/points-transactions.ndjson.zst"
    let stored = try ImportLedger(Snapshot(store: work.store)).standing
    let kept = work.folder.file("kept")
    let state = work.store + "/fetch/points.json"
    try FileManager.default.copyItem(atPath: state, toPath: kept)
    for file in stored {
      try FileManager.default.copyItem(
        atPath: work.store + "/archive/" + #require(file.sha256), toPath: kept + file.table)
    }
    try FileManager.default.removeItem(atPath: work.store)
    try FileManager.default.createDirectory(
      atPath: work.store + "/fetch", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: kept, toPath: state)
    for file in stored {
      try FileManager.default.copyItem(
        atPath: kept + file.table,
        toPath: work.store + "/fetch/points-\(file.table).ndjson.zst")
    }
    try rewrite(journal) { data in
      let text = String(decoding: Compression.text(ofZstdFrame: data)!, as: UTF8.self)
      var lines = text.split(separator: "\n").map(String.init)
      lines[3] = lines[3].replacing("\"body\":[", with: "\"body\":[ ")
      data = Compression.zstdFrame(of: Data((lines.joined(separator: "\n") + "\n").utf8))
    }
    work.service.replying(nil)
    try await work.fetch()
    #expect(
      work.notes.withLock { $0 }
        == [
          "\(journal): found a damaged answer, taken out and asked for again",
          "taking up 8 answers of a fetch that was cut off",
        ])
    // The ledger's fourth, and what was never answered.
    #expect(Set(work.asked()).intersection(all) == [all[4], all[9]])
    #expect(try work.ledger() == work.truth())
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
        atPath: work.store + "/archive/" + #require(stored.sha256),
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
