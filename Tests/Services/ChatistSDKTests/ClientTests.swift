import APICore
import ChatistSDK
import FeedContract
import Foundation
import Synchronization
import TestSupport
import Testing

/// The seven functions over loopback HTTP.
struct ClientTests {
  private func json(_ request: ScriptedRequest?) throws -> JSONValue {
    try JSONValue(parsing: Data(try #require(request).body))
  }

  @Test func `each function asks its route with the key, and gives the answer`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client()
    #expect(try await client.getBranding(nil)?.primaryLight == "#0B5FFF")
    let created = try await client.createTicket(Samples.order, nil)
    #expect(created.id == "ticket_123" && created.state == "open")
    #expect(try await client.getTicket("ticket_123").messages.map(\.content) == ["Hello"])
    #expect(try await client.getTickets().map(\.lastMessage.id) == ["message_1"])
    let sent = try await client.sendMessage("ticket_123", SendMessageDto(message: "Thanks"))
    #expect(sent.sender.name == "Sam")
    try await client.updateCustomer(UpdateCustomerDto(email: "a@b.example", originalId: "1"))
    try await client.updateDevice(UpdateDeviceDto(originalId: "2", deviceToken: "t"))
    #expect(
      served.asked == [
        "GET /branding", "POST /tickets", "GET /tickets/ticket_123", "GET /tickets",
        "POST /tickets/ticket_123/messages", "PUT /customer", "PUT /device",
      ])
    #expect(served.server.requests.allSatisfy { $0.header("x-api-key") == ServedChatist.key })
    #expect(served.server.requests.allSatisfy { $0.header("x-customer-id") == nil })
  }

  @Test func `without files a ticket and a message are JSON`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client()
    _ = try await client.createTicket(Samples.order, nil)
    _ = try await client.createTicket(Samples.order, [])
    let message = SendMessageDto(message: "Thanks", attachments: [])
    _ = try await client.sendMessage("ticket_123", message)
    let types = served.server.requests.map { $0.header("Content-Type") }
    #expect(types == Array(repeating: "application/json", count: 3))
    let ticket = try json(served.server.requests.first)
    #expect(ticket["message"] == "I need “help”, é" && ticket["channel"] == "ios")
    #expect(ticket["deviceInfo"]?["batteryLevel"]?.text == "0.8")
    guard case .object(let device)? = ticket["deviceInfo"] else {
      Issue.record("found \(ticket)")
      return
    }
    #expect(device.count == 11)
    #expect(try json(served.server.requests.last) == ["message": "Thanks"])
  }

  @Test func `a fact that is nil is left out`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client()
    try await client.updateCustomer(UpdateCustomerDto(email: "a@b.example"))
    try await client.updateCustomer(UpdateCustomerDto(originalId: "7"))
    try await client.updateCustomer(UpdateCustomerDto(email: "a@b.example", originalId: "7"))
    try await client.updateDevice(UpdateDeviceDto(deviceToken: "t"))
    try await client.updateDevice(UpdateDeviceDto(originalId: "d", deviceToken: "t"))
    let bodies = try served.server.requests.map { try json($0) }
    let expected: [JSONValue] = [
      ["email": "a@b.example"], ["originalId": "7"],
      ["email": "a@b.example", "originalId": "7"], ["deviceToken": "t"],
      ["originalId": "d", "deviceToken": "t"],
    ]
    #expect(bodies == expected)
    let types = served.server.requests.map { $0.header("Content-Type") }
    #expect(types == Array(repeating: "application/json", count: 5))
  }

  @Test(arguments: [
    (200, ""), (200, "{}"), (200, "null"), (200, #"{"ok": true}"#), (201, ""), (202, "{}"),
    (204, ""),
  ])
  func `what gives no result takes any answer`(status: Int, body: String) async throws {
    let served = try ServedChatist { _ in
      status == 204
        ? ScriptedAnswer([.send(ScriptedAnswer.head(204, []))]) : .json(body, status: status)
    }
    let client = try served.client()
    try await client.updateCustomer(UpdateCustomerDto(email: "a@b.example"))
    try await client.updateDevice(UpdateDeviceDto(deviceToken: "t"))
    #expect(served.asked.count == 2)
  }

  @Test(arguments: [("a/b", "a%2Fb"), ("é", "%C3%A9"), ("..", ".."), ("a?b#c", "a%3Fb%23c")])
  func `a ticket's id is one part of the path`(id: String, part: String) async throws {
    let served = try ServedChatist(Samples.ticket)
    _ = try await served.client().getTicket(id)
    _ = try? await served.client().sendMessage(id, SendMessageDto(message: "a"))
    #expect(served.asked == ["GET /tickets/\(part)", "POST /tickets/\(part)/messages"])
  }

  @Test func `the moment of a branding is sent percent-encoded`() async throws {
    let served = try ServedChatist.guide()
    _ = try await served.client().getBranding("2025-01-01 12:00:00")
    #expect(served.asked == ["GET /branding?updatedAt=2025-01-01%2012%3A00%3A00"])
  }

  @Test(arguments: [
    (204, ""), (304, ""), (200, ""), (200, " \r\n"), (200, "null"), (200, "{}"), (200, "[]"),
  ])
  func `each form of no newer branding is nil`(status: Int, body: String) async throws {
    let served = try ServedChatist { _ in
      ScriptedAnswer([
        .send(
          ScriptedAnswer.head(
            status, status == 200 ? [("Content-Length", "\(body.utf8.count)")] : [])),
        .send(Array(body.utf8)),
      ])
    }
    #expect(try await served.client().getBranding("2025-01-01 12:00:00") == nil)
    #expect(try await served.client().getBranding(nil) == nil)
  }

  @Test(arguments: [#"{"tickets": [%]}"#, #"{"data": [%]}"#, "[%]"])
  func `the list of tickets may stand in an object`(form: String) async throws {
    let served = try ServedChatist(form.replacing("%", with: Samples.preview))
    #expect(try await served.client().getTickets().map(\.id) == ["ticket_123"])
  }

  @Test func `no tickets are an empty list or status 204`() async throws {
    #expect(try await ServedChatist("[]").client().getTickets().isEmpty)
    let none = try ServedChatist { _ in ScriptedAnswer([.send(ScriptedAnswer.head(204, []))]) }
    #expect(try await none.client().getTickets().isEmpty)
  }

  @Test(arguments: ["", " \n", "null", "{}", #"{"tickets": null}"#, "7", #"{"message": "no"}"#])
  func `a list of tickets that is none cannot be read`(body: String) async throws {
    await #expect(throws: DecodingError.self) {
      try await ServedChatist(body).client().getTickets()
    }
  }

  @Test func `a ticket without a last message is in the list`() async throws {
    let served = try ServedChatist(
      #"[{"id": "t1", "state": "open", "lastMessage": null}]"#)
    let tickets = try await served.client().getTickets()
    #expect(tickets.map(\.id) == ["t1"] && tickets.map(\.hasLastMessage) == [false])
    #expect(served.rejected.withLock { $0.isEmpty })
  }

  @Test func `a ticket and a message that cannot be read are left out and reported`()
    async throws
  {
    let served = try ServedChatist { request in
      .json(
        request.target == "/tickets"
          ? "[\(Samples.preview), {}]" : Samples.ticket([Samples.message, #"{"content": "x"}"#]))
    }
    let client = try served.client()
    #expect(try await client.getTickets().count == 1)
    #expect(try await client.getTicket("ticket_123").messages.count == 1)
    let rejected = served.rejected.withLock { $0.map { "\($0)" } }
    #expect(rejected.map { $0.prefix(17) } == ["GET /tickets, [1]", "GET /tickets/tick"])
    #expect(served.log.lines.filter { $0.contains("left out") }.count == 2)
  }

  @Test func `routes, header fields and names are those of the table`() async throws {
    let served = try ServedChatist(#"{"ticket_no": 7, "state": "open", "messages": []}"#)
    let client = try served.client {
      $0.table.routes[.getTicket] = .init(.post, "/v2/{id}/read")
      $0.table.keyHeader = "Authorization"
      $0.table.keyPrefix = "Bearer "
      $0.table.keyStyle = .snakeCase
      $0.table.keys = ["id": "ticket_no"]
      $0.customerID = "c1"
      $0.deviceID = "d1"
    }
    #expect(try await client.getTicket("7").id == "7")
    let request = try #require(served.server.requests.first)
    #expect(request.method == "POST" && request.target == "/v2/7/read")
    #expect(request.header("Authorization") == "Bearer " + ServedChatist.key)
    #expect(request.header("x-customer-id") == "c1" && request.header("x-device-id") == "d1")
  }

  /// What a closure throws that was put in place of the client's own.
  private struct Replaced: Error, Equatable { let name: String }

  @Test func `each closure may be replaced, and leaves the others as they are`() async throws {
    let served = try ServedChatist.guide()
    var client = try served.client()
    client.getTickets = { throw Replaced(name: "getTickets") }
    #expect(try await client.getTicket("ticket_123").id == "ticket_123")
    #expect(served.asked == ["GET /tickets/ticket_123"])
    client.getBranding = { _ in throw Replaced(name: "getBranding") }
    client.createTicket = { _, _ in throw Replaced(name: "createTicket") }
    client.getTicket = { _ in throw Replaced(name: "getTicket") }
    client.sendMessage = { _, _ in throw Replaced(name: "sendMessage") }
    client.updateCustomer = { _ in throw Replaced(name: "updateCustomer") }
    client.updateDevice = { _ in throw Replaced(name: "updateDevice") }
    let replaced: any Sendable = client
    let all = try #require(replaced as? APIClient)
    let calls: [(String, () async throws -> Void)] = [
      ("getBranding", { _ = try await all.getBranding(nil) }),
      ("createTicket", { _ = try await all.createTicket(Samples.order, nil) }),
      ("getTicket", { _ = try await all.getTicket("ticket_123") }),
      ("getTickets", { _ = try await all.getTickets() }),
      ("sendMessage", { _ = try await all.sendMessage("t", SendMessageDto(message: "a")) }),
      ("updateCustomer", { try await all.updateCustomer(UpdateCustomerDto(email: "a")) }),
      ("updateDevice", { try await all.updateDevice(UpdateDeviceDto(deviceToken: "a")) }),
    ]
    for (name, call) in calls {
      await #expect(throws: Replaced(name: name)) { try await call() }
    }
    #expect(served.asked.count == 1)
  }

  @Test func `without a key nothing is sent, and the error states where one is wanted`()
    async throws
  {
    let served = try ServedChatist.guide()
    for key in [nil, ""] {
      let client = try served.client(key: key)
      let error = await #expect(throws: ChatistError.noKey) { try await client.getTickets() }
      #expect(error?.localizedDescription.contains("CHATIST_API_KEY") == true)
    }
    #expect(served.server.connectionCount == 0)
  }

  @Test func `calls at the same time each get their own answer`() async throws {
    let served = try ServedChatist { request in
      .json(Samples.ticket([], id: String(request.target.split(separator: "/").last ?? "")))
    }
    let client = try served.client()
    let ids = try await withThrowingTaskGroup(of: (String, String).self) { group in
      for number in 0..<50 {
        group.addTask { ("t\(number)", try await client.getTicket("t\(number)").id) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ids.count == 50 && ids.allSatisfy { $0.0 == $0.1 })
  }
}
