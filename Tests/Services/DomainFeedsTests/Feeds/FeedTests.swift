import APICore
import ColumnStore
import Foundation
import StoreImport
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds

/// Properties of every feed: the fetched data, the resumption of an interrupted run, and undoing or
/// rebuilding.
@Suite struct FeedTests {
  @Test(arguments: TestedFeed.some)
  func `what is fetched is the truth, and leaves nothing in the folder`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.malformed.isEmpty)
    #expect(summary.requestCount == work.asked().count)
    #expect(summary.newCount == summary.requestCount)
    #expect(try work.stored(in: work.store) == work.truthLines() && !work.truthLines().isEmpty)
    #expect(files(below: work.store + "/fetch") == work.tidyFolder)
    #expect(try Verification(store: work.store).damages.isEmpty)
  }

  @Test(arguments: TestedFeed.some)
  func `a fetch without news changes no byte`(feed: TestedFeed) async throws {
    let work = try await feed.work()
    try await work.run()
    let before = try work.store.checksums()
    let again = try await work.run()
    #expect(again.unchangedCount == again.requestCount && again.requestCount > 0)
    #expect(again.imports.isEmpty)
    #expect(try work.store.checksums() == before)
  }

  @Test(arguments: TestedFeed.some)
  func `news are added, and undoing them brings back what was before`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    try await work.run()
    let before = try work.tables()
    try await work.makeNews()
    #expect(try work.stored(in: work.store) != work.truthLines())
    let again = try await work.run()
    #expect(again.changedCount > 0 && again.changedCount < again.requestCount)
    #expect(try work.stored(in: work.store) == work.truthLines())
    try work.undo(again.imports)
    // Undoing stays in the list of imports; figures of people are written by the next fetch.
    let own = ["imports", "connection_stats"]
    let after = try work.tables()
    for (table, text) in before where !own.contains(table) {
      #expect(after[table] == text, "\(table)")
    }
    try work.replay()
    let replayed = try work.tables()
    for (table, text) in before where !own.contains(table) {
      #expect(replayed[table] == text, "\(table)")
    }
    let third = try await work.run()
    #expect(third.changedCount == again.changedCount)
    #expect(try work.stored(in: work.store) == work.truthLines())
  }

  @Test(arguments: TestedFeed.some)
  func `a store can be filled again from the archive alone`(feed: TestedFeed) async throws {
    let work = try await feed.work()
    try await work.run()
    try await work.makeNews()
    try await work.run()
    var before = try work.tables()
    try work.replay()
    var after = try work.tables()
    // Written by the command, or by the next fetch.
    (before["connection_stats"], after["connection_stats"]) = (nil, nil)
    #expect(after.keys.sorted() == before.keys.sorted())
    for (table, text) in before { #expect(after[table] == text, "\(table)") }
    let again = try await work.run()
    #expect(again.unchangedCount == again.requestCount)
  }

  @Test(arguments: TestedFeed.some)
  func `what a kill leaves at any request is taken up`(feed: TestedFeed) async throws {
    let work = try await feed.work()
    let copies = try await work.runWithCopies()
    let all = work.asked()
    let truth = try work.truthLines()
    #expect(copies.count == all.count)
    for number in LongForm.indices(copies.count, "kills of a fetch of \(feed.rawValue)") {
      let copy = copies[number]
      let summary = try await work.run(into: copy)
      #expect(summary.end == .complete && summary.resumedCount == number)
      #expect(work.asked() == (number > 0 ? work.askedAgain : []) + all[number...])
      #expect(try work.stored(in: copy) == truth)
      #expect(try Verification(store: copy).damages.isEmpty)
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  @Test(arguments: TestedFeed.some)
  func `a cancelled fetch stores what it has and goes on where it ended`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    var asked: [String] = []
    for limit in [0, 2, 3] {
      #expect(try await work.runCancelled(at: limit).end == .cancelled)
      #expect(try Verification(store: work.store).damages.isEmpty)
      let left = files(below: work.store + "/fetch")
      #expect(!left.contains { $0.hasSuffix(".zst") }, "no empty journal: \(left)")
      asked += work.asked()
    }
    #expect(try await work.run().end == .complete)
    asked += work.asked()
    asked.removeAll { work.askedAgain.contains($0) }
    #expect(Set(asked).count == asked.count)
    #expect(try work.stored(in: work.store) == work.truthLines())
  }

  @Test(arguments: TestedFeed.some)
  func `a run of unchanged answers that is cut off is not begun anew`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    try await work.run()
    _ = work.asked()
    let before = try work.tables()
    work.service.replying { number, _ in
      guard number >= work.knownCount else { return nil }
      return .success(HTTPResponse(status: 500, body: Data("<h1>Under repair</h1>".utf8)))
    }
    let cut = try await work.run()
    #expect(cut.imports.isEmpty && cut.unchangedCount == work.knownCount)
    guard case .stopped(let reason) = cut.end else {
      Issue.record("\(cut.end)")
      return
    }
    #expect(reason.contains("status 500: a page of markup, “Under repair”"))
    let first = work.asked().prefix(work.knownCount)
    work.service.replying(nil)
    #expect(try await work.run().resumedCount == work.knownCount)
    #expect(Set(work.asked()).isDisjoint(with: first))
    #expect(files(below: work.store + "/fetch") == work.tidyFolder)
    #expect(try work.tables() == before)
  }

  @Test(arguments: TestedFeed.some)
  func `damaged answers are asked for again, the others are not`(feed: TestedFeed) async throws {
    let work = try await feed.work()
    let copies = try await work.runWithCopies()
    let all = work.asked()
    let killed = copies[copies.count - 1]
    // The longest journal: one answer can no longer be decompressed, another decompresses to other
    // words.
    let journals = files(below: killed + "/fetch").filter { $0.hasSuffix(".zst") }
    let journal = try #require(
      try journals.max { left, right in
        let sizes = try [left, right].map {
          try Data(contentsOf: URL(filePath: killed + "/fetch/" + $0)).count
        }
        return sizes[0] < sizes[1]
      })
    var lost: [String] = []
    try rewrite(killed + "/fetch/" + journal) { data in
      let lengths = ZstdFrames.lengths(in: data)
      let starts = lengths.indices.map { lengths[..<$0].reduce(0, +) }
      func frame(_ place: Int) -> Range<Int> {
        (data.startIndex + starts[place])..<(data.startIndex + starts[place] + lengths[place])
      }
      func text(_ place: Int) -> String {
        String(decoding: Compression.text(ofZstdFrame: data[frame(place)])!, as: UTF8.self)
      }
      let (first, last) = (1, lengths.count - 1)
      lost = [first, last].map { place in
        String(text(place).firstMatch(of: /"request":"([^"]*)"/)!.1)
      }
      let changed = text(last).replacing("\"body\":", with: "\"body\": ")
      data.replaceSubrange(frame(last), with: Compression.zstdFrame(of: Data(changed.utf8)))
      data[data.startIndex + starts[first] + 6] ^= 0xFF
    }
    let summary = try await work.run(into: killed)
    #expect(summary.resumedCount == all.count - 3)
    #expect(
      work.notes.all.contains(
        "\(killed)/fetch/\(journal): found 2 damaged answers; removed, and requested again"))
    #expect(
      Set(work.asked().map { work.text(of: $0) })
        == Set(lost + ([all[all.count - 1]] + work.askedAgain).map { work.text(of: $0) }))
    #expect(try work.stored(in: killed) == work.truthLines())
  }

  @Test(arguments: TestedFeed.some)
  func `answers of a commit that was not tidied up are not stored twice`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    try await work.run()
    let before = try Snapshot(store: work.store).generation
    let api = type(of: work.fetching(into: work.store)).api
    for imported in try ImportLedger(Snapshot(store: work.store)).standing {
      let journal = work.store + "/fetch/" + imported.name
      // One may feed several tables.
      if !FileManager.default.fileExists(atPath: journal) {
        try FileManager.default.copyItem(
          atPath: work.store + "/archive/" + #require(imported.sha256), toPath: journal)
      }
      #expect(imported.name.hasPrefix(api))
    }
    let again = try await work.run()
    #expect(again.imports.isEmpty && again.resumedCount == 0)
    #expect(try Snapshot(store: work.store).generation == before)
    #expect(files(below: work.store + "/fetch") == work.tidyFolder)
  }

  @Test(arguments: TestedFeed.some)
  func `while another process writes the answers wait, and are stored by the next fetch`(
    feed: TestedFeed
  ) async throws {
    let work = try await feed.work()
    var writer: StoreWriter? = try StoreWriter(store: work.store)
    guard case .notStored(let reason) = try await work.run().end else {
      Issue.record("stored into a locked store")
      return
    }
    #expect(reason.contains("stored by the next fetch"))
    #expect(work.notes.all.contains { $0.hasSuffix("waiting") })
    #expect(writer?.before.generation == 0)
    writer = nil
    let all = work.asked().count
    let summary = try await work.run()
    #expect(work.asked() == work.askedAgain && summary.end == .complete)
    #expect(summary.resumedCount == all)
    #expect(try work.stored(in: work.store) == work.truthLines())
  }

  @Test(arguments: TestedFeed.some)
  func `a second fetch at the same time is refused`(feed: TestedFeed) async throws {
    let work = try await feed.work()
    let folder = try FetchFolder(store: work.store, api: "other")
    await #expect(throws: FetchError.busy(store: work.store)) { try await work.run() }
    #expect(folder.path.hasSuffix("/fetch") && work.asked() == [])
  }

  @Test(arguments: TestedFeed.some)
  func `an answer that can't be read is asked again, at last the next time`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    let request = try work.aRequest()
    let broken = HTTPResponse(status: 200, body: Data(#"{"id":"#.utf8))
    work.service.replying { _, target in target == request ? .success(broken) : nil }
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.malformed == [work.text(of: request)])
    #expect(work.asked().count { $0 == request } == 3)
    work.service.replying(nil)
    #expect(try await work.run().newCount == 1 + work.followerCount)
    #expect(try work.stored(in: work.store) == work.truthLines())
  }

  @Test(arguments: TestedFeed.some)
  func `refusals alone bind no store and keep nothing from the right address`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    work.service.replying { _, _ in .success(HTTPResponse(status: 404)) }
    let wrong = try await work.run()
    #expect(wrong.newCount == 0 && wrong.imports.isEmpty)
    #expect(files(below: work.store + "/fetch") == work.firstFiles)
    work.service.replying(nil)
    let right = try await work.run()
    #expect(right.end == .complete && right.newCount == right.requestCount)
    #expect(try work.stored(in: work.store) == work.truthLines())
  }

  @Test(arguments: TestedFeed.some)
  func `every attempt is reported, and what the service asks to wait is waited`(feed: TestedFeed)
    async throws
  {
    let work = try await feed.work()
    let busy = HTTPResponse(status: 429, headers: ["Retry-After": "30"])
    work.service.replying { number, _ in number == 3 ? .success(busy) : nil }
    let before = work.clock.uptime
    let summary = try await work.run()
    #expect(work.clock.uptime - before >= .seconds(30))
    #expect(summary.end == .complete && summary.requestCount == work.asked().count)
    let attempts = TruthLines(try #require(try work.tables()["api_requests"])).rows
    #expect(attempts.count == summary.requestCount)
    #expect(attempts.count { $0["status"] == "429" && $0["attempt"] == "1" } == 1)
    #expect(attempts.count { $0["status"] == "200" && $0["attempt"] == "2" } == 1)
    #expect(try work.stored(in: work.store) == work.truthLines())
  }

  @Test(arguments: TestedFeed.some, ["https://elsewhere.example/list", "http://127.0.0.1:2/"])
  func `an answer of another host is none, be it an empty list`(feed: TestedFeed, place: String)
    async throws
  {
    let work = try await feed.work()
    let request = try work.aList()
    work.service.redirecting { $0 == request ? URL(string: place) : nil }
    let summary = try await work.run()
    let text = work.text(of: request)
    #expect(summary.malformed == [text])
    #expect(work.asked().count { $0 == request } == 3)
    #expect(
      work.notes.all.contains {
        $0.hasPrefix("\(text): found redirect to another host; expected ")
      }, "\(work.notes.all)")
    work.service.redirecting { $0 == request ? URL(string: "http://127.0.0.1:1/list") : nil }
    // A redirect to the same host gives an answer.
    #expect(try await work.run().malformed.isEmpty)
  }
}
