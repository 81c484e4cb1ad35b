import APICore
import ColumnStore
import Columns
import Foundation
import ImportHistory
import Mappings
import Racing
import RacingExport
import StoreImport
import TestSupport
import Testing

@testable import DomainFeeds

/// A fetch interrupted at every request; nothing already journalled is requested again.
struct FetchResumeTests {
  @Test func `a fetch that was killed after its answers were stored asks for none of them`()
    async throws
  {
    let work = try FetchWork(days: 4)
    work.clock.advance(by: .seconds(1))
    // All steps of a fetch before it computes the figures of people.
    _ = try await FetchRun(work.job()).run()
    let folder = work.store + "/fetch"
    #expect(files(below: folder) == ["LOCK", "racing.json", "racing.url"])
    #expect(try Snapshot(store: work.store).rowCount(of: RacingTables.connectionStats) == 0)
    _ = work.asked()
    let summary = try await work.fetch()
    #expect(summary.end == .complete && work.asked() == [])
    #expect(files(below: folder) == ["LOCK", "racing.url"])
    #expect(try Snapshot(store: work.store).rowCount(of: RacingTables.connectionStats) > 0)
  }

  @Test func `an interrupted run of the day before begins anew, and keeps its answers`()
    async throws
  {
    let work = try FetchWork(days: 3)
    work.service.replying { number, _ in
      number >= 6 ? .failure(.unreachable(host: "racing.example", reason: "down")) : nil
    }
    try await work.fetch()
    let first = work.asked().prefix(6)
    work.service.replying(nil)
    work.clock.advance(by: .seconds(25 * 3_600))
    try await work.fetch { $0.refreshDays = 0 }
    #expect(Set(work.asked()).isDisjoint(with: first))
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `a store that lost its manifest is refused before anything is asked`() async throws {
    let work = try FetchWork(days: 2)
    try await work.fetch()
    _ = work.asked()
    try FileManager.default.removeItem(atPath: work.store + "/MANIFEST")
    await #expect(throws: FetchError.self) { try await work.fetch() }
    #expect(work.asked() == [])
  }

  @Test func `a folder of something else is not touched`() async throws {
    let work = try FetchWork(days: 2)
    try FileManager.default.createDirectory(atPath: work.store, withIntermediateDirectories: true)
    _ = try work.folder.write("mine", to: "S/notes.txt")
    await #expect(throws: FetchError.self) { try await work.fetch() }
    #expect(files(below: work.store) == ["notes.txt"])
  }

  @Test func `what an undone import brought is asked for again`() async throws {
    let work = try FetchWork(days: 4)
    try await work.fetch { $0.daysPerCommit = 1 }
    let all = work.asked()
    let imports = try ImportLedger(Snapshot(store: work.store)).standing
    let gone = try #require(imports.dropFirst().first)
    var undo = UndoJob(store: work.store, importID: gone.id, now: work.clock.now)
    undo.derived = [FetchTables()]
    _ = try undo.run()
    let left = try work.runners(["outcome"]).count
    #expect(left == (try work.truth()).count - gone.stored)
    let again = try await work.fetch { $0.refreshDays = 0 }
    #expect(again.newCount > 0 && again.newCount < all.count)
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `an older answer counts again when the newer one's import is undone`() async throws {
    let work = try FetchWork(days: 4)
    try await work.fetch()
    let (before, runners) = (try tables(work.store), try work.runners(FetchWork.stored))
    // One race's result and one day's list change; everything else stays the same.
    let race = try #require(
      try work.truth().filter { $0.value[0] == work.lastDay.iso }.keys.min()
        .map { "/race/" + $0.dropFirst(5).prefix { $0 != " " } })
    let amended = HTTPResponse(
      status: 200, body: Data(#"{"id_race":"\#(race.dropFirst(6))","finished":"0"}"#.utf8))
    let list = "/results?date=\(work.lastDay.iso)"
    let empty = HTTPResponse(status: 200, body: Data("[]".utf8))
    work.service.replying { _, target in
      target == race ? .success(amended) : target == list ? .success(empty) : nil
    }
    #expect(try await work.fetch().changedCount == 2)
    #expect(try tables(work.store) != before)
    let last = try #require(try ImportLedger(Snapshot(store: work.store)).standing.last)
    var undo = UndoJob(store: work.store, importID: last.id, now: work.clock.now)
    undo.derived = [FetchTables()]
    _ = try undo.run()
    #expect(try tables(work.store) == before)
    #expect(try work.runners(FetchWork.stored) == runners)
    // A replay gives the same tables.
    var replay = ReplayJob(store: work.store)
    replay.derived = [FetchTables()]
    _ = try replay.run()
    #expect(try tables(work.store) == before)
  }

  @Test func `no import is undone where another one's answers could not be read again`()
    async throws
  {
    let work = try FetchWork(days: 4)
    try await work.fetch { $0.daysPerCommit = 1 }
    let imports = try ImportLedger(Snapshot(store: work.store)).standing
    let (lost, last) = (try #require(imports.first), try #require(imports.last))
    try FileManager.default.removeItem(
      atPath: work.store + "/archive/" + #require(lost.sha256))
    var repair = RepairJob(store: work.store, now: work.clock.now)
    repair.acceptsLoss = true
    _ = try repair.run(repair.plan())
    let before = try tables(work.store)
    var undo = UndoJob(store: work.store, importID: last.id, now: work.clock.now)
    undo.derived = [FetchTables()]
    #expect(throws: ImportError.self) { try undo.run() }
    #expect(try tables(work.store) == before)
  }

  private func tables(_ store: String) throws -> [String] {
    let folder = try TemporaryFolder()
    return try ["responses", "api_requests"].map { table in
      let out = folder.file(table + ".csv")
      try ExportJob(try Snapshot(store: store)).write(table, to: out, as: .csv)
      return try String(contentsOfFile: out, encoding: .utf8)
    }
  }
}
