import APICore
import APISandbox
import Foundation
import Testing

struct ChatistTicketTests {
  @Test func `a new ticket has its message, an agent and the opening hours`() throws {
    let desk = try ChatistDesk.standing()
    let ticket = try desk.json(.post, "/tickets", ChatistDesk.order, status: 201)
    #expect(ticket["id"] == "ticket_1" && ticket["state"] == "open")
    #expect(ticket["assignee"] == "ai agent")
    let sender: JSONValue = ["name": "Customer", "type": "customer", "avatar": nil]
    #expect(
      ticket["messages"] == [
        [
          "id": "message_1", "ticketId": "ticket_1", "sender": sender, "content": "Help!",
          "isRead": false, "timestamp": "2026-01-07 10:00:00",
        ]
      ])
    #expect(
      ticket["schedules"]?[0] == ["day": "monday", "from": "09:00:00", "to": "18:00:00"])
    #expect(ticket["schedules"]?[4]?["day"] == "friday" && ticket["schedules"]?[5] == nil)
    #expect(try desk.json(.get, "/tickets/ticket_1") == ticket)
  }

  @Test func `the list has a customer's own tickets, the last one written to first`() throws {
    let desk = try ChatistDesk.standing()
    let (first, second) = (try desk.open(), try desk.open())
    _ = try desk.open(customer: "c-2")
    try desk.go(to: "2026-01-07T10:00:01Z")
    _ = try desk.json(.post, "/tickets/\(first)/messages", #"{"message":"Hello?"}"#, status: 201)
    let list = try desk.json(.get, "/tickets")
    #expect(list[0]?["id"]?.text == first && list[1]?["id"]?.text == second && list[2] == nil)
    #expect(list[0]?["lastMessage"]?["content"] == "Hello?")
    #expect(list[1]?["lastMessage"]?["content"] == "Help!")
    #expect(list[0]?["messages"] == nil)
    #expect(try desk.json(.get, "/tickets", customer: "c-3") == [])
    #expect(try desk.json(.get, "/tickets", customer: nil) == [])
  }

  @Test func `another customer's ticket is not found, and is not written to`() throws {
    let desk = try ChatistDesk.standing()
    let ticket = try desk.open(customer: "c-2")
    for path in [ticket, "ticket_9", "ticket_01", "1", "ticket_"] {
      _ = try desk.json(.get, "/tickets/" + path, status: 404)
      _ = try desk.json(.post, "/tickets/\(path)/messages", #"{"message":"x"}"#, status: 404)
    }
    #expect(try desk.truth(.messages).count == 1)
  }

  @Test func `a header of the settings names the customer`() throws {
    let desk = try ChatistDesk { $0.customerHeader = "x-device" }
    _ = try desk.json(.post, "/tickets", ChatistDesk.order, status: 201)
    let other = try desk.send(
      .post, "/tickets", headers: ["X-Device": "d-1"], body: Data(ChatistDesk.order.utf8))
    #expect(other.status == 201)
    #expect(try desk.truth(.tickets).map { $0["customer_id"] } == ["anonymous", "d-1"])
  }

  @Test(arguments: [
    ("/tickets", "", 400), ("/tickets", "[]", 400), ("/tickets", "{}", 422),
    ("/tickets", #"{"message":"","channel":"ios","deviceInfo":{"a":"b"}}"#, 422),
    ("/tickets", #"{"message":"m","deviceInfo":{"a":"b"}}"#, 422),
    ("/tickets", #"{"message":"m","channel":"ios"}"#, 422),
    ("/tickets/ticket_1/messages", #"{"message":null}"#, 422),
    ("/tickets/ticket_1/messages", #"{"message":"m","attachments":[{}]}"#, 422),
  ])
  func `a body that cannot be is refused, and changes nothing`(
    path: String, body: String, status: Int
  ) throws {
    let desk = try ChatistDesk.standing()
    _ = try desk.open()
    #expect(try desk.json(.post, path, body, status: status)["message"] != nil)
    #expect(try desk.truth(.messages).count == 1)
  }

  @Test(arguments: [
    (HTTPMethod.put, "/tickets", 405), (.delete, "/tickets/ticket_1", 405),
    (.get, "/tickets/ticket_1/messages", 405), (.get, "/customer", 405), (.post, "/device", 405),
    (.post, "/branding", 405), (.get, "/tickets/ticket_1/other", 404),
    (.get, "/branding/other", 404),
  ])
  func `a call that is none is refused`(method: HTTPMethod, path: String, status: Int) throws {
    _ = try ChatistDesk().json(method, path, status: status)
  }

  @Test func `customer and device keep what was sent, whatever is left out later`() throws {
    let desk = try ChatistDesk.standing()
    func put(_ path: String, _ body: String) throws -> Int {
      try desk.send(.put, path, body: Data(body.utf8)).status
    }
    #expect(try put("/customer", #"{"email":"a@b.example","originalId":"user_1"}"#) == 204)
    #expect(try put("/customer", #"{"email":"c@b.example"}"#) == 204)
    #expect(try put("/device", #"{"originalId":"d-7","deviceToken":"t-1"}"#) == 204)
    #expect(try put("/device", #"{"deviceToken":"t-2"}"#) == 204)
    #expect(try put("/customer", #"{"email":"nobody"}"#) == 422)
    #expect(try put("/device", #"{"originalId":"d-8"}"#) == 422)
    #expect(
      try desk.truth(.customers) == [
        [
          "customer_id": "c-1", "email": "c@b.example", "original_id": "user_1",
          "device_original_id": "d-7", "device_token": "t-2", "updated_at": "2026-01-07 10:00:00",
        ]
      ])
  }

  @Test func `in the live form an assignee is an object`() throws {
    let desk = try ChatistDesk.standing { $0.wire = .live }
    _ = try desk.open()
    let assignee: JSONValue = ["name": "Ada", "type": "ai agent", "avatar": nil]
    #expect(try desk.json(.get, "/tickets")[0]?["assignee"] == assignee)
    #expect(try desk.json(.get, "/tickets/ticket_1")["assignee"] == assignee)
  }

  @Test(arguments: [WireForm.seed, .live])
  func `a ticket repeats the channel and the device that it came from, the list does not`(
    wire: WireForm
  ) throws {
    let desk = try ChatistDesk.standing { $0.wire = wire }
    let id = try desk.open()
    let ticket = try desk.json(.get, "/tickets/" + id)
    #expect(ticket["channel"] == "ios")
    #expect(ticket["deviceInfo"] == ["osVersion": "17.2", "screenWidth": "390"])
    #expect(try desk.json(.get, "/tickets")[0]?["deviceInfo"] == nil)
  }
}
