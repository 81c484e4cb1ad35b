import APICore
import APISandbox
import Foundation
import Testing

struct ChatistTruthTests {
  @Test func `the truth states what the API says`() throws {
    let desk = try ChatistDesk.standing()
    let made = try desk.json(
      .post, "/sandbox/chatist/generate?tickets=40&days=10&customer=c-1&rounds=4")
    let tickets = try desk.truth(.tickets)
    let messages = try desk.truth(.messages)
    #expect(
      made == ["tickets": 40, "messages": JSONValue.number(JSONNumber(Int64(messages.count)))])
    guard case .array(let list) = try desk.json(.get, "/tickets") else { return }
    #expect(list.count == 40 && tickets.count == 40)
    for row in tickets {
      let id = try #require(row["ticket_id"])
      let ticket = try desk.json(.get, "/tickets/" + id)
      #expect(ticket["state"]?.text == row["state"] && ticket["assignee"]?.text == row["assignee"])
      let told = try desk.messages(id).map { message in
        [
          message["id"]?.text, message["sender"]?["type"]?.text, message["content"]?.text,
          message["timestamp"]?.text, message["isRead"] == true ? "1" : "0",
        ]
      }
      let known = messages.filter { $0["ticket_id"] == id }.map { row in
        ["message_id", "sender_type", "content", "sent_at", "is_read"].map { row[$0] }
      }
      #expect(told == known && String(told.count) == row["message_count"])
      #expect(told.first?[3] == row["created_at"])
      #expect(zip(told, told.dropFirst()).allSatisfy { ($0[3] ?? "") <= ($1[3] ?? "") })
      let preview = list.first { $0["id"]?.text == id }
      #expect(preview?["lastMessage"]?["id"]?.text == told.last?[0])
    }
    let moments = list.compactMap { $0["lastMessage"]?["timestamp"]?.text }
    #expect(moments == moments.sorted(by: >))
  }

  @Test func `generated tickets are spread over customers and days, and go on as others do`() throws
  {
    let desk = try ChatistDesk.standing()
    _ = try desk.json(.post, "/sandbox/chatist/generate?tickets=300&days=30&customers=20")
    let tickets = try desk.truth(.tickets)
    #expect(Set(tickets.compactMap { $0["customer_id"] }).count == 20)
    let days = Set(tickets.compactMap { $0["created_at"]?.prefix(10) })
    #expect(days.count == 31 && days.contains("2025-12-08") && days.contains("2026-01-07"))
    #expect(try desk.truth(.messages).allSatisfy { ($0["sent_at"] ?? "") <= "2026-01-07 10:00:00" })
    #expect(Set(tickets.compactMap { $0["state"] }) == ["open", "closed"])
    try desk.go(to: "2026-01-20T00:00:00Z")
    #expect(try desk.truth(.tickets).allSatisfy { $0["state"] == "closed" })
    for query in ["tickets=0", "tickets=200001", "days=0", "rounds=x", "customers=-1"] {
      _ = try desk.json(.post, "/sandbox/chatist/generate?" + query, status: 400)
    }
  }

  @Test func `the same seed generates the same tickets, another one others`() throws {
    func truth(_ seed: UInt64) throws -> [[String: String]] {
      let desk = try ChatistDesk.standing { $0.seed = seed }
      _ = try desk.json(.post, "/sandbox/chatist/generate?tickets=20")
      return try desk.truth(.messages)
    }
    let one = try truth(1)
    #expect(try truth(1) == one)
    #expect(try truth(2) != one)
  }

  @Test(arguments: ["a,b", "\"", "one\ntwo", "one\r\ntwo", "\"\u{301}", ",\u{301}", "\r", "plain"])
  func `what a customer writes comes through the truth unchanged`(text: String) throws {
    let desk = try ChatistDesk.standing()
    let id = try desk.open()
    let body = JSONValue.object(["message": .string(text)]).json
    _ = try desk.json(.post, "/tickets/\(id)/messages", body, status: 201)
    let csv = String(
      decoding: try desk.send(.get, "/sandbox/chatist/messages").body, as: UTF8.self)
    // RFC 4180, byte by byte.
    let quoted = "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    let expected = text == "plain" ? text : quoted
    #expect(Data(csv.utf8).range(of: Data((",," + expected + "\n").utf8)) != nil, "\(csv)")
  }
}
