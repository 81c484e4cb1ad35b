import APICore
import Foundation
import TestSupport
import Testing

@testable import DomainFeeds

/// A store belongs to one service.
struct ServiceAddressTests {
  @Test func `races of another address are refused before any request`() async throws {
    let work = try FetchWork(days: 2)
    try await work.fetch()
    _ = work.asked()
    let before = try work.files()
    let file = work.store + "/fetch/racing.url"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "http://127.0.0.1:1\n")
    let other = work.job(base: "https://other.example")
    await #expect(
      throws: FetchError.otherService(
        file: file, found: "http://127.0.0.1:1", asked: "https://other.example")
    ) { try await other.run() }
    #expect(work.asked().isEmpty)
    #expect(try work.files() == before)
    // The service has moved: the user says so by removing the file.
    try FileManager.default.removeItem(atPath: file)
    work.clock.advance(by: .seconds(1))
    #expect(try await other.run().end == .complete)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "https://other.example" + "\n")
  }

  @Test func `points of another address are refused before any request`() async throws {
    let work = try ClubWork()
    try work.play()
    try await work.fetch()
    _ = work.asked()
    let file = work.store + "/fetch/points.url"
    await #expect {
      try await work.job(base: "https://club.example").run()
    } throws: { error in
      "\(error)"
        == "\(file): found http://127.0.0.1:1 as the service of this store; expected "
        + "https://club.example, which this fetch requests; fetch into another store or, if the service has "
        + "moved, remove the file"
    }
    #expect(work.asked().isEmpty)
    // Races have an address of their own.
    let races = try FetchWork(days: 1)
    #expect(
      try await races.job(base: "https://races.example") { $0.job.store = work.store }.run().end
        == .complete)
  }

  @Test func `an empty file of the address is reported`() async throws {
    let work = try FetchWork(days: 1)
    try await work.fetch()
    let file = work.store + "/fetch/racing.url"
    try Data("\n".utf8).write(to: URL(filePath: file))
    await #expect {
      try await work.fetch()
    } throws: {
      "\($0)".hasPrefix("\(file): found an empty file as the service of this store; expected http")
    }
  }

  @Test func `an address that never answered binds no store`() async throws {
    let work = try FetchWork(days: 1)
    work.service.replying { _, _ in .failure(.unreachable(host: "tpyo.example", reason: "down")) }
    _ = try await work.job(base: "https://tpyo.example").run()
    work.service.replying(nil)
    #expect(try await work.fetch().end == .complete)
  }

  @Test func `refusals alone bind no store and keep nothing from the right address`()
    async throws
  {
    let work = try FetchWork(days: 3)
    let copy = work.folder.file("killed")
    let store = work.store
    work.service.replying { number, _ in
      if number == 3 { try? FileManager.default.copyItem(atPath: store, toPath: copy) }
      return .success(HTTPResponse(status: 404))
    }
    let wrong = try await work.job(base: "https://tpyo.example").run()
    guard case .unread = wrong.end else {
      Issue.record("a list was read")
      return
    }
    #expect(wrong.requestCount == 6 && wrong.newCount == 0)
    #expect(files(below: work.store + "/fetch") == ["LOCK"])
    work.service.replying(nil)
    // The same after a kill between the two steps.
    #expect(files(below: copy + "/fetch").contains("racing.ndjson.zst"))
    for store in [work.store, copy] {
      _ = work.asked()
      let summary = try await work.fetch {
        $0.job.store = store
        $0.refreshDays = 0
      }
      #expect(summary.end == .complete && summary.newCount == work.asked().count)
      #expect(try work.runners(FetchWork.stored, of: store) == work.truth())
    }
  }

  @Test(arguments: [
    ("https://Club.Example:443/api/", "https://club.example/api"),
    ("HTTP://127.0.0.1:80", "http://127.0.0.1"), ("http://[::1]:8080/", "http://[::1]:8080"),
  ])
  func `one address has one spelling`(text: String, spelling: String) throws {
    #expect(ServiceAddress.text(try #require(URL(string: text))) == spelling)
  }
}
