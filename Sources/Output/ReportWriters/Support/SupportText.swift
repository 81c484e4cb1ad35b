import Columns
import SupportFigures

/// Tickets and how they were answered, for reading on a terminal.
public enum SupportText {
  /// Returns the report's text: a line per state, and the tickets whose customers have waited
  /// longest.
  ///
  /// - Parameter report: The report.
  /// - Returns: Lines.
  public static func text(_ report: SupportReport) -> String {
    let title =
      TextCount.text(report.total.ticketCount, of: "ticket") + " with "
      + TextCount.text(report.total.messageCount, of: "message") + " before " + report.asOf.iso
    let blocks = [[title] + states(report), waiting(report)]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func states(_ report: SupportReport) -> [String] {
    let percentiles = ["p50", "p90", "p99"]
    var table = TextTable(
      header: ["state", "tickets", "unanswered", "never"] + percentiles + percentiles,
      sides: [.left] + Array(repeating: .right, count: 9))
    table.groups = [("first response", 4), ("resolution", 7)]
    table.rows = report.states.rows.map { row in
      let counts = [row.ticketCount, row.unansweredCount, row.neverAnsweredCount]
      let times = [row.firstResponse, row.resolution].flatMap {
        [$0.p50Micros, $0.p90Micros, $0.p99Micros]
      }
      return [DisplayWidth.printable(row.keys[0] ?? "–", limit: 32)]
        + counts.map(TextCount.grouped) + times.map { $0.map(duration) ?? "–" }
    }
    return table.lines
  }

  private static func waiting(_ report: SupportReport) -> [String] {
    guard !report.unanswered.isEmpty else { return [] }
    var table = TextTable(
      header: ["ticket", "state", "channel", "since", "age"],
      sides: [.left, .left, .left, .left, .right])
    let named = report.unanswered.prefix(Limits.listed)
    let end = Int64(report.asOf.number) * 86_400_000_000
    table.rows = named.map { ticket in
      [
        ticket.id, DisplayWidth.printable(ticket.state ?? "–", limit: 16),
        DisplayWidth.printable(ticket.channel ?? "–", limit: 16), OffTimeText.iso(ticket.since),
        duration(end - ticket.since),
      ]
    }
    let title =
      TextCount.text(report.unanswered.count, of: "ticket") + " unanswered, the oldest first:"
    let more = report.unanswered.count - named.count
    return [title] + table.lines + (more > 0 ? ["… and \(TextCount.grouped(more)) more"] : [])
  }

  /// Formats a time in its two largest units; smaller units are dropped.
  private static func duration(_ micros: Int64) -> String {
    let units: [(name: String, seconds: Int64)] = [
      ("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1),
    ]
    let seconds = micros / 1_000_000
    guard let first = units.firstIndex(where: { seconds >= $0.seconds }) else { return "0 s" }
    var rest = seconds
    let parts = units[first...].prefix(2).compactMap { unit -> String? in
      let (count, left) = rest.quotientAndRemainder(dividingBy: unit.seconds)
      rest = left
      return count > 0 ? "\(count) \(unit.name)" : nil
    }
    return parts.joined(separator: " ")
  }
}
