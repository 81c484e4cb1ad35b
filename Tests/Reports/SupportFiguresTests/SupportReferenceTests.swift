import Columns
import ReportWriters
import SupportFigures
import TestSupport
import Testing

/// `SupportJob` against plain loops over the same random tickets.
struct SupportReferenceTests {
  /// Tickets of two months with up to six messages each, in no order and of all senders.
  static func tickets(_ count: Int, _ random: inout SeededGenerator) -> [TestTicket] {
    let start = instant("2024-05-01T00:00:00Z")
    let senders = ["customer", "customer", "ai agent", "human agent", "system", nil]
    return (0..<count).map { index in
      var ticket = TestTicket("t\(index)", "2024-05-01T00:00:00Z")
      ticket.time = start + Int64.random(in: 0..<60 * 86_400, using: &random) * 1_000_000
      ticket.state = ["open", "closed", "closed", "pending", nil].randomElement(using: &random)!
      ticket.channel = ["chat", "email", "phone", nil].randomElement(using: &random)!
      ticket.messages = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        // Coarse now and then, so that messages are of one moment.
        let isCoarse = Bool.random(using: &random)
        let later = Int64.random(in: 0..<(isCoarse ? 6 : 100_000), using: &random)
        let time = ticket.time + later * (isCoarse ? 60_000_000 : 1_234_567)
        return TestMessage(
          senders.randomElement(using: &random)!, at: time,
          attachments: Int16.random(in: 0...3, using: &random))
      }
      return ticket
    }
  }

  @Test(arguments: LongForm.cases([1, 30, 3_000, 100_000], short: 2))
  func `figures are those of plain loops over the tickets`(count: Int) throws {
    var random = SeededGenerator(UInt64(count))
    let tickets = Self.tickets(count, &random)
    let asOf = Day(iso: "2024-06-20")!
    let rows = try SupportStore(tickets).report(
      by: "channel", windows: [nil, 20], asOf: asOf.iso
    ).rows()
    var found = 0
    for window in [nil, 20] {
      for channel in ["chat", "email", "phone", nil] {
        let ofRow = tickets.filter { ticket in
          let day = Day.split(micros: ticket.time).day
          return ticket.channel == channel && day < asOf && day >= asOf - (window ?? 9_999)
        }
        let row = rows.first {
          $0["channel"] == channel ?? "" && $0["window"] == window.map { "\($0)d" } ?? "all"
        }
        guard !ofRow.isEmpty else {
          #expect(row == nil)
          continue
        }
        found += 1
        let expected = PlainTickets(ofRow, asOf: asOf).cells
        for (column, value) in expected {
          #expect(
            row?[column] == value,
            "\(column) of \(channel ?? "none"), seed \(SeededGenerator.seed)")
        }
      }
    }
    #expect(found == rows.count)
  }

  @Test func `bytes are the same whatever the order of rows and months`() throws {
    var random = SeededGenerator(5)
    let tickets = Self.tickets(2_000, &random)
    func texts(_ store: SupportStore) throws -> [String] {
      let report = try store.report(
        by: "state+week", "channel+month", "day", windows: [nil, 10], asOf: "2024-06-20")
      return report.groups.flatMap { [CellTable($0).csv, CellTable($0).json] }
        + [SupportText.text(report), CellTable(try store.load(asOf: "2024-06-20")).csv]
    }
    let expected = try texts(SupportStore(tickets))
    let shuffled = tickets.shuffled(using: &random).map { ticket in
      ticket.with { $0.messages.shuffle(using: &random) }
    }
    let other = try SupportStore()
    try other.write(Array(shuffled.prefix(300)))
    // Names have other codes, rows another order, and months come the other way round.
    try other.write(shuffled, isReversed: true)
    #expect(try texts(other) == expected)
  }
}

/// The figures of tickets, one message after another and without any code of the engine.
private struct PlainTickets {
  private(set) var cells: [String: String] = [:]

  init(_ tickets: [TestTicket], asOf: Day) {
    var counts: [String: Int] = ["tickets": tickets.count]
    var (responses, resolutions): ([Int64], [Int64]) = ([], [])
    for ticket in tickets {
      let messages = ticket.messages.filter { Day.split(micros: $0.time).day < asOf }
      let customer = messages.filter { $0.sender == "customer" }.map(\.time).sorted()
      let agents = messages.filter { $0.sender?.hasSuffix("agent") == true }.map(\.time).sorted()
      let isClosed = ticket.state == "closed"
      counts[isClosed ? "closed" : "open", default: 0] += 1
      counts["messages", default: 0] += messages.count
      counts["customer_messages", default: 0] += customer.count
      counts["agent_messages", default: 0] += agents.count
      counts["attachments", default: 0] += messages.reduce(0) { $0 + Int($1.attachments ?? 0) }
      guard let asked = customer.first else { continue }
      if agents.isEmpty { counts["never_answered", default: 0] += 1 }
      if !isClosed, agents.allSatisfy({ $0 < customer.last! }) {
        counts["unanswered", default: 0] += 1
      }
      let answers = agents.filter { $0 >= asked }
      guard let answer = answers.first else { continue }
      responses.append(answer - asked)
      if isClosed { resolutions.append(answers.last! - asked) }
    }
    counts["answered"] = responses.count
    counts["resolved"] = resolutions.count
    for column in [
      "tickets", "open", "closed", "messages", "customer_messages", "agent_messages", "attachments",
      "unanswered", "never_answered", "answered", "resolved",
    ] {
      cells[column] = "\(counts[column] ?? 0)"
    }
    for (name, times) in [("first_response", responses), ("resolution", resolutions)] {
      for percent in [50, 90, 99] {
        cells["\(name)_p\(percent)"] = Self.percentile(percent, times.sorted()).map(Self.seconds)
        if times.isEmpty { cells["\(name)_p\(percent)"] = "" }
      }
    }
  }

  /// The first of the sorted values up to which there are as many as the percentage asks for.
  private static func percentile(_ percent: Int, _ sorted: [Int64]) -> Int64? {
    sorted.indices.first { ($0 + 1) * 100 >= percent * sorted.count }.map { sorted[$0] }
  }

  private static func seconds(_ micros: Int64) -> String {
    guard micros % 1_000_000 != 0 else { return "\(micros / 1_000_000)" }
    var fraction = String("\(1_000_000 + micros % 1_000_000)".dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    return "\(micros / 1_000_000).\(fraction)"
  }
}
