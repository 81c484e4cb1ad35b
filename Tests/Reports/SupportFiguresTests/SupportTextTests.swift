import Questions
import ReportWriters
import SupportFigures
import TestSupport
import Testing

/// The summary on a terminal, and `summary.json`.
struct SupportTextTests {
  @Test func `a summary has a line per state, and names the tickets that wait`() throws {
    let report = try SupportStore(SupportReportTests.tickets).report(by: "day")
    #expect(
      SupportText.text(report) == """
        12 tickets with 27 messages before 2024-05-04
                                             first response      resolution
        state    tickets  unanswered  never   p50    p90    p99   p50     p90     p99
        open           6           3      1   5 s   10 s   10 s     –       –       –
        closed         5           0      1  20 s  2 min  2 min  20 s  10 min  10 min
        pending        1           0      0  30 s   30 s   30 s     –       –       –

        3 tickets unanswered, the oldest first:
        ticket            state  channel  since                      age
        c-waiting         open   chat     2024-05-01T10:00:00Z  2 d 14 h
        d-second-waiting  open   chat     2024-05-01T10:30:00Z  2 d 13 h
        i-greeted         open   email    2024-05-01T13:00:00Z  2 d 11 h

        """)
  }

  @Test func `twenty tickets that wait are named`() throws {
    let tickets = (0..<1_023).map { index in
      TestTicket("k\(index)", "2024-05-01T10:00:00Z").with {
        $0.messages = [TestMessage("customer", at: $0.time + Int64(index) * 1_000_000)]
      }
    }
    let text = SupportText.text(try SupportStore(tickets.reversed()).report(by: "day"))
    let named = text.split(separator: "\n").map(String.init).drop { !$0.hasPrefix("ticket ") }
    #expect(named.count == 22)
    #expect(named.dropFirst().first?.hasPrefix("k0 ") == true)
    #expect(named.dropLast().last?.hasPrefix("k19 ") == true)
    #expect(named.last == "… and 1,003 more")
  }

  @Test func `summary json states what the numbers rest on`() throws {
    let store = try SupportStore(SupportReportTests.tickets)
    let report = try store.report(by: "channel", "state+week", windows: [30, nil])
    let source = SourceCounts(
      name: "tickets.ndjson", rowsRead: 12, stored: 12, duplicates: 0, rejected: 0, reasons: [:])
    let text = SupportSummary.text(
      report, load: try store.load(asOf: "2024-05-04"), sources: [source], version: "1")
    #expect(
      text == """
        {
        "as_of": "2024-05-04",
        "windows": ["30d","all"],
        "tickets": 12,
        "open": 7,
        "closed": 5,
        "unanswered": 3,
        "never_answered": 2,
        "messages": 27,
        "answered": 7,
        "resolved": 4,
        "rows": {"channel":6,"state-week":6,"load":3},
        "sources": [
        {"source":"tickets.ndjson","rows_read":12,"stored":12,"duplicates":0,"rejected":0,"reasons":{}}],
        "engine_version": "1"
        }

        """)
  }
}
