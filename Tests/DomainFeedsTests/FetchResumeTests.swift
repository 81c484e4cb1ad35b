import APICore
import ColumnStore
import Columns
import Foundation
import Racing
import RacingExport
import RacingImport
import Synchronization
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds

/// A fetch is cut off at every request there is; nothing that was written down is asked again.
struct FetchResumeTests {
  @Test func `what a kill leaves at any request is taken up`() async throws {
    let work = try FetchWork(days: 2)
    // The folder as it is on disk while a request is under way is what a kill would leave.
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
    let truth = try work.truth()
    for (number, copy) in copies.withLock({ $0 }).enumerated() {
      let summary = try await work.fetch { $0.store = copy }
      #expect(summary.end == .complete)
      #expect(work.asked() == Array(all[number...]))
      #expect(try work.runners(FetchWork.stored, of: copy) == truth)
      #expect(try Verification(store: copy).damages.isEmpty)
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  @Test func `a cancelled fetch stores what it has and goes on where it ended`() async throws {
    let work = try FetchWork(days: 4)
    var asked: [String] = []
    for limit in [1, 4, 7] {
      let job = work.job()
      work.clock.advance(by: .seconds(1))
      let task = Task { try await job.run() }
      work.service.replying { number, _ in
        if number == limit - 1 { task.cancel() }
        return nil
      }
      let summary = try await task.value
      #expect(summary.end == .cancelled)
      #expect(try Verification(store: work.store).damages.isEmpty)
      asked += work.asked()
    }
    work.service.replying(nil)
    #expect(try await work.fetch().end == .complete)
    asked += work.asked()
    #expect(Set(asked).count == asked.count)
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `damaged answers are asked for again, the others are not`() async throws {
    let work = try FetchWork(days: 3)
    let journal = work.store + "/fetch/racing.ndjson.zst"
    let kept = work.folder.file("journal")
    work.service.replying { number, _ in
      guard number == 12 else { return nil }
      try? FileManager.default.copyItem(atPath: journal, toPath: kept)
      return .failure(.unreachable(host: "racing.example", reason: "down"))
    }
    try await work.fetch()
    let all = Array(work.asked().prefix(12))
    try FileManager.default.removeItem(atPath: work.store)
    try FileManager.default.createDirectory(
      atPath: work.store + "/fetch", withIntermediateDirectories: true)
    // One answer no longer unpacks, another unpacks to other words.
    try rewrite(kept) { data in
      let lengths = ZstdFrames.lengths(in: data)
      let starts = lengths.indices.map { lengths[..<$0].reduce(0, +) }
      data[starts[3] + 6] ^= 0xFF
      let frame = starts[7]..<(starts[7] + lengths[7])
      let text = String(decoding: Compression.text(ofZstdFrame: data[frame])!, as: UTF8.self)
      let changed = text.replacing("\"sp\":\"", with: "\"sp\":\"1")
      data.replaceSubrange(frame, with: Compression.zstdFrame(of: Data(changed.utf8)))
    }
    try FileManager.default.copyItem(atPath: kept, toPath: journal)
    work.service.replying(nil)
    let summary = try await work.fetch { $0.refreshDays = 0 }
    #expect(summary.resumedCount == 10)
    #expect(
      work.notes.withLock { $0 }.contains(
        "\(journal): found 2 damaged answers, taken out and asked for again"))
    let asked = Set(work.asked())
    #expect(asked.intersection(all) == [all[3], all[7]])
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `a fetch that was killed after its answers were stored asks for none of them`()
    async throws
  {
    let work = try FetchWork(days: 4)
    work.clock.advance(by: .seconds(1))
    // All that a fetch does before it writes the figures of people.
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

  @Test func `a cancelled fetch leaves no empty journal`() async throws {
    let work = try FetchWork(days: 4)
    let job = work.job()
    let task = Task { try await job.run() }
    work.service.replying { number, _ in
      if number == 5 { task.cancel() }
      return nil
    }
    #expect(try await task.value.end == .cancelled)
    #expect(files(below: work.store + "/fetch") == ["LOCK", "racing.json", "racing.url"])
  }

  @Test func `a run of unchanged answers that is cut off is not begun anew`() async throws {
    let work = try FetchWork(days: 3)
    try await work.fetch()
    _ = work.asked()
    let down = HTTPResponse(status: 500, body: Data("<h1>Under repair</h1>".utf8))
    work.service.replying { number, _ in number >= 5 ? .success(down) : nil }
    let cut = try await work.fetch { $0.refreshDays = 9 }
    #expect(cut.imports.isEmpty && cut.unchangedCount == 5)
    guard case .stopped(let reason) = cut.end else {
      Issue.record("\(cut.end)")
      return
    }
    #expect(reason.contains("status 500: a page of markup, “Under repair”"))
    let first = work.asked().prefix(5)
    work.service.replying(nil)
    try await work.fetch { $0.refreshDays = 9 }
    #expect(Set(work.asked()).isDisjoint(with: first))
    #expect(files(below: work.store + "/fetch") == ["LOCK", "racing.url"])
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

  @Test func `answers of a commit that was not tidied up are not stored twice`() async throws {
    let work = try FetchWork(days: 3)
    let journal = work.store + "/fetch/racing.ndjson.zst"
    let kept = work.folder.file("journal")
    let total = try await FetchWork(days: 3).fetch().requestCount
    work.service.replying { number, _ in
      if number == total - 1 { try? FileManager.default.copyItem(atPath: journal, toPath: kept) }
      return nil
    }
    try await work.fetch()
    work.service.replying(nil)
    // The archived journal is the whole one.
    let archived = try #require(
      ImportLedger(Snapshot(store: work.store)).standing.last?.sha256)
    try FileManager.default.copyItem(atPath: work.store + "/archive/" + archived, toPath: journal)
    let before = try Snapshot(store: work.store).generation
    let again = try await work.fetch { $0.refreshDays = 0 }
    #expect(again.imports.isEmpty)
    #expect(try Snapshot(store: work.store).generation == before)
    #expect(files(below: work.store + "/fetch") == ["LOCK", "racing.url"])
  }

  @Test func `while another process writes the answers wait, and are stored by the next fetch`()
    async throws
  {
    let work = try FetchWork(days: 3)
    var writer: StoreWriter? = try StoreWriter(store: work.store)
    let waiting = try await work.fetch()
    guard case .notStored(let reason) = waiting.end else {
      Issue.record("\(waiting.end)")
      return
    }
    #expect(reason.contains("stored by the next fetch"))
    #expect(work.notes.withLock { $0.contains { $0.hasSuffix("waiting") } })
    #expect(writer?.before.generation == 0)
    writer = nil
    _ = work.asked()
    let summary = try await work.fetch()
    #expect(work.asked() == [] && summary.end == .complete && summary.resumedCount > 0)
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `a second fetch into the same store is refused`() async throws {
    let work = try FetchWork(days: 2)
    let folder = try FetchFolder(store: work.store)
    await #expect(throws: FetchError.busy(store: work.store)) { try await work.fetch() }
    #expect(folder.path.hasSuffix("/fetch"))
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
    // One race's result is amended, a day's list is another, all else is as before.
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
    // As a replay has it.
    var replay = ReplayJob(store: work.store)
    replay.derived = [FetchTables()]
    _ = try replay.run()
    #expect(try tables(work.store) == before)
  }

  @Test func `the tables of answers can be filled from the archive alone`() async throws {
    let work = try FetchWork(days: 4)
    try await work.fetch { $0.daysPerCommit = 1 }
    let before = try tables(work.store)
    var replay = ReplayJob(store: work.store)
    replay.derived = [FetchTables()]
    _ = try replay.run()
    #expect(try tables(work.store) == before)
    #expect(try await work.fetch { $0.refreshDays = 0 }.requestCount == 0)
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
