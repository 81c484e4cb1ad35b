import APICore
import ChatistSDK
import FeedContract
import Foundation
import TestSupport
import Testing

/// Failures, as the guide's three cases and Foundation's own errors.
struct ErrorTests {
  @Test(arguments: [
    (401, #"{"message": "expired"}"#, APIError.unauthorized), (403, "", .unauthorized),
    (404, #"{"message": "no such ticket"}"#, .notFound),
    (400, #"{"message": "message is required"}"#, .serverError("message is required")),
    (422, #"{"error": "channel is unknown"}"#, .serverError("channel is unknown")),
    (409, "", .serverError("status 409 to POST /tickets")),
    (500, #"{"message": "out of order"}"#, .serverError("out of order")),
    (503, "", .serverError("status 503 to POST /tickets")),
    (429, #"{"message": "slow down"}"#, .serverError("slow down")),
  ])
  func `a refusal is one of the three cases`(status: Int, body: String, error: APIError)
    async throws
  {
    let served = try ServedChatist(body, status: status)
    let client = try served.client()
    await #expect(throws: error) { try await client.createTicket(Samples.order, nil) }
    #expect(served.asked.count == 1)
    guard [401, 403, 404].contains(status) else { return }
    await #expect(throws: error) { try await client.getTicket("ticket_123") }
    // The service's own words are beside the guide's case.
    let service = try served.service()
    do throws(ChatistFailure) {
      _ = try await service.getTicket("ticket_123")
      Issue.record("found no error; expected a refusal")
    } catch {
      guard case .refused(let refused, let refusal?) = error else {
        Issue.record("found \(error); expected a refusal with its words")
        return
      }
      let message = (try? JSONValue(parsing: Data(body.utf8)))?["message"]?.text
      let words = message.map { ": " + $0 } ?? ""
      #expect("\(error)" == "\(refused) (status \(status) to GET /tickets/ticket_123\(words))")
      #expect(refusal.status == status)
    }
  }

  @Test func `the texts are those for users`() {
    #expect(
      APIError.unauthorized.localizedDescription
        == "The service refuses the API key: it is invalid or expired.")
    #expect(APIError.notFound.localizedDescription == "The service has no such thing.")
    #expect(
      APIError.serverError("a").localizedDescription == "The service refuses the request: a")
    #expect(
      ChatistError.noKey.localizedDescription
        == "API key: found none; expected one in CHATIST_API_KEY or in ChatistServiceSettings.key")
    #expect(
      "\(ChatistError.unreadableAttachment(name: "a", reason: "b"))"
        == "attachment a: found b; expected a file that does not change until it is sent")
    #expect(
      "\(ChatistError.unusableBookmark(path: "a", reason: "b"))"
        == "a: found b; expected the messages handed over so far")
    #expect("\(ChatistError.invalidSetting("a"))" == "a")
  }

  @Test func `a service that cannot be reached is a URL error`() async throws {
    let nobody = try SilentPort()
    let settings = try ChatistServiceSettings(
      baseURL: "http://127.0.0.1:\(nobody.port)", key: Secret("key-key-key"))
    let served = try ServedChatist.guide()
    let client = APIClient(ChatistService(settings, surroundings: served.surroundings))
    let error = await #expect(throws: URLError.self) { try await client.getTickets() }
    #expect(error?.code == .cannotConnectToHost)
    #expect(error?.localizedDescription.contains("127.0.0.1:\(nobody.port)") == true)
  }

  @Test(arguments: [
    (ScriptedAnswer([.pause(.seconds(1)), .close]), URLError.Code.timedOut),
    (ScriptedAnswer([.close]), .networkConnectionLost),
    (.whole(Array(repeating: 32, count: 2000)), .dataLengthExceedsMaximum),
    (.json("", status: 302, headers: [("Location", "ftp://a.example")]), .badServerResponse),
    (ScriptedAnswer([.send(Array("hello\r\n\r\n".utf8)), .close]), .cannotParseResponse),
  ])
  func `no whole answer is a URL error`(answer: ScriptedAnswer, code: URLError.Code)
    async throws
  {
    let served = try ServedChatist { _ in answer }
    let client = try served.client {
      $0.limits = TransferLimits(totalTime: .milliseconds(200), bodyBytes: 1000)
      $0.retries = .never
    }
    let error = await #expect(throws: URLError.self) { try await client.getTickets() }
    #expect(error?.code == code)
  }

  @Test func `a cancelled call is a cancelled URL error`() async throws {
    let served = try ServedChatist { _ in ScriptedAnswer([.pause(.seconds(30)), .close]) }
    let client = try served.client()
    let task = Task { try await client.getTickets() }
    while served.server.connectionCount == 0 { await Task.yield() }
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test(arguments: ["<html>", #"{"a": 1}"#, "[{}]", "7", #"[{"id": {}}]"#])
  func `an answer that cannot be read is a decoding error that states the place`(body: String)
    async throws
  {
    let client = try ServedChatist(body).client()
    let error = await #expect(throws: DecodingError.self) { try await client.getTickets() }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.hasPrefix("GET /tickets"))
    #expect("\(ChatistFailure(error!))" == context.debugDescription)
  }

  @Test(arguments: [429, 500, 502, 503, 504])
  func `a read is repeated after a passing failure, and waits longer each time`(status: Int)
    async throws
  {
    let served = try ServedChatist { request in
      request.index < 2 ? .json("{}", status: status) : .json("[]")
    }
    let client = try served.client { $0.retries = RetryPolicy(random: { 0 }) }
    #expect(try await client.getTickets().isEmpty)
    #expect(served.asked.count == 3)
    // One second and then two, or twice the wait after a limit that names no time.
    #expect(served.clock.uptime >= (status == 429 ? .seconds(20) : .seconds(3)))
  }

  @Test func `a server's wait is kept to, and repeats have an end`() async throws {
    let served = try ServedChatist { _ in
      .json(#"{"message": "slow down"}"#, status: 429, headers: [("Retry-After", "3")])
    }
    let client = try served.client()
    await #expect(throws: APIError.serverError("slow down")) { try await client.getTickets() }
    #expect(served.asked.count == 4 && served.clock.uptime >= .seconds(9))
  }

  @Test(arguments: [429, 500, 503])
  func `what writes is sent once`(status: Int) async throws {
    let served = try ServedChatist("{}", status: status)
    let client = try served.client()
    _ = try? await client.createTicket(Samples.order, nil)
    _ = try? await client.sendMessage("t", SendMessageDto(message: "a"))
    try? await client.updateCustomer(UpdateCustomerDto(email: "a"))
    try? await client.updateDevice(UpdateDeviceDto(deviceToken: "t"))
    #expect(
      served.asked == [
        "POST /tickets", "POST /tickets/t/messages", "PUT /customer", "PUT /device",
      ])
  }

  @Test func `a message whose answer was cut off is not sent again`() async throws {
    let served = try ServedChatist { _ in ScriptedAnswer([.close]) }
    let client = try served.client()
    let file = AttachmentDto(name: "a", mimeType: "a/b", data: Data("a".utf8))
    for attachments in [nil, [file]] {
      await #expect(throws: URLError.self) {
        try await client.sendMessage("t", SendMessageDto(message: "a", attachments: attachments))
      }
    }
    #expect(served.asked.count == 2)
  }

  @Test(arguments: [301, 303, 307])
  func `what writes is not redirected`(status: Int) async throws {
    let other = try ScriptedServer([.json("{}")])
    let served = try ServedChatist { _ in
      .json("", status: status, headers: [("Location", other.url.absoluteString)])
    }
    await #expect(throws: URLError.self) {
      try await served.client().updateCustomer(UpdateCustomerDto(email: "a"))
    }
    #expect(other.requests.isEmpty)
  }

  @Test func `a closure's own error is kept`() {
    struct Own: Error {}
    guard case .other(let error) = ChatistFailure(Own()) else {
      Issue.record("found another case")
      return
    }
    #expect(error is Own && ChatistFailure(Own()).thrown is Own)
  }
}
