import APICore
import APISandbox
import Foundation
import Testing

struct ChatistAgentTests {
  /// The minutes between two moments of the API.
  private func minutes(_ from: String?, _ to: String?) throws -> Double {
    let (from, to) = (try #require(APIDate(from ?? "")), try #require(APIDate(to ?? "")))
    return Double(to.micros - from.micros) / 60e6
  }

  @Test func `the AI agent answers within a minute, and not before its time`() throws {
    let desk = try ChatistDesk.standing()
    let ticket = try desk.open()
    #expect(try desk.messages(ticket).count == 1)
    try desk.go(to: "2026-01-07T10:01:00Z")
    let messages = try desk.messages(ticket)
    try #require(messages.count >= 2)
    #expect(messages[1]["sender"] == ["name": "Ada", "type": "ai agent", "avatar": nil])
    let wait = try minutes(messages[0]["timestamp"]?.text, messages[1]["timestamp"]?.text)
    #expect(wait > 0 && wait < 1)
    // Its own time, not that at which it was looked for.
    let moment = try #require(messages[1]["timestamp"]?.text)
    let again = try ChatistDesk.standing()
    _ = try again.open()
    let due = try #require(APIDate(moment))
    try again.go(to: APIDate(micros: due.micros - 1).iso)
    #expect(try again.messages(ticket).count == 1)
    try again.go(to: due.iso)
    #expect(try again.messages(ticket).count == 2)
  }

  @Test func `the outcome is the same however often the clock stops on the way`() throws {
    let (often, once) = (try ChatistDesk.standing(), try ChatistDesk.standing())
    for desk in [often, once] { for _ in 0..<20 { _ = try desk.open() } }
    for hour in 0..<60 {
      let moment = try #require(APIDate(ChatistDesk.start)).micros + Int64(hour) * 3_600_000_000
      try often.go(to: APIDate(micros: moment).iso)
      _ = try often.json(.get, "/tickets")
    }
    try once.go(to: "2026-01-09T21:00:00Z")
    for table in ChatistTruth.allCases {
      #expect(try often.truth(table) == once.truth(table), "\(table)")
    }
    #expect(try once.truth(.messages).count > 40)
  }

  @Test func `half of the tickets go to people, who answer in opening hours`() throws {
    let desk = try ChatistDesk()
    // A Friday evening.
    try desk.go(to: "2026-01-09T17:30:00Z")
    for _ in 0..<200 { _ = try desk.open() }
    try desk.go(to: "2026-01-14T00:00:00Z")
    let messages = try desk.truth(.messages)
    let human = messages.filter { $0["sender_type"] == "human agent" }
    #expect((60...140).contains(human.count))
    for message in human {
      let sent = try #require(message["sent_at"])
      let isFriday = sent.hasPrefix("2026-01-09 17:")
      #expect(isFriday || sent.hasPrefix("2026-01-12 "), "\(sent)")
      if !isFriday { #expect(sent >= "2026-01-12 09:00:00" && sent < "2026-01-12 18:00:00") }
    }
    let handedOver = messages.count { $0["sender_type"] == "system" }
    #expect(handedOver == human.count)
    let tickets = try desk.truth(.tickets)
    #expect(tickets.count { $0["assignee"] == "human agent" } == human.count)
    #expect(tickets.allSatisfy { $0["state"] == "closed" })
  }

  @Test func `a ticket closes a day after the last answer, and a message opens it again`() throws {
    let desk = try ChatistDesk.standing()
    let ticket = try desk.open()
    try desk.go(to: "2026-01-10T12:00:00Z")
    let row = try #require(try desk.truth(.tickets).first)
    #expect(row["state"] == "closed")
    let last = try desk.messages(ticket).last?["timestamp"]?.text
    #expect(try minutes(last, row["closed_at"]) == 1_440)
    #expect(try desk.json(.get, "/tickets")[0]?["state"] == "closed")
    let body = #"{"message":"Still not."}"#
    let sent = try desk.json(.post, "/tickets/\(ticket)/messages", body, status: 201)
    #expect(sent["content"] == "Still not." && sent["ticketId"]?.text == ticket)
    #expect(try desk.json(.get, "/tickets/" + ticket)["state"] == "open")
    try desk.go(to: "2026-01-13T12:00:00Z")
    let types = try desk.messages(ticket).compactMap { $0["sender"]?["type"]?.text }
    #expect(types.last != "customer" && types.count { $0 == "customer" } == 2)
  }

  @Test func `a message is read when the other side has written since`() throws {
    let desk = try ChatistDesk.standing()
    let ticket = try desk.open()
    func flags() throws -> [JSONValue?] { try desk.messages(ticket).map { $0["isRead"] } }
    #expect(try flags() == [false])
    try desk.go(to: "2026-01-07T10:00:59Z")
    #expect(try flags().prefix(2) == [true, false])
    _ = try desk.json(.post, "/tickets/\(ticket)/messages", #"{"message":"Ok"}"#, status: 201)
    #expect(try flags().prefix(2) == [true, true] && flags().last == false)
  }
}
