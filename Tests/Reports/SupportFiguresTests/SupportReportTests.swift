import ColumnStore
import Columns
import ReportWriters
import SupportFigures
import TestSupport
import Testing

/// Known answers, counted by hand.
struct SupportReportTests {
  /// Every way in which a ticket can go.
  static let tickets: [TestTicket] = [
    // Answered after 5 s.
    TestTicket(
      "a-answered", "2024-05-01T10:00:00Z", TestMessage("customer", "2024-05-01T10:00:00Z"),
      TestMessage("ai agent", "2024-05-01T10:00:05Z")),
    // Answered after 100 s and, for the last time, 600 s.
    TestTicket(
      "b-resolved", "2024-05-01T10:00:00Z", TestMessage("customer", "2024-05-01T10:00:00Z"),
      TestMessage("human agent", "2024-05-01T10:01:40Z"),
      TestMessage("customer", "2024-05-01T10:02:00Z"),
      TestMessage("human agent", "2024-05-01T10:10:00Z")
    ).with { $0.state = "closed" },
    // No answer, and a message of an unknown sender.
    TestTicket(
      "c-waiting", "2024-05-01T10:00:00Z", TestMessage("customer", "2024-05-01T10:00:00Z"),
      TestMessage(nil, "2024-05-01T10:05:00Z", attachments: nil)),
    // The system first; an answer after 10.5 s, none to the second message.
    TestTicket(
      "d-second-waiting", "2024-05-01T09:59:00Z", TestMessage("system", "2024-05-01T09:59:00Z"),
      TestMessage("customer", "2024-05-01T10:00:00Z"),
      TestMessage("ai agent", "2024-05-01T10:00:10.5Z"),
      TestMessage("customer", "2024-05-01T10:30:00Z")),
    // Closed without an answer.
    TestTicket(
      "e-closed", "2024-05-01T11:00:00Z", TestMessage("customer", "2024-05-01T11:00:00Z")
    ).with { ($0.state, $0.channel) = ("closed", "email") },
    // Answered at the same moment.
    TestTicket(
      "f-at-once", "2024-05-01T12:00:00Z", TestMessage("ai agent", "2024-05-01T12:00:00Z"),
      TestMessage("customer", "2024-05-01T12:00:00Z")
    ).with { ($0.state, $0.channel) = ("closed", "email") },
    // The system alone.
    TestTicket(
      "g-system", "2024-05-01T12:00:00Z", TestMessage("system", "2024-05-01T12:00:00Z")
    ).with { $0.channel = nil },
    // No messages.
    TestTicket("h-empty", "2024-05-01T12:00:00Z").with { $0.channel = nil },
    // Greeted first, and then no answer.
    TestTicket(
      "i-greeted", "2024-05-01T12:59:00Z", TestMessage("human agent", "2024-05-01T12:59:00Z"),
      TestMessage("customer", "2024-05-01T13:00:00Z")
    ).with { $0.channel = "email" },
    // Greeted first, answered after 120 s.
    TestTicket(
      "j-greeted", "2024-05-02T08:00:00Z", TestMessage("ai agent", "2024-05-02T08:00:00Z"),
      TestMessage("customer", "2024-05-02T08:01:00Z"),
      TestMessage("ai agent", "2024-05-02T08:03:00Z"),
      TestMessage("system", "2024-05-02T09:00:00Z", attachments: 1)
    ).with { $0.state = "closed" },
    // A state that the guide does not name.
    TestTicket(
      "k-pending", "2024-05-03T09:00:00Z",
      TestMessage("Customer", "2024-05-03T09:00:00Z", attachments: 2),
      TestMessage("AI Agent", "2024-05-03T09:00:30Z")
    ).with { $0.state = "pending" },
    // Closed with thanks.
    TestTicket(
      "l-thanked", "2024-05-03T10:00:00Z", TestMessage("customer", "2024-05-03T10:00:00Z"),
      TestMessage("human agent", "2024-05-03T10:00:20Z"),
      TestMessage("customer", "2024-05-03T10:05:00Z")
    ).with { ($0.state, $0.channel) = ("closed", "email") },
  ]

  @Test func `every edge is counted as by hand`() throws {
    let csv = CellTable(
      try SupportStore(Self.tickets).report(by: "channel", asOf: "2024-05-04").groups[0]
    ).csv
    #expect(
      csv == """
        channel,window,from,to,tickets,open,closed,unanswered,never_answered,messages,\
        customer_messages,agent_messages,attachments,answered,first_response_p50,\
        first_response_p90,first_response_p99,resolved,resolution_p50,resolution_p90,\
        resolution_p99,last_ticket
        chat,all,2024-05-01,2024-05-03,6,4,2,2,1,18,8,7,3,5,30,120,120,2,120,600,600,2024-05-03
        email,all,2024-05-01,2024-05-03,4,1,3,1,1,8,5,3,0,2,0,20,20,2,0,20,20,2024-05-03
        ,all,2024-05-01,2024-05-03,2,2,0,0,0,1,0,0,0,0,,,,0,,,,2024-05-01

        """)
  }

  @Test func `JSON has the same digits, and null where a cell is empty`() throws {
    let report = try SupportStore(Self.tickets).report(by: "channel")
    let json = CellTable(report.groups[0]).json
    #expect(json.contains(#""answered":5,"first_response_p50":30,"first_response_p90":120,"#))
    #expect(json.contains(#"{"channel":null,"window":"all","#))
    #expect(json.contains(#""resolved":0,"resolution_p50":null,"#))
  }

  @Test func `times have the store's microseconds`() throws {
    let rows = try SupportStore([Self.tickets[3]]).report(by: "day").rows()
    #expect(rows[0]["first_response_p50"] == "10.5")
    let ticket = TestTicket(
      "a", "2024-05-01T10:00:00Z", TestMessage("customer", "2024-05-01T10:00:00.000001Z"),
      TestMessage("ai agent", "2024-05-01T10:00:01.123457Z"))
    #expect(
      try SupportStore([ticket]).report(by: "day").rows()[0]["first_response_p99"] == "1.123456")
  }

  @Test func `the tickets that wait are listed, the oldest first`() throws {
    let report = try SupportStore(Self.tickets).report(by: "day")
    #expect(report.asOf.iso == "2024-05-04")
    #expect(
      report.unanswered.map(\.id) == ["c-waiting", "d-second-waiting", "i-greeted"])
    #expect(report.unanswered[1].since == instant("2024-05-01T10:30:00Z"))
  }

  // MARK: - Keys

  @Test func `every key is read from its column`() throws {
    let ticket = TestTicket("a", "2024-05-01T10:00:00Z").with {
      ($0.appVersion, $0.osVersion, $0.assignee) = ("9.9", "13", "human agent")
    }
    let report = try SupportStore([ticket]).report(
      by: "state+channel+app_version+os_version", "assignee+month+week+day", "locale+timezone")
    func keys(_ index: Int) -> [String?] { report.groups[index].rows[0].keys }
    #expect(keys(0) == ["open", "chat", "9.9", "13"])
    // 2024-05-01 is a Wednesday.
    #expect(keys(1) == ["human agent", "2024-05", "2024-04-29", "2024-05-01"])
    #expect(keys(2) == [nil, nil])
    #expect(report.groups.map(\.grouping.fileName)[0] == "state-channel-app_version-os_version")
  }

  @Test func `rows are by window, most tickets first, then by the keys' bytes`() throws {
    let store = try SupportStore(
      ["b", "C", "a", "b"].enumerated().map { place, channel in
        TestTicket("\(place)", "2024-05-01T10:00:00Z").with { $0.channel = channel }
      } + [TestTicket("z", "2024-05-01T10:00:00Z").with { $0.channel = nil }])
    let rows = try store.report(by: "channel", windows: [7, nil]).rows()
    #expect(rows.map { $0["channel"] } == ["b", "", "C", "a", "b", "", "C", "a"])
    #expect(
      rows.map { $0["window"] } == Array(repeating: "7d", count: 4) + ["all", "all", "all", "all"])
  }

  @Test(arguments: ["", "horse", "state+", "state+state", "state+channel+day+week+month"])
  func `a grouping of no known keys is refused`(text: String) {
    let error = GroupingError(found: text, known: SupportKey.allCases.map(\.rawValue))
    #expect(throws: error) { try SupportGrouping(text) }
    #expect(
      error.description
        == "--by: found \(text); expected one to four different keys joined by +, out of state, "
        + "channel, app_version, os_version, assignee, locale, timezone, month, week, day")
  }

  @Test func `names are guarded against spreadsheets`() throws {
    let ticket = Self.tickets[0].with { $0.channel = "=SUM(1)" }
    let file = CellTable(try SupportStore([ticket]).report(by: "channel").groups[0])
    #expect(file.csv.contains("\n'=SUM(1),all") && file.json.contains("\"channel\":\"=SUM(1)\""))
  }

  // MARK: - Days

  @Test func `a window has the tickets of its days, with all of their messages`() throws {
    let rows = try SupportStore(Self.tickets).report(by: "state", windows: [1, 2]).rows()
    #expect(
      rows.map { [$0["state"], $0["window"], $0["from"], $0["to"], $0["tickets"]] } == [
        ["closed", "1d", "2024-05-03", "2024-05-03", "1"],
        ["pending", "1d", "2024-05-03", "2024-05-03", "1"],
        ["closed", "2d", "2024-05-02", "2024-05-03", "2"],
        ["pending", "2d", "2024-05-02", "2024-05-03", "1"],
      ])
    // Answered on the day after the ticket's, outside of the window of its day.
    let late = TestTicket(
      "late", "2024-05-01T23:00:00Z", TestMessage("customer", "2024-05-01T23:00:00Z"),
      TestMessage("ai agent", "2024-05-02T23:00:00Z"))
    let row = try SupportStore([late]).report(by: "day", windows: [2], asOf: "2024-05-03").rows()[0]
    #expect(row["day"] == "2024-05-01" && row["first_response_p50"] == "86400")
  }

  @Test func `what happened from the as-of day on changes no byte`() throws {
    let before = try SupportStore(Self.tickets).report(by: "channel+day", asOf: "2024-05-03")
    let later = Self.tickets.map { ticket in
      ticket.with {
        $0.messages.append(TestMessage("human agent", "2024-05-03T00:00:00Z", attachments: 9))
      }
    }
    let more = later + [TestTicket("new", "2024-05-03T00:00:00Z")]
    let after = try SupportStore(more).report(by: "channel+day", asOf: "2024-05-03")
    #expect(CellTable(after.groups[0]).csv == CellTable(before.groups[0]).csv)
    #expect(after.unanswered == before.unanswered && after.unanswered.count == 3)
    // A day later all of them are answered.
    let answered = try SupportStore(more).report(by: "channel", asOf: "2024-05-04")
    #expect(answered.unanswered.isEmpty)
  }

  @Test func `a message on the last day moves the as-of day`() throws {
    let late = Self.tickets[0].with {
      $0.messages.append(TestMessage("customer", "2024-06-30T23:59:59Z"))
    }
    #expect(try SupportStore([late]).report(by: "day").asOf.iso == "2024-07-01")
  }

  // MARK: - What cannot be reported

  @Test func `a store without tickets before the day says so`() throws {
    let store = try SupportStore(Self.tickets)
    #expect(throws: SupportError.noTickets(store: store.path, asOf: "2024-05-01")) {
      try store.report(by: "day", asOf: "2024-05-01")
    }
    #expect(
      SupportError.noTickets(store: "S", asOf: "2024-05-01").description
        == "S: found no ticket before 2024-05-01; expected some, as `railbird fetch support` "
        + "brings them")
    let empty = try SupportStore([])
    #expect(throws: SupportError.noTickets(store: empty.path, asOf: nil)) {
      try empty.report(by: "day")
    }
  }

  @Test(
    arguments: [
      { $0[0].id = $0[1].id }, { $0[0].time = .max }, { $0[0].messages[0].time = .max },
      { $0[0].messages[0].attachments = -1 },
    ] as [@Sendable (inout [TestTicket]) -> Void])
  func `rows that no import writes end with an error`(
    change: @Sendable (inout [TestTicket]) -> Void
  ) throws {
    var tickets = Self.tickets
    change(&tickets)
    let store = try SupportStore(tickets)
    let error = #expect(throws: SupportError.self) { try store.report(by: "day") }
    guard case .store(.corrupt(_, let found, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.hasPrefix("values that make no sense in ticket"))
  }

  @Test(arguments: ["tickets", "ticket_messages"])
  func `a damaged file ends with an error`(table: String) throws {
    let store = try SupportStore(Self.tickets)
    let name = try #require(files(below: store.path).first { $0.hasPrefix("segments/\(table)/") })
    try rewrite(store.path + "/" + name) { $0[$0.count / 2] ^= 1 }
    #expect(throws: (any Error).self) { try store.report(by: "day") }
  }
}
