import APICore
import APISandbox
import ChatistSDK
import ColumnStore
import Columns
import Foundation
import TestSupport
import Testing

@testable import DomainFeeds

/// A customer's tickets: what is asked, and what is kept of it.
@Suite struct SupportFetchTests {
  @Test(arguments: [WireForm.seed, .live])
  func `tickets and messages are the sandbox's truth, device and channel included`(
    wire: WireForm
  ) async throws {
    let work = try TicketWork.written(12) { $0.wire = wire }
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.imports.allSatisfy { $0.rejected == 0 })
    #expect(try work.stored(in: work.store) == work.truthLines())
    let tickets = try work.rows("tickets")
    #expect(tickets.count == 12)
    #expect(
      tickets.allSatisfy {
        $0["channel"] == "ios" && $0["app_version"] == "1.4.0" && $0["os_version"] == "17.2"
          && $0["locale"] == "en_GB" && $0["timezone"] == "Europe/London"
          && $0["source"] == "chatist" && $0["service_id"] == ""
      })
    #expect(Set(tickets.map { $0["assignee"]! }) == ["ai agent", "human agent"])
    let subject = try SupportNames(store: work.store).subject(TicketWork.customer)
    #expect(tickets.allSatisfy { $0["subject_key"] == subject })
    // A ticket begins with its customer's first message.
    let first = Dictionary(
      try work.rows("ticket_messages").map { ($0["ticket_id"]!, $0["event_time"]!) },
      uniquingKeysWith: min)
    #expect(tickets.allSatisfy { first[$0["ticket_id"]!] == $0["event_time"] })
    let senders = try work.rows("ticket_messages").map { $0["sender_type"]! }
    #expect(Set(senders) == ["customer", "ai agent", "human agent", "system"])
  }

  @Test func `a salt that is lost or damaged gives no ticket a second name`() async throws {
    let work = try TicketWork.written(3)
    try await work.run()
    let path = work.store + "/fetch/chatist.salt"
    let salt = try Data(contentsOf: URL(filePath: path))
    #expect(try Verification(store: work.store).damages.isEmpty)
    try salt.dropLast().write(to: URL(filePath: path))
    #expect(try Verification(store: work.store).damages.map(\.file) == ["fetch/chatist.salt"])
    await #expect(throws: FetchError.self) { try await work.run() }
    try FileManager.default.removeItem(atPath: path)
    let error = await #expect(throws: FetchError.self) { try await work.run() }
    #expect(error?.description.contains("the salt by which 3 rows of tickets are named") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
    try salt.write(to: URL(filePath: path))
    let again = try await work.run()
    #expect(try work.rows("tickets").count == 3 && again.newCount == 0)
  }

  @Test func `another service's journal is refused, and stays`() async throws {
    let work = try TicketWork.written(3)
    try await work.run()
    let entry = JournalEntry(
      request: "/race/1", day: Day(20_000), fetchedAt: 1, status: 200, microseconds: 5, attempt: 1,
      bytes: 40)
    let path = work.store + "/fetch/chatist.ndjson.zst"
    let line = AnswerLine(
      entry, to: RacingRequest.race("1", on: Day(20_000)),
      body: Data(#"{"id_race":"1","finished":"1","horses":[{"horse":"A"}]}"#.utf8), known: nil)
    do { try ResponseJournal(path: path).append([line]) }
    let before = try Data(contentsOf: URL(filePath: path))
    let error = await #expect(throws: FetchError.self) { try await work.run() }
    #expect(
      error?.description.contains("found an answer of racing; expected answers of chatist; move")
        == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `nothing is fetched into a folder behind a link`() async throws {
    let work = try TicketWork.written(3)
    try FileManager.default.createDirectory(atPath: work.store, withIntermediateDirectories: true)
    let others = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: work.store + "/fetch", withDestinationPath: others.path)
    let error = await #expect(throws: FetchError.self) { try await work.run() }
    #expect(error?.description.contains("expected a folder of the store") == true)
    #expect(files(below: others.path).isEmpty)
  }

  @Test func `only tickets in which the list shows something new are asked for`() async throws {
    let work = try TicketWork.written(6)
    try await work.run()
    #expect(work.asked().count == 7)
    try await work.run()
    #expect(work.asked() == ["/tickets"])
    let before = try work.now()
    try work.write("Hello again", to: "ticket_2")
    let again = try await work.run()
    #expect(work.asked() == ["/tickets", "/tickets/ticket_2"])
    #expect(again.changedCount == 2 && again.newCount == 0)
    // A day later some are closed, and no message has come into them.
    try work.go(to: before + 5 * 86_400_000_000)
    let open = try work.rows("tickets").filter { $0["state"] == "open" }.count
    try await work.run()
    let asked = work.asked().count - 1
    #expect(open > 0 && asked == open)
    #expect(try work.rows("tickets").allSatisfy { $0["state"] == "closed" })
    #expect(try work.stored(in: work.store) == work.truthLines())
    #expect(Set(try work.rows("ticket_messages").map { $0["is_read"]! }) == ["false", "true"])
  }

  @Test func `a text of any length is kept as it was written`() async throws {
    let work = try TicketWork()
    let long = String(repeating: "Zwölf Boxkämpfer 🦊, ", count: 5_000) + "done}"
    try work.open(long)
    let summary = try await work.fetch(texts: true)
    #expect(summary.imports.allSatisfy { $0.rejected == 0 })
    let row = try #require(try work.rows("ticket_messages").first { $0["content"] == long })
    #expect(row["length"] == "\(long.unicodeScalars.count)")
  }

  @Test func `a ticket that is answered while it is fetched is asked for once more`() async throws {
    let work = try TicketWork.written(4)
    // The list is answered, then a customer writes, and then the ticket is answered.
    work.service.replying { number, target in
      if number == 1 {
        try? work.write("In between", to: String(target.dropFirst("/tickets/".count)))
      }
      return nil
    }
    try await work.run()
    let raced = try #require(work.asked().dropFirst().first)
    work.service.replying(nil)
    try await work.run()
    #expect(work.asked() == ["/tickets", raced])
    try await work.run()
    #expect(work.asked() == ["/tickets"])
    #expect(try work.stored(in: work.store) == work.truthLines())
  }

  @Test func `two customers share a store`() async throws {
    let work = try TicketWork.written(3)
    let other = try TicketWork(beside: work, customer: "customer-5")
    try other.open("From the other one")
    try await work.run()
    try await other.run()
    let tickets = try work.rows("tickets")
    #expect(tickets.count == 4 && Set(tickets.map { $0["subject_key"]! }).count == 2)
    _ = work.asked()
    try await work.run()
    try await other.run()
    #expect(
      work.asked() == ["/tickets"]
        && other.asked() == ["/tickets", "/tickets/ticket_4", "/tickets"])
    #expect(try work.rows("tickets") == tickets)
  }

  @Test func `routes and names are those of the table`() async throws {
    let work = try TicketWork.written(3)
    var settings = try work.settings()
    settings.table.routes[.getTickets] = ChatistTable.Route(.get, "/v2/mine")
    settings.table.routes[.getTicket] = ChatistTable.Route(.get, "/v2/mine/{id}/all")
    settings.table.keys = ["content": "body"]
    settings.table.keyStyle = .snakeCase
    let preview = { @Sendable (id: Int) in
      #"{"id": \#(id), "state": "open", "last_message": {"id": 9, "body": "Hi", "is_read": true}}"#
    }
    let ticket = #"""
      {"id": 7, "state": "open", "assignee": "Sam Carter", "device_info": {"app_version": "2.0"},
       "messages": [{"id": 9, "ticket_id": 7, "sender": {"name": "Sam Carter", "type": "Agent"},
       "body": "Hi", "is_read": true, "timestamp": "2026-01-07T09:00:00Z",
       "attachments": ["u", "v"]}]}
      """#
    work.service.replying { _, target in
      let body =
        switch target {
        case "/v2/mine": #"{"data": [\#(preview(7))]}"#
        case "/v2/mine/7/all": ticket
        default: "{}"
        }
      return .success(HTTPResponse(status: 200, body: Data(body.utf8)))
    }
    let summary = try await work.job(settings).run()
    #expect(summary.end == .complete && summary.malformed.isEmpty, "\(work.notes.all)")
    #expect(work.asked() == ["/v2/mine", "/v2/mine/7/all"])
    let row = try #require(try work.rows("tickets").first)
    // A name is private; a kind of agent that is given is not.
    #expect(row["assignee"]?.count == 32 && row["app_version"] == "2.0" && row["channel"] == "")
    let message = try #require(try work.rows("ticket_messages").first)
    #expect(message["sender_type"] == "agent" && message["length"] == "2")
    #expect(message["is_read"] == "true" && message["attachment_count"] == "2")
    let endpoints = try work.rows("api_requests").map { $0["endpoint"]! }
    #expect(Set(endpoints) == ["/v2/mine", "/v2/mine/{id}/all"])
    let requests = try work.rows("responses").map { $0["request"]! }
    #expect(requests.contains { $0.hasSuffix("/all") && !$0.contains("/7/") })
  }

  @Test func `what cannot be read is a refused row, and told without a word of it`() async throws {
    let work = try TicketWork.written(3)
    let list = #"""
      [{"id": "t-1", "state": "open", "lastMessage": {"id": "m-1"}}, {"state": "geheimer Inhalt"}]
      """#
    let ticket = #"""
      {"id": "t-1", "state": "open", "messages": [
        {"id": "m-1", "content": "x", "timestamp": "2026-01-07 09:00:00"},
        {"content": "geheimer Inhalt"},
        {"id": "m-2", "content": "y", "timestamp": "geheimer Inhalt"}]}
      """#
    work.service.replying { _, target in
      .success(
        HTTPResponse(status: 200, body: Data((target == "/tickets" ? list : ticket).utf8)))
    }
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.malformed.isEmpty)
    #expect(summary.imports.map(\.rejected) == [1, 2])
    #expect(try work.rows("tickets").count == 1)
    #expect(try work.rows("ticket_messages").count == 1)
    let notes = work.notes.all
    let request = work.text(of: "/tickets")
    #expect(notes.contains("\(request): left out: [1].id: found nothing; expected a text"))
    #expect(
      notes.count { $0.contains(": left out: ") } == 3 && !notes.contains { $0.contains("geheim") }
    )
    #expect(try StoreSearch(work.store, work.folder).pieces(of: ["geheimer Inhalt"]) == [])
  }

  @Test(arguments: [
    (
      #"{"id": "ticket_1", "state": 1.5e3, "messages": "geheimer Inhalt"}"#,
      "messages: found a text; expected a list"
    ),
    (
      #"{"id": "geheimer Inhalt", "messages": []}"#, "found another ticket; expected a ticket"
    ),
    (#"{"message": "geheimer Inhalt"}"#, "id: found nothing; expected a text"),
  ])
  func `an answer that is no such ticket is asked again, and quoted nowhere`(
    body: String, found: String
  ) async throws {
    let work = try TicketWork.written(2)
    work.service.replying { _, target in
      target == "/tickets/ticket_1"
        ? .success(HTTPResponse(status: 200, body: Data(body.utf8))) : nil
    }
    let summary = try await work.run()
    let text = work.text(of: "/tickets/ticket_1")
    #expect(summary.malformed == [text] && work.asked().count == 5)
    #expect(work.notes.all.contains("\(text): \(found); it is requested again next time"))
    #expect(!work.notes.all.contains { $0.contains("geheim") || $0.contains("ticket_1") })
    #expect(try StoreSearch(work.store, work.folder).pieces(of: ["geheimer Inhalt"]) == [])
  }

  @Test func `a refusal names no ticket, though the service does`() async throws {
    let work = try TicketWork.written(3)
    work.service.replying { _, target in
      guard target != "/tickets" else { return nil }
      let body = #"{"message": "\#(target): no such ticket of Jane Doe"}"#
      return .success(
        HTTPResponse(status: target.hasSuffix("1") ? 500 : 404, body: Data(body.utf8)))
    }
    let summary = try await work.run()
    guard case .stopped(let reason) = summary.end else {
      Issue.record("\(summary.end)")
      return
    }
    let told = work.notes.all + [reason] + summary.absent + summary.refused
    #expect(!told.contains { $0.contains("ticket_") || $0.contains("Jane") }, "\(told)")
    #expect(summary.absent.count == 2)
    // A ticket that is listed and not there is asked for in each run, once.
    work.service.replying { _, target in
      target == "/tickets/ticket_2" ? .success(HTTPResponse(status: 404)) : nil
    }
    _ = work.asked()
    try await work.run()
    #expect(work.asked() == ["/tickets", "/tickets/ticket_1"])
    try await work.run()
    #expect(work.asked() == ["/tickets", "/tickets/ticket_3", "/tickets/ticket_2"])
    try await work.run()
    #expect(work.asked() == ["/tickets", "/tickets/ticket_2"])
  }

  @Test func `a ticket without an id is not asked for`() async throws {
    let work = try TicketWork.written(1)
    let last = #""state": "open", "lastMessage": {"id": "m-1"}"#
    let list = ["\"\"", "true", "5.5", "null", "7"].map { #"{"id": \#($0), \#(last)}"# }
    let ticket = #"{"id": 7, "state": "open", "messages": []}"#
    work.service.replying { _, target in
      let body = target == "/tickets" ? "[\(list.joined(separator: ","))]" : ticket
      return .success(HTTPResponse(status: 200, body: Data(body.utf8)))
    }
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.malformed.isEmpty)
    #expect(work.asked() == ["/tickets", "/tickets/7"])
    #expect(try work.rows("tickets").count == 1)
    #expect(work.notes.all.count { $0.contains(": left out: [") } == 4)
  }

  @Test func `a null in place of the tickets is no list`() async throws {
    let work = try TicketWork.written(1)
    work.service.replying { _, _ in
      .success(HTTPResponse(status: 200, body: Data(#"{"tickets": null}"#.utf8)))
    }
    guard case .unread(let reason) = try await work.run().end else {
      Issue.record("read")
      return
    }
    #expect(reason.contains("tickets: found null; expected a list"))
  }

  @Test func `without a key nothing is made`() async throws {
    let work = try TicketWork()
    var settings = try work.settings()
    settings.key = { nil }
    await #expect(throws: FetchError.self) { try await work.job(settings).run() }
    #expect(!FileManager.default.fileExists(atPath: work.store))
  }

  @Test func `a list that cannot be read ends the fetch, and says so`() async throws {
    let work = try TicketWork.written(1)
    work.service.replying { _, _ in
      .success(HTTPResponse(status: 200, body: Data(#"[{"state": "geheim"}]"#.utf8)))
    }
    guard case .unread(let reason) = try await work.run().end else {
      Issue.record("read")
      return
    }
    #expect(
      reason == "the list of tickets could not be read (\(work.text(of: "/tickets")): [0].id: "
        + "found nothing; expected a text); expected chatist's list of a customer's tickets")
  }
}
