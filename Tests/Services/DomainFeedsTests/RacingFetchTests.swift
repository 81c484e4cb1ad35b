import APICore
import APISandbox
import ColumnStore
import Columns
import EntityReports
import Foundation
import Questions
import RacingExport
import ReportWriters
import RunnerKeys
import StoreImport
import Synchronization
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds

struct RacingFetchTests {
  @Test(arguments: [WireForm.live, .seed])
  func `a fetched season is the truth`(wire: WireForm) async throws {
    let work = try FetchWork(days: 10, wire: wire)
    let summary = try await work.fetch()
    #expect(summary.end == .complete)
    #expect(try work.runners(FetchWork.stored) == work.truth())
    let asked = work.asked()
    #expect(Set(asked).count == asked.count && asked.count == summary.requestCount)
    #expect(summary.newCount == asked.count && summary.imports.count == 1)
    let stored = summary.imports[0]
    let silent = try work.truth().values.count { $0[4] == "unresolved" }
    #expect(stored.rejected == 0 && stored.unresolved == silent && silent > 0)
    let archived = try URL(filePath: work.store + "/archive/" + #require(stored.sha256))
    #expect(ZstdFrames.lengths(in: try Data(contentsOf: archived)).count == 1)
    #expect(try Verification(store: work.store).damages.isEmpty)
    #expect(files(below: work.store + "/fetch") == ["LOCK", "racing.url"])
  }

  /// The guide's form may omit whether a race is finished; its positions show it.
  @Test func `the same races give the same figures in every form of the answers`() async throws {
    var reports: [String] = []
    for (wire, hasFlag) in [(WireForm.live, true), (.seed, true), (.seed, false)] {
      let work = try FetchWork(days: 10, wire: wire)
      let sandbox = work.sandbox
      work.service.replying { _, target in
        guard !hasFlag, let url = URL(string: "http://127.0.0.1:1" + target) else { return nil }
        let body = String(decoding: sandbox.answer(HTTPRequest(.get, url)).body, as: UTF8.self)
        let bare = body.replacing(#""finished":true,"#, with: "")
        return .success(HTTPResponse(status: 200, body: Data(bare.utf8)))
      }
      #expect(try await work.fetch().end == .complete)
      #expect(try work.runners(FetchWork.stored) == work.truth())
      let request = ReportRequest(
        dimensions: [try Dimension("jockey"), try Dimension("trainer")], windows: [.all])
      let made = try ReportJob(request, from: try Snapshot(store: work.store)).run()
      reports.append(made.reports.map { CSVReportWriter.text($0) }.joined())
    }
    #expect(Set(reports).count == 1 && reports[0].split(separator: "\n").count > 20)
  }

  @Test(arguments: [WireForm.live, .seed])
  func `a summary names the days and races that were answered for`(wire: WireForm) async throws {
    let work = try FetchWork(days: 8, wire: wire)
    let first = try await work.fetch()
    let truth = try work.truth()
    func races(from day: Day) -> Set<String> {
      Set(truth.filter { $0.value[0] >= day.iso }.map { FetchWork.raceRequest($0.key) })
    }
    #expect(first.days == Set((0..<8).map { FetchWork.firstDay + $0 }))
    #expect(Set(first.races.map { "/race/" + $0 }) == races(from: FetchWork.firstDay))
    let again = try await work.fetch()
    #expect(again.days == Set((5..<8).map { FetchWork.firstDay + $0 }))
    #expect(Set(again.races.map { "/race/" + $0 }) == races(from: FetchWork.firstDay + 5))
    let none = try await work.fetch { $0.refreshDays = 0 }
    #expect(none.days.isEmpty && none.races.isEmpty)
  }

  /// Cards come first, without the members that only results have.
  @Test(.longForm)
  func `of a journal of tens of thousands of runners the results behind the cards are stored`()
    async throws
  {
    let work = try FetchWork(days: 2)
    func races(_ ids: Range<Int>, hasResults: Bool) -> String {
      let races = ids.map { id in
        let runners = (1...10).map { number in
          let result = hasResults ? #","position":\#(number),"odds":"4.33""# : ""
          return #"{"horse_id":"\#(id * 10 + number)","horse":"H\#(id * 10 + number)"\#(result)}"#
        }
        return #"{"race_id":"\#(id)","race_time":"2024-11-01T18:00:00Z","course":"C\#(id % 50)","#
          + #""finished":\#(hasResults),"runners":[\#(runners.joined(separator: ","))]}"#
      }
      return "[" + races.joined(separator: ",") + "]"
    }
    let (cards, results) = (races(1..<2_101, hasResults: false), races(1..<11, hasResults: true))
    work.service.replying { _, target in
      let body =
        target.hasPrefix("/race/") ? "[]" : target.hasPrefix("/racecards") ? cards : results
      return .success(HTTPResponse(status: 200, body: Data(body.utf8)))
    }
    let summary = try await work.fetch {
      // Today's lists are enough for races that are not over.
      $0.days = (work.lastDay + 1)...(work.lastDay + 1)
    }
    #expect(summary.imports.reduce(0) { $0 + $1.rowsRead } > 20_000)
    let runners = try work.runners(["outcome", "position", "sp"])
    #expect(runners.count == 21_000)
    #expect(runners.values.filter { $0[0] == "finished" && $0[2] == "4.33" }.count == 100)
  }

  @Test func `a second fetch asks for the last days only and changes no byte`() async throws {
    let work = try FetchWork(days: 8)
    try await work.fetch()
    _ = work.asked()
    let before = try work.files()
    let again = try await work.fetch()
    let recent = (5..<8).map { (FetchWork.firstDay + $0).iso }
    let asked = work.asked()
    #expect(
      asked.filter { $0.contains("date=") }.sorted()
        == (recent.map { "/racecards?date=\($0)" } + recent.map { "/results?date=\($0)" }).sorted())
    let truth = try work.truth()
    let races = Set(
      truth.filter { recent.contains($0.value[0]) }.map { FetchWork.raceRequest($0.key) })
    #expect(Set(asked.filter { !$0.contains("date=") }) == races)
    #expect(again.unchangedCount == asked.count && again.imports.isEmpty)
    #expect(try work.files() == before)
  }

  @Test func `a race that a list names must have a body`() async throws {
    let work = try FetchWork(days: 3)
    let race = "/race/100001"
    work.service.replying { _, target in
      target == race ? .success(HTTPResponse(status: 204)) : nil
    }
    let summary = try await work.fetch { $0.refreshDays = 0 }
    #expect(summary.noData == [race] && summary.malformed == [] && summary.end == .complete)
    #expect(
      work.notes.all == [
        "\(race): found no data (status 204); expected a JSON object; it is requested again next time"
      ])
  }

  @Test func `an amended result replaces the older one, in recent days`() async throws {
    let work = try FetchWork(days: 8)
    try await work.fetch()
    let recent = (work.lastDay - 2).iso
    let race = try #require(
      try work.truth().filter { $0.value[0] >= recent && $0.value[5] == "1" }.keys.min())
    #expect(work.sandbox.amend(race: String(race.dropFirst(5).prefix { $0 != " " })))
    #expect(try work.runners(FetchWork.stored) != work.truth())
    let again = try await work.fetch()
    #expect(again.changedCount == 1 && again.newCount == 0)
    #expect(again.imports.map(\.replaced) == [2])
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `commits on the way give the same store`() async throws {
    let work = try FetchWork(days: 6)
    let summary = try await work.fetch { $0.daysPerCommit = 1 }
    #expect(summary.imports.count > 3)
    #expect(try work.runners(FetchWork.stored) == work.truth())
    let small = try FetchWork(days: 6)
    #expect(try await small.fetch { $0.job.largestJournal = 1 }.imports.count > 3)
    #expect(try small.runners(FetchWork.stored) == work.truth())
  }

  @Test func `a race that is not there is noted and asked again in recent days only`()
    async throws
  {
    let work = try FetchWork(days: 6)
    let ids = try work.truth().map { (FetchWork.raceRequest($0.key), $0.value[0]) }
    let gone = [ids.min { $0.1 < $1.1 }!.0, ids.max { $0.1 < $1.1 }!.0]
    work.service.replying { _, target in
      gone.contains(target) ? .success(HTTPResponse(status: 404)) : nil
    }
    let summary = try await work.fetch()
    #expect(summary.end == .complete && summary.absent == gone)
    _ = work.asked()
    let before = try work.files()
    try await work.fetch()
    let asked = work.asked()
    #expect(!asked.contains(gone[0]) && asked.contains(gone[1]))
    #expect(try work.files() == before)
    work.service.replying(nil)
    try await work.fetch()
    let missing = Set(try work.truth().keys).subtracting(try work.runners(["outcome"]).keys)
    #expect(Set(missing.map(FetchWork.raceRequest)) == [gone[0]])
  }

  @Test func `an answer that can't be read is asked again, at last the next time`() async throws {
    let work = try FetchWork(days: 4)
    let race = try #require(try work.truth().keys.map(FetchWork.raceRequest).min())
    let broken = HTTPResponse(status: 200, body: Data(#"{"id_race":"#.utf8))
    work.service.replying { _, target in target == race ? .success(broken) : nil }
    let summary = try await work.fetch()
    #expect(summary.end == .complete && summary.malformed == [race])
    #expect(work.asked().count { $0 == race } == 3)
    work.service.replying(nil)
    #expect(try await work.fetch().newCount == 1)
    #expect(try work.runners(FetchWork.stored) == work.truth())
    let twice = try FetchWork(days: 4)
    twice.service.replying { number, _ in number % 3 == 1 ? .success(broken) : nil }
    #expect(try await twice.fetch().malformed == [])
    #expect(try twice.runners(FetchWork.stored) == twice.truth())
  }

  @Test func `another race's answer moves no race, and is asked again`() async throws {
    let work = try FetchWork(days: 3)
    let races = try Set(work.truth().keys.map(FetchWork.raceRequest)).sorted()
    let wrong = try #require(races.last)
    let other = URL(string: "http://127.0.0.1" + races[0])!
    let body = work.sandbox.answer(
      HTTPRequest(.get, other, headers: ["X-RapidAPI-Key": FetchWork.key]))
    #expect(body.status == 200)
    work.service.replying { _, target in target == wrong ? .success(body) : nil }
    #expect(try await work.fetch().malformed == [wrong])
    work.service.replying(nil)
    #expect(try await work.fetch { $0.refreshDays = 0 }.newCount == 1)
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test(arguments: [401, 403])
  func `a refused key ends the fetch and keeps what is there`(status: Int) async throws {
    let work = try FetchWork(days: 4)
    work.service.replying { number, _ in
      let body = Data(#"{"message": "\#(FetchWork.key) is not subscribed"}"#.utf8)
      return number < 5 ? nil : .success(HTTPResponse(status: status, body: body))
    }
    let summary = try await work.fetch()
    guard case .stopped(let reason) = summary.end else {
      Issue.record("\(summary.end)")
      return
    }
    #expect(
      reason.contains(
        "refused the API key (status \(status): ••• is not subscribed); expected a key"))
    #expect(reason.hasPrefix("/race") && reason.contains("RAILBIRD_RACING_API_KEY"))
    #expect(summary.imports.count == 1)
    #expect(try Verification(store: work.store).damages.isEmpty)
    work.service.replying(nil)
    _ = work.asked()
    let rest = try await work.fetch()
    #expect(rest.end == .complete && rest.unchangedCount == 0)
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `what the service asks to wait is waited, and every attempt is told`() async throws {
    let work = try FetchWork(days: 3)
    let busy = HTTPResponse(status: 429, headers: ["Retry-After": "30"])
    let clock = work.clock
    work.service.replying { number, _ in
      guard number == 4 else { return nil }
      clock.advance(by: .milliseconds(40))
      return .success(busy)
    }
    let before = work.clock.uptime
    let summary = try await work.fetch()
    #expect(work.clock.uptime - before >= .seconds(30))
    #expect(summary.end == .complete && summary.requestCount == work.asked().count)
    let attempts = try Snapshot(store: work.store).segments(of: "api_requests").map(\.rows)
    #expect(attempts.reduce(0) { $0 + $1.rowCount } == summary.requestCount)
    let statuses = attempts.flatMap { rows in
      (0..<rows.rowCount).map { "\(rows["status"]!.int16s[$0]) \(rows["attempt"]!.int16s[$0])" }
    }
    #expect(statuses.count { $0 == "429 1" } == 1 && statuses.count { $0 == "200 2" } == 1)
    // Only the refusal took time.
    let durations = attempts.flatMap { rows in
      (0..<rows.rowCount).map {
        rows["duration_us"]!.int64s[$0] == 0
          ? "" : "\(rows["status"]!.int16s[$0]) \(rows["duration_us"]!.int64s[$0])"
      }
    }
    #expect(durations.filter { !$0.isEmpty } == ["429 40000"])
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `without a key nothing is asked and nothing is made`() async throws {
    let work = try FetchWork(days: 2)
    await #expect {
      try await work.job(key: nil).run()
    } throws: { error in
      "\(error)"
        == "found no API key; expected one in the environment variable RAILBIRD_RACING_API_KEY, or "
        + "a file of mode 0600 with a line RAILBIRD_RACING_API_KEY=…, given by --credentials FILE"
    }
    #expect(work.asked() == [] && !FileManager.default.fileExists(atPath: work.store))
  }

  @Test(arguments: [
    #""horses":[]"#, #""jockeys":[]"#, #""runners":null"#, #""horses":[{"age":"3"}]"#,
  ])
  func `a finished race without runners is reported`(members: String) async throws {
    let work = try FetchWork(days: 2)
    let race = try #require(try work.truth().keys.map(FetchWork.raceRequest).min())
    let body = #"{"id_race":"\#(race.dropFirst("/race/".count))","finished":"1",\#(members)}"#
    work.service.replying { _, target in
      target == race ? .success(HTTPResponse(status: 200, body: Data(body.utf8))) : nil
    }
    // The second time the answer is the same as before.
    for _ in 0..<2 {
      let summary = try await work.fetch()
      #expect(summary.end == .complete && summary.withoutRunners == [race])
    }
    work.service.replying(nil)
    #expect(try await work.fetch().withoutRunners == [])
  }

  @Test func `an old race is asked for until each of its runners can be read`() async throws {
    let work = try FetchWork(days: 8)
    let first = try #require(
      try work.truth().min { ($0.value[0], $0.key) < ($1.value[0], $1.key) })
    let race = FetchWork.raceRequest(first.key)
    let body =
      #"{"id_race":"\#(race.dropFirst("/race/".count))","finished":"1","#
      + #""horses":[{"horse":"Ann","position":"1"},{"horse":null,"age":"3"}]}"#
    work.service.replying { _, target in
      target == race ? .success(HTTPResponse(status: 200, body: Data(body.utf8))) : nil
    }
    // The second time the answer is the same as before.
    for _ in 0..<2 {
      let summary = try await work.fetch()
      #expect(summary.end == .complete && summary.oddityCount == 1)
      #expect(work.asked().contains(race))
      #expect(work.notes.all.contains { $0.hasPrefix("\(race): left out: runner 2 of 2: ") })
    }
    work.service.replying(nil)
    #expect(try await work.fetch().oddityCount == 0)
    #expect(work.asked().contains(race))
    try await work.fetch()
    #expect(!work.asked().contains(race))
    let named = try work.runners(FetchWork.stored).filter { !$0.key.hasSuffix(" ") }
    #expect(try named == work.truth())
  }

  @Test func `a key that the service repeats is not kept`() async throws {
    let work = try FetchWork(days: 2)
    let race = try #require(try work.truth().keys.map(FetchWork.raceRequest).min())
    let key = FetchWork.key
    let escaped = key.utf8.map { String(format: "\\u%04x", $0) }.joined()
    let body =
      #"{"id_race":"\#(race.dropFirst("/race/".count))","finished":"1","course":"\#(key)","#
      + #""horses":[{"horse":"\#(escaped)","id_horse":"1","jockey":"%66\#(key.dropFirst())"}]}"#
    work.service.replying { _, target in
      target == race ? .success(HTTPResponse(status: 200, body: Data(body.utf8))) : nil
    }
    #expect(try await work.fetch().malformed == [])
    let sum = try #require(ImportLedger(Snapshot(store: work.store)).standing.last?.sha256)
    let archived = try Data(contentsOf: URL(filePath: work.store + "/archive/" + sum))
    let text = String(
      decoding: try #require(Compression.text(ofZstdFrame: archived)), as: UTF8.self)
    #expect(!text.contains(key) && !text.contains(escaped) && !text.contains(key.dropFirst()))
    #expect(
      text.contains(#""course":"•••","horses":[{"horse":"•••","id_horse":"1","jockey":"•••"}]"#))
    let runners = try work.runners(["horse", "course"])
    #expect(runners.values.contains(["•••", "•••"]))
  }

  @Test func `the key is nowhere in the store`() async throws {
    let work = try FetchWork(days: 3)
    work.service.replying { number, _ in
      number == 4 ? .success(HTTPResponse(status: 404, body: Data(FetchWork.key.utf8))) : nil
    }
    try await work.fetch()
    for file in files(below: work.store) {
      let path = work.store + "/" + file
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(bytes.range(of: Data(FetchWork.key.utf8)) == nil, "\(file)")
      guard !ZstdFrames.lengths(in: bytes).isEmpty else { continue }
      let text = try RailbirdProcess.run(program: "zstd", ["-dc", path]).stdout
      #expect(!text.contains(FetchWork.key) && text.contains("\"request\""))
    }
    #expect(!"\(work.notes.all)".contains(FetchWork.key))
  }
}
