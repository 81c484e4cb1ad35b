import APICore
import APISandbox
import ColumnStore
import Columns
import Foundation
import RacingExport
import Synchronization
import TestSupport
import Testing

@testable import DomainFeeds

/// Lists, and other bodies in their place.
struct FetchListTests {
  @Test(arguments: [
    (200, "<html>", "HTML page"), (404, "", "status 404"),
    (404, #"{"message": "no\u0007 such day"}"#, "status 404: no such day"),
    (200, "{", "malformed body"),
    (200, "{}", "empty object"), (204, "", "no data (status 204)"), (200, "null", "null"),
    (200, "[{},{}]", "no race with an id"), (304, "", "status 304"), (300, "[]", "status 300"),
    (206, "[]", "a part of an answer (status 206)"),
  ])
  func `a fetch that can read none of the lists has failed`(
    status: Int, body: String, found: String
  ) async throws {
    let work = try FetchWork(days: 2)
    let broken = HTTPResponse(status: status, body: Data(body.utf8))
    work.service.replying { _, target in target.contains("date=") ? .success(broken) : nil }
    guard case .unread(let reason) = try await work.fetch().end else {
      Issue.record("complete")
      return
    }
    #expect(reason.contains("/results?date=2024-11-02: found \(found)"))
    // One list that can be read is enough.
    work.service.replying { _, target in
      target.contains("racecards") ? .success(broken) : nil
    }
    #expect(try await work.fetch().end == .complete)
    // Nothing was due, so nothing was unreadable.
    work.service.replying(nil)
    try await work.fetch()
    #expect(try await work.fetch { $0.refreshDays = 0 }.end == .complete)
  }

  @Test func `the reason of an unreadable answer is reported and kept`() async throws {
    let work = try FetchWork(days: 1)
    let reason = "its packing is damaged"
    work.service.replying { _, target in
      target.contains("results?") ? .failure(.malformed(host: "h", reason: reason)) : nil
    }
    #expect(try await work.fetch().malformed == ["/results?date=2024-11-01"])
    #expect(
      work.notes.all.contains {
        $0.hasPrefix(
          "/results?date=2024-11-01: found unreadable answer (\(reason)); expected a JSON list of ")
      }, "\(work.notes.all)")
    let attempts = TruthLines(try #require(try work.tables()["api_requests"])).rows
    #expect(attempts.contains { $0["error"] == "unreadable answer (\(reason))" })
  }

  @Test func `a service that wants no request for long is reported with the time, and no status`()
    async throws
  {
    let work = try FetchWork(days: 1)
    work.service.replying { number, _ in
      number == 0
        ? .success(
          HTTPResponse(status: 200, headers: ["Retry-After": "3600"], body: Data("[]".utf8)))
        : nil
    }
    guard case .stopped(let reason) = try await work.fetch().end else {
      Issue.record("not stopped")
      return
    }
    #expect(
      reason.contains(" accepts no request until 20") && reason.hasSuffix("; nothing was sent"))
    #expect(!reason.contains("429") && work.asked().count == 1)
  }

  @Test func `races without a key cost their own rows`() async throws {
    let work = try FetchWork(days: 1)
    let request = try #require(try work.truth().keys.map(FetchWork.raceRequest).min())
    let race = request.dropFirst("/race/".count)
    let body =
      #"[{"course":"Nowhere","horses":[{"horse":"A"},"no object"]},7,{"id_race":"\#(race)"},"#
      + #"{"id_race":{"a":1},"horses":[{"horse":"A"}]},{"id_race":""}]"#
    let odd = HTTPResponse(status: 200, body: Data(body.utf8))
    work.service.replying { _, target in target.contains("date=") ? .success(odd) : nil }
    let first = try await work.fetch()
    #expect(first.end == .complete && first.malformed == [])
    #expect(work.asked().filter { !$0.contains("date=") } == [request])
    let stored = try work.runners(FetchWork.stored)
    #expect(stored == (try work.truth().filter { FetchWork.raceRequest($0.key) == request }))
    #expect(
      work.notes.all
        == ["racecards", "results"].map {
          "/\($0)?date=2024-11-01: 4 of 5 elements are no race with an id"
        })
    work.service.replying(nil)
    try await work.fetch()
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test(arguments: ["/race/100001", "/racecards?date=2024-11-01"])
  func `an empty answer after broken ones is not believed`(request: String) async throws {
    let work = try FetchWork(days: 3)
    let tries = Mutex(0)
    work.service.replying { _, target in
      guard target == request else { return nil }
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      return .success(HTTPResponse(status: 200, body: Data((number < 3 ? "[{" : "").utf8)))
    }
    let first = try await work.fetch { $0.refreshDays = 0 }
    #expect(first.malformed == [request] && first.absent.isEmpty)
    work.service.replying(nil)
    try await work.fetch { $0.refreshDays = 0 }
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test(arguments: [(204, ""), (200, ""), (200, "{}"), (200, "null"), (200, "[null]")])
  func `an answer without content is asked again, at last the next time`(
    status: Int, body: String
  ) async throws {
    let work = try FetchWork(days: 3)
    let list = "/results?date=2024-11-02"
    let nothing = HTTPResponse(status: status, body: Data(body.utf8))
    work.service.replying { _, target in target == list ? .success(nothing) : nil }
    let first = try await work.fetch { $0.refreshDays = 0 }
    #expect(first.end == .complete && first.malformed == (status == 204 ? [] : [list]))
    #expect(first.noData == (status == 204 ? [list] : []))
    #expect(work.asked().count { $0 == list } == 3)
    let notes = work.notes.all
    #expect(
      notes.contains {
        $0.hasPrefix("\(list): found ") && $0.contains("; expected a JSON list of races; ")
      })
    work.service.replying(nil)
    try await work.fetch { $0.refreshDays = 0 }
    #expect(work.asked() == [list])
    #expect(try work.runners(FetchWork.stored) == work.truth())
  }

  @Test func `days of empty lists are days without races`() async throws {
    let work = try FetchWork(days: 2)
    let empty = HTTPResponse(status: 200, body: Data("[]".utf8))
    work.service.replying { _, _ in .success(empty) }
    let summary = try await work.fetch()
    #expect(summary.end == .complete && summary.malformed.isEmpty && summary.newCount == 4)
  }

  @Test func `dates that cannot be read are reported, and their races stored without an off time`()
    async throws
  {
    let work = try FetchWork(days: 2)
    let races = try Set(work.truth().keys.map(FetchWork.raceRequest)).sorted()
    let sandbox = work.sandbox
    let odd = ["/racecards?date=2024-11-02", races[0]]
    work.service.replying { _, target in
      guard odd.contains(target), let url = URL(string: "http://127.0.0.1:1" + target) else {
        return nil
      }
      let body = String(decoding: sandbox.answer(HTTPRequest(.get, url)).body, as: UTF8.self)
      let bad = body.replacing("\"date\":\"2024-11", with: "\"date\":\"2024-13", maxReplacements: 2)
      return .success(HTTPResponse(status: 200, body: Data(bad.utf8)))
    }
    let summary = try await work.fetch()
    #expect(summary.end == .complete && summary.malformed.isEmpty)
    let notes = work.notes.all
    try #require(notes.count == 2, "\(notes)")
    let list =
      /\/racecards\?date=2024-11-02: found “2024-13-0\d [\d:]+” and the like as the date of 2 of \d elements; expected one such as 2020-11-08 16:50:00/
    #expect(notes[0].wholeMatch(of: list) != nil, "\(notes)")
    #expect(notes[1].hasPrefix("\(races[0]): found “2024-13-0"), "\(notes)")
    #expect(notes[1].hasSuffix("” as its date; expected one such as 2020-11-08 16:50:00"))
    #expect(try work.runners(FetchWork.stored) == work.truth())
    let times = try work.runners(["off_time"])
    #expect(times.allSatisfy { ($0.value == [""]) == (FetchWork.raceRequest($0.key) == races[0]) })
  }

  @Test func `refusals are reported with their status`() async throws {
    let work = try FetchWork(days: 4)
    let races = try Set(work.truth().keys.map(FetchWork.raceRequest)).sorted()
    let statuses = [
      "/racecards?date=2024-11-02": 404, "/results?date=2024-11-03": 400, races[0]: 404,
      races[1]: 410, races[2]: 400,
    ]
    work.service.replying { _, target in
      statuses[target].map { status in
        let body = Data((status == 400 ? #"{"message": "Not \#(target)"}"# : "").utf8)
        return .success(HTTPResponse(status: status, body: body))
      }
    }
    let summary = try await work.fetch()
    #expect(summary.end == .complete && Set(summary.absent) == Set(races[0...1]))
    #expect(
      Set(summary.refused) == [
        "/racecards?date=2024-11-02 (status 404)",
        "/results?date=2024-11-03 (status 400: Not /results?date=2024-11-03)",
        "\(races[2]) (status 400: Not \(races[2]))",
      ])
  }
}
