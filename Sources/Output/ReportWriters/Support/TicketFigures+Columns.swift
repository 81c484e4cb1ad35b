import Columns
import Racing
import SupportFigures

extension TicketFigures: FileFigures {
  /// The columns after keys and window.
  public static let figureNames = [
    "tickets", "open", "closed", "unanswered", "never_answered", "messages", "customer_messages",
    "agent_messages", "attachments", "answered", "first_response_p50", "first_response_p90",
    "first_response_p99", "resolved", "resolution_p50", "resolution_p90", "resolution_p99",
    "last_ticket",
  ]

  /// The cells of these columns.
  public var cells: [CardCell] {
    let counts = [
      ticketCount, openCount, closedCount, unansweredCount, neverAnsweredCount, messageCount,
      customerMessageCount, agentMessageCount, attachmentCount,
    ].map { CardCell.number($0) }
    return counts + Self.cells(firstResponse) + Self.cells(resolution) + [.text(lastTicket.iso)]
  }

  // MARK: - Implementation

  /// Returns the number of times, and their percentiles in seconds.
  private static func cells(_ times: WaitingTimes) -> [CardCell] {
    let percentiles = [times.p50Micros, times.p90Micros, times.p99Micros]
    return [.number(times.count)]
      + percentiles.map { .number($0.map { Decimal6(micros: $0) }) }
  }
}
