import APICore
import FeedContract
import Foundation
import SportsbookAPI
import TestSupport
import Testing

struct ErrorTests {
  private static let words = ServiceMessage("No", errors: ["platform": ["is unknown", "is short"]])

  @Test(arguments: [
    (401, SportsbookError.unauthorized(words)), (403, .forbidden(words)), (404, .notFound(words)),
    (422, .validation(words)), (500, .server(status: 500, words)),
    (400, .server(status: 400, words)), (418, .server(status: 418, words)),
    (429, .server(status: 429, words)), (503, .server(status: 503, words)),
  ])
  func `each status is an error with the service's words`(status: Int, error: SportsbookError)
    async throws
  {
    let served = try ServedSportsbook(
      #"{"message": "No", "errors": {"platform": ["is unknown", "is short"]}}"#, status: status)
    let thrown = await #expect(throws: error) { try await served.client().banners() }
    #expect(
      thrown?.localizedDescription.hasSuffix(
        "(status \(status) to GET /api/promotions/v1/banners): No; platform: is unknown; is short")
        == true)
    #expect(error.statusCode == status && error.serviceMessage == Self.words)
    #expect(
      error.localizedDescription.hasSuffix(
        "(status \(status)): No; platform: is unknown; is short"))
    // Temporary errors are retried, the caller's errors are not.
    #expect(served.asked.count == ([429, 500, 503].contains(status) ? 4 : 1))
  }

  @Test(arguments: [
    (#"{"message": "Server Error"}"#, ServiceMessage("Server Error")),
    (#"{"errors": {"a": "one text"}}"#, ServiceMessage(errors: ["a": ["one text"]])),
    (#"{"message": null, "errors": []}"#, ServiceMessage()), ("", ServiceMessage()),
    ("<h1>Bad gateway</h1>", ServiceMessage("<h1>Bad gateway</h1>")),
    ("[1]", ServiceMessage("[1]")), ("{", ServiceMessage("{")),
  ])
  func `a refusal's body may be anything`(body: String, words: ServiceMessage) async throws {
    let served = try ServedSportsbook(body, status: 403)
    await #expect(throws: SportsbookError.forbidden(words)) {
      try await served.client().banners()
    }
  }

  @Test func `a long text is cut, and one with commands for a terminal is shown without`()
    async throws
  {
    let served = try ServedSportsbook(
      #"{"message": "a\u001b[2Jb\nc \#(String(repeating: "x", count: 9_000))"}"#, status: 403)
    let error = await #expect(throws: SportsbookError.self) {
      try await served.client().banners()
    }
    let text = try #require(error?.localizedDescription)
    #expect(
      text.hasPrefix(
        "The service refuses this user (status 403 to GET /api/promotions/v1/banners): a b c xxx"))
    #expect(text.count < 400 && text.hasSuffix("…"))
    let page = try ServedSportsbook(String(repeating: "x", count: 9_000), status: 403)
    let other = await #expect(throws: SportsbookError.self) { try await page.client().banners() }
    #expect(other?.serviceMessage?.message.count == 500)
    #expect(
      "\(SportsbookError.notFound(ServiceMessage()))"
        == "The service refuses what it does not have (status 404).")
  }

  @Test func `no answer is an error that names the host`() async throws {
    let served = try ServedSportsbook { _ in ScriptedAnswer([.reset]) }
    let error = await #expect(throws: SportsbookError.self) {
      try await served.client().banners()
    }
    guard case .transport(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("127.0.0.1") && error?.statusCode == nil)
    #expect("\(try #require(error))".hasPrefix("No answer from the service: "))
  }

  @Test func `a call that is cancelled ends at once, and says so`() async throws {
    let served = try ServedSportsbook { _ in ScriptedAnswer([.pause(.seconds(30)), .close]) }
    let client = served.client(credentials: ServedSportsbook.credentials)
    let works: [@Sendable () async throws -> Void] = [
      { _ = try await client.banners() }, { _ = try await client.home() },
      { try await client.login() },
    ]
    for (index, work) in works.enumerated() {
      let task = Task { try await work() }
      while served.asked.count <= index { try await Task.sleep(for: .milliseconds(1)) }
      let clock = ContinuousClock()
      let time = await clock.measure {
        task.cancel()
        await #expect(throws: SportsbookError.cancelled) { try await task.value }
      }
      #expect(time < .seconds(10))
    }
  }

  @Test(arguments: [
    ("[", "GET /api/promotions/v1/banners: found JSON that is damaged or cut off"),
    (#"[{"id": "x", "title": "T"}]"#, "GET /api/promotions/v1/banners, [0].id: found “x”"),
    (
      #"[{"id": 1, "title": "T", "start_date": "soon"}]"#,
      "GET /api/promotions/v1/banners, [0].start_date: found “soon”; expected a date"
    ),
  ])
  func `an answer that cannot be read says where and why`(body: String, text: String)
    async throws
  {
    let served = try ServedSportsbook(body)
    let error = await #expect(throws: SportsbookError.self) {
      try await served.client().banners()
    }
    guard case .decoding(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix(text), "\(reason)")
  }
}
